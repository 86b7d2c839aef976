"""What a layout gives away, schema ``casino31.exposure/1``."""

from collections.abc import Iterator

from casino31.cards import show
from casino31.decimals import number, percent
from casino31.page import PERCENT, PLAIN, SHARE, WHOLE, Block, Cell, Column, Note, Row, Table, Unit
from casino31.pages.deliverable import Deliverable, answered
from casino31.pages.questions import answer_report
from casino31.paytable_design.counting import Countability
from casino31.paytable_design.exposure import SEAT
from casino31.paytable_design.exposure_sheet import ExposureSheet
from casino31.serialize import JsonObject

FREQUENCY = Unit("share", 2)


def exposure_deliverable(sheet: ExposureSheet) -> Deliverable:
    """Return what a layout gives away, for people and for programs.

    >>> import casino31
    >>> exposure_deliverable(casino31.exposure("natural-31")).record["removal"]["natural 31"]["A"]["exact"]
    '-1808/38675'
    """
    heading = f"{sheet.rules.title}: what it gives to an attentive player"
    return answered(
        lambda: answer_report(heading, "Exposure", sheet.rules, tuple(_blocks(sheet))), lambda: _object(sheet)
    )


def _object(sheet: ExposureSheet) -> JsonObject:
    """All figures: edges are the player's but for those named house edge."""
    whole: JsonObject = {
        "schema": "casino31.exposure/1",
        "game": sheet.game.name,
        "title": sheet.rules.title,
        "paytable": sheet.name,
        "paytable_sha256": sheet.rules.digest,
        "rules": dict(sheet.rules.readings),
        "method": "exact; the normal approximation where countability says favourable and gain",
        "player_edge": {bet: number(exposure.player_edge) for bet, exposure in sheet.bets.items()},
        "removal": _effects(sheet, 0),
        "removal_fixed_strategy": _effects(sheet, 1),
        "draw_seen": {look: number(seen.player_edge) for look, seen in sheet.draw.items()},
        "draw_seen_break_even": {look: number(seen.break_even) for look, seen in sheet.draw.items()},
        "collusion": [
            {"seats": seats, "known_cards": SEAT * seats, "house_edge": number(-edge)}
            for seats, edge in enumerate(sheet.collusion)
        ],
        "countability": {bet: [_count(row) for row in rows] for bet, rows in sheet.counts.items()},
        "breakage": {
            bet: [{"chips": row.chips, "house_edge": number(row.edge)} for row in rows]
            for bet, rows in sheet.broken.items()
        },
        "largest_table_exposure": {
            "seats": sheet.table.seats,
            "units": number(sheet.table.largest),
            "bound": number(sheet.table.bound),
            "proven_largest": sheet.table.largest == sheet.table.bound,
            "deal": [{"cards": show(*deal.cards), "wins": number(deal.wins)} for deal in sheet.table.dealt],
        },
    }
    if sheet.share is not None:
        whole["draw_seen_in"] = {
            "share": number(sheet.share),
            **{look: number(seen.at(sheet.share, sheet.first.player_edge)) for look, seen in sheet.draw.items()},
        }
    if sheet.known:
        whole["known_cards"] = [
            {"known_cards": count, "house_edge": number(-edge)} for count, edge in sheet.known_edges.items()
        ]
    return whole


def _effects(sheet: ExposureSheet, place: int) -> JsonObject:
    return {
        bet: {rank: number(effect[place]) for rank, effect in effects.items()}
        for bet, effects in sheet.removal.items()
    }


def _count(row: Countability) -> JsonObject:
    return {
        "cards_seen": row.seen,
        "variance": number(row.variance),
        "standard_deviation": number(row.standard_deviation),
        "favourable": number(row.favourable),
        "gain": number(row.gain),
    }


def _blocks(sheet: ExposureSheet) -> Iterator[Block]:
    yield _removal(sheet)
    yield _draw(sheet)
    if sheet.first.decides:
        yield _seats(sheet)
    if sheet.counts:
        yield from _counting(sheet)
    yield _broken(sheet)
    yield from _table(sheet)


def _removal(sheet: ExposureSheet) -> Table:
    ranks = list(next(iter(sheet.removal.values())))
    columns = [Column("rank", "rank", "left")]
    for bet in sheet.removal:
        columns += [Column(bet, bet), Column(f"{bet} fixed", "fixed strategy")]
    rows = (
        Row((Cell(rank), *(Cell(value, SHARE) for effects in sheet.removal.values() for value in effects[rank])))
        for rank in ranks
    )
    title = (
        "Effect of removing one card: change of the player's edge, best strategy and fixed (exact; suits are alike)"
    )
    return Table(tuple(columns), tuple(rows), title, "removal")


def _draw(sheet: ExposureSheet) -> Block:
    bet = next(iter(sheet.bets))
    if not sheet.first.decides:
        return Note(
            f"The bet {bet} has no decision: a draw or a neighbour's hand that is seen before it changes nothing"
        )
    columns = [
        Column("seen", "seen in every hand", "left"),
        Column("edge", "player's edge"),
        Column("exact", "exact", tone="exact"),
        Column("even", "break-even share of hands"),
    ]
    if sheet.share is not None:
        columns.append(Column("share", f"seen in {percent(sheet.share, 2)}"))
    rows = []
    for look, seen in sheet.draw.items():
        cells = [Cell(f"draw's {look}" if look != "card" else "draw card"), Cell(seen.player_edge, PERCENT)]
        cells.append(Cell(str(seen.player_edge)))
        cells.append(Cell("never") if seen.break_even is None else Cell(seen.break_even, FREQUENCY))
        if sheet.share is not None:
            cells.append(Cell(seen.at(sheet.share, sheet.first.player_edge), PERCENT))
        rows.append(Row(tuple(cells)))
    return Table(tuple(columns), tuple(rows), f"Seeing the draw before the decision, {bet} (exact)", "draw")


def _seats(sheet: ExposureSheet) -> Block:
    bet = next(iter(sheet.bets))
    if not sheet.collusion and not sheet.known_edges:
        return Note(
            f"Knowing the cards of other seats, {bet}: not priced for hands of {sheet.first.actions} actions"
        )
    known = [
        (f"{seats} other seat{'s' * (seats != 1)}", SEAT * seats, edge)
        for seats, edge in enumerate(sheet.collusion)
    ]
    known += [("any cards", count, edge) for count, edge in sheet.known_edges.items()]
    rows = (
        Row((Cell(whose), Cell(count, WHOLE), Cell(-edge, PERCENT), Cell(str(-edge))))
        for whose, count, edge in known
    )
    columns = (
        Column("whose", "whose cards", "left"),
        Column("cards", "cards known"),
        Column("edge", "house edge"),
        Column("exact", "exact", tone="exact"),
    )
    title = f"Knowing the three cards of other seats, {bet} (exact: hypergeometric sums over the unseen cards)"
    return Table(columns, tuple(rows), title, "seats")


def _counting(sheet: ExposureSheet) -> Iterator[Block]:
    rows = tuple(
        Row(
            (
                Cell(bet),
                Cell(count.seen, WHOLE),
                Cell(count.standard_deviation, SHARE),
                Cell(count.favourable, FREQUENCY),
                Cell(count.gain, PERCENT),
            )
        )
        for bet, counts in sheet.counts.items()
        for count in counts
    )
    columns = (
        Column("bet", "bet", "left"),
        Column("seen", "cards seen"),
        Column("sd", "SD of the edge"),
        Column("favourable", "favourable"),
        Column("gain", "gain a round"),
    )
    yield Table(columns, rows, "If the deck were dealt on: the player's edge by cards seen", "counting")
    yield Note(
        "The SD of the player's edge is exact; how often the deck favours him, and what betting only then wins a "
        "round, is the normal approximation, which rare large pays strain.",
        "note",
    )


def _broken(sheet: ExposureSheet) -> Block:
    if not sheet.broken:
        return Note("Breakage: every pay is whole, so that chips break none")
    rows = tuple(
        Row(
            (
                Cell(bet),
                Cell(stake.chips, WHOLE),
                Cell(stake.edge, PERCENT),
                Cell(", ".join(f"{name} pays {pay}" for name, pay in stake.pays.items())),
            )
        )
        for bet, stakes in sheet.broken.items()
        for stake in stakes
    )
    columns = (
        Column("bet", "bet", "left"),
        Column("chips", "chips"),
        Column("edge", "house edge"),
        Column("pays", "pays in chips", "left"),
    )
    return Table(columns, rows, "Edge by the stake in chips, wins rounded down to chips (exact)", "breakage")


def _table(sheet: ExposureSheet) -> Iterator[Block]:
    worst = sheet.table
    proof = "no round costs more" if worst.largest == worst.bound else f"no round costs more than {worst.bound}"
    bets = " and ".join(sheet.bets)
    title = (
        f"Largest exposure of a table, {worst.seats} seats with one unit on {bets}: {worst.largest} units ({proof})"
    )
    columns = (Column("cards", "cards", "left"), Column("wins", "wins, units"))
    rows = tuple(Row((Cell(show(*deal.cards)), Cell(deal.wins, PLAIN))) for deal in worst.dealt)
    yield Table(columns, rows, title, "table")
