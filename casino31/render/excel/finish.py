"""The finishing step over a workbook's parts: a value for every formula, and no trace of the clock or of a library.

openpyxl writes formulas without values, so that a reader that does not recalculate shows blanks, and stamps the
hour and its own version on the file. Here each formula gets its value, and a file is a function of what is in it:
parts in a fixed order with one fixed time, fixed properties, one way to write XML, and no compression, whose
bytes would depend on the library that packs them.
"""

from collections.abc import Mapping, Sequence
from html import escape
from io import BytesIO
from xml.etree import ElementTree
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from casino31.faults import SelfCheckError
from casino31.page import Value

EPOCH = "1980-01-01"
"""The day stamped on a file whose date is not stated: the first that a zip member can carry."""
LAST_YEAR = 2107
"""The last year that a zip member can carry."""

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
CHART = "http://schemas.openxmlformats.org/drawingml/2006/chart"
_PREFIXES = {
    "c": CHART,
    "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
    "r": "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    "xdr": "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing",
}
_DECLARED = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_APP = (
    _DECLARED + '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">'
    "<Application>Microsoft Excel</Application><AppVersion>16.0300</AppVersion></Properties>"
)
"""What spreadsheets ask of a file before they trust its styles; no version of any library."""


def finish(raw: bytes, cached: Sequence[Mapping[str, Value]], title: str, maker: str, date: str = "") -> bytes:
    """Return the finished file; ``cached`` holds the value of each formula by address, sheet by sheet.

    ``date`` is YYYY-MM-DD or "". SelfCheckError when a formula has no value or a value has no formula.
    """
    day = date or EPOCH
    year, month, of_month = (int(part) for part in day.split("-"))
    out = BytesIO()
    with ZipFile(BytesIO(raw)) as old, ZipFile(out, "w", ZIP_STORED) as new:
        for name in _ordered(old.namelist()):
            text = _part(name, old.read(name), cached, (title, maker, day))
            member = ZipInfo(name, (min(max(year, 1980), LAST_YEAR), month, of_month, 0, 0, 0))
            member.compress_type, member.create_system, member.external_attr = ZIP_STORED, 3, 0o600 << 16
            new.writestr(member, text.encode("utf-8"))
    return out.getvalue()


def _ordered(names: Sequence[str]) -> list[str]:
    """The table of contents first, as readers of a stream expect it, the rest by name."""
    return sorted(names, key=lambda name: (name != "[Content_Types].xml", name))


def _part(name: str, content: bytes, cached: Sequence[Mapping[str, Value]], known: tuple[str, str, str]) -> str:
    if name == "docProps/core.xml":
        return _properties(*known)
    if name == "docProps/app.xml":
        return _APP
    root = ElementTree.fromstring(content)
    if name.startswith("xl/worksheets/sheet"):
        place = int(name.removeprefix("xl/worksheets/sheet").removesuffix(".xml")) - 1
        give_values(root, cached[place], name)
        _without(root, "evenHeader", "evenFooter", "firstHeader", "firstFooter")
    elif name.startswith("xl/charts/"):
        # without this word the labels take the format of their cells instead of their own
        for code in root.iter(f"{{{CHART}}}numFmt"):
            code.attrib.setdefault("sourceLinked", "0")
    elif name == "xl/workbook.xml":
        _without(root, "workbookProtection")
    return written(root)


def _without(root: ElementTree.Element, *names: str) -> None:
    """Remove elements that say nothing."""
    tags = {f"{{{MAIN}}}{name}" for name in names}
    for parent in list(root.iter()):
        for child in [child for child in parent if child.tag in tags and not (child.text or "").strip()]:
            parent.remove(child)


def written(root: ElementTree.Element) -> str:
    """Return an element as a whole part, its names under the usual prefixes.

    >>> written(ElementTree.fromstring('<a xmlns="http://b"><c/></a>'))[56:]
    '<a xmlns="http://b"><c /></a>'
    """
    space = root.tag[1:].partition("}")[0] if root.tag.startswith("{") else ""
    for prefix, uri in _PREFIXES.items():
        ElementTree.register_namespace(prefix, uri)
    if space and space not in _PREFIXES.values():
        for element in root.iter():
            element.tag = element.tag.removeprefix(f"{{{space}}}")
        root.set("xmlns", space)
    return _DECLARED + ElementTree.tostring(root, "unicode")


def give_values(root: ElementTree.Element, values: Mapping[str, Value], name: str = "sheet") -> None:
    """Write the value of each formula of a sheet beside it; SelfCheckError names a cell that has none.

    >>> root = ElementTree.fromstring(f'<s xmlns="{MAIN}"><c r="A1"><f>1+1</f><v/></c></s>')
    >>> give_values(root, {})
    Traceback (most recent call last):
    casino31.faults.SelfCheckError: sheet: the formula in A1 has no value
    """
    seen = 0
    for cell in root.iter(f"{{{MAIN}}}c"):
        formula = cell.find(f"{{{MAIN}}}f")
        if formula is None:
            continue
        value, where = cell.find(f"{{{MAIN}}}v"), cell.get("r", "")
        if where not in values:
            raise SelfCheckError(f"{name}: the formula in {where} has no value")
        if value is None or value.text or formula.attrib:
            raise SelfCheckError(f"{name}: the formula in {where} was written in a form that got no value")
        cell.attrib.pop("t", None)
        known = values[where]
        if isinstance(known, str):
            cell.set("t", "str")
        value.text = known if isinstance(known, str) else repr(known)
        seen += 1
    if seen != len(values):
        raise SelfCheckError(f"{name}: {len(values)} values for {seen} formulas")


def _properties(title: str, maker: str, day: str) -> str:
    stamp = f"{day}T00:00:00Z"
    return (
        f"{_DECLARED}<cp:coreProperties "
        'xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" '
        'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
        f"<dc:title>{escape(title, quote=False)}</dc:title><dc:creator>{escape(maker, quote=False)}</dc:creator>"
        f'<dcterms:created xsi:type="dcterms:W3CDTF">{stamp}</dcterms:created>'
        f'<dcterms:modified xsi:type="dcterms:W3CDTF">{stamp}</dcterms:modified></cp:coreProperties>'
    )
