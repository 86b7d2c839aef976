"""What every par sheet says in the same words: what was asked for, the file it is of, and its exact fractions."""

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from casino31.formulas import filed, filed_number
from casino31.page import NUMBER, TEXT, Cell, Column, Page, Quote, Row, Table

FILE = "The layout file, line by line"
"""The title of the quoted file: an audit makes the report anew from it."""
ASKED = "What was asked for, as TOML"
"""The title of the quoted facts that are not in the file."""


def asked(stated: Mapping[str, object]) -> Quote:
    """Return what was asked for as lines of TOML.

    >>> asked({"name": "a", "exact": True, "objective": ["main"], "mix": {"main": "2"}}).lines
    ('name = "a"', 'exact = true', 'objective = ["main"]', 'mix = {"main" = "2"}')
    """
    return Quote(ASKED, tuple(f"{key} = {toml(value)}" for key, value in stated.items()))


def toml(value: object) -> str:
    """Return a text, a number, a list or a table as TOML writes it in one line.

    >>> toml({"a b": ["c", 1]})
    '{"a b" = ["c", 1]}'
    """
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{toml(key)} = {toml(entry)}' for key, entry in value.items())}}}"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def quoted(text: str) -> Quote:
    """Return a layout file word for word.

    >>> quoted("a = 1\\n").lines
    ('a = 1', '')
    """
    return Quote(FILE, tuple(text.split("\n")))


def exact_table(rows: Sequence[Row], what: str) -> Table:
    """Return the table of fractions that hold for the inputs, or the bets, of the file.

    >>> exact_table([], "bets").title
    'The exact fractions, at the bets of the file'
    """
    columns = (Column("label", "Figure", "left"), Column("value", "Decimal"), Column("exact", "Exact", "left"))
    return Table(columns, tuple(rows), f"The exact fractions, at the {what} of the file", "exact")


def exact_row(label: str, value: Fraction) -> Row:
    """Return a figure with its decimal and its fraction, which give way to a note when an input is edited.

    >>> [str(cell.value) for cell in exact_row("edge", Fraction(1, 3)).cells]
    ['edge', '1/3', '1/3']
    """
    exact = str(value)
    return Row(
        (Cell(label), Cell(value, NUMBER, filed_number(value)), Cell(exact, TEXT, filed(exact), tone="exact"))
    )


def check_keys(pages: Sequence[Page]) -> list[str]:
    """Return the keys of every check cell of some pages.

    >>> check_keys([Page("One", (Table((), (Row((Cell("ok", key="check.one"),)),)),))])
    ['check.one']
    """
    return [cell.key for page in pages for cell in _cells(page) if cell.key.startswith("check.")]


def _cells(page: Page) -> Iterator[Cell]:
    tables = (block for block in page.flat if isinstance(block, Table))
    return (cell for table in tables for row in table.rows for cell in row.cells if cell is not None)
