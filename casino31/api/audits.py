"""Audits: logged hands, deck orders, par sheets and published tables held against the exact figures."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from casino31.api.layouts import Bets, LayoutLike, analyse, layout_of
from casino31.atomic_file import alone
from casino31.exact import Number, exact, level, positive
from casino31.faults import SelfCheckError
from casino31.version import __version__

if TYPE_CHECKING:
    from casino31.audit.hands.answer import LogAudit
    from casino31.audit.hands.guess import Guess
    from casino31.audit.hands.log_settlement import LogSettlement
    from casino31.audit.selftest import AuditSelfTest
    from casino31.audit.shuffles.shuffle import ShuffleAudit
    from casino31.audit.tables.against import GameWagers
    from casino31.audit.tables.columns import Printed
    from casino31.audit.tables.table import TableAudit
    from casino31.audit.workbooks.parsheet import ParSheetAudit
    from casino31.paytable import OddsUnit
    from casino31.rulesfile import RulesFile

    AnyAudit: TypeAlias = LogAudit | TableAudit | ShuffleAudit | ParSheetAudit | AuditSelfTest


Files: TypeAlias = str | Path | Sequence[str | Path]
"""One file or several."""


def _paths(files: Files) -> list[Path]:
    return [Path(files)] if isinstance(files, str | Path) else list(map(Path, files))


def audit_log(
    files: Files,
    layout: LayoutLike,
    *,
    schema: str | Path | None = None,
    by: Sequence[str] = (),
    confidence: Number = "99%",
    detect: Number = "33%",
    checkpoint: str | Path | None = None,
    objective: Bets | None = None,
) -> LogAudit:
    """Return the audit of a log: each payout to the cent, and the dealt cards against the exact distribution.

    ``by`` names columns whose groups are also tested by themselves; ``confidence`` is the level of the one decision
    over all tests, ``detect`` the change of edge, as a share of an initial wager, that the log must show.
    A ``checkpoint`` file keeps the counts: files counted before are left out, and the decision keeps its level
    however often one looks. ``verdict.conforms`` is None where the hands are too few. RulesError for a faulty
    layout, schema or log; ValueError for a share out of range, and while another audit writes the checkpoint;
    OSError when it cannot be written; SelfCheckError when a hand ends as the exact distribution says none can.

    >>> import casino31, pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     log = pathlib.Path(folder, "hands.csv")
    ...     written = log.write_text("cards,natural 31,paid\\nAs Ks Qs,1,201\\n2c 3d 5h,1,1\\n")
    ...     casino31.audit_log(log, "natural-31").verdict.problems[0].message
    'paid 1.00, the pay table says 0.00'
    """
    from casino31.audit.hands.checkpoint import restore, save
    from casino31.audit.hands.log import LogAuditor
    from casino31.audit.hands.schema import read_schema

    sure, reach = level(confidence), level(detect)
    settlement = _settlement(layout_of(layout), objective)
    auditor = LogAuditor(settlement, read_schema(Path(schema) if schema else None), list(by))
    kept = Path(checkpoint) if checkpoint else None
    with alone(*([] if kept is None else [kept])):
        if kept is not None and os.path.exists(kept):
            restore(auditor, kept)
        try:
            for path in _paths(files):
                auditor.read(path, (lambda state: save(state, kept)) if kept is not None else None)
        except RuntimeError as error:
            raise SelfCheckError(str(error)) from error
    return auditor.answer(sure, kept is not None, reach)


def _settlement(file: RulesFile, objective: Bets | None = None) -> LogSettlement:
    """A layout made ready for logs."""
    from casino31.audit.hands.banker import BankerSettlement
    from casino31.audit.hands.in_a_row import settlement_of

    if file.game.solver is None:
        return settlement_of(file.game, analyse(file, objective=objective))
    if objective is not None:
        raise ValueError(f"--objective is for games with a pay table: {file.game.name} has none")
    return BankerSettlement(file.game, file.rules)


def guess_schema(log: str | Path, layout: LayoutLike) -> Guess:
    """Return the schema that explains the first rows of a log best, as TOML, and how many of them it settles.

    Columns are told by their names, and by which reading of them pays as the layout says. RulesError where no
    reading does, or the file is no log.

    >>> import casino31, pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     log = pathlib.Path(folder, "hands.csv")
    ...     written = log.write_text("Hand;Stake;Win\\nAs Ks Qs;1;201\\n2c 3d 5h;1;0\\n")
    ...     casino31.guess_schema(log, "natural-31").toml.splitlines()[1:]
    ['cards = "Hand"', '"natural 31" = "Stake"', 'paid = "Win"']
    """
    from casino31.audit.hands.guess import guess

    return guess(Path(log), _settlement(layout_of(layout)))


def audit_parsheet(
    workbook: str | Path,
    layout: LayoutLike | None = None,
    *,
    mix: Mapping[str, Number] | None = None,
) -> ParSheetAudit:
    """Return the audit of a par-sheet workbook of this program: each altered, stale or missing cell.

    The workbook is made anew from ``layout``, else from the shipped layout with its digest, else from its own
    words. ``mix`` are the units by bet of a stake that it does not state. RulesError when the file is no such
    workbook, is not of ``layout``, or the layout is faulty.

    >>> import casino31
    >>> casino31.audit_parsheet("no-such-sheet.xlsx")
    Traceback (most recent call last):
      ...
    casino31.faults.RulesError: no-such-sheet.xlsx: error[file]: it cannot be read: ...
    """
    from casino31.api.rebuild import look_at_layout, rebuilder
    from casino31.audit.workbooks.parsheet import audit_parsheet as audit
    from casino31.rulesfile import load

    given = load(layout) if isinstance(layout, str | Path) else layout
    units = {bet: exact(amount) for bet, amount in (mix or {}).items()}
    path = Path(workbook)
    look = None if given is None else partial(look_at_layout, path, given)
    return audit(path, rebuilder(given, units, path.parent), __version__, look)


def audit_table(
    table: str | Path,
    *,
    total: int | None = None,
    unit: OddsUnit | None = None,
    edge: str | Printed | None = None,
    stake: Number | None = None,
    minimum_return: Number | None = None,
    game: LayoutLike | None = None,
    wager: str | None = None,
) -> TableAudit:
    """Return the audit of a published return table of any game, its figures worked out anew.

    ``table`` is a file (CSV, text or .xlsx), or the table itself where it has several lines. ``total`` outcomes,
    the ``unit`` of the pays, the ``stake`` of a round in that unit and the printed house ``edge`` may come from
    elsewhere on the page; ``minimum_return`` is the least that a regulator allows. ``game``, a game's name or a
    layout, holds the rows against its exact counts, of one ``wager`` or of the one that knows most rows.
    ``verdict.conforms`` is None where the table does not say enough. RulesError when it cannot be read without
    guessing; ValueError for an edge, a stake or a return that is no number, a game or a wager that there is not.

    >>> import casino31
    >>> casino31.audit_table("event,pays (for 1),ways\\nmatch,15.3,1\\nno match,0,16", edge="4.12%").house_edge
    Fraction(1, 10)
    """
    from casino31.audit.tables.reading import PageFacts
    from casino31.audit.tables.table import audit_file, audit_text

    printed = printed_edge(edge) if isinstance(edge, str) else edge
    units = None if stake is None else positive(stake, "10 or 2.5")
    least = None if minimum_return is None else level(minimum_return, "75% or 0.75")
    page = PageFacts(total, unit, printed, units, least)
    counts = None if game is None else _wagers(game, wager)
    if isinstance(table, str) and "\n" in table:
        return audit_text(table, page, counts)
    return audit_file(Path(table), page, counts)


def _wagers(game: LayoutLike, wager: str | None) -> GameWagers:
    """The exact counts of a game, of its first shipped layout where a game is named."""
    from casino31.audit.tables.against import GameWagers

    file = _layout_of_game(game)
    lines = {name: {line.label: line.events for line in table.lines} for name, table in file.rules.tables.items()}
    if file.game.solver is not None:
        outcomes, decided = file.game.sides.outcomes(file.rules, file.folder), True
    else:
        analysis = analyse(file)
        outcomes, decided = analysis.outcomes, bool(analysis.strategy.actions)
    if wager is not None and wager not in outcomes.wagers:
        raise ValueError(f"{wager!r} is no wager of {file.game.name}: it has {', '.join(outcomes.wagers)}")
    return GameWagers(f"{file.game.name} ({file.name})", outcomes, lines, wager, decided)


def _layout_of_game(game: LayoutLike) -> RulesFile:
    """A layout, or the first shipped one of the game that is named."""
    from casino31.games import GAMES
    from casino31.rulesfile import load, shipped_layouts

    if isinstance(game, str):
        known = {name.lower(): listed for name, listed in GAMES.items()}
        if game.lower() in known:
            # a layout is named after its game; the shortest name states the least
            slug = game.lower().replace(" ", "-")
            names = [
                shipped_layout.name
                for shipped_layout in shipped_layouts()
                if shipped_layout.game is known[game.lower()]
            ]
            return load(min(names, key=lambda name: (slug not in name, len(name))))
    return layout_of(game)


def printed_edge(text: str, where: str = "the printed edge") -> Printed:
    """Return a house edge as it is printed; ValueError when it is no number.

    >>> printed_edge("4.12%").amount.value
    Fraction(103, 2500)
    """
    from casino31.audit.tables.cells import CellError, ReadCell, amount
    from casino31.audit.tables.columns import Printed

    try:
        return Printed(where, text, amount(ReadCell(where, text)))
    except CellError as error:
        raise ValueError(str(error)) from error


def audit_shuffle(files: Files, *, decks: int | None = None, confidence: Number = "99%") -> ShuffleAudit:
    """Return the audit of deck orders: complete, and random by one decision over all tests.

    A file has one shuffle a line: cards such as As, or 0 to 51. ``decks`` says how many a
    shoe has: one, unless named.
    ``verdict.conforms`` is None where the shuffles are too few. RulesError for a file without shuffles; ValueError
    for a level out of range.

    >>> import casino31, pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     orders = pathlib.Path(folder, "orders.txt")
    ...     written = orders.write_text(" ".join(map(str, range(52))))
    ...     casino31.audit_shuffle(orders).shuffles
    1
    """
    from casino31.audit.shuffles.reading import read_shuffles
    from casino31.audit.shuffles.shuffle import Shuffles

    sure = level(confidence)
    shuffles = Shuffles(decks)
    for path in _paths(files):
        read_shuffles(path, shuffles)
    return shuffles.answer(sure)


def audit_selftest(
    layout: LayoutLike | None = None,
    *,
    repeats: int = 20,
    hands: int = 100_000,
    progress: Callable[[int, int], None] | None = None,
) -> AuditSelfTest:
    """Return how the audits' own tests do: false alarms on fair shuffles and honest players, and what they find.

    Players are dealt on ``layout``, by default the first that is shipped: ``repeats`` logs of ``hands`` hands for
    each cheat and share. The smallest share that is found in nine logs of ten is returned. ``progress`` is told the
    logs dealt so far, and the most there can be.

    >>> import casino31
    >>> casino31.audit_selftest("no-such-layout")
    Traceback (most recent call last):
      ...
    casino31.faults.RulesError: ...
    """
    from casino31.audit.hands.cheats import selftest as of_players
    from casino31.audit.hands.log import LogAuditor
    from casino31.audit.hands.schema import Schema
    from casino31.audit.selftest import AuditSelfTest
    from casino31.audit.shuffles.selftest import selftest as of_shuffles
    from casino31.rulesfile import shipped

    file = layout_of(next(iter(shipped())) if layout is None else layout)
    auditor = LogAuditor(_settlement(file), Schema())
    players = of_players(auditor, repeats=repeats, hands=hands, progress=progress)
    return AuditSelfTest(of_shuffles(), players)
