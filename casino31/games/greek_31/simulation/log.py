"""Rounds of some punters against the fixed banker of a layout as rows of a log, settled by the referee."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import Literal

from casino31.cards import DECK, RANKS, Card, rank
from casino31.faults import NotCapableError
from casino31.games.greek_31.engine.answer import EVENTS, answer
from casino31.games.greek_31.engine.exposures import visible_cards
from casino31.games.greek_31.engine.plan import fixed_plan
from casino31.games.greek_31.hands import hands
from casino31.games.greek_31.outcomes import card_of, class_of, distribution
from casino31.games.greek_31.referee import BankerDecision, Cards, Round, fixed_banker, play
from casino31.games.greek_31.rules import NAME, WINS, Rules
from casino31.games.greek_31.simulation.deal import deal, draw_words, stream
from casino31.games.greek_31.simulation.rounds import CONCEALS_LAST, DRAWS, SHOWN, SHOWS, TOP
from casino31.games.greek_31.simulation.table import PreparedRules, prepare_rules
from casino31.games.greek_31.strategy.decisions import decisions
from casino31.games.greek_31.totals import VALUES
from casino31.two_sides import Departed, FirstBet, HandError, HandLog, LoggedHand, PlayedHand

OVER = ("banker bust", "banker 31")
"""Ends of a round before the punter plays."""
EXPOSURES = 256
"""That are priced at a time: a few dozen megabytes."""


def hand_log(rules: Rules, punters: int = 1) -> HandLog:
    """Return a layout made ready for logs; NotCapableError for a solved banker, whose play is by chance.

    >>> made = hand_log(Rules(decks=None))
    >>> ten, four, six = 9, 3, 5
    >>> made.settle([ten, six, ten], [ten], [four, ten], 1).event, next(made.rounds(31, 0, 1))[0].banker
    ('14', '5 7 3 T 9')
    """
    if rules.banker.stand is None:
        raise NotCapableError(f"{NAME} against a solved banker plays by chance: a log of hands does not apply")
    one = answer(rules)
    law = distribution(one, {first_card.card: Fraction(1) for first_card in one.first_cards})
    chances = {(card_of(row), class_of(row)): Fraction(n, law.total) for row, n in law.combinations.items()}
    firsts = {
        first_card.card: FirstBet(Fraction(first_card.expectation), one.bet(first_card), first_card.chance)
        for first_card in one.first_cards
    }
    table = prepare_rules(rules, punters=punters)

    def settle(banker: Sequence[int], concealed: Sequence[int], punter: Sequence[int], row: int) -> LoggedHand:
        return _settled(table, banker, concealed, punter, row)

    def rounds(seed: int, block: int, many: int) -> Iterator[Sequence[PlayedHand]]:
        words = draw_words(stream(seed, block), many, table.words)
        values = deal(rules, words[:, table.chances :], table.cards)
        for cards, chance in zip(values.tolist(), words[:, : table.chances].tolist(), strict=True):
            yield _played(table, cards, chance)

    return HandLog(
        outcomes=law,
        chances=chances,
        firsts=firsts,
        events=EVENTS,
        wins=frozenset(WINS),
        over=OVER,
        limits=(rules.betting.minimum, rules.betting.maximum),
        values=VALUES,
        value_of=tuple(VALUES.index("T" if RANKS[rank(card)] in "JQK" else RANKS[rank(card)]) for card in DECK),
        pack=rules.deck,
        decks=rules.decks or 0,
        longest=hands(rules).most_cards + 1,
        settle=settle,
        costs=_costs(rules),
        rounds=rounds,
    )


def _card(value: int) -> Card:
    return 4 * RANKS.index(VALUES[value])


def _settled(
    table: PreparedRules, hand: Sequence[int], concealed: Sequence[int], own: Sequence[int], row: int
) -> LoggedHand:
    """What a logged hand comes to, as it was played and by the best reply with the cards that came."""
    rules = table.rules
    if not hand or not own or len(concealed) > 1:
        raise HandError("cards", "a hand without cards, or several concealed ones", "cards of both, one concealed")
    used = [*own[:1], *hand, *own[1:]]
    for value in set(used):
        if rules.decks is not None and used.count(value) > rules.deck[value]:
            raise HandError(
                "twice", f"{used.count(value)} cards {VALUES[value]}", f"{rules.deck[value]} in the packs"
            )
    end = play(rules, map(_card, used), _as_logged(rules, hand, concealed), [lambda mine, *_: len(mine) < len(own)])
    _agree(end, hand, concealed, own)
    first, event = own[0], end.seats[0].event
    if event in OVER:
        return LoggedHand(VALUES[first], event, event)
    left = [value for value in range(10) for _ in range(rules.deck[value] - used.count(value) * bool(rules.decks))]
    place = 0
    for value in hand:
        place = int(table.children[place, value])
    behind = concealed[0] if concealed else SHOWN
    dealt, random, drawn = [*own[1:]], Random(row), len(own) - 1

    def reply(at: int, held: int) -> str:
        """The best reply from a hand of so many draws on."""
        return _reply(table, place, behind, held, _cards_from(at, dealt, left, random))[0]

    mine, departures = int(table.children[0, first]), []
    best = reply(0, mine)
    for at in range(drawn + 1):
        if mine < 0:
            break
        after = int(table.children[mine, dealt[at]]) if at < drawn else mine
        if (at < drawn) == _stands(table, place, behind, mine):
            then = reply(at + 1, after) if at < drawn else EVENTS[_event(table, place, behind, mine)]
            knows = mine, int(table.column[0, place, behind])
            departures.append(Departed(knows, reply(at, mine), then, at == drawn))
        mine = after
    return LoggedHand(VALUES[first], event, best, tuple(departures))


def _cards_from(at: int, dealt: list[int], left: list[int], random: Random) -> Iterator[int]:
    """The cards that came, and then random ones of those left: what nobody saw is as likely as any other."""
    while at < len(dealt) or left:
        if at == len(dealt):
            dealt.append(left.pop(random.randrange(len(left))))
        yield dealt[at]
        at += 1


def _costs(rules: Rules) -> Callable[[Sequence[tuple[int, int]]], Sequence[float]]:
    """What leaving the best reply costs, worked out where it is asked for, some exposures at a time."""
    seen, known = visible_cards(rules, fixed_plan(rules)), dict[tuple[int, int], float]()

    def costs(situations: Sequence[tuple[int, int]]) -> Sequence[float]:
        columns = sorted({column for held, column in situations if (held, column) not in known})
        for start in range(0, len(columns), EXPOSURES):
            part = columns[start : start + EXPOSURES]
            gap = decisions(rules, [seen[column] for column in part]).gap
            place = {column: at for at, column in enumerate(part)}
            here = [(held, column) for held, column in situations if column in place]
            known.update({both: abs(float(gap[both[0], place[both[1]]])) for both in here})
        return [known[situation] for situation in situations]

    return costs


def _as_logged(rules: Rules, hand: Sequence[int], concealed: Sequence[int]) -> BankerDecision:
    """The banker's decisions in a log, each held against what the layout says he does."""
    by_rule = fixed_banker(rules, Random(0))

    def move(firsts: Cards, held: Cards) -> int | Literal["draw", "show"]:
        does = by_rule(firsts, held)
        if (does == "draw") != (len(held) < len(hand)):
            shown = " ".join(VALUES[value] for value in hand[: len(held)])
            raise HandError("banker", f"he {'stands' if does == 'draw' else 'draws'} on {shown}", str(rules.banker))
        if rules.banker.conceal == "random" and isinstance(does, int) and concealed:
            return hand.index(concealed[0]) if concealed[0] in hand else does
        return does

    return move


def _agree(end: Round, hand: Sequence[int], concealed: Sequence[int], own: Sequence[int]) -> None:
    """Whether the round of the referee is the one of the log; HandError otherwise."""
    if len(end.banker) < len(hand):
        raise HandError("banker", "cards after his hand was bust or 31", "no card more")
    hidden = [] if end.concealed is None else [VALUES.index(RANKS[rank(end.concealed)])]
    if hidden != list(concealed):
        said = VALUES[concealed[0]] if concealed else "nothing"
        raise HandError("concealed", f"{said} is concealed", "what the banker's rule conceals")
    if len(end.seats[0].hand) < len(own):
        raise HandError("punter", "cards after his hand, or the round, was over", "no card more")


def _stands(table: PreparedRules, place: int, behind: int, own: int) -> bool:
    """Whether the best reply stands."""
    seen = int(table.column[0, place, behind])
    return bool((int(table.stands[0, own, seen >> 3]) >> (7 - (seen & 7))) & 1)


def _reply(table: PreparedRules, place: int, behind: int, own: int, cards: Iterator[int]) -> tuple[str, int]:
    """What the best reply comes to from a hand on, and how many cards it takes."""
    taken = 0
    while own >= 0 and not _stands(table, place, behind, own):
        card = next(cards, None)
        if card is None:
            break
        own, taken = int(table.children[own, card]), taken + 1
    return EVENTS[_event(table, place, behind, own)], taken


def _event(table: PreparedRules, place: int, behind: int, own: int) -> int:
    mine = int(table.rank[own]) if own >= 0 else 0
    bankers = int(table.rank[place] if behind == SHOWN else table.worth[place])
    if behind == SHOWN:
        name = "14 won" if mine > bankers else "14 lost"
    elif own < 0:
        name = "bust"
    elif mine >= TOP - 2:
        name = "31" if mine == TOP else "14"
    else:
        name = "stand won" if mine > bankers else "stand tied" if mine == bankers else "stand lost"
    return EVENTS.index(name)


def _played(table: PreparedRules, cards: Sequence[int], chance: Sequence[int]) -> list[PlayedHand]:
    """One simulated round: the cards of all in the order drawn, as the table's arrays play it."""
    firsts, place, size = cards[: table.punters], 0, 0
    used = table.punters
    while True:
        last = cards[used]
        used += 1
        size += 1
        place = int(table.children[place, last])
        hand = cards[table.punters : used]
        if place < 0 or int(table.rank[place]) == TOP:
            event = OVER[place >= 0]
            return [PlayedHand(_said(hand), "", VALUES[first], VALUES[first], event) for first in firsts]
        option, until = int(table.start[0, place]), int(table.start[0, place + 1])
        while option + 1 < until and (chance[size - 1] & 0x7FFFFFFFFFFFFFFF) >= int(table.upto[option]):
            option += 1
        does = int(table.hidden[option])
        if does != DRAWS:
            break
    behind = last if does == CONCEALS_LAST else SHOWN if does == SHOWS else does
    hidden, played = "" if behind == SHOWN else VALUES[behind], []
    for first in firsts:
        event, taken = _reply(table, place, behind, int(table.children[0, first]), iter(cards[used:]))
        own = _said([first, *cards[used : used + taken]])
        played.append(PlayedHand(_said(hand), hidden, own, VALUES[first], event))
        used += taken
    return played


def _said(values: Sequence[int]) -> str:
    return " ".join(VALUES[value] for value in values)
