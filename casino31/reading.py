"""A layout of any game from its file."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import cast

from casino31.declaration import Declaration
from casino31.layout import Layout
from casino31.layoutfile.document import Document
from casino31.layoutfile.fields import choice, date, known, listing, suggest, text, wrong_type
from casino31.layoutfile.filing import FILING, filing_facts
from casino31.layoutfile.payrows import StatedRow, pay_rows
from casino31.layoutfile.scan import KeyPath
from casino31.paytable import PUSH, OddsUnit, PayTable, complete, row_name
from casino31.pricing import worth_alone
from casino31.wagers import LabelReader, Wager

TOP = ("game", "title", "odds", "source", "date", "assumed", "rules", *FILING)


def read(game: Declaration, document: Document) -> Layout:
    """Return the layout that a file states; RulesError holds every fault of it, doubts become its warnings.

    A bet is offered when the file lists one of its wagers, or when all its wagers have standard pays.

    >>> from casino31.games import GAMES
    >>> layout = read(GAMES["31 Classic"], Document('''
    ... title = "Two rows"
    ... odds = "to one"
    ... source = "an example"
    ... [play]
    ... "17" = "push"
    ... "18-31" = 1
    ... '''))
    >>> layout.tables["play"].pays["31"], layout.tables["ante"].pays["17"], list(layout.bets)
    (Fraction(1, 1), Fraction(0, 1), ['main'])
    """
    keys = (*TOP, *(wager.name for wager in game.wagers))
    known(document, (), keys)
    known(document, ("rules",), tuple(game.readings), keys)
    title = text(document, ("title",), 'title = "the name of this layout"')
    source = text(document, ("source",), 'source = "who states these pays, and which are assumed"')
    day = date(document, ("date",))
    odds = _odds(game, document)
    unit = odds if document.get(("odds",)) == odds else None
    readings = {
        name: choice(document, ("rules", name), choices, choices[0]) for name, choices in game.readings.items()
    }
    listed = {
        wager.name: pay_rows(document, (wager.name,), label_reader(wager), unit)
        for wager in game.wagers
        if document.has((wager.name,))
    }
    bets = _offered(game, document, tuple(listed))
    wagers = tuple(wager for wager in game.wagers if any(wager.name in names for names in bets.values()))
    assumed = _assumed(document, listed)
    tables = {
        wager.name: _table(wager, listed.get(wager.name), assumed.get(wager.name, frozenset())) for wager in wagers
    }
    matters = {name: clause for name, (clause, needed) in game.open_readings.items() if set(needed) <= set(bets)}
    paper, at_table = filing_facts(document)
    layout = Layout(
        title,
        wagers,
        bets,
        tables,
        readings,
        odds,
        source,
        day,
        document.digest,
        document.text,
        matters,
        game.deal,
        paper,
        at_table,
    )
    if game.warn_table is not None:
        for name in listed:
            game.warn_table(document, layout, name, listed[name] or [])
    document.check()
    if game.warn_layout is not None:
        game.warn_layout(document, layout)
    warn_edges(game, document, layout)
    return layout


def _odds(game: Declaration, document: Document) -> OddsUnit:
    """The unit of the pays; a file that lists no pays at all need not say one."""
    told = 'under "to one" a winner gets the pay and his stake back, under "for one" the pay alone'
    lists = any(document.has((wager.name,)) for wager in game.wagers)
    default = None if lists or not _standard(game) else "to one"
    return cast(OddsUnit, choice(document, ("odds",), ("to one", "for one"), default, hint=told))


def _standard(game: Declaration) -> tuple[str, ...]:
    """The bets whose wagers all have standard pays."""
    standard = {wager.name for wager in game.wagers if wager.standard}
    return tuple(bet for bet, wagers in game.bets.items() if set(wagers) <= standard)


def _offered(game: Declaration, document: Document, listed: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The bets offered, in the game's order; a wager without pays that its bet needs is a fault."""
    standard = {wager.name for wager in game.wagers if wager.standard}
    bets = {
        bet: wagers
        for bet, wagers in game.bets.items()
        if set(wagers) <= standard or any(wager in listed for wager in wagers)
    }
    for wagers in bets.values():
        for wager in wagers:
            if wager not in listed and wager not in standard:
                there = next(wager for wager in wagers if wager in listed)
                found = f"[{there}] without [{wager}]"
                document.error("missing", (there,), found, "both: the two wagers are made together")
    if not bets:
        tables = [f'["{name}"]' if " " in name else f"[{name}]" for name in _needed(game)]
        expected = f"a table {', '.join(tables)}" + (" or both" if len(tables) == 2 else "")
        document.error("missing", (), "no pays", expected)
    return bets


def _needed(game: Declaration) -> list[str]:
    """The wagers whose pays a file must list for a bet to be offered."""
    return [wager.name for wager in game.wagers if not wager.standard]


def _assumed(document: Document, listed: Mapping[str, list[StatedRow] | None]) -> dict[str, frozenset[str]]:
    """The rows that the file says it assumes, by wager: ``assumed`` names a wager for all its rows, or a row."""
    path, example = ("assumed",), 'wagers or rows of this file: assumed = ["play"] or ["play.31"]'
    names = document.get(path)
    if names is None:
        return {}
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        wrong_type(document, path, example)
        return {}
    events: dict[str, frozenset[str]] = {}
    labels = {wager: [row.label for row in rows or ()] for wager, rows in listed.items()}
    there = [*labels, *(row_name(wager, label) for wager in labels for label in labels[wager])]
    for place, name in enumerate(names):
        wager, _, label = name.partition(".")
        if name in labels:
            events[name] = frozenset(labels[name])
        elif label in labels.get(wager, ()):
            events[wager] = events.get(wager, frozenset()) | {label}
        elif listed.get(wager, []) is not None:  # rows that could not be read have faults of their own
            document.error("assumed", (*path, place), f"{name!r}", example, suggest(name, there))
    return events


def _table(wager: Wager, rows: list[StatedRow] | None, assumed: Collection[str]) -> PayTable:
    given = [(row.label, row.events, row.pays) for row in rows or wager.standard]
    listed = {event for _, events, _ in given for event in events}
    for event, other in wager.within.items():
        if event not in listed:
            given = [(label, (*on, event) if other in on else on, pays) for label, on, pays in given]
    rest = wager.fixed if wager.staked else {**dict.fromkeys(wager.events, PUSH), **wager.fixed}
    return complete(wager.name, given, wager.events, wager.published, rest, assumed)


def label_reader(wager: Wager) -> LabelReader:
    """Return the reader of the rows of a wager: the game's own, or that of rows named after one event each."""
    if wager.label is not None:
        return wager.label
    payable = tuple(event for event in wager.events if event not in wager.fixed)

    def read_label(document: Document, path: KeyPath) -> tuple[str, tuple[str, ...]] | None:
        word = " ".join(str(path[-1]).lower().split())
        by_word = {event.lower(): event for event in payable}
        if word in by_word:
            return by_word[word], (by_word[word],)
        found = f"{path[-1]!r}, which is no event of {wager.name}"
        document.error("event", path, found, listing(payable), suggest(word, payable), "key")
        return None

    return read_label


def warn_edges(game: Declaration, document: Document, layout: Layout) -> None:
    """Add the warnings that the figures of a whole layout give: a player's edge, a strategy that always folds."""
    if game.census is None:
        return
    from casino31.pricing import optimal, price

    base = next(iter(layout.bets))
    for bet, wagers in layout.bets.items():
        won = worth_alone(game, layout, bet)
        if won > 0:
            found = f"a player edge of {float(won):.4%} on {bet}"
            place = next((wager for wager in reversed(wagers) if document.has((wager,))), wagers[-1])
            document.warning("edge", (place,), found, "an edge for the house", f"exactly {won} of the wager")
    strategy = optimal(game, layout, price(game.needs("census", "a check of the edge")(layout.terms), layout))[0]
    if set(strategy.actions.values()) == {"fold"}:
        place = layout.bets[base][-1]
        document.warning("folds", (place,), "pays so low that the best strategy folds every hand", "a game to play")
