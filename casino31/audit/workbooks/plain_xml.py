"""XML in plain words: two elements that a reader sees alike have the same text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from xml.etree.ElementTree import Element, ParseError, fromstring

from casino31.audit.workbooks.cells import SheetError

LINK = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
QUOTED = re.compile(r"'([A-Za-z_]\w*)'!")
"""A sheet's name in quotes that it does not need."""
_YES_NO = {"true": "1", "false": "0", "on": "1", "off": "0"}

DEFAULTS: Mapping[str, Mapping[str, str]] = {
    "sheetView": {
        "showFormulas": "0",
        "showGridLines": "1",
        "showRowColHeaders": "1",
        "showZeros": "1",
        "rightToLeft": "0",
        "showOutlineSymbols": "1",
        "defaultGridColor": "1",
        "view": "normal",
        "zoomScale": "100",
        "topLeftCell": "A1",
        "windowProtection": "0",
        "showRuler": "1",
        "showWhiteSpace": "1",
    },
    "cfRule": {"stopIfTrue": "0"},
    "dataValidation": {
        "type": "none",
        "operator": "between",
        "errorStyle": "stop",
        "imeMode": "noControl",
        "allowBlank": "0",
        "showDropDown": "0",
        "showInputMessage": "0",
        "showErrorMessage": "0",
    },
    "printOptions": {
        "headings": "0",
        "gridLines": "0",
        "gridLinesSet": "1",
        "horizontalCentered": "0",
        "verticalCentered": "0",
    },
    "pageSetup": {
        "scale": "100",
        "fitToWidth": "1",
        "fitToHeight": "1",
        "pageOrder": "downThenOver",
        "orientation": "default",
        "blackAndWhite": "0",
        "draft": "0",
        "cellComments": "none",
        "errors": "displayed",
        "firstPageNumber": "1",
        "useFirstPageNumber": "0",
        "copies": "1",
        "paperSize": "1",
    },
    "headerFooter": {
        "differentFirst": "0",
        "differentOddEven": "0",
        "scaleWithDoc": "1",
        "alignWithMargins": "1",
    },
    "brk": {"min": "0", "max": "16383", "man": "0"},
    "workbookView": {
        "visibility": "visible",
        "minimized": "0",
        "showHorizontalScroll": "1",
        "showVerticalScroll": "1",
        "showSheetTabs": "1",
        "firstSheet": "0",
        "activeTab": "0",
    },
    "workbookPr": {"date1904": "0", "showObjects": "all"},
    "calcPr": {"calcMode": "auto", "fullPrecision": "1", "refMode": "A1"},
    "patternFill": {"patternType": "none"},
}
"""What an attribute that is left out means."""

UNSEEN: Mapping[str, frozenset[str]] = {
    "sheetView": frozenset(
        {"workbookViewId", "tabSelected", "colorId", "zoomScaleNormal", "zoomScalePageLayoutView"}
        | {"zoomScaleSheetLayoutView"}
    ),
    "pane": frozenset({"activePane", "topLeftCell"}),
    "cfRule": frozenset({"priority", "dxfId"}),
    "dataValidation": frozenset({"sqref"}),
    "pageSetup": frozenset({"horizontalDpi", "verticalDpi", "usePrinterDefaults", "id"}),
    "rowBreaks": frozenset({"count", "manualBreakCount"}),
    "colBreaks": frozenset({"count", "manualBreakCount"}),
    "workbookView": frozenset(
        {"xWindow", "yWindow", "windowWidth", "windowHeight", "tabRatio", "autoFilterDateGrouping"}
    ),
    "workbookPr": frozenset({"backupFile", "codeName", "defaultThemeVersion", "checkCompatibility"}),
    "calcPr": frozenset(
        {"calcId", "fullCalcOnLoad", "iterate", "iterateCount", "iterateDelta", "calcOnSave", "calcCompleted"}
        | {"concurrentCalc", "forceFullCalc"}
    ),
}
"""Attributes that say nothing to a reader: places of windows, counts, what a program recalculates when."""

_IDLE = {
    ("cfRule", "expression"): frozenset(
        {"aboveAverage", "equalAverage", "bottom", "percent", "rank", "text", "stdDev", "operator"}
    ),
    ("cfvo", "min"): frozenset({"val"}),
    ("cfvo", "max"): frozenset({"val"}),
    ("dataValidation", "list"): frozenset({"operator"}),
    ("dataValidation", "none"): frozenset({"operator"}),
}
"""Attributes that mean nothing beside a type."""


def parsed(content: bytes) -> Element:
    """Return the root of a part; SheetError when it is no XML.

    >>> parsed(b"<a/>").tag
    'a'
    """
    try:
        return fromstring(content)
    except ParseError as error:
        raise SheetError(f"no XML: {error}") from None


def local(element: Element) -> str:
    """Return the name of an element without its namespace.

    >>> local(parsed(b'<a xmlns="n"/>'))
    'a'
    """
    return str(element.tag).rpartition("}")[2]


def told(element: Element) -> dict[str, str]:
    """Return what an element's attributes tell: yes and no alike, without defaults and what nobody sees.

    >>> told(parsed(b'<sheetView showZeros="false" showGridLines="true" workbookViewId="0"/>'))
    {'showZeros': '0'}
    """
    name = local(element)
    defaults = DEFAULTS.get(name, {})
    unseen = UNSEEN.get(name, frozenset()) | _IDLE.get((name, element.get("type", "none")), frozenset())
    found = {}
    for key, value in element.attrib.items():
        attribute = key.rpartition("}")[2]
        value = value[-6:].upper() if attribute == "rgb" else _YES_NO.get(value, value)
        if attribute not in unseen and defaults.get(attribute) != value:
            found[attribute] = value
    return found


def element_text(element: Element, leave_out: Iterable[str] = ()) -> str:
    """Return an element as text, attributes by name; elements of the names to ``leave_out`` are passed over.

    >>> element_text(parsed(b'<n:a xmlns:n="u" b="true" a="1"><n:c>text</n:c></n:a>'))
    'a a=1 b=1 (c: text)'
    """
    attributes = "".join(f" {key}={value}" for key, value in sorted(told(element).items()))
    text = (element.text or "").strip()
    if local(element).startswith("formula"):
        with suppress(ValueError):
            text = repr(float(text))
    inner = " ".join(element_text(child, leave_out) for child in element if local(child) not in leave_out)
    return local(element) + attributes + (f": {text}" if text else "") + (f" ({inner})" if inner else "")
