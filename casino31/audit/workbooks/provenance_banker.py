"""What the par-sheet workbook of a game with a banker says of itself: its layout, and how exact it is."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from casino31.audit.workbooks.cells import cells_of, shared_strings, sheet_parts
from casino31.audit.workbooks.provenance import day_of, facts_of

FIRST_CARDS, SUMMARY, PROVENANCE = "First cards", "Summary", "Provenance"
EXACT, BOUNDED = "exact fractions", "decimals with bounds"
IN_ONE_LINE = "The layout in one line"


@dataclass(frozen=True)
class StatedBanker:
    """The facts from which the whole workbook follows."""

    game: str
    title: str
    name: str
    """The layout as it was named."""
    digest: str
    source: str
    date: str
    layout: tuple[tuple[str, str], ...]
    """What the layout's file states: "[banker] stand" and its value as a file writes it."""
    exact: bool
    """Whether fractions were asked for."""

    @property
    def toml(self) -> str:
        """The layout as a file, for a workbook whose file is not at hand.

        >>> words = StatedBanker("Greek 31", "t", "n", "", "s", "", (("[banker] stand", "26"),), False).toml
        >>> words.splitlines()[-2:]
        ['[banker]', 'stand = 26']
        """
        lines = [
            f"{key} = {json.dumps(getattr(self, key), ensure_ascii=False)}" for key in ("game", "title", "source")
        ]
        sections: dict[str, list[str]] = {}
        for label, value in self.layout:
            section, key = re.fullmatch(r"(\[\w+\]) (\w+)", label).groups()  # type: ignore[union-attr]
            sections.setdefault(section, []).append(f"{key} = {value}")
        for section, stated in sections.items():
            lines += [section, *stated]
        return "\n".join(lines) + "\n"


def stated_banker(parts: dict[str, bytes]) -> StatedBanker | None:
    """Return what the sheet of provenance states, or None when the workbook is no par sheet of a banker's game."""
    sheets = sheet_parts(parts)
    if not {FIRST_CARDS, SUMMARY, PROVENANCE} <= sheets.keys():
        return None
    facts = facts_of(cells_of(parts[sheets[PROVENANCE]], shared_strings(parts)))

    def fact(label: str) -> str:
        return facts.get(label, [""])[0]

    return StatedBanker(
        fact("Game"),
        fact("Layout"),
        fact("Layout file"),
        _digest(fact("SHA-256 of the file")),
        fact("Source"),
        day_of(fact("Date")),
        tuple((label, texts[0]) for label, texts in facts.items() if re.fullmatch(r"\[\w+\] \w+", label)),
        fact("Numbers") == EXACT,
    )


def _digest(text: str) -> str:
    return "" if text.startswith("none") else text


def other_banker_readings(parts: dict[str, bytes], first: StatedBanker) -> Iterator[StatedBanker]:
    """Yield the same statement with facts that the workbook states a second time.

    A fact that was altered in one place contradicts the other places: the reading with the fewest contradictions
    names the cell.
    """
    shared, sheets = shared_strings(parts), sheet_parts(parts)
    summary = [cell.value for cell in cells_of(parts[sheets[SUMMARY]], shared).values()]
    facts = facts_of(cells_of(parts[sheets[PROVENANCE]], shared))
    words = [text for text in summary if isinstance(text, str)]
    lines = "\n".join(words)
    named = re.search(r"^Layout: (.+) · SHA-256 (\S+)", lines, re.M)
    made = re.search(r"^Par sheet of (.+) · casino31 \S+ · (.+)$", lines, re.M)
    source = next((after for text, after in pairwise(words) if text.startswith("Source of")), "")
    again = re.findall(r"(\[\w+\] \w+) = ([^;]+)", facts.get(IN_ONE_LINE, [""])[0])
    changes: dict[str, object] = {
        "game": made[1] if made else first.game,
        "date": day_of(made[2]) if made else first.date,
        "name": named[1] if named else first.name,
        "digest": _digest(named[2]) if named else first.digest,
        "title": words[0] if words else first.title,
        "source": source,
        "layout": tuple(again),
        # where its words were altered, how the numbers were asked for is anybody's guess
        "exact": first.exact if facts.get("Numbers", [""])[0] in (EXACT, BOUNDED) else not first.exact,
    }
    for field, value in changes.items():
        if getattr(first, field) != value:
            yield replace(first, **{field: value})  # type: ignore[arg-type]
