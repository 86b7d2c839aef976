"""A report as plain text."""

from collections.abc import Iterator, Sequence
from textwrap import wrap

from casino31.page import Block, Chart, Column, Group, Headline, Listing, Note, Page, Quote, Report, Table
from casino31.render.values import text_of

WIDTH = 100
"""Characters in a line of prose."""
WIDEST = 10
"""Columns of a table that keeps a column of fractions beside its decimals."""
NARROW = 24
"""Characters that a column of prose keeps at least."""


def text(report: Report) -> str:
    """Return a report as text, a chapter for each page.

    >>> print(text(Report("A layout", "Par sheet", (Page("One", (Note("A remark."),)),))), end="")
    A layout
    ========
    One
    ===
    A remark.
    """
    facts = [f"{label}: {fact}" for label, fact in (*report.filing, *report.facts)]
    first, *others = report.shown
    body = page_text(first).removeprefix(_title(report.title)).strip("\n")
    head = "\n".join([_title(report.title), *([report.subject, *facts] if facts else [])])
    first_part = f"{head}\n\n{body}" if facts else f"{head}\n{body}"
    return "\n\n".join([first_part, *(page_text(page) for page in others)]) + "\n"


def page_text(page: Page) -> str:
    """Return one page: its heading and its blocks.

    >>> page_text(Page("One", (Note("A remark."),)))
    'One\\n===\\nA remark.'
    """
    heading = _title(page.heading or page.title)
    blocks = [part for block in page.blocks if (part := block_text(block))]
    first = f"{heading}\n{blocks[0]}" if blocks and not blocks[0].startswith("\n") else heading
    return "\n\n".join([first, *blocks[1:]])


def _title(words: str) -> str:
    return f"{words}\n{'=' * len(words)}"


def block_text(block: Block) -> str:
    """Return one block, "" where it is for another format.

    >>> block_text(Note("A remark."))
    'A remark.'
    """
    match block:
        case Note():
            return "" if block.workings else "\n".join(wrap(block.text, WIDTH))
        case Listing():
            lines = [_item(item, place if block.numbered else 0) for place, item in enumerate(block.items, 1)]
            return _under(block.title, "\n".join(lines))
        case Headline():
            return "\n".join(f"{label}: {text_of(cell)}" for label, cell in block.figures)
        case Table():
            return "" if block.workings else _under(block.title, table_text(block.shown))
        case Group():
            return _under(block.title, "\n".join(part for member in block.blocks if (part := block_text(member))))
        case Quote() | Chart():
            return ""


def _under(title: str, body: str) -> str:
    if not body:
        return ""
    return f"{title}\n{'-' * len(title)}\n{body}" if title else body


def _item(item: str, place: int) -> str:
    mark = f"{place:>3}. " if place else ""
    if not place and item.startswith(("- ", "– ")):
        return "\n".join(wrap(item, WIDTH, initial_indent="  ", subsequent_indent="    "))
    return "\n".join(wrap(item, WIDTH, initial_indent=mark or "  ", subsequent_indent=" " * (len(mark) or 6)))


def table_text(table: Table) -> str:
    """Return a table: texts to the left, numbers to the right, prose wrapped.

    >>> from casino31.page import WHOLE, Cell, Row
    >>> columns = (Column("event", "event", "left"), Column("ways", "ways"))
    >>> rows = (Row((Cell("heads"), Cell(1, WHOLE))), Row((Cell("tails"), Cell(10, WHOLE))))
    >>> print(table_text(Table(columns, rows)))
      event  ways
      -----  ----
      heads     1
      tails    10
    """
    columns, lines = _filled(table)
    short = len(columns) <= 3 and table.headless
    alone = {place for place, row in enumerate(table.rows) if row.kind == "exact" and short}
    heads = [column.head for column in columns]
    measured = [line for place, line in enumerate(lines) if place not in alone]
    widths = _widths(measured, [] if table.headless else heads, columns)
    body: list[str] = []
    if not table.headless:
        body += [*_wrapped(heads, widths, columns), *_wrapped(["-" * width for width in widths], widths, columns)]
    for place, line in enumerate(lines):
        body += [f"    = {line[1]}"] if place in alone else _wrapped(line, widths, columns)
    return "\n".join(body)


def _filled(table: Table) -> tuple[list[Column], list[list[str]]]:
    """The columns that hold something, and their texts; fractions of wide tables are left out."""
    rows = [
        [text_of(cell) for cell in row.cells] + [""] * (len(table.columns) - len(row.cells)) for row in table.rows
    ]
    wide = len(table.columns) > WIDEST
    kept = [
        place
        for place, column in enumerate(table.columns)
        if any(row[place] for row in rows) and not (wide and column.tone == "exact")
    ]
    return [table.columns[place] for place in kept], [[row[place] for place in kept] for row in rows]


def _widths(lines: Sequence[Sequence[str]], heads: Sequence[str], columns: Sequence[Column]) -> list[int]:
    """The width of each column; where a line would be too long, heads break and the widest prose gives way."""
    inside = [
        max((len(part) for line in lines for part in line[place].split("\n")), default=0)
        for place in range(len(columns))
    ]
    widths = [max(width, len(head)) for width, head in zip(inside, heads or [""] * len(inside), strict=True)]
    if sum(widths) + 2 * len(widths) > WIDTH and heads:
        words = [max(map(len, head.split() or [""])) for head in heads]
        widths = [max(width, word) for width, word in zip(inside, words, strict=True)]
    prose = [place for place, column in enumerate(columns) if column.side == "left"]
    while sum(widths) + 2 * len(widths) > WIDTH and prose:
        widest = max(prose, key=lambda place: widths[place])
        if widths[widest] <= NARROW:
            break
        widths[widest] -= 1
    return widths


def _wrapped(line: Sequence[str], widths: Sequence[int], columns: Sequence[Column]) -> Iterator[str]:
    cells = [_pieces(text, width) for text, width in zip(line, widths, strict=True)]
    for place in range(max(len(cell) for cell in cells)):
        parts = [cell[place] if place < len(cell) else "" for cell in cells]
        sides = (
            _SIDES[column.side](part, width) for part, width, column in zip(parts, widths, columns, strict=True)
        )
        yield ("  " + "  ".join(sides)).rstrip()


_SIDES = {"left": str.ljust, "right": str.rjust, "centre": str.center}


def _pieces(text: str, width: int) -> list[str]:
    """A text in lines of a width."""
    if len(text) <= width and "\n" not in text:
        return [text]
    return [piece for part in text.split("\n") for piece in (wrap(part, width) or [""])]
