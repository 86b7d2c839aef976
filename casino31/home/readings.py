"""What each disputed rule changes: the same seats on the same cards under every other reading."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from casino31.home.against import float_gains, gained
from casino31.home.chain import Match, solve
from casino31.home.estimates import Estimate, estimate
from casino31.home.fairness import Change, Fairness, Study, laws_of, played_match
from casino31.home.fields import said
from casino31.home.rules import HomeRules
from casino31.home.tally import Plan
from casino31.simulation import BLOCK, blocks_of

OF_THE_MATCH = ("lives", "free_ride", "double_on_last", "all_out")
"""Rules that change nothing in a deal."""
OTHER_LIVES = ("3", "4", "5")


def other_rules(rules: HomeRules) -> Iterator[tuple[str, str, HomeRules]]:
    """Yield every other reading of every disputed rule that can be played: its name, the choice, and the rules.

    >>> [choice for name, choice, _ in other_rules(HomeRules()) if name == "knocker_tie"]
    ['pays with them', 'saved']
    """
    for name, each, choice in rules.readings():
        if not each.disputed:
            continue
        for other in OTHER_LIVES if name == "lives" else each.choices:
            if other == choice or (name == "lives" and rules.lives == 0):
                continue
            try:
                yield name, other, rules.set([f"{name}={other}"])
            except ValueError:  # it contradicts another rule
                continue


def changes(sheet: Fairness, deals: int = 100_000) -> tuple[Change, ...]:
    """Return what every other reading changes, the largest change first; those of the match alone at the end."""
    found = []
    for name, other, rules in other_rules(sheet.rules):
        clause = next(each.clause for field, each, _ in sheet.rules.readings() if field == name)
        now = said(getattr(sheet.rules, name))
        if name in OF_THE_MATCH:
            if sheet.match is not None:
                found.append(Change(clause, name, now, other, (), _match(sheet, rules)))
        else:
            found.append(Change(clause, name, now, other, difference(sheet.study, rules, deals), None))
    return tuple(sorted(found, key=lambda each: (each.match is not None, -each.size)))


def difference(study: Study, rules: HomeRules, deals: int) -> tuple[Estimate, ...]:
    """Return by seat how much more is lost under other rules, on the same shuffled packs."""
    import numpy as np

    n, deals = study.players, min(deals, study.deals)
    other = replace(study, game=replace(study.game, rules=rules))
    tables = [(each.made, float_gains(each.game.rules, n)) for each in (study, other)]
    total, square = np.zeros(n), np.zeros(n)
    for block in range(blocks_of(deals)):
        many = min(BLOCK, deals - block * BLOCK)
        now, then = (gained(made, gains, study.seed, block, many) for made, gains in tables)
        total += (now - then).sum(axis=0)
        square += ((now - then) ** 2).sum(axis=0)
    mean = total / deals
    variance = (square / deals - mean**2) / deals
    return tuple(estimate(float(mean[i]), float(variance[i]), study.level) for i in range(n))


def _match(sheet: Fairness, rules: HomeRules) -> Match:
    """The match over the laws of the sheet; where another detail of a deal counts, over laws of their own."""
    study = sheet.study
    other = replace(study, game=replace(study.game, rules=rules))
    if not sheet.laws:
        return played_match(other)
    sizes = range(2, study.players + 1)
    if all(Plan(rules, k).joint == Plan(sheet.rules, k).joint for k in sizes if k in sheet.laws):
        return solve(rules, sheet.laws, study.players, study.level)
    return solve(rules, laws_of(other, other.play()), study.players, study.level)
