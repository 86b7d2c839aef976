"""What pays do: the pay for an edge, the edge along each pay, grids of pay tables, and what a layout gives away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, overload

from casino31.api.layouts import Bets, LayoutLike, layout_of, named_bets
from casino31.exact import Number, exact, positive, share
from casino31.faults import SelfCheckError

if TYPE_CHECKING:
    from casino31.paytable_design.answers import Design, Sensitivities
    from casino31.paytable_design.exposure_sheet import ExposureSheet
    from casino31.paytable_design.formulas import Formula
    from casino31.paytable_design.solve import Solution, SolutionLine


@overload
def solve_pay(
    layout: LayoutLike,
    row: str,
    edge: Number,
    *,
    bets: Bets | None = ...,
    steps: Sequence[Number] | None = ...,
    low: Number | None = ...,
    high: Number | None = ...,
) -> Solution: ...


@overload
def solve_pay(
    layout: LayoutLike,
    row: tuple[str, str],
    edge: Number,
    *,
    bets: Bets | None = ...,
    steps: Sequence[Number] | None = ...,
    low: Number | None = ...,
    high: Number | None = ...,
) -> SolutionLine: ...


def solve_pay(
    layout: LayoutLike,
    row: str | tuple[str, str],
    edge: Number,
    *,
    bets: Bets | None = None,
    steps: Sequence[Number] | None = None,
    low: Number | None = None,
    high: Number | None = None,
) -> Solution | SolutionLine:
    """Return the exact pay to one of a row that gives a house edge, analysed again; of two rows all such pairs.

    Rows are named as in the file, "play.31". ``edge`` is a share of the initial wager of ``bets``, by default the
    row's own bet; ``steps`` are the payable odds to look for beside it: 1, 1/2 and 1/5 unless others are named.
    Pays are looked for from ``low`` to ``high``: by default every pay that a file may hold, for two rows 0 to 100.
    RulesError for a faulty file; ValueError for an unknown row or bet and for an impossible range; SelfCheckError
    when the pay found does not give the edge.

    >>> import casino31
    >>> casino31.solve_pay("31-classic-b", "play.mini royal", "3%").pay
    Fraction(28305, 784)
    """
    from casino31.paytable_design.solve import STEPS, solve_two
    from casino31.paytable_design.solve import solve as solve_one
    from casino31.paytable_design.surface import HIGHEST, LOWEST, surface

    alone = isinstance(row, str)
    rows = (row,) if isinstance(row, str) else row
    ends = (LOWEST, HIGHEST) if alone else (Fraction(0), Fraction(100))
    first, last = (end if asked is None else exact(asked) for asked, end in zip((low, high), ends, strict=True))
    if first < LOWEST or last > HIGHEST:
        raise ValueError(f"a range {first}:{last} leaves what a file may hold, {LOWEST} to {int(HIGHEST):,}")
    target = exact(edge)
    payable = STEPS if steps is None else tuple(map(positive, steps))
    file = layout_of(layout)
    moved = surface(file.game, file.rules, named_bets(file, bets), rows)
    if len(rows) == 2:
        return solve_two(moved, (rows[0], rows[1]), target, first, last)
    solution = solve_one(moved, rows[0], target, payable, first, last)
    if solution.pay is not None and moved.analyse({rows[0]: solution.pay})[1].house_edge != target:
        raise SelfCheckError(f"{rows[0]} = {solution.pay} does not give {target}")
    return solution


def sensitivity(
    layout: LayoutLike, *, bets: Bets | None = None, symbols: Sequence[str] = (), readings: bool = False
) -> Sensitivities:
    """Return what each pay does to the house edge, and on which pays the best strategy stays the same.

    Each bet is looked at alone, unless ``bets`` names some together. ``symbols`` names rows for a closed form of
    the edge; with ``readings`` every choice of the open rules is priced too. Derivatives are changes of the edge
    for one unit of pay. RulesError for a faulty file; ValueError for an unknown row or bet; NotCapableError for a
    game whose pays cannot be taken apart.

    >>> import casino31
    >>> casino31.sensitivity("31-classic-b")["play.26-28"].derivative
    Fraction(-7348, 270725)
    """
    from casino31.paytable_design.answers import Sensitivities
    from casino31.paytable_design.sensitivity import closed_form
    from casino31.paytable_design.sensitivity import readings as all_readings
    from casino31.paytable_design.sensitivity import sensitivity as of_row
    from casino31.paytable_design.surface import surface

    file = layout_of(layout)
    chosen = named_bets(file, bets)
    together = surface(file.game, file.rules, chosen, tuple(symbols)) if chosen or symbols else None
    if chosen and together is not None:
        surfaces = [together]
    else:
        surfaces = [surface(file.game, file.rules, (bet,), ()) for bet in file.rules.bets]
    return Sensitivities(
        file.rules,
        file.name,
        {part: tuple(of_row(part, row) for row in part.pays) for part in surfaces},
        closed_form(together, symbols) if symbols and together is not None else None,
        all_readings(file.game, file.rules) if readings else None,
    )


def formula(layout: LayoutLike, row: str, *, bets: Bets | None = None) -> Formula:
    """Return edge, variance and standard deviation in closed form in the pay of a row, under the best strategy.

    They are piecewise where the strategy changes, as expressions of sympy and as LaTeX, for ``bets`` or by default
    the row's own bet. RulesError for a faulty file; ValueError for an unknown row or bet; SelfCheckError when the
    exact engine disagrees.

    >>> import casino31
    >>> casino31.formula("natural-31", "natural 31.31").edge()
    836/5525 - p/1105
    """
    from casino31.paytable_design.formulas import formula as of_row
    from casino31.paytable_design.surface import surface

    file = layout_of(layout)
    return of_row(surface(file.game, file.rules, named_bets(file, bets), (row,)), row)


def design(
    grid: str | Path | Mapping[str, Sequence[Number]],
    layout: LayoutLike | None = None,
    *,
    limits: Mapping[str, tuple[Number, Number]] | None = None,
    best: int = 10,
    jobs: int = 1,
) -> Design:
    """Return the best tables of a grid of pays and its frontier, each analysed again by the exact engine.

    ``grid`` is a grid file, or the pays to try by row; ``limits`` are the lowest and the highest value of figures
    by name, both allowed. The other rows are those of ``layout``, by default the one that the grid file names.
    ``best`` tables are reported, and ``jobs`` processes search. RulesError holds every fault of a grid; ValueError
    for a grid without a layout; SelfCheckError when search and exact engine differ.

    >>> import casino31
    >>> found = casino31.design({"play.31": [10, 12, 14]}, "31-classic-b", limits={"house_edge": (0, "3.5%")})
    >>> found.feasible, found.best[0].pays
    (2, {'play.31': Fraction(12, 1)})
    """
    from casino31.api.searches import grid_of, search

    if best < 1 or jobs < 1:
        raise ValueError(f"{best} tables by {jobs} processes: both must be 1 or more")
    made, file = grid_of(grid, layout, limits)
    return search(made, file, best, jobs)


def exposure(
    layout: LayoutLike,
    *,
    fraction: Number | None = None,
    known: Sequence[int] = (),
    chips: int = 10,
    penetrations: Sequence[Number] | None = None,
) -> ExposureSheet:
    """Return what a layout gives away to a player who sees a card, sits with friends or counts the deck.

    ``fraction`` also prices seeing the draw in that share of hands, ``known`` knowing so many unseen cards;
    ``chips`` is the largest stake priced where pays are not whole, ``penetrations`` the shares of the deck seen at
    which bets are counted. Edges are the player's, in units per unit of the initial wager, and exact. RulesError
    for a faulty file; ValueError for a share out of range; NotCapableError for a game without a hidden card.

    >>> import casino31
    >>> casino31.exposure("natural-31").removal["natural 31"]["A"].best
    Fraction(-1808, 38675)
    """
    from casino31.paytable_design.counting import FARTHEST, PENETRATIONS
    from casino31.paytable_design.exposure_sheet import ExposureSheet

    part = None if fraction is None else share(fraction)
    seen = (
        PENETRATIONS
        if penetrations is None
        else tuple(share(penetration, FARTHEST) for penetration in penetrations)
    )
    for cards in known:
        if not 0 <= cards <= 48:
            raise ValueError(f"{cards} known cards: a whole number from 0 to 48")
    if chips < 1:
        raise ValueError(f"stakes of 1 to {chips} chips: 1 or more")
    file = layout_of(layout)
    counts, stakes = tuple(dict.fromkeys(known)), tuple(range(1, chips + 1))
    sheet = ExposureSheet(file.game, file.rules, file.name, part, counts, stakes, seen)
    sheet.removal  # noqa: B018 - a game may have no card to remove, and says so here
    return sheet
