"""What is allowed in a layout of 31 Classic and yet may not be meant: the warnings."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from casino31.games.classic_31.rules import BONUS, MINI_ROYAL, TRIPS
from casino31.layout import Layout
from casino31.layoutfile.document import Document
from casino31.layoutfile.payrows import StatedRow
from casino31.paytable import show_pay


def warn_table(document: Document, layout: Layout, wager: str, rows: Sequence[StatedRow]) -> None:
    """Add the warnings that the rows of one pay table give: idle rows, gaps, and pays that fall.

    >>> from casino31.rulesfile import parse
    >>> top = 'game = "31 Classic"\\ntitle = "T"\\nsource = "me"\\nodds = "to one"\\n'
    >>> sorted({fault.code for fault in parse(top + '["natural 31"]\\n20 = 3\\n21 = 2\\n').warnings})
    ['falls', 'unlisted']
    """
    trips, unit = layout.readings["trips"], layout.odds
    row_of = {event: row for row in rows for event in row.events}
    listed = [total for total in range(3, 32) if str(total) in row_of]
    trips_count = wager == BONUS or trips not in ("points", "none")
    if TRIPS in row_of and not trips_count:
        found = f'a row for trips, which trips = "{trips}" never pays'
        document.warning(
            "idle", row_of[TRIPS].path, found, "rows that can be paid", "another reading of trips pays it"
        )
    if not listed:
        return
    _warn_gaps(document, wager, row_of, listed, trips_count)
    ladder = [row_of[str(total)] for total in listed]
    if MINI_ROYAL in row_of:
        ladder.append(row_of[MINI_ROYAL])
    steps = list(pairwise(ladder))
    if (
        TRIPS in row_of and trips_count
    ):  # where trips stand among the totals is the designer's choice, but for the two ends
        steps.append((ladder[0], row_of[TRIPS]))
        if MINI_ROYAL in row_of:
            steps.append((row_of[TRIPS], row_of[MINI_ROYAL]))
    for worse, better in steps:
        if better.pays < worse.pays:
            found = (
                f"{better.label} pays {show_pay(better.pays, unit)}, less than {worse.label}: "
                f"{show_pay(worse.pays, unit)}"
            )
            document.warning("falls", better.path, found, "pays that rise with the hand", on="value")


def _warn_gaps(
    document: Document, wager: str, row_of: Mapping[str, StatedRow], listed: Sequence[int], trips_count: bool
) -> None:
    """Totals that are not listed lose: between listed ones, or above, that is seldom meant."""
    for below, above in pairwise(listed):
        if above - below > 1:
            _warn_gap(document, row_of[str(above)].path, "gap", _label(below + 1, above - 1))
    if wager != BONUS and listed[0] > 17:
        _warn_gap(document, (wager,), "unlisted", _label(17, listed[0] - 1))
    if listed[-1] < 31:
        _warn_gap(document, (wager,), "unlisted", _label(listed[-1] + 1, 31))
    for event in (TRIPS, MINI_ROYAL):
        if event not in row_of and (event == MINI_ROYAL or trips_count):
            _warn_gap(document, (wager,), "unlisted", event)


def _warn_gap(document: Document, path: tuple[str | int, ...], code: str, label: str) -> None:
    found = f"no row for {label}, so it loses"
    document.warning(code, path, found, "a row for each better hand", f'if it is meant, write "{label}" = "lose"')


def _label(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}-{high}"
