"""A report as one HTML file: semantic, offline, for the screen, for paper and for screen readers."""

from collections.abc import Iterator, Sequence
from html import escape

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
from casino31.render.css import STYLE
from casino31.render.screen.what_if import Section
from casino31.render.values import shown, text_of


def html(report: Report, extra: Sequence[Section] = ()) -> str:
    """Return a report as one file that loads nothing from elsewhere; the same report gives the same text.

    ``extra`` sections follow the first page.

    >>> html(Report("A <layout>", "Par sheet", (Page("One", (Note("A remark."),)),)))[:59]
    '<!doctype html>\\n<html lang="en">\\n<head>\\n<meta charset="utf-'
    """
    pages = report.shown
    title = escape(f"{report.title}: {report.subject}")
    titles = [
        *(page.title for page in pages[:1]),
        *(section.title for section in extra),
        *(page.title for page in pages[1:]),
    ]
    links = "".join(f'<li><a href="#{_id(name)}">{escape(name)}</a></li>' for name in titles)
    nav = f'<nav aria-label="Pages"><ul>{links}</ul></nav>' if len(titles) > 1 else ""
    facts = _facts((("What", report.subject), *report.filing, *report.facts))
    parts = [_page(page) for page in pages]
    parts[1:1] = [_section(section.title, section.title, section.body) for section in extra]
    body, style = "\n".join(parts), "".join((STYLE, *(section.style for section in extra)))
    script = "".join(f"<script>\n{section.script}</script>\n" for section in extra if section.script)
    foot = f"{report.maker} · SHA-256 {report.digest}" if report.digest else report.maker
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n'
        f'<meta name="viewport" content="width=device-width,initial-scale=1">\n<style>{style}</style>\n</head>\n'
        f"<body>\n<header><h1>{escape(report.title)}</h1>{facts}</header>\n{nav}\n<main>\n{body}\n</main>\n"
        f"<footer>{escape(foot)}</footer>\n{script}</body>\n</html>\n"
    )


def _facts(facts: tuple[tuple[str, str], ...]) -> str:
    rows = "".join(
        f'<tr><th class="left" scope="row">{escape(label)}</th><td class="left">{escape(text)}</td></tr>'
        for label, text in facts
    )
    return f'<table class="facts"><tbody>{rows}</tbody></table>'


def _id(title: str) -> str:
    return "page-" + "-".join("".join(c if c.isalnum() else " " for c in title.lower()).split())


def _page(page: Page) -> str:
    blocks = "\n".join(part for block in page.blocks for part in block_html(block))
    return _section(page.title, page.heading or page.title, blocks)


def _section(title: str, heading: str, body: str) -> str:
    head = f'<h2 id="{_id(title)}-h">{escape(heading)}</h2>'
    return f'<section id="{_id(title)}" aria-labelledby="{_id(title)}-h">\n{head}\n{body}\n</section>'


def block_html(block: Block) -> Iterator[str]:
    """Yield the elements of one block.

    >>> list(block_html(Note("1 < 2", "note")))
    ['<p class="note">1 &lt; 2</p>']
    """
    match block:
        case Note():
            if not block.workings:
                yield f"<p{_class(block.tone)}>{escape(block.text)}</p>"
        case Headline():
            tiles = "".join(_tile(label, cell) for label, cell in block.figures)
            yield f'<dl class="headline">{tiles}</dl>'
        case Listing():
            yield from _heading(block.title)
            kind, plain = ("ol", "") if block.numbered else ("ul", "plain")
            items = "".join(f"<li>{escape(item.removeprefix('- '))}</li>" for item in block.items)
            yield f"<{kind}{_class(block.tone, plain)}>{items}</{kind}>"
        case Table():
            if not block.workings:
                yield table_html(block.shown)
        case Group():
            yield '<div class="group">'
            yield from _heading(block.title)
            for member in block.blocks:
                yield from block_html(member)
            yield "</div>"
        case Quote():
            yield from _heading(block.title)
            yield f"<pre>{escape(chr(10).join(block.lines))}</pre>"
        case Chart():
            yield chart_html(block)


def _tile(label: str, cell: Cell) -> str:
    mark = _class("loud" if loud(cell) else "")
    return f"<div><dt>{escape(label)}</dt><dd{mark}>{escape(text_of(cell))}</dd></div>"


def _heading(title: str) -> Iterator[str]:
    if title:
        yield f"<h3>{escape(title)}</h3>"


def _class(*names: str) -> str:
    told = " ".join(name for name in names if name)
    return f' class="{told}"' if told else ""


def table_html(table: Table) -> str:
    """Return a table with its caption, heads of columns and heads of rows.

    >>> table_html(Table((Column("a", "A", "left"),), (Row((Cell("x"),)),), "T"))[:47]
    '<div class="wide"><table><caption>T</caption><t'
    """
    caption = f"<caption>{escape(table.title)}</caption>" if table.title else ""
    heads = "".join(f'<th scope="col"{_class(_side(c), c.tone)}>{escape(c.head)}</th>' for c in table.columns)
    head = "" if table.headless else f"<thead><tr>{heads}</tr></thead>"
    shades = shades_of(table)
    rows = "\n".join(_row(row, table.columns, shades.get(place, {})) for place, row in enumerate(table.rows))
    return f'<div class="wide"><table>{caption}{head}<tbody>\n{rows}\n</tbody></table></div>'


def _side(column: Column) -> str:
    return "" if column.side == "right" else column.side


def _row(row: Row, columns: tuple[Column, ...], shades: dict[int, str]) -> str:
    cells = []
    for place, column in enumerate(columns):
        cell = row.cells[place] if place < len(row.cells) else None
        text = escape(text_of(cell)).replace("\n", "<br>")
        tone = (cell.tone if cell else "") or column.tone
        names = (_side(column), tone, "loud" if cell and loud(cell) else "", "heat" if place in shades else "")
        if place == 0:
            cells.append(f'<th scope="row"{_class(*names)}>{text}</th>')
        else:
            colour = f' style="background:#{shades[place]}"' if place in shades else ""
            cells.append(f"<td{_class(*names)}{colour}>{text}</td>")
    kind = "" if row.kind == "body" else row.kind
    return f"<tr{_class(kind)}>{''.join(cells)}</tr>"


def chart_html(chart: Chart) -> str:
    """Return a bar chart as a drawing whose numbers are text; it needs no script.

    >>> from casino31.page import SHARE
    >>> chart_html(Chart("Return", "share", ("a",), (0.5,), SHARE, "", ""))[:53]
    '<figure><figcaption>Return, share</figcaption><svg ro'
    """
    values = [float(value) for value in chart.values]
    top, bottom = max(0.0, *values), min(0.0, *values)
    scale = 380 / ((top - bottom) or 1)
    left = max(160, *(7 * len(label) for label in chart.labels))
    zero = left + 10 - bottom * scale
    lines = []
    for place, (label, value, exact) in enumerate(zip(chart.labels, values, chart.values, strict=True)):
        y = 4 + 22 * place
        x, width = zero + min(0.0, value) * scale, max(abs(value) * scale, 0.5)
        at = zero + max(0.0, value) * scale + 6
        lines.append(f'<text x="{left}" y="{y + 13}" text-anchor="end">{escape(label)}</text>')
        lines.append(f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="17"/>')
        lines.append(f'<text x="{at:.1f}" y="{y + 13}">{escape(shown(exact, chart.unit))}</text>')
    height = 8 + 22 * len(values)
    axis = f'<line x1="{zero:.1f}" y1="0" x2="{zero:.1f}" y2="{height}"/>'
    title = escape(f"{chart.title}, {chart.axis}")
    return (
        f'<figure><figcaption>{title}</figcaption><svg role="img" aria-label="{title}" '
        f'viewBox="0 0 {left + 480} {height}" width="{left + 480}" height="{height}">'
        f"{axis}{''.join(lines)}</svg></figure>"
    )
