"""Charts and pictures as a reader sees them: what they say, of which cells, where they stand."""

from __future__ import annotations

import hashlib
import posixpath
import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from casino31.audit.workbooks.plain_xml import LINK, QUOTED, element_text, local, parsed

_UNSEEN = re.compile(
    r"/(idx|order|axId|crossAx|lang|roundedCorners=0|date1904=0|autoTitleDeleted=0|varyColors=0|invertIfNegative=0"
    r"|overlap=0|crosses=autoZero|auto=1|lblAlgn=ctr|lblOffset=100|noMultiLvlLbl=0|crossBetween=between"
    r"|tickLblPos=nextTo|axPos|dLblPos=outEnd|separator|showLeaderLines|extLst/ext|ptCount|endParaRPr|latin|bodyPr"
    r"|lstStyle|prstDash=solid|round|overlay=0|delete=0|orientation=minMax|majorTickMark|minorTickMark"
    r"|showBubbleSize=0|layout)\b[^/]*$"
)
"""Parts of a chart that show nothing, or what is shown without them."""
_LETTERS = {"sz", "b", "i", "u"}
"""What of letters is told; kerning, language and a strike that strikes nothing are not."""


def linked(parts: dict[str, bytes], part: str) -> dict[str, tuple[str, str]]:
    """Return the targets of a part's relationships by id, each with its kind.

    >>> rels = b'<Relationships><Relationship Id="a" Type="x/chart" Target="../charts/c.xml"/></Relationships>'
    >>> linked({"xl/drawings/_rels/d.xml.rels": rels}, "xl/drawings/d.xml")
    {'a': ('xl/charts/c.xml', 'chart')}
    """
    folder, name = posixpath.split(part)
    xml = parts.get(posixpath.join(folder, "_rels", f"{name}.rels"))
    found = {}
    for link in parsed(xml) if xml else ():
        target = link.get("Target", "")
        whole = target.lstrip("/") if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))
        found[link.get("Id", "")] = whole, link.get("Type", "").rpartition("/")[2]
    return found


def drawing_facts(parts: dict[str, bytes], part: str, seen: set[str]) -> Iterator[tuple[str, str]]:
    """Yield what the drawing of a sheet shows; the parts that were read are added to ``seen``."""
    seen |= {part, posixpath.join(posixpath.dirname(part), "_rels", posixpath.basename(part) + ".rels")}
    links = linked(parts, part)
    for place, anchor in enumerate(parsed(parts[part]), 1):
        corner = next((child for child in anchor if local(child) == "from"), None)
        where = {local(child): child.text or "0" for child in corner} if corner is not None else {}
        name = f"drawing {place}"
        yield f"{name}: place", " ".join(f"{key} {word}" for key, word in sorted(where.items()))
        extents = (child.attrib for child in anchor.iter() if local(child) == "ext" and "cx" in child.attrib)
        size = next((extent for extent in extents if int(extent["cx"]) > 0), None)
        if size:
            yield f"{name}: width", size["cx"]
            yield f"{name}: height", size["cy"]
        charts = [child for child in anchor.iter() if local(child) == "chart"]
        for chart in charts:
            target, _ = links.get(chart.get(LINK, ""), ("", ""))
            if target in parts:
                seen |= {
                    target,
                    posixpath.join(posixpath.dirname(target), "_rels", f"{posixpath.basename(target)}.rels"),
                }
                for what, words in chart_facts(parts[target]):
                    yield f"{name}: {what}", words
        if not charts:
            shapes = [child for child in anchor if local(child) not in ("from", "to", "ext", "clientData")]
            yield f"{name}: shape", " ".join(element_text(shape) for shape in shapes)
        for key in {value for child in anchor.iter() for value in child.attrib.values()} & links.keys():
            target, kind = links[key]
            if kind != "chart" and target in parts:
                seen.add(target)
                yield f"{name}: {kind}", f"SHA-256 {hashlib.sha256(parts[target]).hexdigest()}"


def chart_facts(xml: bytes) -> Iterator[tuple[str, str]]:
    """Yield what a chart says, path by path.

    >>> list(chart_facts(b"<chartSpace><title><tx><p><r><t>A title</t></r></p></tx></title></chartSpace>"))
    [('title', 'A title')]
    """
    root = parsed(xml)
    _labels_of_each_series(root)
    yield from _leaves(root, "")


def _labels_of_each_series(root: Element) -> None:
    """What is said of the labels of all series is said of each."""
    for group in [plot for plot in root.iter() if any(local(child) == "ser" for child in plot)]:
        common = [child for child in group if local(child) == "dLbls"]
        for labels in common:
            group.remove(labels)
            for series in (child for child in group if local(child) == "ser"):
                if not any(local(child) == "dLbls" for child in series):
                    series.append(labels)


def _leaves(element: Element, path: str) -> Iterator[tuple[str, str]]:
    """The facts of an element and all below it; letters, lines and grounds in words."""
    counts: dict[str, int] = {}
    for child in element:
        name = local(child)
        counts[name] = counts.get(name, 0) + 1
        at = f"{path}/{name}" + (f"[{counts[name]}]" if name in ("ser", "pt") and counts[name] else "")
        value = child.get("val", "")
        if _UNSEEN.search(f"{at}={value}"):
            continue
        short = at.removeprefix("/")
        if name == "tx":
            if words := _words(child):
                yield short.removesuffix("/tx"), words
        elif name in ("txPr", "spPr"):
            if words := _look(child):
                yield short, words
        elif len(child) == 0:
            attributes = {key: word for key, word in child.attrib.items() if key not in ("val", "idx")}
            said = " ".join(
                [value, *(f"{key}={word}" for key, word in sorted(attributes.items())), child.text or ""]
            )
            said = QUOTED.sub(r"\1!", said) if name == "f" else said
            if said.strip() and not (name == "numFmt" and "sourceLinked=1" in said):  # the cells' own format
                yield short, said.strip()
        else:
            yield from _leaves(child, at)


def _words(text: Element) -> str:
    """What a title or a series' name says: its runs, or the text kept of a cell, and that cell."""
    runs = [child.text or "" for child in text.iter() if local(child) in ("t", "v")]
    cells = [child.text or "" for child in text.iter() if local(child) == "f"]
    if not runs and cells and cells[0].startswith('"'):
        runs = [cells[0].strip('"')]
    return " ".join(["".join(runs), *(f"of {cell}" for cell in cells if not cell.startswith('"'))])


def _look(element: Element) -> str:
    """Grounds, lines and letters: colours and sizes alone."""
    said = []
    for child in element.iter():
        if local(child) in ("srgbClr", "schemeClr", "prstClr", "sysClr"):
            said.append(child.get("val", "").upper())
        elif local(child) == "noFill":
            said.append("none")
        elif local(child) == "defRPr":
            said += [
                f"{key} {child.get(key)}" for key in sorted(_LETTERS) if child.get(key) not in (None, "0", "none")
            ]
        elif local(child) in ("endParaRPr", "r"):
            break
    return " ".join(said)
