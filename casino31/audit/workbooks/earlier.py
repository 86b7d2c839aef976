"""A sheet that an earlier version of this program made: its figures, facts and displays, whatever form it has."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from casino31.audit.finding import LEVEL, Problem, Verdict
from casino31.audit.workbooks.cells import SheetCell
from casino31.audit.workbooks.display import BOOK, Display
from casino31.audit.workbooks.formulas import CLOSE, show_cell
from casino31.audit.workbooks.sheet_display import SheetDisplay, place_of

_VERSION = re.compile(r"casino31 [\w.+-]+")
_HONEST = re.compile(
    r"General|@|\[Red\]|[#0?,]*[#0?](?:\.[#0?]+)?(?:E[+-]0+)?%?|[-+() $;]|\"[^\"0-9]*\"|\" (?:to|for) 1\""
    r"|\[=-?[01]\]"
)
"""Pieces of a number format that show a number as it is."""
Key = tuple[str, str, str]
"""A number's sheet, the label of its row and the heading of its column."""


@dataclass(frozen=True)
class _Known:
    """What the sheets made anew say."""

    exact: dict[Key, list[float]]
    rows: dict[str, list[float]]
    """Numbers by the label of their row, on any sheet."""
    texts: set[str]


def earlier_answer(audited: Display, right: Display, version: str, problems: list[Problem]) -> Verdict:
    """Return the verdict on a sheet of an earlier version, beside the workbook that today's version makes.

    Numbers are known by their name, else by sheet, row and heading, else by their row.
    """
    known = _known(right)
    told = [*problems, *_named(audited, right), *_displays(audited, right)]
    numbers, texts = [], []
    for title, cells in audited.cells.items():
        for where, cell, key in _keyed(title, cells):
            if isinstance(cell.value, str):
                texts += [where] if _plain(cell.value) not in known.texts else []
            elif not _among(cell.value, known.exact.get(key, [])) and not _among(
                cell.value, known.rows.get(key[1], [])
            ):
                if key in known.exact:
                    expected = f"{known.exact[key][0]:.15g}"
                    message = f"{key[1]}, {key[2]}: {show_cell(cell)}, not {expected}"
                    told.append(Problem("altered", where, show_cell(cell), expected, message))
                else:
                    numbers.append(where)
    notes = [
        f"made by casino31 {version}, in an earlier form: figures, facts and displays were held against today's"
    ]
    for what, places in (("numbers", numbers), ("texts", texts)):
        if places:
            named = ", ".join(places[:5]) + (", ..." if len(places) > 5 else "")
            notes.append(f"{len(places):,} {what} have no counterpart today and were not compared: {named}")
    return Verdict(False if told else None if numbers else True, LEVEL, tuple(told), notes=tuple(notes))


def _plain(text: str) -> str:
    """A text without the version that made it."""
    return _VERSION.sub("casino31", text)


def _among(value: object, values: list[float]) -> bool:
    return isinstance(value, float) and any(
        value == right or abs(value - right) <= CLOSE * max(1.0, abs(value)) for right in values
    )


def _known(right: Display) -> _Known:
    exact: dict[Key, list[float]] = defaultdict(list)
    rows: dict[str, list[float]] = defaultdict(list)
    texts = set()
    for title, cells in right.cells.items():
        for _, cell, key in _keyed(title, cells):
            if isinstance(cell.value, float):
                exact[key].append(cell.value)
                rows[key[1]].append(cell.value)
            else:
                texts.add(_plain(str(cell.value)))
    return _Known(exact, rows, texts)


def _keyed(title: str, cells: dict[str, SheetCell]) -> Iterator[tuple[str, SheetCell, Key]]:
    """Each cell with a value, by the first text of its row and the nearest text above it."""
    rows: dict[int, dict[int, tuple[str, SheetCell]]] = defaultdict(dict)
    for address, cell in cells.items():
        column, row = place_of(address)
        rows[row][column] = f"{title}!{address}", cell
    heads: dict[int, str] = {}
    for row in sorted(rows):
        ordered = sorted(rows[row].items())
        label = next((cell.value for _, (_, cell) in ordered if isinstance(cell.value, str)), "")
        for column, (where, cell) in ordered:
            if cell.value not in (None, ""):
                yield where, cell, (title, label, heads.get(column, ""))
        heads |= {column: cell.value for column, (_, cell) in ordered if isinstance(cell.value, str)}


def _named(audited: Display, right: Display) -> Iterator[Problem]:
    """Numbers that both workbooks name alike."""
    theirs, ours = _values_by_name(audited), _values_by_name(right)
    for name in theirs.keys() & ours.keys():
        (where, cell), (_, due) = theirs[name], ours[name]
        same = _among(cell.value, [due.value]) if isinstance(due.value, float) else cell.value == due.value
        if not same:
            yield Problem(
                "altered",
                where,
                show_cell(cell),
                show_cell(due),
                f"{name}: {show_cell(cell)}, not {show_cell(due)}",
            )


def _values_by_name(display: Display) -> dict[str, tuple[str, SheetCell]]:
    found = {}
    for what, target in display.facts.items():
        match = re.fullmatch(r"'?(.+?)'?!\$([A-Z]+)\$(\d+)", target)
        if what.startswith("name ") and match and match[1] in display.cells:
            cell = display.cells[match[1]].get(match[2] + match[3])
            if cell is not None:
                found[what.removeprefix("name ")] = f"{match[1]}!{match[2]}{match[3]}", cell
    return found


def _displays(audited: Display, right: Display) -> Iterator[Problem]:
    """What hides or disguises a figure, whatever the form: nothing of it belongs on any sheet of this program."""
    formats = {look.number_format for sheet in right.sheets.values() for look in sheet.looks.values()}
    rules = {words for sheet in right.sheets.values() for what, words in sheet.facts.items() if _is_rule(what)}
    said = _claims(right)
    for title, sheet in audited.sheets.items():
        for where, message in _disguises(title, sheet, audited.cells[title], formats):
            yield Problem("display", where, message, "a plain display", message)
        for what, words in sheet.facts.items():
            live = (
                "R[0]C[0]" in words and "ink FFFFFF" not in words
            )  # a rule that looks at its cell is not always on
            known = (
                (live or words in rules) if _is_rule(what) else what.startswith("margin") and not _own(words, said)
            )
            if not known and (words == "hidden" or what.startswith(_TOLD) or ": shape" in what):
                yield Problem("display", f"{title}!A1", words, "nothing", f"{what}: {words} does not belong here")
    due = {what: _plain(words) for what, words in right.facts.items()}
    for what, words in audited.facts.items():
        if what.startswith(("property", "part ", "sheet ", "workbookView")) and due.get(what) != _plain(words):
            yield Problem("display", BOOK, words, due.get(what, "nothing"), f"{what}: {words} does not belong here")


_CODES = re.compile(r'&"[^"]*"|&K[0-9A-Fa-f]{6}|&\d+|&[A-Z]|Page | of |·|…|\.\.\.')


def _claims(right: Display) -> list[str]:
    """What the margins of a page may say besides page numbers: the title, the digest, and what they say today."""
    title = right.facts.get("property title", "")
    digests = {
        word
        for cells in right.cells.values()
        for cell in cells.values()
        for word in re.findall(r"[0-9a-f]{64}", str(cell.value))
    }
    today = {
        text.strip()
        for sheet in right.sheets.values()
        for what, words in sheet.facts.items()
        if what.startswith("margin")
        for text in _CODES.split(_VERSION.sub("", words))
    }
    said = {title, *(f"SHA-256 {digest[:length]}" for digest in digests for length in (64, 16)), *today}
    return sorted(filter(None, said), key=len, reverse=True)


def _own(words: str, said: list[str]) -> str:
    """What a margin says that is not its page's own: "" of a margin of this program."""
    rest = _VERSION.sub("", words.partition(": ")[2] if words.startswith("odd") else words)
    for text in said:
        rest = rest.replace(text, "")
    return _CODES.sub("", rest).strip()


_TOLD = (
    "conditional format",
    "margin",
    "letters of",
    "link to",
    "protection",
    "view: showFormulas",
    "view: showZeros",
)
"""What of a sheet may hide or claim something."""


def _is_rule(what: str) -> bool:
    return what.startswith("conditional format")


def _disguises(
    title: str, sheet: SheetDisplay, cells: dict[str, SheetCell], formats: set[str]
) -> Iterator[tuple[str, str]]:
    """Formats that say something else than the number, and letters of the colour of their ground."""
    for address, look in sheet.looks.items():
        cell = cells.get(address)
        if cell is None or cell.value in (None, ""):
            continue
        code = look.number_format
        if isinstance(cell.value, float) and code not in formats and (_HONEST.sub("", code) or not code.strip(";")):
            yield f"{title}!{address}", f"number format {code}, which shows another number"
        if look.ink == (look.ground or "FFFFFF"):
            yield f"{title}!{address}", f"letters of the colour of their ground, {look.ink}"
