"""What a layout of 31 Classic is worth: its census under its pays, exactly."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm
from operator import mul
from typing import TypeAlias

from casino31 import __version__
from casino31.game import Analysis, DecisionRow, DecisionTable, HandValue, Strategy
from casino31.games.classic_31.census import DRAWS, Census, census
from casino31.games.classic_31.rules import ANTE, BETS, BONUS, PLAY, Rules
from casino31.outcomes import OutcomeDistribution, Result, Row

Pattern: TypeAlias = tuple[int, ...]

NAME = "31 Classic"
FOLD, RAISE = "fold", "play"
_ONE, _NOTHING = Fraction(1), Fraction(0)


@dataclass(frozen=True)
class Prices:
    """What each action wins, summed over the 49 draws, in units of 1 / scale: one pair of integers a start."""

    census: Census
    scale: int
    play: tuple[int, ...]
    fold: tuple[int, ...]

    @property
    def best(self) -> Fraction:
        """The player's expectation with the best action for every hand, in units."""
        total = sum(
            start.members * max(pair) for start, *pair in zip(self.census.starts, self.play, self.fold, strict=True)
        )
        return Fraction(total, self.census.hands * DRAWS * self.scale)


def price(rules: Rules, objective: Sequence[str] = ("main",)) -> Prices:
    """Return what playing and folding each starting hand is worth for the bets in ``objective``, one unit each.

    The census is made once for a reading of trips and kept: from then on a new pay table costs well under a
    millisecond. ValueError when the objective names a bet that the layout does not offer, or no play.

    >>> from casino31.rulesfile import load
    >>> price(load("31-classic-b").rules).best
    Fraction(-10298, 270725)
    """
    _check(rules, objective)
    if rules.play is None:
        raise ValueError("a layout with the bonus alone has no decision to price")
    counts = census(rules.trips)
    hand_pays = [max(map(rules.hand_pays, finish)) for finish in counts.finishes]
    bonus_pays = dict(rules.bonus.pays) if rules.bonus and "natural 31" in objective else {}
    scale = lcm(*(pays.denominator for pays in (*hand_pays, *bonus_pays.values())))
    integers = [int(pays * scale) for pays in hand_pays]
    values = [sum(map(mul, row, integers)) for row in counts.rows]
    bonus = {event: int(pays * scale) * DRAWS for event, pays in bonus_pays.items()}
    stands = rules.bonus_after_fold == "stands"
    loss = -DRAWS * scale
    after_fold = {event: loss + (won if stands else loss) for event, won in bonus.items()}
    return Prices(
        counts,
        scale,
        tuple(values[start.row] + bonus.get(start.bonus, 0) for start in counts.starts),
        tuple(after_fold.get(start.bonus, loss) for start in counts.starts),
    )


def _check(rules: Rules, objective: Sequence[str]) -> None:
    for bet in objective:
        if bet not in rules.bets:
            raise ValueError(f"objective {bet!r}: this layout offers {', '.join(rules.bets)}")
    if rules.play and "main" not in objective:
        raise ValueError("objective without main: the bonus is wagered beside an ante (A2)")


def default_objective(rules: Rules) -> tuple[str, ...]:
    """The main bet alone, or the bonus in a layout that offers nothing else.

    >>> from casino31.rulesfile import load
    >>> rules = load("31-classic-b").rules
    >>> default_objective(rules), default_objective(load("natural-31").rules)
    (('main',), ('natural 31',))
    """
    return ("main",) if rules.play else ("natural 31",)


def optimal(rules: Rules, objective: Sequence[str] | None = None) -> tuple[Strategy, int]:
    """Return the best strategy for the objective, and on how many of the 22,100 hands both actions tie.

    >>> from casino31.rulesfile import load
    >>> rules = load("31-classic-b").rules
    >>> strategy, ties = optimal(rules)
    >>> strategy.name, ties, len(strategy.actions)
    ('optimal, fold on a tie', 96, 1755)
    """
    objective = objective or default_objective(rules)
    if rules.play is None:
        return Strategy("no decision", {}), 0
    prices = price(rules, objective)
    actions: dict[Pattern, str] = {}
    tied = 0
    for start, play, fold in zip(prices.census.starts, prices.play, prices.fold, strict=True):
        if play == fold:
            tied += start.members
        action = rules.tie if play == fold else RAISE if play > fold else FOLD
        actions.update((each.pattern, action) for each in start.classes)
    return Strategy(f"optimal, {rules.tie} on a tie", actions), tied


def deals(rules: Rules) -> int:
    """Return the equally likely deals: three cards of 52, and a draw of 49 where there is a play wager.

    >>> from casino31.rulesfile import load
    >>> deals(load("31-classic-b").rules), deals(load("natural-31").rules)
    (1082900, 22100)
    """
    return comb(52, 3) * (DRAWS if rules.play else 1)


def best(rules: Rules, objective: Sequence[str] | None = None) -> Fraction:
    """Return the player's expectation in units under the best strategy, by the sum of the better actions.

    >>> from casino31.rulesfile import load
    >>> best(load("31-classic-b").rules), best(load("natural-31").rules)
    (Fraction(-10298, 270725), Fraction(-336, 5525))
    """
    objective = objective or default_objective(rules)
    if rules.play:
        return price(rules, objective).best
    _check(rules, objective)
    starts = census(rules.trips).starts
    won = sum((start.members * rules.tables[BONUS].pays[start.bonus] for start in starts), Fraction())
    return won / comb(52, 3)


def analyse(rules: Rules, objective: Sequence[str] | None = None) -> Analysis[Rules]:
    """Return the exact outcomes of a layout under its best strategy for the objective.

    >>> from casino31.rulesfile import load
    >>> from casino31.outcomes import net
    >>> answer = analyse(load("31-classic-b").rules)
    >>> answer.outcomes.of("ante", "play").expect(net)
    Fraction(-10298, 270725)
    """
    objective = tuple(objective or default_objective(rules))
    _check(rules, objective)
    strategy, tied = optimal(rules, objective)
    return _answer(rules, strategy, objective, True, tied)


def evaluate(rules: Rules, strategy: Strategy, objective: Sequence[str] | None = None) -> Analysis[Rules]:
    """Return the exact outcomes of a layout under a stated strategy: an action for every suit pattern.

    ValueError names a hand for which the strategy has no action.

    >>> from casino31.rulesfile import load
    >>> rules = load("31-classic-b").rules
    >>> analysis = evaluate(rules, optimal(rules)[0])
    >>> analysis.outcomes == analyse(rules).outcomes
    True
    """
    objective = tuple(objective or default_objective(rules))
    _check(rules, objective)
    return _answer(rules, strategy, objective, False, optimal(rules, objective)[1])


def _answer(
    rules: Rules, strategy: Strategy, objective: tuple[str, ...], is_best: bool, tied: int
) -> Analysis[Rules]:
    outcomes = _outcomes(rules, strategy.actions) if rules.play else _bonus_alone(rules)
    return Analysis(
        NAME, rules, strategy, objective, outcomes, "exact", rules.assumptions, is_best, tied, __version__
    )


def _outcomes(rules: Rules, actions: Mapping[Pattern, str]) -> OutcomeDistribution:
    """The joint distribution over all 1,082,900 deals."""
    counts = census(rules.trips)
    folded: dict[str, int] = {}
    played: dict[str, list[int]] = {}
    for start in counts.starts:
        plays = sum(each.members for each in start.classes if _action(actions, each.pattern) == RAISE)
        if plays < start.members:
            folded[start.bonus] = folded.get(start.bonus, 0) + DRAWS * (start.members - plays)
        if plays:
            sums = played.setdefault(start.bonus, [0] * len(counts.finishes))
            for place, ways in enumerate(counts.rows[start.row]):
                sums[place] += plays * ways
    ends = [_main_results(rules, max(finish, key=rules.hand_pays)) for finish in counts.finishes]
    gave_up = (Result("fold", _ONE, -_ONE), Result("fold", _NOTHING, _NOTHING))
    joint: dict[Row, int] = {}
    for bonus, ways in folded.items():
        _add(joint, gave_up + _bonus_result(rules, bonus, FOLD), ways)
    for bonus, sums in played.items():
        result = _bonus_result(rules, bonus, RAISE)
        for end, ways in zip(ends, sums, strict=True):
            _add(joint, end + result, ways)
    return OutcomeDistribution(tuple(rules.tables), joint)


def _bonus_alone(rules: Rules) -> OutcomeDistribution:
    joint: dict[Row, int] = {}
    for start in census(rules.trips).starts:
        _add(joint, _bonus_result(rules, start.bonus, RAISE), start.members)
    return OutcomeDistribution(BETS["natural 31"], joint)


def _add(joint: dict[Row, int], row: Row, ways: int) -> None:
    if ways:
        joint[row] = joint.get(row, 0) + ways


def _action(actions: Mapping[Pattern, str], pattern: Pattern) -> str:
    if pattern not in actions:
        raise ValueError(f"the strategy has no action for the suit pattern {pattern}")
    return actions[pattern]


def _main_results(rules: Rules, event: str) -> Row:
    tables = rules.tables
    return tuple(Result(event, _ONE, tables[wager].pays[event]) for wager in (ANTE, PLAY))


def _bonus_result(rules: Rules, event: str, action: str) -> Row:
    if rules.bonus is None:
        return ()
    if action == FOLD and rules.bonus_after_fold == "forfeited":
        return (Result("forfeited", _ONE, -_ONE),)
    return (Result(event, _ONE, rules.bonus.pays[event]),)


def decisions(rules: Rules) -> DecisionTable:
    """Return the distinct count rows of the starting hands: what keeps the strategy live in a workbook.

    >>> from casino31.rulesfile import load
    >>> rules = load("31-classic-b").rules
    >>> table = decisions(rules)
    >>> type(table).__name__
    'DecisionTable'
    """
    counts = census(rules.trips)
    rows = tuple(
        DecisionRow(start.members, start.bonus, counts.rows[start.row], start.classes[0].hand)
        for start in counts.starts
    )
    return DecisionTable(counts.finishes, rows, DRAWS)


def hand_values(analysis: Analysis[Rules]) -> tuple[HandValue, ...]:
    """Return what each suit class of starting hands is worth under both actions; none without a decision.

    >>> from casino31.rulesfile import load
    >>> rules = load("31-classic-b").rules
    >>> values = hand_values(analyse(rules))
    >>> len(values), sum(value.members for value in values)
    (1755, 22100)
    """
    if analysis.rules.play is None:
        return ()
    prices = price(analysis.rules, analysis.objective)
    whole = DRAWS * prices.scale
    return tuple(
        HandValue(
            each.hand,
            each.members,
            analysis.strategy.actions[each.pattern],
            {RAISE: Fraction(play, whole), FOLD: Fraction(fold, whole)},
        )
        for start, play, fold in zip(prices.census.starts, prices.play, prices.fold, strict=True)
        for each in start.classes
    )
