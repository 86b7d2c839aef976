"""The fairness sheet of a home game, and what each disputed rule changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from casino31.home.chain import Match
from casino31.home.exact.deal import deal_law
from casino31.home.fairness import MATCHES, Change, Fairness
from casino31.home.policy import Situation
from casino31.home.rules import HomeRules
from casino31.page import Block, Cell, Headline, Note, Page, Row, Table, texts
from casino31.pages.deliverable import Deliverable
from casino31.pages.home.frame import (
    GAIN,
    OFTEN,
    TOKENS,
    Heading,
    answer,
    bars,
    columns,
    data,
    figure_list,
    pair,
    seat_name,
    stated,
    with_half,
)
from casino31.pages.home.knock_tables import policy_blocks
from casino31.pages.home.laws import points_table
from casino31.pages.home.rules import readings_table
from casino31.serialize import JsonObject
from casino31.version import __version__


def fairness_deliverable(sheet: Fairness) -> Deliverable:
    """Return a fairness sheet, for people and for programs.

    >>> import casino31
    >>> made = fairness_deliverable(casino31.home_fairness("scat", players=2, deals=200))
    >>> [page.title for page in made.report.pages]
    ['Seats', 'Match', 'Knock table', 'Dealt points', 'Rules and readings', 'How made']
    """
    study, rules = sheet.study, sheet.rules
    facts = (("Players", str(study.players)), ("Deals", f"{sheet.counted.deals:,}"), ("Seed", str(study.seed)))
    subject = f"Fairness sheet for {study.players} players"
    heading = Heading(f"{rules.title}: {subject.lower()}", subject, rules, study.game, facts, "Seats")
    pages = [Page("Match", tuple(_match(sheet)))]
    if sheet.changed:
        pages.append(Page("What each rule changes", tuple(_changed(sheet.changed))))
    policy = study.policies[0]
    more = [Page("Knock table", tuple(policy_blocks(policy, rules, Situation(study.players, 1))))]
    if rules.ranking != "brag":
        more.append(Page("Dealt points", (Note("exact: all hands"), points_table(deal_law(rules)))))
    more += [Page("Rules and readings", (readings_table(rules),)), Page("How made", (_made(sheet),))]
    return answer(heading, _seats(sheet), fairness_object(sheet), (*pages, *more), 1 + len(pages))


def fairness_object(sheet: Fairness) -> JsonObject:
    """Return the sheet as the object of ``home fairness --json``."""
    study, policy = sheet.study, sheet.study.policies[0]
    return {
        "schema": "casino31.home.fairness/1",
        "version": __version__,
        **stated(sheet.rules, study.game),
        "players": study.players,
        "policy": {"name": policy.name, "text": policy.text},
        "deals": sheet.counted.deals,
        "seed": study.seed,
        **{part: data(getattr(sheet, part)) for part in ("seats", "turns", "blitz", "ends", "match")},
        "no_match": sheet.no_match or None,
        "readings": data(sheet.changed),
    }


def scores_points(rules: HomeRules) -> bool:
    """Tell whether points are scored, so that what is lost is below 0."""
    return rules.settle in ("classes", "best scores")


def _seats(sheet: Fairness) -> Iterator[Block]:
    study, players, level = sheet.study, sheet.study.players, f"{float(sheet.study.level):.0%}"
    yield Note(f"All {players} play by the policy: {study.policies[0].name}.")
    yield Note(
        f"simulated: {sheet.counted.deals:,} deals, seed {study.seed}; ± is half an interval of {level}", "note"
    )
    gap = sheet.seats[-1].lost.value - sheet.seats[0].lost.value
    match = (("deals a match", Cell(sheet.match.deals.value, TOKENS)),) if sheet.match else ()
    yield Headline(
        (
            ("dealer's loss a deal less the eldest's", Cell(gap, GAIN)),
            ("turns a deal", Cell(sheet.turns.value, TOKENS)),
            *match,
        )
    )
    scored = scores_points(sheet.rules)
    what = "points scored a deal" if scored else "tokens lost a deal"
    rows = (
        Row(
            (
                Cell(seat_name(seat.seat, players)),
                *pair(seat.lost, TOKENS, -1 if scored else 1),
                *pair(seat.knocks, OFTEN),
                *pair(seat.blitz, OFTEN),
            )
        )
        for seat in sheet.seats
    )
    heads = (*with_half("lost", what), *with_half("knocks", "knocks"), *with_half("blitz", "shows a blitz"))
    table = Table(columns(("seat", "seat"), *heads), tuple(rows), key="seats")
    yield table
    yield bars(table, "seat", "lost", what.capitalize(), "by seat")
    ends = ((f"ends by {kind}", often, OFTEN) for kind, often in sheet.ends.items() if often.value > 0)
    yield figure_list("a deal", [("turns", sheet.turns, TOKENS), *ends])


def how_made(match: Match) -> str:
    """Return in words how the figures of a match were found."""
    if match.deals.method == "solved":
        return "A match, solved as a chain over lives, over the simulated law of a deal"
    return f"{MATCHES:,} simulated matches: too many players for a chain over lives"


def _match(sheet: Fairness) -> Iterator[Block]:
    match, players = sheet.match, sheet.study.players
    if match is None:
        yield Note(sheet.no_match)
        return
    yield Note(how_made(match))
    rows = (Row((Cell(seat_name(seat, players)), *pair(win, OFTEN))) for seat, win in enumerate(match.win, 1))
    table = Table(columns(("seat", "seat in the first deal"), *with_half("win", "wins")), tuple(rows), key="wins")
    yield table
    yield bars(table, "seat", "win", "Wins a match", "by seat in the first deal")
    yield figure_list("a match", [("deals", match.deals, TOKENS)])
    if sheet.rules.settle == "lowest pays":
        yield _outlasts(match)


def _outlasts(match: Match) -> Table:
    seats = range(len(match.outlasts))
    rows = (
        Row((Cell(f"seat {i + 1}"), *(None if i == j else Cell(match.outlasts[i][j].value, TOKENS) for j in seats)))
        for i in seats
    )
    half = max(match.outlasts[i][j].half for i in seats for j in seats)
    heads = ((str(seat), f"seat {seat + 1}") for seat in seats)
    title = f"How often the row outlasts the column (± {half:.4f} at most)"
    return Table(columns(("seat", "seat"), *heads), tuple(rows), title)


def readings_deliverable(changes: tuple[Change, ...]) -> Deliverable:
    """Return what other readings change, for people and for programs; the largest change first.

    >>> import casino31
    >>> sheet = casino31.home_fairness("stop-the-bus", players=2, deals=500)
    >>> made = readings_deliverable(casino31.home_readings(sheet, deals=200))
    >>> made.record["readings"][0].keys() >= {"rule", "now", "other", "lost"}
    True
    """
    heading = Heading("What each rule changes", "Readings", HomeRules(), None)
    record = {"schema": "casino31.home.readings/1", "version": __version__, "readings": data(changes)}
    return answer(heading, _changed(changes), record)


def _changed(changes: Sequence[Change]) -> Iterator[Block]:
    deals = [change for change in changes if change.match is None]
    if deals:
        yield Note("Lost a deal more, by seat: the same cards under every other reading (simulated, 99 %).")
        seats = [(str(seat), f"seat {seat}") for seat in range(1, len(deals[0].lost) + 1)]
        rows = (
            Row(
                (
                    *_reading(change),
                    *(Cell(lost.value, GAIN) for lost in change.lost),
                    Cell(max(lost.half for lost in change.lost), TOKENS),
                )
            )
            for change in deals
        )
        table = Table(columns(*_READING, *seats, ("half", "±"), words=_WORDS), tuple(rows), key="changes")
        yield table
        yield bars(table, "other", seats[-1][0], "Lost a deal more by the dealer", "under another reading")
    if matches := [(change, change.match) for change in changes if change.match]:
        yield _other_matches(matches)


_READING = (("clause", "clause"), ("other", "reading"), ("now", "now"))
_WORDS = [key for key, _ in _READING]


def _reading(change: Change) -> tuple[Cell, ...]:
    return Cell(change.clause), Cell(f"{change.rule} = {change.other}"), Cell(change.now)


def _other_matches(matches: Sequence[tuple[Change, Match]]) -> Table:
    rows = (
        Row(
            (
                *_reading(change),
                *pair(match.deals, TOKENS._replace(digits=2)),
                *(Cell(win.value, OFTEN) for win in match.win),
                Cell(max(win.half for win in match.win), OFTEN),
            )
        )
        for change, match in matches
    )
    wins = ((f"win {seat}", f"seat {seat} wins") for seat in range(1, len(matches[0][1].win) + 1))
    heads = (*_READING, *with_half("deals", "deals"), *wins, ("half", "± "))
    title = f"Rules of the match ({matches[0][1].deals.method}, 99 %)"
    return Table(columns(*heads, words=_WORDS), tuple(rows), title)


def _made(sheet: Fairness) -> Table:
    study = sheet.study
    policy = [
        ("policy" * (not place), line) for place, line in enumerate(study.policies[0].text.strip().split("\n"))
    ]
    return texts(
        "", [*((name.replace("_", " "), told) for name, told in study.stated if name != "policies"), *policy]
    )
