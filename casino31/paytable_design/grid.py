"""A grid of pay tables and what a table must satisfy, from a file: every fault at its place.

A figure is that of all bets of the grid together, "house_edge", or of one of several: "natural 31.house_edge".
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod

from casino31.game import Game
from casino31.layout import Layout
from casino31.layoutfile.document import Document
from casino31.layoutfile.fields import known, listing, suggest, table
from casino31.layoutfile.scan import KeyPath
from casino31.paytable_design.surface import HIGHEST, LOWEST, Surface, row_bets, surface

KEYS = ("game", "layout", "bet", "order", "rising", "rows", "limits")
FIGURES = ("house_edge", "standard_deviation", "hit_frequency", "push_frequency", "largest_win")
"""What a limit or an order may speak of."""
SHARES = ("hit_frequency", "push_frequency")
DIRECTIONS = ("highest", "lowest")
ORDER = (("highest", "house_edge"), ("highest", "hit_frequency"), ("lowest", "standard_deviation"))
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
    """By name of a figure, both ends allowed."""
    rising: tuple[tuple[str, ...], ...]
    """Rows whose pays may not fall."""
    order: tuple[tuple[str, str], ...]
    """(direction, name of a figure), the most important first."""
    digest: str
    """SHA-256 of the file, and of the layout's."""

    @property
    def tables(self) -> int:
        """How many tables the grid has."""
        return prod(len(axis) for axis in self.axes.values())

    @property
    def figures(self) -> tuple[str, ...]:
        """The names of all figures: of all bets together, and where there are several of each of them."""
        several = self.surface.bets if len(self.surface.bets) > 1 else ()
        return (*FIGURES, *(f"{bet}.{figure}" for bet in several for figure in FIGURES))

    def direction(self, figure: str) -> str:
        """Return which end of a figure is better."""
        said = {name: direction for direction, name in (*ORDER, *self.order)}
        return said[figure]


def read_grid(document: Document, game: Game, rules: Layout) -> Grid:
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
    rows = tuple(table(document, ("rows",)) or ())
    space = _surface(document, game, rules, rows)
    axes = _axes(document, _rows(document, space, rows))
    limits = _limits(document, space)
    order = tuple(_order(text, space) for text in _texts(document, ("order",)) if _is_order(document, text, space))
    rising = _rising(document, space)
    document.check()
    return Grid(space, axes, limits, rising, order or ORDER, f"{document.digest} {rules.digest}")


def _surface(document: Document, game: Game, rules: Layout, rows: Sequence[str]) -> Surface:
    """That of the bet that the grid names, else of all bets of which it names rows."""
    bet = document.get(("bet",))
    if bet is not None and bet not in rules.bets:
        hint = suggest(str(bet), rules.bets)
        document.error("bet", ("bet",), document.shown(("bet",)), listing(tuple(rules.bets)), hint)
    elif bet is not None:
        return surface(game, rules, (str(bet),))
    owners = row_bets(rules)
    return surface(game, rules, tuple({owners[row] for row in rows if row in owners}) or None)


def _limits(document: Document, space: Surface) -> dict[str, tuple[Fraction, Fraction]]:
    """The limits on all bets together, and on each bet in a table of its own."""
    listed = table(document, ("limits",)) or {}
    for bet in space.rules.bets:
        if bet in listed and bet not in space.bets:
            why = f"limits on {bet!r}, of which no row is searched"
            document.error(
                "bet", ("limits", bet), why, f"a row of {bet!r} in [rows]: with one pay it stays", on="key"
            )
    known(document, ("limits",), (*FIGURES, *space.rules.bets), KEYS)
    limits = {name: _band(document, ("limits", name)) for name in listed if name in FIGURES}
    for bet in space.bets:
        known(document, ("limits", bet), FIGURES)
        for figure in table(document, ("limits", bet)) or ():
            if figure in FIGURES:
                limits[_name(bet, figure, space)] = _band(document, ("limits", bet, figure))
    return limits


def _name(bet: str, figure: str, space: Surface) -> str:
    """What a figure of a bet is called: where there is one bet, it is that of all bets."""
    return f"{bet}.{figure}" if len(space.bets) > 1 else figure


def _rows(document: Document, space: Surface, rows: Sequence[str]) -> list[str]:
    """The rows that the grid names; a fault for each that this bet does not have."""
    if not rows and not document.is_broken(("rows",)) and isinstance(document.get(("rows",)), dict | None):
        example = 'rows with their pays: [rows] "play.31" = { from = 8, to = 12, step = 1 }'
        document.error("empty", ("rows",), "an empty grid", example)
    names, owners = [name for name in rows if name in space.pays], row_bets(space.rules)
    if len(names) == len(rows):
        return names
    bets = space.bets if document.get(("bet",)) is not None else tuple(space.rules.bets)
    pays = surface(space.game, space.rules, bets).pays
    for name in (name for name in rows if name not in space.pays):
        why = "a row that cannot be moved" if owners.get(name) in bets else "an unknown row"
        where = f"{why} {name!r} of {' + '.join(bets)}"
        if owners.get(name, bets[0]) not in bets:
            where = f"{name!r}, a row of {owners[name]}, in a grid of {bets[0]}"
        document.error("row", ("rows", name), where, listing(tuple(pays)), suggest(name, pays), "key")
    return names


def _axes(document: Document, rows: Sequence[str]) -> dict[str, tuple[Fraction, ...]]:
    """The pays of all rows; a fault where they are too many together."""
    axes: dict[str, tuple[Fraction, ...]] = {}
    for name in rows:
        axes[name] = _axis(document, ("rows", name))
        if sum(map(len, axes.values())) > 2 * LARGEST_AXIS:
            found = f"more than {2 * LARGEST_AXIS:,} pays in all rows"
            document.error("range", ("rows", name), found, "fewer pays, or coarser steps", on="key")
            break
    return axes


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
    pays = [_pay(document, path, pay) for pay in (value if isinstance(value, list) else [value])]
    return tuple(sorted({pay for pay in pays if pay is not None}))


_ENDS = ("from", "to", "step")


def _pay(document: Document, path: KeyPath, value: object) -> Fraction | None:
    pay = exact_value(value)
    if value is None:
        document.error("missing", path, f"no {path[-1]}", f"{path[-1]} = a pay to one")
    elif pay is None or not LOWEST <= pay <= HIGHEST:
        expected = f'a pay to one from {LOWEST} to {int(HIGHEST):,}: 2, 1.5, "3/2"'
        document.error("pay", path, document.shown(path), expected)
        return None
    return pay


def exact_value(value: object) -> Fraction | None:
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
    low_end = 0 if path[-1] in (*SHARES, "standard_deviation") else low
    high_end = 1 if path[-1] in SHARES else high
    if low > min(high, high_end) or high < low_end:
        document.error("limit", path, f"{path[-1]} from {low} to {high}, which no table can have", "[low, high]")
    return low, high


def _texts(document: Document, path: KeyPath) -> list[object]:
    value = document.get(path)
    if value is None:
        return []
    if not isinstance(value, list) or not value:
        document.error("type", path, document.shown(path), "a list of texts")
        return []
    return value


def _is_order(document: Document, text: object, space: Surface) -> bool:
    direction, _, name = str(text).partition(" ")
    bet, dot, figure = name.rpartition(".")
    if direction in DIRECTIONS and figure in FIGURES and (not dot or bet in space.bets):
        return True
    expected = f"highest or lowest and one of {', '.join(FIGURES)}"
    if len(space.bets) > 1:
        expected += f", or that of one bet, such as {space.bets[-1]}.{FIGURES[0]}"
    document.error("order", ("order",), repr(text), expected, suggest(figure, FIGURES))
    return False


def _order(text: object, space: Surface) -> tuple[str, str]:
    direction, _, name = str(text).partition(" ")
    bet, dot, figure = name.rpartition(".")
    return direction, _name(bet, figure, space) if dot else figure


def _rising(document: Document, space: Surface) -> tuple[tuple[str, ...], ...]:
    """Chains of rows: one list of names, or a list of such lists."""
    chains = _texts(document, ("rising",))
    if not any(isinstance(chain, list) for chain in chains):
        chains = [chains] if chains else []
    for chain in chains:
        if not isinstance(chain, list) or len(chain) < 2:
            document.error("type", ("rising",), f"{chain!r} in rising", "lists of two or more rows")
            continue
        for name in chain:
            if name not in space.pays:
                hint = suggest(str(name), space.pays)
                document.error("row", ("rising",), f"an unknown row {name!r}", listing(tuple(space.pays)), hint)
    return tuple(tuple(chain) for chain in chains if isinstance(chain, list))
