"""A made-up game of five actions: fold, stay with a raise of one unit, or switch a card with a raise of two.

What each action leads to is drawn from a fixed stream, so that every hand has breakpoints of its own; a bonus pays
without a stake, and a side bet is settled on the hand alone.
"""

from fractions import Fraction
from functools import lru_cache
from math import comb
from random import Random

from casino31.cards import suit_classes
from casino31.census import Census, Chance, Decide, Endings, HandClass
from casino31.game import Game
from casino31.layout import Layout
from casino31.paytable import PayLine, PayTable
from casino31.table import CardTable
from casino31.wagers import Ending, Paid, Shoe, Terms, Wager

ACTIONS = ("fold", "stay", "switch low", "switch middle", "switch high")
EVENTS = ("less", "equal", "more", "far more")
DRAWS = 210

ANTE = Wager("ante", EVENTS, fixed={"fold": Fraction(-1)})
RAISE = Wager("raise", EVENTS, Fraction(0), fixed={"none": Fraction(0)})
BONUS = Wager("bonus", ("none", "trips"), Fraction(0), fixed={"fold": Fraction(0)}, staked=False)
SIDE = Wager("side", ("low", "high"))
PAYS: dict[str, dict[str, Fraction | int]] = {
    "ante": {"less": -1, "equal": 0, "more": 1, "far more": 2},
    "raise": {"less": -1, "equal": 0, "more": 1, "far more": 3},
    "bonus": {"none": 0, "trips": 4},
    "side": {"low": -1, "high": Fraction(3, 2)},
}


@lru_cache
def census_of(terms: Terms, ranks: int = 13) -> Census:
    """Return made-up counts for the starting hands of the lowest ranks."""
    random, endings = Random(ranks), Endings()
    nodes: dict[int, tuple[HandClass, Decide]] = {}

    def ending(event: str, units: int, bonus: str, side: str) -> int:
        raised = Paid(event, units) if units else Paid("none", 0)
        main = (Paid(event if units else "fold"), raised, Paid(bonus if units else "fold"))
        return endings.place(terms.ending(main=main, side=(Paid(side),)))

    for each in suit_classes(3):
        if any(card // 4 >= ranks for card in each.hand):
            continue
        bonus = "trips" if len({card // 4 for card in each.hand}) == 1 else "none"
        side = "high" if random.random() < 0.35 else "low"
        options = {"fold": {ending("", 0, bonus, side): DRAWS}}
        strength = random.random()
        for action in ACTIONS[1:]:
            cuts = sorted(int(DRAWS * min(1, random.random() ** 0.5 * (1.9 - strength))) for _ in range(3))
            ways = [after - before for before, after in zip([0, *cuts], [*cuts, DRAWS], strict=True)]
            units = 1 if action == "stay" else 2
            places = [ending(event, units, bonus, side) for event in EVENTS]
            options[action] = {place: n for place, n in zip(places, ways, strict=True) if n}
        hand = HandClass(each.pattern, each.members, each.hand)
        nodes[len(nodes)] = (hand, Decide((hand,), options))
    graph = Chance(tuple((hand.members, node) for hand, node in nodes.values()))
    return Census(tuple(endings.places), graph)


def referee(terms: Terms, table: CardTable) -> Ending:
    """No round of this game can be dealt."""
    raise NotImplementedError


def game(ranks: int = 13) -> Game:
    """Return the game on the starting hands of the lowest ranks."""
    return Game(
        name="Five Ways",
        clauses=(("F1", "A game of the tests."),),
        wagers=(ANTE, RAISE, BONUS, SIDE),
        bets={"main": ("ante", "raise", "bonus"), "side": ("side",)},
        readings={},
        shoe=Shoe(),
        cards=lambda _: 3,
        referee=referee,
        deals=lambda _: comb(4 * ranks, 3) * DRAWS,
        census=lambda terms: census_of(terms, ranks),
    )


def layout() -> Layout:
    """Return the one layout of the game."""
    tables = {
        wager: PayTable(wager, tuple(PayLine(event, (event,), Fraction(pay)) for event, pay in pays.items()))
        for wager, pays in PAYS.items()
    }
    made = game()
    return Layout("Five Ways, a layout", made.wagers, made.bets, tables, {})
