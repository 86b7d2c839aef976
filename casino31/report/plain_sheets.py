"""Tables without live cells: as text and as a page for a browser."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import TypeAlias

Entry: TypeAlias = str | int | float

_STYLE = """body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin-top: 2rem; border-bottom: 1px solid #c9d1dc }
table { border-collapse: collapse; margin: .6rem 0 } th, td { padding: .2rem .8rem .2rem 0; text-align: left }
th { border-bottom: 1px solid #8b96a5 } td.number { text-align: right; font-variant-numeric: tabular-nums }
tr:nth-child(even) td { background: #f4f6f9 } p { margin: .3rem 0 }"""


@dataclass(frozen=True)
class Sheet:
    """One page: a title, a few sentences, and a table."""

    title: str
    notes: tuple[str, ...]
    head: tuple[str, ...]
    rows: tuple[tuple[Entry, ...], ...]


def shown(entry: Entry) -> str:
    """Return an entry as a page shows it.

    >>> shown(0.123456), shown(12), shown("exact")
    ('0.12346', '12', 'exact')
    """
    return f"{entry:.5f}" if isinstance(entry, float) else f"{entry:,}" if isinstance(entry, int) else entry


def sheets_text(title: str, sheets: Sequence[Sheet]) -> str:
    """Return the pages as text.

    >>> print(sheets_text("A", [Sheet("B", ("C.",), ("d", "e"), (("f", 0.5),))]))
    A
    =
    <BLANKLINE>
    B
    -
    C.
      d  e
      f  0.50000
    <BLANKLINE>
    """
    lines = [title, "=" * len(title)]
    for sheet in sheets:
        lines += ["", sheet.title, "-" * len(sheet.title), *sheet.notes]
        rows = [sheet.head, *([shown(entry) for entry in row] for row in sheet.rows)]
        widths = [max(len(row[column]) for row in rows) for column in range(len(sheet.head))]
        for row in rows if sheet.head else ():
            lines.append(
                "  " + "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
            )
    return "\n".join(lines) + "\n"


def sheets_html(title: str, sheets: Sequence[Sheet]) -> str:
    """Return the pages as one page for a browser, which loads nothing.

    >>> "<h2>B</h2>" in sheets_html("A", [Sheet("B", (), ("d",), ((1,),))])
    True
    """
    parts = [f"<h1>{escape(title)}</h1>"]
    for sheet in sheets:
        parts.append(f"<h2>{escape(sheet.title)}</h2>")
        parts += [f"<p>{escape(note)}</p>" for note in sheet.notes]
        if sheet.head:
            head = "".join(f"<th>{escape(each)}</th>" for each in sheet.head)
            rows = "".join(f"<tr>{''.join(map(_cell, row))}</tr>\n" for row in sheet.rows)
            parts.append(f"<table><tr>{head}</tr>\n{rows}</table>")
    whole = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>\n'
        f"<style>{_STYLE}</style></head>\n<body>\n{whole}\n</body></html>\n"
    )


def _cell(entry: Entry) -> str:
    kind = "" if isinstance(entry, str) else ' class="number"'
    return f"<td{kind}>{escape(shown(entry))}</td>"
