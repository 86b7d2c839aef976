"""The blocks of a report as flowing parts of a PDF, and its cover."""

from collections.abc import Iterator, Sequence
from html import escape

from reportlab.graphics.shapes import Drawing, Line, Rect, String
from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import (
    CondPageBreak,
    Flowable,
    KeepTogether,
    NextPageTemplate,
    PageBreak,
    Paragraph,
    Spacer,
)
from reportlab.platypus import Table as Grid

from casino31.page import (
    Block,
    Cell,
    Chart,
    Column,
    Group,
    Headline,
    Listing,
    Note,
    Page,
    Quote,
    Report,
    Row,
    Table,
)
from casino31.render.colours import loud, shades_of
from casino31.render.pdf.book import AMBER, BAD, BAND, GREY, LINE, NAVY, Book
from casino31.render.pdf.letters import BOLD, PLAIN, SLANTED, font_for, readable, width_of
from casino31.render.values import shown, text_of

SIZE, SMALL = 8.5, 7.2
"""Points of letters; none is smaller."""
PROSE, LABEL, NARROW = 150.0, 230.0, 60.0
"""Points: what a column of prose or of labels may take before it is broken, and keeps at least."""
PAD = 7.0


def style(size: float = SIZE, font: str = PLAIN, ink: object = None, **more: object) -> ParagraphStyle:
    """Return the style of a paragraph.

    >>> style(10.0).leading
    12.5
    """
    name = f"{font} {size} {ink} {sorted(more.items())}"
    return ParagraphStyle(
        name, fontName=font, fontSize=size, leading=1.25 * size, textColor=ink or HexColor("#000000"), **more
    )


_TONES = {
    "": style(),
    "assumed": style(font=SLANTED, ink=AMBER),
    "exact": style(SMALL, ink=GREY),
    "note": style(SMALL + 0.3, SLANTED, GREY),
    "status": style(SMALL + 0.3, ink=GREY),
    "strong": style(font=BOLD),
    "good": style(),
}
_RIGHT = {name: style(look.fontSize, look.fontName, look.textColor, alignment=2) for name, look in _TONES.items()}
_CENTRED = {name: style(look.fontSize, look.fontName, look.textColor, alignment=1) for name, look in _TONES.items()}
_SIDES = {"left": _TONES, "right": _RIGHT, "centre": _CENTRED}
HEADING = style(15, BOLD, NAVY, spaceAfter=8)
TITLE = style(10, BOLD, NAVY, spaceBefore=8, spaceAfter=4)


def said(text: str, look: ParagraphStyle) -> Paragraph:
    """Return a paragraph of plain text, in a font that has its letters."""
    words = readable(text)
    font = font_for(words, look.fontName)
    if font != look.fontName:
        look = ParagraphStyle(f"{look.name} {font}", look, fontName=font)
    return Paragraph(escape(words).replace("\n", "<br/>"), look)


def cover(report: Report, width: float) -> Iterator[Flowable]:
    """Yield the first page: what it is, who made it for whom, and room for those who approve it."""
    yield Spacer(1, 60)
    yield said(report.title, style(22, BOLD, NAVY, spaceAfter=10))
    yield said(report.subject, style(13, ink=GREY, spaceAfter=30))
    stated = dict(report.filing)
    blank = {label: stated.pop(label, "") for label in FILED}
    rows = [*blank.items(), *stated.items(), *report.facts]
    table = Grid(
        [[said(label, _TONES["status"]), said(text, _TONES[""])] for label, text in rows],
        colWidths=[130, width - 142],
        hAlign="LEFT",
    )
    table.setStyle([("LINEBELOW", (0, 0), (-1, -1), 0.5, LINE), ("VALIGN", (0, 0), (-1, -1), "TOP")])
    yield table
    yield said("Approval", style(12, BOLD, NAVY, spaceBefore=34, spaceAfter=8))
    heads = [said(head, _TONES["strong"]) for head in ("", "Name", "Signature", "Date")]
    lines = [[said(role, _TONES[""]), "", "", ""] for role in ("Prepared by", "Reviewed by", "Approved by")]
    approval = Grid([heads, *lines], colWidths=[90, 0.3 * width, 0.32 * width, 0.15 * width], hAlign="LEFT")
    approval.setStyle(
        [
            ("LINEBELOW", (1, 1), (-1, -1), 0.7, GREY),
            ("TOPPADDING", (0, 1), (-1, -1), 26),
            ("VALIGN", (0, 0), (-1, -1), "BOTTOM"),
        ]
    )
    yield approval


FILED = ("Document number", "Revision", "Prepared by", "Prepared for", "Jurisdiction")
"""What a filing states of itself: a blank line where the layout does not."""


def story(report: Report, book: Book) -> Iterator[Flowable]:
    """Yield every page of a report, each on paper that its tables fit on."""
    for page in report.shown:
        name = "landscape" if _widest(page) > book.width_of("portrait") else "portrait"
        yield NextPageTemplate(name)
        yield PageBreak()
        yield said(page.heading or page.title, HEADING)
        for block in page.blocks:
            yield from _block(block, book.width_of(name))


def _widest(page: Page) -> float:
    tables = (block.shown for block in page.flat if isinstance(block, Table) and not block.workings)
    return max((sum(_natural(table)) for table in tables), default=0.0)


def _block(block: Block, width: float) -> Iterator[Flowable]:
    match block:
        case Note():
            if not block.workings:
                yield said(block.text, _TONES[block.tone])
                yield Spacer(1, 5)
        case Listing():
            items = [
                said(f"{place}. {item}" if block.numbered else item, style(leftIndent=12, firstLineIndent=-10))
                for place, item in enumerate(block.items, 1)
            ]
            yield KeepTogether([*_titled(block.title), *items[:2]])
            yield from items[2:]
            yield Spacer(1, 6)
        case Headline():
            yield _headline(block, width)
            yield Spacer(1, 8)
        case Table():
            if not block.workings and block.rows:
                yield from _table(block, width)
        case Group():
            inner = [part for member in block.blocks for part in _block(member, width)]
            yield KeepTogether([*_titled(block.title), *inner])
        case Quote():
            yield from _quote(block)
        case Chart():
            title = f"{block.title}, {block.axis}"
            yield KeepTogether([*_titled(title), _chart(block, width), Spacer(1, 6)])


def _titled(title: str) -> list[Flowable]:
    return [said(title, TITLE)] if title else []


def _quote(block: Quote) -> Iterator[Flowable]:
    lines = [said(line or " ", style(SMALL, ink=GREY)) for line in block.lines]
    yield KeepTogether([*_titled(block.title), *lines[:3]])
    yield from lines[3:]
    yield Spacer(1, 6)


def _headline(block: Headline, width: float) -> Grid:
    labels = [said(label, _CENTRED["status"]) for label, _ in block.figures]
    values = [
        said(text_of(cell), style(13, BOLD, BAD if loud(cell) else NAVY, alignment=1)) for _, cell in block.figures
    ]
    tiles = Grid([labels, values], colWidths=[width / len(labels)] * len(labels))
    tiles.setStyle([("BACKGROUND", (0, 0), (-1, -1), BAND), ("BOTTOMPADDING", (0, 1), (-1, 1), 9)])
    return tiles


def _natural(table: Table, prose: float = PROSE) -> list[float]:
    """The width that each column would like: numbers whole, prose within reason."""
    return [_column_width(table, place, column, prose) for place, column in enumerate(table.columns)]


def _column_width(table: Table, place: int, column: Column, prose: float) -> float:
    widest = 0.0
    for row in table.rows:
        cell = row.cells[place] if place < len(row.cells) else None
        if cell is None or (row.kind == "exact" and place):
            continue
        size = _TONES[cell.tone or column.tone].fontSize
        text = max(text_of(cell).split("\n"), key=len)
        font = BOLD if row.kind == "total" or cell.tone == "strong" or loud(cell) else PLAIN
        wide = width_of(readable(text), font, size)
        most = LABEL if place == 0 and table.headless else prose
        widest = max(widest, min(wide, most) if isinstance(cell.value, str) else wide)
    if not table.headless:
        words = readable(column.head).split()
        widest = max([widest, *(width_of(word, BOLD, SMALL) for word in words)])
    return widest + PAD


def _widths(table: Table, room: float) -> list[float]:
    """What each column gets: where they do not fit, texts give way; where there is room, prose takes it."""
    widths = _natural(table)
    texts = [
        place
        for place in range(len(table.columns))
        if any(place < len(row.cells) and isinstance(_value(row, place), str) for row in table.rows)
    ]
    while sum(widths) > room and texts:
        widest = max(texts, key=lambda place: widths[place])
        if widths[widest] <= NARROW:
            break
        widths[widest] = max(NARROW, widths[widest] - 5)
    if table.headless and table.columns[-1].side == "left" and sum(widths) < room:
        widths[-1] += room - sum(widths)
    for place, whole in enumerate(_natural(table, room)):
        widths[place] += max(0.0, min(whole - widths[place], room - sum(widths)))
    return widths


def _value(row: Row, place: int) -> object:
    cell = row.cells[place]
    return None if cell is None else cell.value


def _table(table: Table, room: float) -> Iterator[Flowable]:
    """A table with its title; one that is too wide goes on below, its first column again."""
    whole = table.shown
    kept = [
        place
        for place in range(len(whole.columns))
        if any(place < len(row.cells) and row.cells[place] is not None for row in whole.rows)
    ]
    for part, places in enumerate(_parts(whole, kept, room)):
        title = f"{table.title}, continued" if part and table.title else table.title if not part else ""
        grid = _grid(whole, places, room)
        short = len(whole.rows) <= 24
        yield KeepTogether([*_titled(title), grid]) if short else CondPageBreak(150)
        if not short:
            yield from _titled(title)
            yield grid
        yield Spacer(1, 8)


def _parts(table: Table, kept: Sequence[int], room: float) -> Iterator[list[int]]:
    """The columns of each part of a table."""
    widths = _widths(table, room)
    part, used = [kept[0]], widths[kept[0]]
    for place in kept[1:]:
        if used + widths[place] > room + 1 and len(part) > 1:
            yield part
            part, used = [kept[0]], widths[kept[0]]
        part.append(place)
        used += widths[place]
    yield part


def _grid(table: Table, places: Sequence[int], room: float) -> Grid:
    widths = _widths(table, room)
    heads = [] if table.headless else [[_head(table.columns[place]) for place in places]]
    rows = [[_cell(row, table.columns[place], place) for place in places] for row in table.rows]
    looks: list[tuple[object, ...]] = [
        ("LINEBELOW", (0, 0), (-1, -1), 0.3, LINE),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LEFTPADDING", (0, 0), (-1, -1), 3),
        ("RIGHTPADDING", (0, 0), (-1, -1), 3),
        ("TOPPADDING", (0, 0), (-1, -1), 1.5),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 1.8),
    ]
    if heads:
        looks.append(("BACKGROUND", (0, 0), (-1, 0), BAND))
    first = len(heads)
    for y, row in enumerate(table.rows, first):
        if row.kind == "total":
            looks.append(("LINEABOVE", (0, y), (-1, y), 0.8, NAVY))
        if row.kind == "part" or (row.kind == "exact" and len(places) <= 3):
            looks.append(("SPAN", (0 if row.kind == "part" else 1, y), (-1, y)))
    for y, colours in shades_of(table).items():
        for x, colour in colours.items():
            if x in places:
                at = (places.index(x), y + first)
                looks.append(("BACKGROUND", at, at, HexColor(f"#{colour}")))
    grid = Grid([*heads, *rows], colWidths=[widths[place] for place in places], repeatRows=first, hAlign="LEFT")
    grid.setStyle(looks)
    return grid


def _head(column: Column) -> Paragraph:
    ink = AMBER if column.tone == "assumed" else NAVY
    side = {"left": 0, "centre": 1, "right": 2}[column.side]
    return said(column.head, style(SMALL, BOLD, ink, alignment=side))


def _cell(row: Row, column: Column, place: int) -> Paragraph | str:
    cell: Cell | None = row.cells[place] if place < len(row.cells) else None
    if cell is None:
        return ""
    tone = cell.tone or ("" if column.tone == "assumed" else column.tone)
    look = _SIDES[column.side]["exact" if row.kind == "exact" else tone]
    if row.kind in ("total", "part"):
        look = _SIDES[column.side]["strong"]
    if loud(cell):
        look = style(look.fontSize, BOLD, BAD, alignment=look.alignment)
    return said(text_of(cell), look)


def _chart(chart: Chart, width: float) -> Drawing:
    """Bars from left to right, each with its number."""
    values = [float(value) for value in chart.values]
    low, high = min(0.0, *values), max(0.0, *values)
    labels = max(width_of(readable(label), PLAIN, SMALL) for label in chart.labels) + 8
    scale = (min(width, 480.0) - labels - 130) / ((high - low) or 1.0)
    zero, height = labels + 60 * (low < 0) - low * scale, 13.0 * len(values)
    drawing = Drawing(min(width, 480.0), height + 4)
    for place, (label, value, exact) in enumerate(zip(chart.labels, values, chart.values, strict=True)):
        y = height - 13 * (place + 1) + 3
        x = zero + min(0.0, value) * scale
        words = readable(label)
        font = font_for(words, PLAIN)
        drawing.add(String(labels - 6, y + 1, words, fontName=font, fontSize=SMALL, textAnchor="end"))
        drawing.add(Rect(x, y - 1, max(abs(value) * scale, 0.4), 9, fillColor=NAVY, strokeColor=None))
        drawing.add(_number(zero + max(0.0, value) * scale + 4, y + 1, shown(exact, chart.unit)))
    drawing.add(Line(zero, 0, zero, height + 2, strokeColor=LINE, strokeWidth=0.7))
    return drawing


def _number(x: float, y: float, text: str) -> String:
    return String(x, y, text, fontName=PLAIN, fontSize=SMALL, fillColor=GREY)
