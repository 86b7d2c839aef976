"""A grid of pay tables and what a table must satisfy, from a file: every fault at its place."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any

from casino31.design.surface import HIGHEST, LOWEST, Surface, row_pays, surface
from casino31.document import Document
from casino31.fields import known, listing, suggest, table
from casino31.game import AnyGame, Rules
from casino31.scan import KeyPath

KEYS = ("game", "layout", "bet", "order", "rising", "rows", "limits")
FIGURES = ("house_edge", "standard_deviation", "hit_frequency", "push_frequency", "largest_win")
"""What a limit or an order may speak of."""
DIRECTIONS = ("highest", "lowest")
ORDER = ("highest house_edge", "highest hit_frequency", "lowest standard_deviation")
"""What is better when a grid does not say."""
FRONTIER = ("house_edge", "standard_deviation", "hit_frequency")
LARGEST_AXIS = 100_000


@dataclass(frozen=True)
class Grid:
    """The tables of a search: all combinations of some pays, the other rows as in the layout."""

    surface: Surface
    axes: Mapping[str, tuple[Fraction, ...]]
    """The pays of each row that the grid names, rising."""
    limits: Mapping[str, tuple[Fraction, Fraction]]
    """By figure, both ends allowed."""
    rising: tuple[tuple[str, ...], ...]
    """Rows whose pays may not fall."""
    order: tuple[tuple[str, str], ...]
    """(direction, figure), the most important first."""
    digest: str
    """SHA-256 of the file, and of the layout's."""

    @property
    def tables(self) -> int:
        """How many tables the grid has."""
        return prod(len(axis) for axis in self.axes.values())

    def direction(self, figure: str) -> str:
        """Return which end of a figure is better."""
        said = {name: direction for direction, name in (*map(_order, ORDER), *self.order)}
        return said[figure]


def read_grid(document: Document, game: AnyGame, rules: Rules) -> Grid:
    """Return the grid that a file states, on the rules of its layout; RulesError holds every fault.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> grid = read_grid(Document('''
    ... [rows]
    ... "play.31" = { from = 8, to = 12, step = 0.5 }
    ... "play.trips" = [3, "7/2", 4]
    ... [limits]
    ... house_edge = ["3%", "4%"]
    ... '''), file.game, file.rules)
    >>> grid.tables, grid.limits["house_edge"]
    (27, (Fraction(3, 100), Fraction(1, 25)))
    """
    known(document, (), KEYS)
    known(document, ("limits",), FIGURES, KEYS)
    found = _surface(document, game, rules)
    axes = {name: _axis(document, ("rows", name)) for name in _rows(document, found)}
    limits = {
        name: _band(document, ("limits", name)) for name in table(document, ("limits",)) or {} if name in FIGURES
    }
    order = tuple(_order(each) for each in _texts(document, ("order",)) or ORDER if _is_order(document, each))
    rising = _rising(document, found)
    document.check()
    return Grid(found, axes, limits, rising, order, f"{document.digest} {rules.digest}")


def _surface(document: Document, game: AnyGame, rules: Rules) -> Surface:
    bet = document.get(("bet",))
    if bet is not None and bet not in rules.bets:
        hint = suggest(str(bet), rules.bets)
        document.error("bet", ("bet",), document.shown(("bet",)), listing(tuple(rules.bets)), hint)
        bet = None
    return surface(game, rules, None if bet is None else (str(bet),))


def _rows(document: Document, found: Surface) -> list[str]:
    """The rows that the grid names; a fault for each that this bet does not have."""
    listed = table(document, ("rows",))
    if not listed and not document.is_broken(("rows",)):
        example = 'rows with their pays: [rows] "play.31" = { from = 8, to = 12, step = 1 }'
        document.error("empty", ("rows",), "an empty grid", example)
    names = []
    for name in listed or ():
        if name in found.pays:
            names.append(name)
        else:
            why = "a row that cannot be moved" if name in row_pays(found.rules) else "an unknown row"
            where = f"{why} {name!r} of {' + '.join(found.bets)}"
            document.error(
                "row", ("rows", name), where, listing(tuple(found.pays)), suggest(name, found.pays), "key"
            )
    return names


def _axis(document: Document, path: KeyPath) -> tuple[Fraction, ...]:
    """The pays of one row: a pay, a list of pays, or from, to and step."""
    value = document.get(path)
    if isinstance(value, dict):
        known(document, path, ("from", "to", "step"))
        low, high, step = (
            _pay(document, (*path, key), value.get(key, 1 if key == "step" else None)) for key in _ENDS
        )
        if low is None or high is None or step is None:
            return ()
        if step <= 0:
            document.error("step", (*path, "step"), document.shown((*path, "step")), "a step above 0")
        elif low > high:
            document.error("range", path, f"from {low} to {high}, which holds no pay", "from below to")
        elif (high - low) / step >= LARGEST_AXIS:
            document.error("range", path, f"more than {LARGEST_AXIS:,} pays", "a coarser step")
        else:
            return tuple(low + step * place for place in range(int((high - low) / step) + 1))
        return ()
    if value == []:
        document.error("empty", path, "a list without pays", "at least one pay")
    pays = [_pay(document, path, each) for each in (value if isinstance(value, list) else [value])]
    return tuple(sorted({pay for pay in pays if pay is not None}))


_ENDS = ("from", "to", "step")


def _pay(document: Document, path: KeyPath, value: Any) -> Fraction | None:
    pay = exact_value(value)
    if value is None:
        document.error("missing", path, f"no {path[-1]}", f"{path[-1]} = a pay to one")
    elif pay is None or not LOWEST <= pay <= HIGHEST:
        expected = f'a pay to one from {LOWEST} to {int(HIGHEST):,}: 2, 1.5, "3/2"'
        document.error("pay", path, document.shown(path), expected)
        return None
    return pay


def exact_value(value: Any) -> Fraction | None:
    """Return the exact number that a file or a user writes, or None when it is none.

    >>> exact_value("3%"), exact_value("7/2"), exact_value(float("nan"))
    (Fraction(3, 100), Fraction(7, 2), None)
    """
    if isinstance(value, bool) or not isinstance(value, (int, Fraction, str)):
        return None
    if isinstance(value, str):
        plain = value.strip().removesuffix("%")
        if not set(plain) <= set("0123456789./-") or len(plain) > 40:
            return None
        try:
            return Fraction(plain) / (100 if value.strip().endswith("%") else 1)
        except (ValueError, ZeroDivisionError):
            return None
    return Fraction(value)


def _band(document: Document, path: KeyPath) -> tuple[Fraction, Fraction]:
    """Both ends of a limit."""
    value = document.get(path)
    ends = [exact_value(end) for end in value] if isinstance(value, list) else []
    known_ends = [end for end in ends if end is not None]
    if len(ends) != 2 or len(known_ends) != 2:
        document.error("limit", path, document.shown(path), f'{path[-1]} = [low, high], such as ["3%", "4%"]')
        return Fraction(0), Fraction(0)
    low, high = known_ends
    if low > high:
        document.error("limit", path, f"{path[-1]} from {low} to {high}, which no table can have", "[low, high]")
    elif path[-1] == "standard_deviation" and high < 0:
        document.error("limit", path, "a standard deviation below 0, which no table can have", "[low, high]")
    return low, high


def _texts(document: Document, path: KeyPath) -> list[Any]:
    value = document.get(path)
    if value is None:
        return []
    if not isinstance(value, list) or not value:
        document.error("type", path, document.shown(path), "a list of texts")
        return []
    return value


def _is_order(document: Document, text: Any) -> bool:
    direction, _, figure = str(text).partition(" ")
    if direction in DIRECTIONS and figure in FIGURES:
        return True
    expected = f"highest or lowest and one of {', '.join(FIGURES)}"
    document.error("order", ("order",), repr(text), expected, suggest(figure, FIGURES))
    return False


def _order(text: str) -> tuple[str, str]:
    direction, _, figure = text.partition(" ")
    return direction, figure


def _rising(document: Document, found: Surface) -> tuple[tuple[str, ...], ...]:
    """Chains of rows: one list of names, or a list of such lists."""
    chains = _texts(document, ("rising",))
    if chains and all(isinstance(each, str) for each in chains):
        chains = [chains]
    for chain in chains:
        for name in chain if isinstance(chain, list) else [chain]:
            if name not in found.pays:
                hint = suggest(str(name), found.pays)
                document.error("row", ("rising",), f"an unknown row {name!r}", listing(tuple(found.pays)), hint)
    return tuple(tuple(chain) for chain in chains if isinstance(chain, list))
