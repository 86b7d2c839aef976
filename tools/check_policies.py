#!/usr/bin/env python3
"""Check solved policies of Greek 31 without casino31: one file, Python's standard library (docs/policy-file.md).

    python check_policies.py POLICIES.json.xz

Both best replies are found anew in whole numbers, by the formulas of docs/policy-file.md: the banker's to the
stored punter is the least that a punter can expect, the punter's to the stored banker the most. A first card takes
seconds with infinitely many decks, minutes with one or more: then one of the ten, picked at random, is checked,
unless ``--first`` names others. Exit codes: 0 all holds, 1 refused, 3 unreadable.
"""

import argparse
import gzip
import io
import json
import lzma
import random
import sys
from collections import Counter
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor, perm, prod

VALUES, TWOS, EMPTY = "A23456789T", (0, 2, 0, 0, 0, 0, 0, 0, 0, 0), (0,) * 10
NONE, FIELD = 10, 200  # the value of no hidden card; bits of a whole number in a packed one
LEAN = 1  # of 2 ** 30: by how much a stored punter leans towards standing


def need(holds, said):
    if not holds:
        raise ValueError(said)


def plus(hand, value, more=1):
    return (*hand[:value], hand[value] + more, *hand[value + 1 :])


def counts(name):
    """A hand by its name, such as A39T, as ten counts; "-" is no card."""
    need(name == "-" or set(name) <= set(VALUES), f"{name!r} is no hand")
    return tuple(name.count(value) for value in VALUES)


class Greek:
    """The rules for one bet: hands are counts of aces, twos ... tens."""

    def __init__(self, rules):
        self.aces, self.fourteen, self.endless = rules["aces"], rules["fourteen"], rules["decks"] == "infinite"
        need(self.aces in ("kouridakis", "heath") and self.fourteen in ("any", "two cards"), f"readings: {rules}")
        each = 1 if self.endless else 4 * rules["decks"]
        self.deck, self.worth = (each,) * 9 + (4 * each,), lru_cache(None)(self.worth_of)
        self.next, self.hands, seen = lru_cache(None)(self.next_of), [EMPTY], {EMPTY}
        for hand in self.hands:  # the list grows by what each hand leads to, and so rises in the number of cards
            for _, child in self.next(hand):
                if child not in seen:
                    seen.add(child)
                    self.hands.append(child)

    def worth_of(self, hand):
        """(rank, rank with a card hidden, may it be shown as 14): 30 and less, a 14 is 31, twos 32, 31 is 33."""
        low, aces = sum(points * n for points, n in enumerate(hand, 1)), hand[0]
        high = range(aces // 2, (aces + 1) // 2 + 1) if self.aces == "heath" else range(aces > 1, aces + 1)
        totals = [14] if hand == TWOS else [low + 10 * n for n in high if low + 10 * n <= 31]
        shown = 14 in totals and (self.fourteen == "any" or sum(hand) == 2)
        hidden = max((total for total in totals if total != 31 and not (total == 14 and shown)), default=0)
        best = 31 + (hand == TWOS and self.aces == "heath") if shown else max(totals, default=0)
        return (33, 0, False) if 31 in totals else (best, hidden, shown)

    def next_of(self, hand):
        """The (value, hand) of every card that may be drawn without a bust."""
        after = [(x, plus(hand, x)) for x in range(10) if self.endless or hand[x] < self.deck[x]]
        return [] if self.worth(hand)[0] == 33 else [(x, child) for x, child in after if self.worth(child)[0]]

    def chance(self, cards, first):
        """The chance of some cards in one order, when the punter's first card is out."""
        deck = [n - (x == first and not self.endless) for x, n in enumerate(self.deck)]
        ways = prod(n**k if self.endless else perm(n, k) for n, k in zip(deck, cards))
        return Fraction(ways, 13 ** sum(cards) if self.endless else perm(sum(deck), sum(cards)))

    def states(self, first):
        """A punter's hands from a first card on, longer ones first: (rank, what draws lead to, hand, most draws).

        With infinitely many decks hands of one rank that lead to the same are one state.
        """
        places, found = {}, []

        @lru_cache(None)
        def place(hand):
            after = tuple((x, place(child)) for x, child in self.next(hand))
            key = (self.worth(hand)[0], after) if self.endless else hand
            if key not in places:
                places[key] = len(found)
                found.append(
                    (self.worth(hand)[0], after, hand, max((found[at][3] + 1 for _, at in after), default=0))
                )
            return places[key]

        place(plus(EMPTY, first))
        return found

    def table(self, states, exposed, behind):
        """Of each state, in whole numbers: the stake against each hidden card, the same packed, and the draws.

        ``behind`` is the banker's rank by the value that he hides. With the rows comes what they count for 1.
        """
        rows, take = [], not self.endless
        for rank, after, hand, depth in states:
            left = [n - take * (e + h) for n, e, h in zip(self.deck, exposed, hand)] + [1]
            cards = sum(self.deck) - sum(exposed) - sum(hand) - (NONE not in behind)
            whole = perm(cards, depth) if take else 13**depth
            stake = [(c, left[c] * whole) for c, bankers in behind.items() if rank > bankers and left[c] > 0]
            draws = []
            for x, at in after:
                late = depth - 1 - states[at][3]
                if left[x] > 0:
                    draws.append((left[x] * (perm(cards - depth + late, late) if take else 13**late), at))
            rows.append((stake, sum(n << FIELD * c for c, n in stake), draws))
        return rows, whole

    @staticmethod
    def reply(rows, belief, lean=0):
        """The best reply to a belief: what it is worth, and what it wins against each hidden card, packed."""
        worth, wins = [], []
        for stake, packed, draws in rows:
            standing, drawing = sum(belief[c] * n for c, n in stake), sum(times * worth[at] for times, at in draws)
            stands = standing << 30 >= drawing * (2**30 - lean)
            worth.append(standing if stands else drawing)
            wins.append(packed if stands else sum(times * wins[at] for times, at in draws))
        return worth[-1], wins[-1]

    def interval(self, first, policy):
        """What the punter expects at least if he plays as stored, and at most if the banker does: both exact."""
        states, upper, shown, wins = self.states(first), Fraction(), {}, {}
        behind, orders, parts = {}, Counter({EMPTY: policy["scale"]}), {}
        for kind in ("draws", "shows", "conceals"):
            parts[kind] = {tuple(map(counts, name.split(" "))): n for name, n in policy[kind].items()}
            need(all(type(n) is int and n > 0 for n in parts[kind].values()), f"{kind}: a count that is none")
        for hand in self.hands:
            (rank, hidden, is_14), stays = self.worth(hand), dict(self.next(hand))
            draws, shows = parts["draws"].pop((hand,), 0), parts["shows"].pop((hand,), 0)
            for c in range(10):
                if hand[c] and hidden:
                    exposed = plus(hand, c, -1)
                    concealed = parts["conceals"].pop((exposed, plus(EMPTY, c)), 0)
                    behind.setdefault(exposed, {})[c] = hidden, concealed
                    orders[hand] -= concealed
                if draws and c not in stays:
                    upper += draws * self.chance(plus(hand, c), first)  # the banker is bust
                orders[stays.get(c)] += draws
            done = draws == 0 if rank == 33 else orders[hand] == draws + shows
            need(done and (is_14 or not shows), f"{hand}: orders that are left undecided, or shown and no 14")
            if is_14 and self.chance(hand, first):
                rows, whole = self.table(states, hand, {NONE: rank})
                shown[hand] = Fraction(self.reply(rows, [0] * 10 + [1])[0], whole)
                upper += shows * self.chance(hand, first) * shown[hand]
        need(not any(parts.values()), f"hands that cannot be held: {parts}")
        replies = {counts(name): rows for name, rows in policy["replies"].items()}
        need(replies.keys() <= behind.keys(), "replies to cards that cannot be exposed")
        for exposed, cards in behind.items():
            base = self.chance(exposed, first)
            if base:
                rows, whole = self.table(states, exposed, {c: hidden for c, (hidden, _) in cards.items()})
                hides = [cards.get(c, (0, 0))[1] for c in range(10)]
                unseen = 13 if self.endless else sum(self.deck) - 1 - sum(exposed)
                upper += base * Fraction(self.reply(rows, hides)[0], whole * unseen)
                wins |= self.mixed(rows, whole, first, exposed, replies[exposed])
        return 2 * self.least(first, wins, shown) - 1, 2 * upper / policy["scale"] - 1

    def mixed(self, rows, whole, first, exposed, replies):
        """The chances to win of a punter who mixes replies, by what is exposed and the value that is hidden."""
        for row in replies:
            sound = len(row) == 11 and all(type(n) is int and 0 <= n < 2**53 for n in row)
            need(sound and row[0] > 0, f"{exposed}: a reply that is none: {row}")
        weights = sum(weight for weight, *_ in replies)
        packed = sum(weight * self.reply(rows, belief, LEAN)[1] for weight, *belief in replies)
        left = [n - (e + (x == first)) * (not self.endless) for x, (n, e) in enumerate(zip(self.deck, exposed))]
        parts = ((c, packed >> FIELD * c & (1 << FIELD) - 1) for c in range(10))
        return {(exposed, c): Fraction(part, weights * whole * max(left[c], 1)) for c, part in parts}

    def least(self, first, wins, shown):
        """The least chance to win that the banker can leave the punter, by the best he does with each hand."""
        least = {}
        for hand in reversed(self.hands):
            (rank, hidden, _), here, stays = self.worth(hand), self.chance(hand, first), dict(self.next(hand))
            least[hand] = Fraction()
            if rank != 33 and here:
                after = [(self.chance(plus(hand, c), first) / here, stays.get(c)) for c in range(10)]
                ways = [sum(part * (1 if child is None else least[child]) for part, child in after if part)]
                ways += [wins[plus(hand, c, -1), c] for c in range(10) if hand[c] and hidden]
                least[hand] = min([*ways, shown[hand]] if hand in shown else ways)
        return least[EMPTY]


def check_policies(record, seed, claims=None, firsts=""):
    """Recompute both best replies to stored policies; return in a sentence for which first cards."""
    need(record["format"] == "Greek 31 policies, 1", "another format")
    need(set(record["first_cards"]) == set(VALUES), "policies for other first cards than A, 2 ... 9 and T")
    greek = Greek(record["rules"])
    for card in firsts or (VALUES if greek.endless else random.Random(seed).sample(VALUES, 1)):
        lower, upper = greek.interval(VALUES.index(card), record["first_cards"][card])
        print(f"first card {card}: {lower} to {upper}, {float(lower):+.9f} to {float(upper):+.9f}", flush=True)
        ends = {"lower": floor(lower * 10**9), "upper": ceil(upper * 10**9)}
        need(claims is None or claims[card] == ends, f"first card {card}: {ends}, not as claimed")
        firsts += "" if card in firsts else card
    return f"both best replies were recomputed for the first cards {', '.join(firsts)} (of ten, seed {seed})"


def check_banker(content, seed):
    """Check a certificate's claims about solved policies, in units of 1e-9."""
    claims, policies = content["claims"], content["policies"]
    deck = Greek(policies["rules"]).deck
    for end, rounded in (("lower", floor), ("upper", ceil)):
        whole = rounded(Fraction(sum(n * claims[card][end] for card, n in zip(VALUES, deck)), sum(deck)))
        need(claims["all"][end] == whole and len(claims) == 11, f"all first cards, {end}: {whole}, not as claimed")
    return check_policies(policies, seed, claims)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--first", default="", metavar="CARDS", help="first cards to check, such as A4T")
    parser.add_argument(
        "--seed", type=int, default=random.SystemRandom().randrange(10**6), help="of a random sample"
    )
    options = parser.parse_args()
    try:
        with {".gz": gzip, ".xz": lzma}.get(options.file[-3:], io).open(options.file, "rb") as file:
            data = file.read()
    except (OSError, EOFError, lzma.LZMAError) as error:
        print(f"{options.file}: {error}")
        sys.exit(3)
    try:
        print(f"{options.file} holds: {check_policies(json.loads(data), options.seed, None, options.first)}")
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        print(f"{options.file} REFUSED: {type(error).__name__}: {error}")
        sys.exit(1)


if __name__ == "__main__":
    main()
