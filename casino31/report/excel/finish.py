"""The finishing step over the zipped XML: a value for every formula, and no trace of the clock.

openpyxl writes formulas without values, so that a reader that does not recalculate shows blanks, and stamps the
hour on the file. Here each formula gets its value, and a file is a function of what is in it: members in a fixed
order with one fixed time, fixed properties, one way to write an empty element, and no compression, whose bytes
would depend on the library that packs them.
"""

import re
from collections.abc import Mapping, Sequence
from html import escape
from io import BytesIO
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from casino31.faults import SelfCheckError
from casino31.report.excel.grid import Value

EPOCH = "1980-01-01"
"""The day stamped on a file whose date is not stated: the first that a zip member can carry."""
LAST_YEAR = 2107
"""The last year that a zip member can carry."""

_FORMULA = re.compile(r'<c r="([A-Z]+[0-9]+)"([^>]*)><f>([^<]*)</f><v\s*/?>(?:</v>)?</c>')
_TYPE = re.compile(r'\st="[^"]*"')


def finish(raw: bytes, cached: Sequence[Mapping[str, Value]], title: str, maker: str, date: str = "") -> bytes:
    """Return the finished file; ``cached`` holds the value of each formula by address, sheet by sheet.

    ``date`` is YYYY-MM-DD or "". SelfCheckError when a formula has no value or a value has no formula.

    >>> raw = BytesIO()
    >>> with ZipFile(raw, "w") as file:
    ...     file.writestr("xl/worksheets/sheet1.xml", '<c r="A1"><f>1+1</f><v/></c>')
    >>> with ZipFile(BytesIO(finish(raw.getvalue(), [{"A1": 2}], "title", "maker"))) as file:
    ...     file.infolist()[0].date_time[:3], file.read("xl/worksheets/sheet1.xml")
    ((1980, 1, 1), b'<c r="A1"><f>1+1</f><v>2</v></c>')
    """
    day = date or EPOCH
    year, month, of_month = (int(part) for part in day.split("-"))
    out = BytesIO()
    with ZipFile(BytesIO(raw)) as old, ZipFile(out, "w", ZIP_STORED) as new:
        for name in _ordered(old.namelist()):
            text = old.read(name).decode("utf-8").replace(" />", "/>")
            sheet = re.fullmatch(r"xl/worksheets/sheet([0-9]+)\.xml", name)
            if sheet:
                text = with_values(text, cached[int(sheet[1]) - 1], name)
            elif name.startswith("xl/charts/"):
                # without this word the labels take the format of their cells instead of their own
                text = re.sub(r'(<c:numFmt|<numFmt)( formatCode="[^"]*")/>', r'\1\2 sourceLinked="0"/>', text)
            elif name == "docProps/core.xml":
                text = _properties(title, maker, day)
            member = ZipInfo(name, (min(max(year, 1980), LAST_YEAR), month, of_month, 0, 0, 0))
            member.compress_type, member.create_system, member.external_attr = ZIP_STORED, 3, 0o600 << 16
            new.writestr(member, text.encode("utf-8"))
    return out.getvalue()


def _ordered(names: Sequence[str]) -> list[str]:
    """The table of contents first, as readers of a stream expect it, the rest by name."""
    return sorted(names, key=lambda name: (name != "[Content_Types].xml", name))


def with_values(xml: str, values: Mapping[str, Value], name: str = "sheet") -> str:
    """Return a sheet's XML with the value of each formula; SelfCheckError names a cell that has none.

    >>> with_values('<c r="A1" s="2"><f>1+1</f><v/></c>', {"A1": 2})
    '<c r="A1" s="2"><f>1+1</f><v>2</v></c>'
    >>> with_values('<c r="A1"><f>1+1</f><v/></c>', {})
    Traceback (most recent call last):
    casino31.faults.SelfCheckError: sheet: the formula in A1 has no value
    """
    written: list[str] = []

    def give(match: re.Match[str]) -> str:
        cell, rest, formula = match.groups()
        if cell not in values:
            raise SelfCheckError(f"{name}: the formula in {cell} has no value")
        value = values[cell]
        written.append(cell)
        rest = _TYPE.sub("", rest)
        if isinstance(value, str):
            return f'<c r="{cell}"{rest} t="str"><f>{formula}</f><v>{escape(value, quote=False)}</v></c>'
        return f'<c r="{cell}"{rest}><f>{formula}</f><v>{value!r}</v></c>'

    finished = _FORMULA.sub(give, xml)
    if finished.count("<f>") + finished.count("<f ") != len(written):
        raise SelfCheckError(f"{name}: a formula was written in a form that got no value")
    if len(written) != len(values):
        raise SelfCheckError(f"{name}: {len(values)} values for {len(written)} formulas")
    return finished


def _properties(title: str, maker: str, day: str) -> str:
    stamp = f"{day}T00:00:00Z"
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
        '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" '
        'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
        f"<dc:title>{escape(title, quote=False)}</dc:title><dc:creator>{escape(maker, quote=False)}</dc:creator>"
        f'<dcterms:created xsi:type="dcterms:W3CDTF">{stamp}</dcterms:created>'
        f'<dcterms:modified xsi:type="dcterms:W3CDTF">{stamp}</dcterms:modified></cp:coreProperties>'
    )
