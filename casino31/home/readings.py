"""What each disputed rule changes: the same seats on the same cards under every other reading."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from casino31.home.against import float_gains, gained
from casino31.home.chain import Match, solve
from casino31.home.estimates import Estimate, estimate
from casino31.home.fairness import Change, Fairness, Study, laws_of, played_match
from casino31.home.fields import said
from casino31.home.rules import HomeRules
from casino31.home.setup import setup
from casino31.home.tally import CountPlaces
from casino31.simulation import BLOCK, blocks_of

OF_THE_MATCH = ("lives", "free_ride", "double_on_last", "all_out")
"""Rules that change nothing in a deal."""
OTHER_LIVES = ("3", "4", "5")


def other_rules(rules: HomeRules) -> Iterator[tuple[str, str, HomeRules]]:
    """Yield every other reading of every disputed rule that can be played: its name, the choice, and the rules.

    >>> [choice for name, choice, _ in other_rules(HomeRules()) if name == "knocker_tie"]
    ['pays with them', 'saved']
    """
    for name, reading, choice in rules.readings():
        if not reading.disputed:
            continue
        for other in OTHER_LIVES if name == "lives" else reading.choices:
            if other == choice or (name == "lives" and rules.lives == 0):
                continue
            try:
                yield name, other, rules.set([f"{name}={other}"])
            except ValueError:  # it contradicts another rule
                continue


def changes(sheet: Fairness, deals: int = 100_000) -> tuple[Change, ...]:
    """Return what every other reading changes, the largest change first; those of the match alone at the end."""
    clauses = {name: reading.clause for name, reading, _ in sheet.rules.readings()}

    def change(name: str, other: str, lost: tuple[Estimate, ...], match: Match | None) -> Change:
        return Change(clauses[name], name, said(getattr(sheet.rules, name)), other, lost, match)

    others = list(other_rules(sheet.rules))
    of_deals = [other for other in others if other[0] not in OF_THE_MATCH]
    differ = differences(sheet.study, [rules for *_, rules in of_deals], deals)
    in_deals = [change(name, other, lost, None) for (name, other, _), lost in zip(of_deals, differ, strict=True)]
    in_match = [
        change(name, other, (), _match(sheet, rules))
        for name, other, rules in others
        if name in OF_THE_MATCH and sheet.match is not None
    ]
    return (*sorted(in_deals, key=lambda change: -change.size), *in_match)


def differences(study: Study, others: Sequence[HomeRules], deals: int) -> list[tuple[Estimate, ...]]:
    """Return by seat how much more is lost under each of some other rules, on the same shuffled packs."""
    import numpy as np

    n, deals = study.players, min(deals, study.deals)
    tables = [setup(rules, study.policies) for rules in (study.game.rules, *others)]
    gains = [float_gains(table.rules, n) for table in tables]
    total, square = np.zeros((len(others), n)), np.zeros((len(others), n))
    for block in range(blocks_of(deals)):
        many = min(BLOCK, deals - block * BLOCK)
        now, *then = (gained(table, by, study.seed, block, many) for table, by in zip(tables, gains, strict=True))
        for row, gained_then in enumerate(then):
            total[row] += (now - gained_then).sum(axis=0)
            square[row] += ((now - gained_then) ** 2).sum(axis=0)
    mean = total / deals
    variance = (square / deals - mean**2) / deals
    return [
        tuple(estimate(value, spread, study.level) for value, spread in zip(*seats, strict=True))
        for seats in zip(mean.tolist(), variance.tolist(), strict=True)
    ]


def _match(sheet: Fairness, rules: HomeRules) -> Match:
    """The match over the laws of the sheet; where another detail of a deal counts, over laws of their own."""
    study = sheet.study
    other = replace(study, game=replace(study.game, rules=rules))
    if not sheet.laws:
        return played_match(other)
    sizes = range(2, study.players + 1)
    if all(CountPlaces(rules, k).joint == CountPlaces(sheet.rules, k).joint for k in sizes if k in sheet.laws):
        return solve(rules, sheet.laws, study.players, study.level)
    return solve(rules, laws_of(other, other.play()), study.players, study.level)
