"""Layouts: read, analysed under the best strategy, compared; with a banker, solved and proven."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from casino31.exact import Number, exact, level
from casino31.faults import Fault, NotCapableError, RulesError
from casino31.rulesfile import RulesFile
from casino31.rulesfile import load as load_layout
from casino31.selfcheck import self_check

if TYPE_CHECKING:
    from casino31.answers import Analysis
    from casino31.banker_answers import Proof
    from casino31.game import Game
    from casino31.pages.parsheet import ParSheet
    from casino31.paytable_design.compare import Comparison
    from casino31.two_sides import Equilibrium

LayoutLike: TypeAlias = RulesFile | str | Path
"""A loaded layout, the name of a shipped one, or the path of a file."""
Bets: TypeAlias = str | Sequence[str]
"""One bet, several, or "combined" for all that the layout offers."""


def load(layout: str | Path, *, strict: bool = False) -> RulesFile:
    """Return the layout of a file or of a shipped name; its warnings are in ``warnings``.

    With ``strict`` a warning is a fault too. RulesError holds every fault of the file, with its place.

    >>> import casino31
    >>> casino31.load("31-classic-b").rules.title
    '31 Classic, sample layout B'
    """
    return load_layout(layout, strict)


def layout_of(layout: LayoutLike) -> RulesFile:
    """Return a layout, loaded when it is not yet; RulesError holds every fault of its file.

    >>> layout_of("31-classic-b") == layout_of(layout_of("31-classic-b"))
    True
    """
    return layout if isinstance(layout, RulesFile) else load_layout(layout)


def named_bets(layout: RulesFile, bets: Bets | None) -> tuple[str, ...] | None:
    """Return bets as names of the layout, None for its own choice.

    >>> named_bets(layout_of("31-classic-b"), "combined")
    ('main', 'natural 31')
    """
    if bets == "combined":
        return tuple(layout.rules.bets)
    return None if bets is None else (bets,) if isinstance(bets, str) else tuple(bets)


def analyse(layout: LayoutLike, *, objective: Bets | None = None) -> Analysis:
    """Return the exact joint outcomes of a layout under its best strategy, self-checked.

    ``objective`` names the bets the strategy is best for, one unit each: by default the layout's first. Stakes and
    nets are in units of the ante. RulesError for a faulty file, ValueError for a bet that the layout does not
    offer, NotCapableError for a game without exact counts, SelfCheckError when the figures contradict each other.

    >>> import casino31
    >>> casino31.analyse("31-classic-b").outcomes.total
    1082900
    """
    file = layout_of(layout)
    analysis = file.game.analyse(file.rules, named_bets(file, objective))
    self_check(file.game, analysis)
    return analysis


def par_sheet(
    layout: LayoutLike,
    *,
    objective: Bets | None = None,
    mix: Mapping[str, Number] | None = None,
    confidence: Number = "90%",
) -> ParSheet:
    """Return everything that a par sheet says of a layout, self-checked; dear parts are computed when asked for.

    ``objective`` is that of ``analyse``; ``mix`` adds the figures of one more stake, units by bet. Edges are shares
    of the initial wager. RulesError for a faulty file; ValueError for a bet that the layout does not offer, or a
    stake or a confidence that is none; NotCapableError and SelfCheckError as ``analyse``.

    >>> import casino31
    >>> sheet = casino31.par_sheet("31-classic-b", mix={"main": 1, "natural 31": "1/2"})
    >>> sheet.stakes["main"].metrics.house_edge
    Fraction(10298, 270725)
    """
    from casino31.pages.parsheet import par_sheet as checked_sheet

    file = layout_of(layout)
    stake = {bet: exact(units, "5, 0.5 or 1/2") for bet, units in (mix or {}).items()}
    bets = named_bets(file, objective)
    return checked_sheet(file.game, file.rules, file.name, bets, level(confidence), stake)


def compare(*layouts: LayoutLike) -> Comparison:
    """Return layouts of one game side by side, each under its own best strategy, self-checked.

    The first is the reference. RulesError for a faulty file; ValueError for fewer than two layouts, layouts of
    different games, or no bet in common.

    >>> import casino31
    >>> casino31.compare("31-classic-b", "31-classic-d").moved("main")
    (Fraction(-123, 7735),)
    """
    from casino31.paytable_design.compare import compare as side_by_side

    files = [layout_of(layout) for layout in layouts]
    comparison = side_by_side([(file.game, file.rules, file.name) for file in files])
    for each in comparison.layouts:
        self_check(each.game, each.analysis)
    return comparison


def solve(
    layout: RulesFile | str | Path,
    policies: str | Path,
    *,
    tolerance: float = 1e-4,
    resume: bool = False,
    like: str | Path | None = None,
    jobs: int | None = None,
) -> Proof:
    """Return certified intervals of the best play of banker and punter; both policies are written to a file.

    ``tolerance`` is the width, in units, of each first card's interval; ``like`` names a solution to begin with.
    NotCapableError for a game without a banker; RulesError for a faulty file; ValueError for a tolerance outside
    0 to 1; ModuleNotFoundError without HiGHS (``pip install 'casino31[solve]'``).

    >>> import casino31
    >>> casino31.solve("31-classic-b", "policies.json.gz")
    Traceback (most recent call last):
      ...
    casino31.faults.NotCapableError: 31 Classic has no banker to solve for: solve does not apply
    """
    file = layout_of(layout)
    solver: Equilibrium = file.game.needs("solver", "solve")
    if not 0 < tolerance < 1:
        raise ValueError(f"a tolerance of {tolerance}: a width above 0 and below 1, such as 1e-4")
    return solver.solve(
        file.rules,
        Path(policies),
        tolerance,
        resume=resume,
        workers=jobs,
        like=None if like is None else Path(like),
    )


def verify(policies: RulesFile | str | Path, *, exact: bool = False) -> Proof:
    """Return the intervals that a file of policies proves, from both best replies and the policies alone.

    A layout stands for the file of policies that it names. With ``exact`` both ends are fractions (slower).
    ``missing`` names the first cards that the file has no policies for: then nothing is proved over all.
    RulesError for a file that is none of policies; NotCapableError for a layout that names none.

    >>> import casino31
    >>> casino31.verify("31-classic-b")
    Traceback (most recent call last):
      ...
    casino31.faults.NotCapableError: 31 Classic has no banker to solve for: verify does not apply
    """
    path = policy_file(policies)
    game = policy_game(path)
    return game.sides.verify(game.sides.rules_of(path), path, exact=exact)


def policy_file(policies: RulesFile | str | Path) -> Path:
    """Return the file of policies that is meant: named itself, or by a layout.

    >>> policy_file("greek-31-heath-infinite-optimal").name
    'heath-infinite.json.xz'
    """
    path = Path() if isinstance(policies, RulesFile) else Path(policies)
    if isinstance(policies, RulesFile):
        file = policies
    elif path.suffix != ".toml" and os.path.exists(path):
        return path
    else:
        try:
            file = load_layout(policies)
        except RulesError:
            return path
    file.game.needs("solver", "verify")
    stated = file.game.sides.policies(file.rules)
    if not stated:
        raise NotCapableError(f"{file.name} names no file of policies: verify does not apply")
    return file.folder / stated


def beside(layout: RulesFile) -> tuple[Fault, ...]:
    """Return the faults of the file of policies that a layout names: not there, or none of such.

    >>> beside(layout_of("greek-31-heath-infinite-optimal")), beside(layout_of("31-classic-b"))
    ((), ())
    """
    stated = layout.game.sides.policies(layout.rules) if layout.game.solver is not None else ""
    try:
        if stated:
            layout.game.sides.rules_of(layout.folder / stated)
    except RulesError as error:
        return error.faults
    return ()


def policy_tolerance(policies: RulesFile | str | Path) -> Fraction | None:
    """Return how wide the intervals of a layout may be; None where a file of policies is named itself.

    >>> policy_tolerance("greek-31-heath-infinite-optimal")
    Fraction(1, 10000)
    """
    path = Path() if isinstance(policies, RulesFile) else Path(policies)
    if not isinstance(policies, RulesFile) and path == policy_file(policies):
        return None
    file = layout_of(policies)
    return file.game.sides.tolerance(file.rules)


def policy_game(path: Path) -> Game:
    """Return the game that a file of policies is for: the one that can read it; else RulesError of the first game.

    >>> policy_game(policy_file("greek-31-heath-infinite-optimal")).name
    'Greek 31'
    """
    from casino31.games import GAMES

    refused = []
    for game in (game for game in GAMES.values() if game.solver is not None):
        try:
            game.sides.rules_of(path)
        except RulesError as error:
            refused.append(error)
        else:
            return game
    raise refused[0]
