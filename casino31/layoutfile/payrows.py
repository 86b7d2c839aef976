"""The rows of a pay table in a file: what every game with a pay table reads alike."""

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from casino31.layoutfile.document import Document
from casino31.layoutfile.fields import number, suggest, table
from casino31.layoutfile.scan import KeyPath
from casino31.paytable import OddsUnit, WrongUnitError, parse_pay, show_pay

LARGEST_PAY = 10**9
_PAYS = '2, 1.5, "3/2", "3 to 2", "6 for 5", "push" or "lose"'


def pay(document: Document, path: KeyPath, unit: OddsUnit | None) -> Fraction | None:
    """Return the net pay of a row, to one, or None after a fault. ``unit`` is None while the file does not say.

    >>> pay(Document("24 = '3 for 1'"), ("24",), "for one"), pay(Document("24 = 1.5"), ("24",), "to one")
    (Fraction(2, 1), Fraction(3, 2))
    """
    value = document.get(path)
    if isinstance(value, str):
        return _parsed(document, path, value, unit)
    odds = number(document, path, 0, LARGEST_PAY, f"a pay: {_PAYS}", 'a losing row is written "lose"')
    return None if odds is None else odds - (unit == "for one")


def _parsed(document: Document, path: KeyPath, value: str, unit: OddsUnit | None) -> Fraction | None:
    """The net pay of a text."""
    theirs: OddsUnit = "for one" if "for" in value.lower() else "to one"
    try:
        net = parse_pay(value, unit or theirs)
    except WrongUnitError as error:
        same = show_pay(parse_pay(value, theirs), "to one" if theirs == "for one" else "for one")
        document.error("unit", path, str(error), f"every pay {unit}", f'"{value}" pays the same as "{same}"')
    except ValueError as error:
        comma = 'a decimal point, not a comma: 1.5 or "3/2"' if "," in value else ""
        document.error("pay", path, str(error), _PAYS, comma or suggest(value, ("push", "lose")))
    else:
        if net <= LARGEST_PAY:
            return net
        document.error("number", path, document.shown(path), f"a pay up to {LARGEST_PAY:,}")
    return None


class StatedRow(NamedTuple):
    """A row of a pay table in the file."""

    label: str
    """As the layout prints it."""
    events: tuple[str, ...]
    pays: Fraction
    """Net, to one."""
    path: KeyPath


def pay_rows(
    document: Document,
    path: KeyPath,
    read_label: Callable[[Document, KeyPath], tuple[str, tuple[str, ...]] | None],
    unit: OddsUnit | None,
) -> list[StatedRow] | None:
    """Return the rows of a pay table, or None after a fault.

    ``read_label`` gives the printed label and the events of a row, or adds the fault and gives None.

    >>> document = Document("[play]\\n24 = 2")
    >>> pay_rows(document, ("play",), lambda document, path: (path[-1], (path[-1],)), "to one")
    [StatedRow(label='24', events=('24',), pays=Fraction(2, 1), path=('play', '24'))]
    """
    rows: list[StatedRow] = []
    first: dict[str, KeyPath] = {}
    so_far = len(document.faults)
    listed = table(document, path)
    if listed == {} and not document.is_broken(path):
        name = ".".join(map(str, path))
        document.error("empty", path, f"[{name}] has no rows", 'a row such as "24" = 2', on="key")
    for key in listed or ():
        place = (*path, key)
        pays = pay(document, place, unit)
        label, events = read_label(document, place) or ("", ())
        if again := [event for event in events if event in first]:
            hint = f"{again[0]} is first listed on line {document.line(first[again[0]])}"
            found = f"{key!r} lists {', '.join(again)} again"
            document.error("overlap", place, found, "each event in one row", hint, "key")
        first = dict.fromkeys(events, place) | first
        if pays is not None:
            rows.append(StatedRow(label, events, pays, place))
    return None if len(document.faults) > so_far or document.is_broken(path) else rows
