#!/usr/bin/env python3
"""Check a certificate of casino31 without casino31: one file, Python's standard library (docs/certificate.md).

    python check_certificate.py SHEET.c31cert

Deals are recounted, every action is tried, every fraction is made anew. Where plain enumeration would take over a
minute, hands that are alike but for the names of suits are counted once; where that is too long too, a random
sample of situations is counted completely. The last line says what was done. Of a game with a solved banker both
best replies are recomputed, by check_policies.py beside this file.

Exit codes: 0 all holds, 1 refused, 3 unreadable.
"""

import argparse
import hashlib
import json
import random
import runpy
import sys
from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, pairwise
from math import comb, lcm
from pathlib import Path

RANKS, SUITS = "23456789TJQKA", "cdhs"  # a card is 4 * rank + suit: the two of clubs is 0, the ace of spades 51
EVERY, WALKED, WEIGHED = 2_000_000, 1_000_000, 50_000_000  # deals counted in a minute: in all, of situations


def need(holds, said):
    if not holds:
        raise ValueError(said)


def canonical(data):
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def ranks_of(cards):
    """Ranks, 2 to 14, those held most often first, then the higher; an ace below two, three ... counts 1."""
    ranks = sorted(card // 4 + 2 for card in cards)
    if len(ranks) > 2 and ranks == [*range(2, len(ranks) + 1), 14]:
        ranks = [1, *ranks[:-1]]
    return tuple(sorted(ranks, key=lambda rank: (-ranks.count(rank), -rank)))


def by_suit(cards):
    return [sorted(card // 4 for card in cards if card % 4 == suit) for suit in range(4)]


@lru_cache(None)
def alike(cards, how):
    """What hands that are decided alike have in common: their cards but for the names of suits, or their ranks."""
    return ranks_of(cards) if how == "ranks" else tuple(sorted(map(tuple, by_suit(cards))))


OF_VALUES = {">": lambda a, b: a > b, "<": lambda a, b: a < b, "=": lambda a, b: a == b, "*": lambda a, b: a * b,
             "and": lambda a, b: a and b, "min": min, "max": max, "text": str, "list": lambda *a: a}  # fmt: skip
OF_CARDS = {
    "ranks": ranks_of,
    "times": lambda cards: tuple(sorted(Counter(ranks_of(cards)).values(), reverse=True)),
    "one suit": lambda cards: len({card % 4 for card in cards}) == 1,
    "straight": lambda cards: all(a - b == 1 for a, b in pairwise(ranks_of(cards))),
    "held": lambda cards, n: (ranks := ranks_of(cards))[0] * (ranks.count(ranks[0]) >= n),
    "in a suit": lambda cards, names: any({*map(RANKS.index, names)} <= {*suit} for suit in by_suit(cards)),
}


def evaluate(x, other):
    """An expression: a number or a text is itself, a list is an operation and what it is done to."""
    if not isinstance(x, list):
        return x
    op, *args = x
    if op == "case":
        return evaluate(next((then for when, then in args[:-1] if evaluate(when, other)), args[-1]), other)
    return OF_VALUES[op](*[evaluate(arg, other) for arg in args]) if op in OF_VALUES else other(op, args)


class Round:
    """The rounds of a game, walked card by card under the stated strategy, held against all other actions."""

    def __init__(self, content, seed):
        self.rules, self.how, self.after = content["rules"], content["alike"], content["counts"]["after"]
        self.wagers = [(bet["name"] in content["objective"], w) for bet in content["bets"] for w in bet["wagers"]]
        self.deck = sorted([*range(52)] * self.rules["decks"])
        rows = [tuple((e, Fraction(s), Fraction(n)) for e, s, n in row["results"]) for row in content["law"]]
        self.rows = {row: place for place, row in enumerate(rows)}
        self.stated = {
            self.key(hand): (action, deals, {int(row): ways for row, ways in ends.items()})
            for hand, action, deals, ends in content["situations"]
        }
        self.actions = {
            name: {self.key(hand): action for hand, action in hands} for name, hands in content["later"].items()
        }
        self.actions["first"] = {key: action for key, (action, _, _) in self.stated.items()}
        some = max(4, (WEIGHED if "weigh" in str(self.rules) else WALKED) // self.after)
        keys, self.every = sorted(self.stated), content["counts"]["ways"] <= EVERY
        self.chosen = set(keys if self.every or some >= len(keys) else random.Random(seed).sample(keys, some))
        self.deals, self.met, self.paid, self.ends, self.known, self.won = Counter(), set(), set(), {}, {}, {}
        self.value, self.law = lru_cache(None)(self.value_of), lru_cache(100)(self.law_of)

    def key(self, text):
        cards = [4 * RANKS.index(rank) + SUITS.index(suit) for rank, suit in text.split()]
        return alike(tuple(sorted(cards)), self.how)

    def value_of(self, name, *cards):
        """A named value of some cards in rising order."""
        points = [self.rules["points"].get(rank) for rank in RANKS]

        def of_cards(op, args):
            if op == "points":
                return points[evaluate(args[0], of_cards) - 2]
            if op == "best in a suit":
                return max(sum(sorted(points[rank] for rank in suit)[-args[0] :]) for suit in by_suit(cards))
            return OF_CARDS[op](cards, *args)

        return evaluate(self.rules["values"][name], of_cards)

    def law_of(self, name, n, left):
        """The values of all hands of n of some cards."""
        return Counter(self.value(name, *cards) for cards in combinations(left, n))

    def say(self, x, dealt):
        """An expression of a step: ["of", value, groups of cards ...], ["get", what was weighed], and of these."""
        if isinstance(x, list) and x[0] == "of":
            return self.value(x[1], *sorted([card for group in x[2:] for card in dealt.get(group, ())]))
        return evaluate(x, lambda op, args: dealt[args[0]] if op == "get" else self.say([op, *args], dealt))

    def walk(self, step, dealt, gone):
        """({place in the joint law: ways}, all ways) from a step on; the cards by group, and all that are out."""
        if "end" in step:
            return {self.results(step["end"], dealt): 1}, 1
        if "when" in step:
            return self.walk(step["then" if self.say(step["when"], dealt) else "else"], dealt, gone)
        if "drop" in step:
            return self.walk(step["then"], self.dropped(step, dealt), gone)
        if "decide" in step:
            return self.decide(step, dealt, gone)
        left, sums, whole, holds = list(self.deck), {}, Counter(), dict(dealt)
        for card in gone:
            left.remove(card)
        weighed = "weigh" in step  # hidden cards that matter by their value alone: each value is followed once
        law = self.law(step["by"], step["cards"], tuple(left)) if weighed else combinations(left, step["cards"])
        for each in law:
            holds[step["weigh" if weighed else "deal"]] = each
            after, total = self.walk(step["then"], holds, gone if weighed else gone + each)
            counts, times = sums.setdefault(total, {}), law[each] if weighed else 1
            for row, ways in after.items():
                counts[row] = counts.get(row, 0) + ways * times
        total = lcm(*sums)  # a round that is over sooner counts for all cards that would have come
        for part, counts in sums.items():
            whole.update({row: ways * (total // part) for row, ways in counts.items()})
        return whole, total * comb(len(left), step["cards"])

    def dropped(self, step, dealt):
        """A hand without its card of a place: the highest first, of equals that whose suit has better cards."""
        cards, suits = dealt[step["from"]], [suit[::-1] for suit in by_suit(dealt[step["from"]])]
        order = sorted(cards, key=lambda card: (card // 4, suits[card % 4], card), reverse=True)
        return {**dealt, step["from"]: tuple(card for card in cards if card != order[step["drop"] - 1])}

    def results(self, end, dealt):
        """The place of what the wagers come to; of several events the first that wins most counts."""
        said = tuple([(self.say(event, dealt), units) for event, units in end])
        if said not in self.ends:
            need(len(said) == len(self.wagers), "an end of other wagers")
            ways, paid = max(len(event) if isinstance(event, tuple) else 1 for event, _ in said), []
            for way in range(ways):
                row = []
                for place, ((event, units), (_, wager)) in enumerate(zip(said, self.wagers)):
                    event = event[way] if isinstance(event, tuple) else event
                    self.paid |= {(place, event)} if units else set()
                    net = units * Fraction(wager["pays"][event]) if units else Fraction()
                    row.append((event, Fraction(units * wager["staked"]), net))
                paid.append(tuple(row))
            best = max(paid, key=lambda row: sum(net for _, _, net in row))
            self.ends[said] = self.rows.setdefault(best, len(self.rows))
            self.won[self.ends[said]] = sum(net for (_, _, net), (counts, _) in zip(best, self.wagers) if counts)
        return self.ends[said]

    def decide(self, step, dealt, gone):
        """Follow the stated action, having tried all: it wins most, and is listed first of those that do."""
        name, key = step["decide"], alike(tuple(sorted(c for g in step["sees"] for c in dealt[g])), self.how)
        need(key in self.actions[name], f"no action for {key}")
        self.met.add((name, key))
        if name == "first":
            self.deals[key] += 1
            if key not in self.chosen:
                return self.stated[key][2], self.after
            if key in self.known and not self.every:
                return self.known[key]
        laws = {action: self.walk(then, dealt, gone) for action, then in step["options"]}
        worth = {
            action: sum((n * self.won[row] for row, n in law.items()), Fraction()) / total
            for action, (law, total) in laws.items()
        }
        best, stated = max(worth, key=worth.__getitem__), self.actions[name][key]
        need(stated == best, f"{key}: {best} wins {worth[best]} units, the stated {stated} {worth.get(stated)}")
        if name == "first":
            law, total = self.known[key] = laws[best]
            ends = {row: Fraction(ways * self.after, total) for row, ways in law.items()}
            need(ends == self.stated[key][2], f"{key}: other ends than stated")
        return laws[best]


def check_pays(content, seed):
    """Check a certificate of a game that is paid by tables; return in a sentence what was counted."""
    counts, ways, play = content["counts"], [row["ways"] for row in content["law"]], Round(content, seed)
    need(len(play.rows) == len(ways) == counts["results"], "results that are not different")
    need(content["law sha256"] == sha256(canonical(content["law"])), "another joint law")
    need(content["claims"] == claims(content["bets"], play.rows, ways), "claims that do not follow from the law")
    need(play.how == "suits" or (play.how == "ranks" and "suit" not in str(play.rules)), "hands that are not alike")
    need(len(play.stated) == len(content["situations"]) == counts["situations"], "a situation twice")
    need(all(len(play.actions[name]) == len(hands) for name, hands in content["later"].items()), "a hand twice")
    need(sum(ways) == counts["ways"] == counts["deals"] * counts["after"], "ways that do not add up")
    law, total = play.walk(play.rules["round"], {}, ())
    need(total == counts["ways"], "another number of deals")
    need(law == dict(enumerate(ways)), "the deals do not come to the joint law")
    need(play.deals == {key: deals for key, (_, deals, _) in play.stated.items()}, "other deals of a situation")
    if len(play.chosen) < len(play.stated):
        return f"a random sample of {len(play.chosen)} of {len(play.stated)} situations was counted (seed {seed})"
    asked = {(name, key) for name, hands in play.actions.items() for key in hands}
    need(play.met == asked, "hands that never come")
    pays = {(place, event) for place, (_, wager) in enumerate(play.wagers) for event in wager["pays"]}
    need(play.paid == pays, "pays of events that never come")
    each = "each counted" if play.every else "those of hands alike but for the names of suits counted once"
    return f"{counts['ways']} deals, {each}; every action of every decision was tried"


def claims(bets, rows, ways):
    """Every figure from the joint law: of each bet alone, and of all together when there are several."""
    made, total, names = {}, sum(ways), [bet["name"] for bet in bets]
    for name, group in [(name, [name]) for name in names] + [("combined", names)] * (len(names) > 1):
        wagers = [(bet["name"] in group, Fraction(wager["initial"])) for bet in bets for wager in bet["wagers"]]
        initial = sum(units for here, units in wagers if here)
        nets = [sum(net for (_, _, net), (here, _) in zip(row, wagers) if here) for row in rows]
        stakes = [sum(stake for (_, stake, _), (here, _) in zip(row, wagers) if here) for row in rows]
        mean, square, staked = (
            sum(n * x for n, x in zip(ways, each)) / Fraction(total)
            for each in (nets, [net * net for net in nets], stakes)
        )
        figures = {
            "initial wager": initial,
            "expected net": mean,
            "average wager": staked,
            "house edge": -mean / initial,
            "element of risk": -mean / staked if staked else None,
            "variance": (square - mean**2) / initial**2,
            "hit frequency": Fraction(sum(n for n, net in zip(ways, nets) if net > 0), total),
        }
        made[name] = {figure: str(value) for figure, value in figures.items()}
    return made


def check(file, seed):
    """Check a file; return in a sentence what was done, ValueError when anything is not as it says."""
    data = file.read_bytes()
    record = json.loads(data)
    content = record["content"]
    need(data == canonical(record) + b"\n", "the file is not in canonical form")
    need(record["format"] == "casino31 certificate, 1", "another format")
    need(record["sha256"] == sha256(canonical(content)), "the content was altered: another SHA-256")
    need(content["layout"]["sha256"] == sha256(content["layout"]["text"].encode()), "another layout")
    if "policies" not in content:
        return check_pays(content, seed)
    solved = runpy.run_path(str(Path(__file__).with_name("check_policies.py")))
    return solved["check_banker"](content, seed)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument(
        "--seed", type=int, default=random.SystemRandom().randrange(10**6), help="of a random sample"
    )
    options = parser.parse_args()
    try:
        print(f"{options.file} holds: {check(options.file, options.seed)}")
    except OSError as error:
        print(f"{options.file}: {error}")
        sys.exit(3)
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        print(f"{options.file} REFUSED: {type(error).__name__}: {error}")
        sys.exit(1)


if __name__ == "__main__":
    main()
