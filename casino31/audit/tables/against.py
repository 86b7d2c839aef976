"""A published table held against a game's exact counts: rows are matched by what they are called."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from casino31.audit.finding import Problem
from casino31.audit.tables.sums import ROUNDING, TableRow, short_percent
from casino31.audit.tables.words import LOSING
from casino31.outcomes import OutcomeDistribution

SAME = (
    ("three of a kind", "3 of a kind", "trips", "trip", "triple", "three alike", "set"),
    ("four of a kind", "4 of a kind", "quads", "four alike"),
    (
        "mini royal",
        "mini royal flush",
        "ace king queen suited",
        "akq suited",
        "suited ace king queen",
        "a k q suited",
    ),
    ("royal flush", "royal"),
    ("full house", "boat"),
    ("two pair", "2 pair"),
    ("pair", "one pair", "1 pair", "a pair"),
    ("high card", "nothing", "no pair", "ace high or less", "no hand", "jack high or less"),
    ("push", "tie", "stand off"),
    ("win", "won", "player win", "player wins"),
    ("lose", "lost", "loss", "dealer win", "dealer wins"),
    ("no tie", "not a tie"),
    ("tens or better", "pair of tens or better", "10s or better", "high pair", "pair of 10s or better"),
    ("banker bust", "banker busts", "bank bust", "bank busts"),
)
"""Names of one event."""
_NAMES = {other: names[0] for names in SAME for other in names}


class GameWagers(NamedTuple):
    """What a game's exact counts say of each of its wagers."""

    title: str
    outcomes: OutcomeDistribution
    lines: Mapping[str, Mapping[str, tuple[str, ...]]]
    """Of each wager the events that each row of its pay table pays."""
    wager: str | None = None
    """The wager to compare with; None for the one that knows most rows."""
    decided: bool = False
    """Whether a player's decisions move the counts: they are those of the best strategy."""


class GameCounts(NamedTuple):
    """A table's rows beside a game's exact counts."""

    title: str
    wager: str
    matched: Mapping[str, tuple[str, ...]]
    """The game's events of each row that was matched."""
    unmatched: tuple[str, ...]
    house_edge: Fraction | None
    """At the table's pays and the game's chances; None where rows are not matched."""
    notes: tuple[str, ...]


def plain_event(name: str) -> str:
    """Return the name of an event in plain words.

    >>> [plain_event(name) for name in ("Three-of-a-Kind", "22 to 25", "Flushes", "Straight (not suited)")]
    ['three of a kind', '22-25', 'flush', 'straight']
    """
    text = re.sub(r"\(.*?\)", " ", name.lower())
    text = re.sub(r"(\d+)\s*(?:-|\u2013|to|through|thru)\s*(\d+)", r"\1~\2", text)
    words = re.sub(r"[^a-z0-9~ ]", " ", text.replace("'s", "")).split()
    whole = " ".join(words).replace("~", "-")
    for form in (whole, re.sub(r"(?:(?<=sh)es|(?<=[a-z])s)$", "", whole)):
        if form in _NAMES:
            return _NAMES[form]
    return re.sub(r"(?:(?<=sh)es|(?<=[a-rt-z])s)$", "", whole)


def hold_against(rows: Sequence[TableRow], game: GameWagers) -> tuple[GameCounts, list[Problem]]:
    """Return the rows beside a game's counts, and each row whose chance is another."""
    wagers = [game.wager] if game.wager else list(game.outcomes.wagers)
    names = {wager: _names(game, wager) for wager in wagers}
    wager = max(wagers, key=lambda candidate: sum(bool(_events(row.event, names[candidate])) for row in rows))
    chances = _chances(game.outcomes.of(wager))
    matched, notes = _matched(rows, names[wager], chances)
    problems = [
        problem
        for row in rows
        if row.event in matched
        for problem in _compare(row, _sum(chances, matched[row.event]), game.outcomes.bound)
    ]
    unmatched = tuple(row.event for row in rows if row.event not in matched)
    notes = [f"held against {game.title}: the wager {wager}, {len(matched)} of {len(rows)} rows matched", *notes]
    if unmatched:
        notes.append(f"rows that are no event of it, not compared: {', '.join(unmatched)}")
    left = sorted(chances.keys() - {event for events in matched.values() for event in events})
    if left:
        notes.append(f"events of the game that no row names: {', '.join(left)}")
    if game.decided:
        notes.append("its counts follow from decisions: they are those of the best strategy of that layout")
    edge = (
        None
        if unmatched or left
        else -sum((_sum(chances, matched[row.event]) * row.net for row in rows), Fraction())
    )
    if edge is not None:
        notes.append(f"at these pays the game's exact counts give a house edge of {short_percent(edge)} ({edge})")
    return GameCounts(game.title, wager, matched, unmatched, edge, tuple(notes)), problems


def _chances(outcomes: OutcomeDistribution) -> dict[str, Fraction]:
    counts: dict[str, int] = {}
    for (result,), ways in outcomes.combinations.items():
        counts[result.event] = counts.get(result.event, 0) + ways
    return {event: Fraction(ways, outcomes.total) for event, ways in counts.items()}


def _names(game: GameWagers, wager: str) -> dict[str, tuple[str, ...]]:
    """The events behind each name that a row may have: pay rows, events, and ends common to several cases."""
    events = list(_chances(game.outcomes.of(wager)))
    ends: dict[str, tuple[str, ...]] = {}
    for event in events:
        first, _, end = event.partition(", ")
        for part in (first, end) if end else ():
            ends[plain_event(part)] = (*ends.get(plain_event(part), ()), event)
    single = {plain_event(event): (event,) for event in events}
    lines = {plain_event(label): held for label, held in game.lines.get(wager, {}).items()}
    return {**ends, **lines, **single}


def _events(row: str, names: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The events that a row names, a run of totals too: 22-25."""
    name = plain_event(row)
    if name in names:
        return names[name]
    run = re.fullmatch(r"(\d{1,3})-(\d{1,3})", name)
    if run and int(run[1]) < int(run[2]):
        runs = [names.get(str(total)) for total in range(int(run[1]), int(run[2]) + 1)]
        return tuple(event for events in runs if events for event in events) if all(runs) else ()
    return ()


def _matched(
    rows: Sequence[TableRow], names: Mapping[str, tuple[str, ...]], chances: Mapping[str, Fraction]
) -> tuple[dict[str, tuple[str, ...]], list[str]]:
    """The events of each row: by name, with an event that no row names where the counts show it, and the rest."""
    events_of: dict[str, tuple[str, ...]] = {}
    notes = []
    taken: set[str] = set()
    for row in rows:
        events = tuple(event for event in _events(row.event, names) if event in chances)
        if events and not taken & set(events):
            events_of[row.event] = events
            taken |= set(events)
    for row in rows:
        if row.event in events_of and not list(_compare(row, _sum(chances, events_of[row.event]), Fraction())):
            continue
        for event in sorted(chances.keys() - taken) if row.event in events_of else ():
            events = (*events_of[row.event], event)
            if not list(_compare(row, _sum(chances, events), Fraction())):
                events_of[row.event] = events
                taken.add(event)
                notes.append(f"{row.event}: counted with {event}")
                break
    rest = tuple(sorted(chances.keys() - taken))
    losing = [row for row in rows if row.event not in events_of and _is_rest(row)]
    if rest and len(losing) == 1:
        events_of[losing[0].event] = rest
    return events_of, notes


def _is_rest(row: TableRow) -> bool:
    return row.net == -1 and LOSING.fullmatch(" ".join(row.event.lower().split())) is not None


def _sum(chances: Mapping[str, Fraction], events: Iterable[str]) -> Fraction:
    return sum((chances.get(event, Fraction()) for event in events), Fraction())


def _compare(row: TableRow, right: Fraction, bound: Fraction) -> Iterable[Problem]:
    """The problem of a row whose chance is not the game's."""
    if abs(row.probability - right) <= row.slack + bound + (ROUNDING if row.combinations is None else 0):
        return
    if row.combinations is not None:
        whole = row.combinations / row.probability if row.probability else Fraction()
        found, expected = f"{row.combinations:,}", f"{float(right * whole):,.10g}"
        if (right * whole).denominator == 1:
            expected = f"{int(right * whole):,}"
        message = f"{row.event}: {found} of {int(whole):,} combinations, exact are {expected}"
    else:
        found, expected = f"{float(row.probability):.10g}", f"{float(right):.10g}"
        message = f"{row.event}: the probability is {expected}, printed is {found}"
    yield Problem("count", row.where or "table", found, expected, message)
