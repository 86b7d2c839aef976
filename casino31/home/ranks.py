"""What a hand of a home game is worth: its points, its strength at the showdown, and whether it is a blitz.

Points are counted in halves, so that 30.5 is 61.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from casino31.cards import RANKS, Card, rank, suit
from casino31.home.rules import HomeRules
from casino31.points import POINTS, suit_totals

ACE, TEN, THREE, TWO = (RANKS.index(r) for r in "AT32")
KINDS = ("high card", "pair", "flush", "run", "running flush", "prial")
"""The kinds of hands of three-card brag, lowest first."""
ANY_BLITZ, FIRE = 1, 2
"""What ``blitz_of`` tells of a hand that ends a deal."""
SCORES = 80
"""One more than the highest score."""


def cards_of(rules: HomeRules) -> tuple[Card, ...]:
    """Return the pack, each card as often as it is in it: 52 cards, or the 32 from the seven up.

    >>> from casino31.cards import show
    >>> len(cards_of(HomeRules())), show(cards_of(HomeRules(deck=32))[0])
    (52, '7c')
    """
    return tuple(card for card in range(52 - rules.deck, 52) for _ in range(rules.decks))


def is_trips(hand: Sequence[Card]) -> bool:
    """Tell whether three cards are of one rank."""
    return rank(hand[0]) == rank(hand[1]) == rank(hand[2])


def is_suited(hand: Sequence[Card]) -> bool:
    """Tell whether three cards are of one suit."""
    return suit(hand[0]) == suit(hand[1]) == suit(hand[2])


def halves(hand: Sequence[Card], rules: HomeRules) -> int:
    """Return twice the points of three cards (clauses H3, H5, Z7 and Y).

    >>> from casino31.cards import parse_cards
    >>> [halves(parse_cards(hand), HomeRules(trips="30.5")) for hand in ("Ks 8h 5h", "Qs 9d 8d", "7c 7d 7h")]
    [26, 34, 61]
    """
    if is_trips(hand):
        if rules.fire == "33" and rank(hand[0]) == ACE:
            return 66
        if rules.trips != "none":
            return 61 if rules.trips == "30.5" else 60
    if rules.ranking == "all":
        total = sum(POINTS[rank(card)] for card in hand)
        return 0 if total > 31 and rules.over31 == "bust" else 2 * total
    if rules.partial == "nothing" and not is_suited(hand):
        return 0
    return 2 * _most_of_a_suit(*hand)


def _most_of_a_suit(a: Card, b: Card, c: Card) -> int:
    """The largest total of cards of one suit (H3)."""
    first, second, third = POINTS[a >> 2], POINTS[b >> 2], POINTS[c >> 2]
    if a & 3 == b & 3:
        return first + second + third if b & 3 == c & 3 else max(first + second, third)
    if b & 3 == c & 3:
        return max(first, second + third)
    return max(first + third, second) if a & 3 == c & 3 else max(first, second, third)


def score(hand: Sequence[Card], rules: HomeRules) -> int:
    """Return what policies compare: twice the points; in brag 13 for each kind, plus the rank it is known by.

    >>> from casino31.cards import parse_cards
    >>> score(parse_cards("9c 9d Ah"), HomeRules(ranking="brag", blitz="none"))
    20
    """
    if rules.ranking != "brag":
        return halves(hand, rules)
    kind, first, *_ = brag(hand, HomeRules(ranking="brag"))
    return 13 * kind + first


def shape(hand: Sequence[Card], rules: HomeRules) -> int:
    """Return 1 where all three cards make the points, 0 where one or two of them do.

    >>> from casino31.cards import parse_cards
    >>> [shape(parse_cards(hand), HomeRules(trips="30.5")) for hand in ("Ks 8s 5s", "Qs 9d 8d", "7c 7d 7h")]
    [1, 0, 1]
    """
    if rules.ranking == "suit":
        return int(is_suited(hand) or (is_trips(hand) and rules.trips != "none"))
    return 1


def strength(hand: Sequence[Card], rules: HomeRules) -> tuple[int, ...]:
    """Return what is compared at the showdown, the greater the better, equal for a tie (clauses H3 to H7, P1).

    >>> from casino31.cards import parse_cards
    >>> high = HomeRules(points_tie="high card")
    >>> strength(parse_cards("Ah Kh Qh"), high) > strength(parse_cards("Ah Qh Jh"), high)
    True
    """
    if rules.ranking == "brag":
        return brag(hand, rules)
    worth = halves(hand, rules)
    if is_trips(hand) and rules.trips != "none":
        return (worth, rank(hand[0])) if rules.trips_tie == "rank" else (worth,)
    if rules.points_tie == "equal":
        return (worth,)
    return (worth, *high_cards(hand, rules))


def high_cards(hand: Sequence[Card], rules: HomeRules) -> tuple[int, ...]:
    """Return the ranks that break equal points, highest first (clause H7)."""
    counted: Iterable[Card] = hand
    if rules.high_card_of == "scoring cards" and rules.ranking == "suit" and not is_trips(hand):
        best = max(range(4), key=lambda suited: (suit_totals(hand)[suited], sorted_ranks(hand, suited)))
        counted = (card for card in hand if suit(card) == best)
    return tuple(sorted(map(rank, counted), reverse=True))


def sorted_ranks(hand: Sequence[Card], of: int) -> tuple[int, ...]:
    """Return the ranks of the cards of a suit, highest first."""
    return tuple(sorted((rank(card) for card in hand if suit(card) == of), reverse=True))


def brag(hand: Sequence[Card], rules: HomeRules) -> tuple[int, ...]:
    """Return the place of a hand of three-card brag: its kind, then the ranks that break ties (clauses P1, P2).

    >>> from casino31.cards import parse_cards
    >>> [KINDS[brag(parse_cards(h), HomeRules())[0]] for h in ("Ac 2d 3h", "Kc Qc Jc", "4c 4d 9h")]
    ['run', 'running flush', 'pair']
    """
    high, middle, low = sorted(map(rank, hand), reverse=True)
    if high == low:
        return (5, 13 if rules.best_prial == "threes" and high == THREE else high)
    if run := _run(high, middle, low, rules):
        return (4 if is_suited(hand) else 3, *run)
    if is_suited(hand):
        return (2, high, middle, low)
    if high == middle:
        return (1, high, low)
    if middle == low:
        return (1, low, high)
    return (0, high, middle, low)


def _run(high: int, middle: int, low: int, rules: HomeRules) -> tuple[int, ...] | None:
    """The rank a run is known by and its place among runs of that rank, or None."""
    if (high, middle, low) == (ACE, THREE, TWO):
        return {"A-2-3 low": (THREE, 0), "A-2-3 best": (ACE, 1), "A-2-3 second": (ACE, 0)}[rules.top_run]
    if high - middle == middle - low == 1:
        return (high, 1 if rules.top_run == "A-2-3 second" and high == ACE else 0)
    return None


def blitz_of(hand: Sequence[Card], rules: HomeRules) -> int:
    """Return ANY_BLITZ for a hand that ends a deal, FIRE for three aces where they do, else 0 (clauses S9, Y).

    >>> from casino31.cards import parse_cards
    >>> [blitz_of(parse_cards(h), HomeRules(blitz="A-K-10")) for h in ("Ac Kc Tc", "Ac Kc Jc")]
    [1, 0]
    """
    if rules.blitz == "none":
        return 0
    if rules.fire == "33" and is_trips(hand) and rank(hand[0]) == ACE:
        return FIRE
    if rules.blitz == "A-K-10":
        return ANY_BLITZ if is_suited(hand) and sorted(map(rank, hand)) == [TEN, ACE - 1, ACE] else 0
    suited = rules.ranking == "suit" and not is_trips(hand)
    return ANY_BLITZ if halves(hand, rules) == 62 and (suited or rules.ranking == "all") else 0


def score_text(value: int, rules: HomeRules) -> str:
    """Return a score as policies and pages write it.

    >>> score_text(61, HomeRules()), score_text(20, HomeRules(ranking="brag"))
    ('30.5', 'pair 9')
    """
    if rules.ranking != "brag":
        return f"{value // 2}.5" if value % 2 else str(value // 2)
    if value >= 13 * 5 + 13:
        return "prial of threes"
    return f"{KINDS[value // 13]} {RANKS[value % 13]}"


def score_of(text: str, rules: HomeRules) -> int:
    """Return the score that a text names; of a kind of brag hand alone, its lowest; ValueError otherwise.

    >>> score_of("30.5", HomeRules()), score_of("pair 9", HomeRules(ranking="brag"))
    (61, 20)
    """
    if rules.ranking != "brag":
        units, point, half = text.partition(".")
        if not units.isdecimal() or int(units) > 33 or (point and half not in ("0", "5")):
            raise ValueError(f"{text!r} is no number of points: write 25 or 30.5")
        return 2 * int(units) + (half == "5")
    for kind in sorted(KINDS, key=len, reverse=True):
        if text.startswith(kind):
            of = text[len(kind) :].strip().upper().replace("10", "T")
            if not of or (len(of) == 1 and of in RANKS):
                return 13 * KINDS.index(kind) + (RANKS.index(of) if of else 0)
    raise ValueError(f"{text!r} is no hand of brag: write {', '.join(KINDS)}, with a rank such as pair 9")
