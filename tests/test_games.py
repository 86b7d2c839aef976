"""Pair Plus, Three Card Poker, Under the Gun 31, Casino War and Let It Ride: figures known from other sources."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import comb
from typing import NamedTuple

import pytest

from casino31.answers import Analysis, HandValue, Strategy
from casino31.cards import rank
from casino31.faults import RulesError
from casino31.games import GAMES
from casino31.layout import Layout
from casino31.metrics import measure
from casino31.outcomes import net
from casino31.poker import three_card_value
from casino31.rulesfile import parse

Pays = Mapping[str, Mapping[str, int]]

PLUS = ("pair", "flush", "straight", "three of a kind", "straight flush", "mini royal")
LIR = (
    "tens or better",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
)
TUNICA = "tunicatravel.com, mini royal payoffs in Three Card Poker"
WIZARD = "wizardofodds.com"
MACAU = "wizardofmacau.com, Casino War"
OWN = "an independent enumeration"


def rows(names: Sequence[str], *pays: int) -> dict[str, int]:
    """The rows of a table by its pays, the lowest first; without the last ones where there are fewer pays."""
    return dict(zip(names, pays, strict=False))


BONUS_541 = {"ante bonus": rows(PLUS[2:], 1, 4, 5)}
LIR_1000 = {"bet": rows(LIR, 1, 2, 3, 5, 8, 11, 50, 200, 1000)}
BASE: Mapping[str, Pays] = {
    "Pair Plus": {"pair plus": rows(PLUS, 1, 4, 6, 30, 40)},
    "Three Card Poker": BONUS_541,
    "Under the Gun 31": {},
    "Casino War": {},
    "Let It Ride": LIR_1000,
}


def layout(name: str, pays: Pays | None = None, **readings: str | int) -> Layout:
    """A layout in a file of its own."""
    text = [f'game = "{name}"', 'title = "T"', 'source = "a test"', 'odds = "to one"', "[rules]"]
    text += [f"{reading} = {chosen!r}" for reading, chosen in readings.items()]
    for wager, table in (BASE[name] if pays is None else pays).items():
        text += [f'["{wager}"]', *(f'"{label}" = {pay}' for label, pay in table.items())]
    return parse("\n".join(text)).rules


def best(name: str, pays: Pays | None = None, **readings: str | int) -> Analysis:
    """The analysis of such a layout."""
    return GAMES[name].analyse(layout(name, pays, **readings))


def stated(name: str, says: str, choose: Callable[[HandValue], str], **readings: str | int) -> Analysis:
    """The analysis of a layout under a stated strategy."""
    analysis = best(name, None, **readings)
    values = GAMES[name].hand_values(analysis)
    strategy = Strategy(says, {value.knows: choose(value) for value in values})
    return GAMES[name].evaluate(analysis.rules, strategy)


class Fact(NamedTuple):
    """A figure that is known from somewhere else."""

    what: str
    figure: str
    exact: str
    source: str
    analysis: Callable[[], Analysis]
    bet: str = ""


def _facts() -> Iterator[Fact]:
    for pays, exact in (
        ((1, 4, 6, 30, 40), "128/5525"),
        ((1, 3, 6, 30, 40), "402/5525"),
        ((1, 4, 5, 30, 40), "308/5525"),
        ((1, 4, 6, 25, 40), "193/5525"),
        ((1, 3, 6, 30, 40, 200), "242/5525"),
        ((1, 3, 6, 30, 40, 50), "392/5525"),
        ((1, 4, 6, 30, 40, 50), "118/5525"),
    ):
        table = {"pair plus": rows(PLUS, *pays)}
        yield Fact(f"Pair Plus {pays}", "edge", exact, TUNICA, partial(best, "Pair Plus", table))
    yield Fact("Pair Plus", "variance", "258608866/30525625", OWN, lambda: best("Pair Plus"))

    tcp = "Three Card Poker"
    yield Fact("TCP 5-4-1", "edge", "686689/20358520", WIZARD, lambda: best(tcp))
    yield Fact("TCP 5-4-1", "variance", "1113741108698391/414469336590400", OWN, lambda: best(tcp))
    yield Fact("TCP 5-4-1", "element of risk", "686689/34084400", WIZARD, lambda: best(tcp))
    yield Fact("TCP 5-4-1, Q-6-4", "share of play", "149/221", WIZARD, lambda: best(tcp))
    table = {"ante bonus": rows(PLUS[2:], 1, 2, 3)}
    yield Fact("TCP 3-2-1", "edge", "870929/20358520", OWN, lambda: best(tcp, table))
    royal = {"ante bonus": rows(PLUS[2:], 1, 4, 5, 50)}
    yield Fact("TCP mini royal 50", "edge", "520873/20358520", OWN, lambda: best(tcp, royal))
    both = BONUS_541 | {"pair plus": rows(PLUS, 1, 4, 6, 30, 40)}
    yield Fact("TCP with Pair Plus", "edge", "128/5525", TUNICA, lambda: best(tcp, both), "pair plus")
    yield Fact("TCP with Pair Plus", "edge", "686689/20358520", WIZARD, lambda: best(tcp, both), "main")

    def mimic(value: HandValue) -> str:
        return "play" if max(map(rank, value.hand)) >= 10 or three_card_value(value.hand)[0] else "fold"

    said = "queen high or better"
    yield Fact("TCP mimics", "edge", "70219/2035852", WIZARD, lambda: stated(tcp, said, mimic))
    always = "2187218443679499/647608338422500"
    yield Fact("TCP always", "variance", always, OWN, lambda: stated(tcp, "always play", lambda _: "play"))

    gun = "Under the Gun 31"
    for reading, exact, fold, switch in (
        ("raise", "256823653/1549343250", "859/5525", "4387/5525"),
        ("push", "1446091411/13169417625", "724/5525", "266/325"),
        ("lose", "61154362/280200375", "232/1105", None),
    ):

        def analysis(r: str = reading) -> Analysis:
            return best(gun, equal_points=r)

        yield Fact(f"UTG {reading}", "edge", exact, OWN, analysis)
        yield Fact(f"UTG {reading}", "share of fold", fold, OWN, analysis)
        if switch:
            yield Fact(f"UTG {reading}", "share of switch", switch, OWN, analysis)

    def stands(value: HandValue) -> str:
        return "stay" if value.values["stay"] > value.values["fold"] else "fold"

    yield Fact(
        "UTG stands", "element of risk", "235301005/842101162", OWN, lambda: stated(gun, "no switch", stands)
    )
    yield from _war_facts()
    yield from _ride_facts()


def _war_facts() -> Iterator[Fact]:
    war = "Casino War"
    for decks, tie2, figure, exact in (
        (1, "bonus", "edge", "86/4165"),
        (1, "bonus", "variance", "3792336/3469445"),
        (1, "bonus", "element of risk", "43/2205"),
        (1, "win", "edge", "503/20825"),
        (1, "win", "variance", "469413216/433680625"),
        (2, "win", "edge", "4781/176851"),
        (3, "bonus", "edge", "422/18445"),
        (6, "bonus", "edge", "23138/993023"),
        (6, "bonus", "variance", "5515206403776/4930473392645"),
        (6, "win", "edge", "142853/4965115"),
        (7, "bonus", "edge", "184662/7906261"),
        (8, "bonus", "element of risk", "138353/6354831"),
        (8, "win", "edge", "22847/788417"),
    ):
        source = MACAU if (decks, figure) == (6, "edge") else OWN
        what = f"War, {decks} decks, {tie2}"
        yield Fact(what, figure, exact, source, partial(best, war, decks=decks, tie2=tie2))
    for decks, exact in ((6, "23/622"), (8, "31/830")):

        def surrenders(d: int = decks) -> Analysis:
            return stated(war, "surrender always", lambda _: "surrender", decks=d)

        yield Fact(f"War surrendered, {decks} decks", "edge", exact, "i-online-casinos", surrenders)
    tie = {"tie": {"tie": 10}}
    yield Fact("War, tie bet", "edge", "58/311", MACAU, lambda: best(war, tie), "tie")
    eleven = {"tie": {"tie": 11}}
    yield Fact("War, tie bet at 11", "edge", "43/415", OWN, lambda: best(war, eleven, decks=8), "tie")


def _ride_facts() -> Iterator[Fact]:
    ride = "Let It Ride"
    for figure, exact, source in (
        ("edge", "37963/1082900", WIZARD),
        ("variance", "31199776412731/1172672410000", OWN),
        ("element of risk", "37963/1325152", OWN),
        ("average wager", "331288/270725", OWN),
        ("tied", "2268", OWN),
    ):
        yield Fact("LIR", figure, exact, source, lambda: best(ride))
    royal = {"bet": LIR_1000["bet"] | {"royal flush": 500}}
    yield Fact("LIR royal 500", "edge", "40463/1082900", WIZARD, lambda: best(ride, royal))
    low = {"bet": rows(LIR, 1, 2, 3, 5, 10, 15, 25, 100, 500)}
    yield Fact("LIR 500-100-25-15-10", "variance", "130455794949/11275696250", OWN, lambda: best(ride, low))
    both = LIR_1000 | {"three card bonus": rows(PLUS, 1, 4, 6, 30, 40, 50)}
    yield Fact("LIR with bonus", "edge", "37963/1082900", WIZARD, lambda: best(ride, both), "main")
    yield Fact("LIR with bonus", "edge", "118/5525", TUNICA, lambda: best(ride, both), "three card bonus")
    yield Fact("LIR with bonus", "tied", "2268", OWN, lambda: best(ride, both))


FACTS = tuple(_facts())


def figure_of(fact: Fact) -> Fraction:
    """The figure that a fact is about."""
    analysis = fact.analysis()
    game = GAMES[analysis.game]
    bet = fact.bet or next(iter(game.bets))
    wagers = game.bets[bet]
    if fact.figure == "tied":
        return Fraction(analysis.tied)
    if fact.figure.startswith("share of "):
        verb = fact.figure.removeprefix("share of ")
        values = game.hand_values(analysis)
        taken = sum(value.members for value in values if value.action.split()[0] == verb)
        return Fraction(taken, sum(value.members for value in values))
    metrics = measure(analysis.outcomes.of(*wagers), sum((game.initial[wager] for wager in wagers), Fraction()))
    return {
        "edge": metrics.house_edge,
        "variance": metrics.variance,
        "element of risk": metrics.element_of_risk or Fraction(),
        "average wager": metrics.average_wager,
    }[fact.figure]


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: f"{fact.what}: {fact.figure}")
def test_figures_of_other_sources(fact: Fact) -> None:
    assert figure_of(fact) == Fraction(fact.exact), fact.source


def test_three_card_poker_nets() -> None:
    counts = best("Three Card Poker").outcomes.counts(net)
    known = {-2: 91_126_832, -1: 132_923_304, 0: 249_216, 1: 80_955_780, 5: 289_104}
    assert {won: counts[Fraction(won)] for won in known} == known


def test_let_it_ride_first_unit_and_no_unit_taken_back() -> None:
    game, analysis = GAMES["Let It Ride"], best("Let It Ride")
    first = [value for value in game.hand_values(analysis) if len(value.hand) == 3]
    rides = sum(value.members for value in first if value.action == "let it ride")
    assert Fraction(rides, 22_100) == Fraction(402, 5525)
    three = stated("Let It Ride", "never take back", lambda _: "let it ride")
    tens = 5 * comb(4, 2) * comb(12, 3) * 4**3
    hands = (tens, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4)
    paid = zip(LIR_1000["bet"].values(), hands, strict=True)
    won = sum(pay * count for pay, count in paid) - (comb(52, 5) - sum(hands))
    assert three.outcomes.expect(net) == Fraction(3 * won, comb(52, 5))


def test_let_it_ride_a_hand_stands_once_among_the_values() -> None:
    """Four cards come up after either first decision; what they are told about is one hand."""
    values = GAMES["Let It Ride"].hand_values(best("Let It Ride"))
    assert len({value.knows for value in values}) == len(values) == 1_755 + 16_432
    assert sum(value.members for value in values) == comb(52, 3) + comb(52, 4)


def test_a_bonus_without_a_stake_does_not_lose_what_it_does_not_list() -> None:
    made = layout("Three Card Poker", {"ante bonus": {"straight flush": 5}})
    assert made.pays["ante bonus"]["straight"] == 0
    assert made.pays["ante bonus"]["mini royal"] == 5


def test_a_game_without_readings_refuses_one() -> None:
    with pytest.raises(RulesError, match="an unknown key 'tie' in"):
        layout("Pair Plus", tie="fold")


def test_decks_may_be_a_number_or_a_text() -> None:
    assert layout("Casino War", decks=8).readings == layout("Casino War", decks="8").readings
    with pytest.raises(RulesError, match="decks = 9"):
        layout("Casino War", decks=9)
