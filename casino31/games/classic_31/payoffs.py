"""31 Classic with its pays left open: what is won, as a function of the pays, and the rules at other pays."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import Any

from casino31.game import UNITS, Choice, Form, Holding, Payoffs, Rounds
from casino31.games.classic_31.analysis import FOLD, RAISE, optimal
from casino31.games.classic_31.census import DRAWS, Start, census, draws_of, finish_of
from casino31.games.classic_31.rules import ANTE, BELOW_17, BETS, BONUS, PLAY, PUBLISHED, Rules
from casino31.paytable import repaid, row_name

MAIN_BET, BONUS_BET = BETS


def vary(
    rules: Rules, pays: Mapping[str, Fraction] | None = None, readings: Mapping[str, str] | None = None
) -> Rules:
    """Return the rules with other pays and readings; ValueError names a row that they do not have.

    >>> from casino31.rulesfile import load
    >>> new = vary(load("31-classic-b").rules, {"play.31": Fraction(12)})
    >>> new.play.pays["31"], new.title, new.digest
    (Fraction(12, 1), '31 Classic, sample layout B, play.31 = 12', '')
    """
    pays = pays or {}
    changes: dict[str, Any] = dict(readings or {})
    tables = {wager: repaid(table, pays, PUBLISHED[wager]) for wager, table in rules.tables.items()}
    rows = {row_name(wager, line.label) for wager, table in tables.items() for line in table.lines}
    for name in pays:
        if name not in rows:
            raise ValueError(f"no row {name!r} in this layout")
    for field, wager in (("ante", ANTE), ("play", PLAY), ("bonus", BONUS)):
        changes[field] = tables.get(wager)
    said = [f"{name} = {value}" for name, value in (*pays.items(), *(readings or {}).items())]
    return replace(rules, **changes, title=", ".join([rules.title, *said]), digest="")


def payoffs(rules: Rules, bets: tuple[str, ...]) -> Payoffs:
    """Return what the bets win at any pays, one unit each.

    The strategy is the best for all of the bets together; of the bonus alone it is the best for the main bet
    at the pays of ``rules``, for the ante cannot be left out. What is below 17 loses both wagers (clause A9),
    so it is no row.

    >>> from casino31.rulesfile import load
    >>> main = payoffs(load("31-classic-b").rules, ("main",))
    >>> main.total, len(main.choices), main.choices[0].hand
    (1082900, 263, (20, 5, 1))
    """
    counts = census(rules.trips)
    main = rules.play is not None and MAIN_BET in bets
    side = rules.bonus is not None and BONUS_BET in bets
    stands = rules.bonus_after_fold == "stands" or rules.play is None
    draws = DRAWS if rules.play else 1
    ends: dict[Any, int] = {}
    settlements: dict[tuple[int, ...], int] = {}

    def end(*forms: Form) -> int:
        return ends.setdefault(tuple(tuple(form.items()) for form in forms), len(ends))

    def settle(*parts: int | None) -> int:
        return settlements.setdefault(tuple(part for part in parts if part is not None), len(settlements))

    fold = end({UNITS: -1})
    finishes = [end(*(_main_form(rules, event) for event in finish)) for finish in counts.finishes] if main else []
    grouped: dict[Any, Choice] = {}
    for start in counts.starts:
        won = end({row_name(BONUS, rules.bonus.line[start.bonus].label): 1}) if rules.bonus and side else None
        kept = won if stands or won is None else fold
        folded = {settle(fold, kept) if main else settle(kept): draws}
        play: dict[int, int] = {}
        for place, ways in zip(finishes, counts.rows[start.row], strict=True) if main else [(won, draws)]:
            if ways:
                settled = settle(place, won) if main else settle(place)
                play[settled] = play.get(settled, 0) + ways
        if main:
            options = {RAISE: play, FOLD: folded} if rules.tie == RAISE else {FOLD: folded, RAISE: play}
            _group(grouped, start, options, start.members)
        else:
            plays = start.members if stands else _played(rules, start)
            _group(grouped, start, {RAISE: play}, plays)
            _group(grouped, start, {FOLD: folded}, start.members - plays)
    forms = tuple(tuple(map(dict, each)) for each in ends)
    return Payoffs(forms, tuple(settlements), tuple(grouped.values()), draws)


def rounds(rules: Rules, bets: tuple[str, ...]) -> Rounds:
    """Return what the bets win in every deal up to the names of suits, one unit each.

    Of the bonus alone the action is the best for the main bet, as in ``payoffs``.

    >>> from casino31.rulesfile import load
    >>> dealt = rounds(load("31-classic-b").rules, ("main",))
    >>> sum(holding.members * len(holding.nets["play"]) for holding in dealt.holdings)
    1082900
    """
    main = rules.play is not None and MAIN_BET in bets
    side = rules.bonus.pays if rules.bonus and BONUS_BET in bets else {}
    counts = census(rules.trips)
    worth = {finish: max(map(rules.hand_pays, finish)) for finish in counts.finishes} if main else {}
    scale = lcm(*(value.denominator for value in (*worth.values(), *side.values())))
    whole = {finish: int(value * scale) for finish, value in worth.items()}
    forfeited = rules.bonus_after_fold == "forfeited" and rules.play is not None
    best = optimal(rules, (MAIN_BET,))[0].actions if forfeited and not main else {}
    holdings = []
    for start in counts.starts:
        won = int(side[start.bonus] * scale) if side else 0
        lost = -scale if forfeited and side else won
        for each in start.classes:
            ends = {card: finish_of(rules.trips, suited, three) for card, suited, three in draws_of(each)}
            if main:
                play = {card: whole[finish] + won for card, finish in ends.items()}
                folded = dict.fromkeys(ends, lost - scale)
                nets = {RAISE: play, FOLD: folded} if rules.tie == RAISE else {FOLD: folded, RAISE: play}
            else:
                action = best.get(each.pattern, RAISE)
                nets = {action: dict.fromkeys(ends, won if action == RAISE else lost)}
            holdings.append(Holding(each.hand, each.members, nets))
    return Rounds(scale, tuple(holdings))


def _main_form(rules: Rules, event: str) -> Form:
    if event == BELOW_17:
        return {UNITS: -2}
    return {row_name(wager, rules.tables[wager].line[event].label): 1 for wager in (ANTE, PLAY)}


def _played(rules: Rules, start: Start) -> int:
    """The members of some starting hands that the best strategy for the main bet plays."""
    actions = optimal(rules, (MAIN_BET,))[0].actions
    return sum(each.members for each in start.classes if actions[each.pattern] == RAISE)


def _group(
    grouped: dict[Any, Choice], start: Start, options: Mapping[str, Mapping[int, int]], members: int
) -> None:
    if members:
        key = tuple((action, tuple(sorted(counts.items()))) for action, counts in options.items())
        before = grouped[key].members if key in grouped else 0
        grouped[key] = Choice(before + members, options, start.classes[0].hand)
