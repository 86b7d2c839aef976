"""What a layout gives away: as text and as JSON, schema ``casino31.exposure/1``."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from casino31.answers import Rules
from casino31.cards import show
from casino31.decimals import decimal, number, percent, table
from casino31.game import Game
from casino31.paytable_design.breakage import Breakage, TableExposure, breakage
from casino31.paytable_design.counting import PENETRATIONS, Countability, countability
from casino31.paytable_design.exposure import SEAT, Effect, Exposure, Seen
from casino31.paytable_design.surface import Surface


@dataclass(frozen=True, eq=False)
class Sheet:
    """Everything that is said of one layout's exposure; computed when first asked for."""

    game: Game
    rules: Rules
    name: str
    share: Fraction | None = None
    """A share of hands in which the draw is seen, to be priced."""
    known: tuple[int, ...] = ()
    """Numbers of known cards to be priced, besides those of whole seats."""
    stakes: tuple[int, ...] = ()
    """Stakes in chips to be priced where pays are broken."""
    penetrations: tuple[Fraction, ...] = PENETRATIONS
    """Shares of the deck seen at which bets are counted."""

    @cached_property
    def bets(self) -> Mapping[str, Exposure]:
        """Each bet alone."""
        return {bet: Exposure(self.game, self.rules, (bet,)) for bet in self.rules.bets}

    @property
    def first(self) -> Exposure:
        """The bet that the draw and other hands are seen for: the layout's first."""
        return next(iter(self.bets.values()))

    @cached_property
    def removal(self) -> Mapping[str, Mapping[str, Effect]]:
        """By bet and rank."""
        return {bet: exposure.removal() for bet, exposure in self.bets.items()}

    @cached_property
    def draw(self) -> Mapping[str, Seen]:
        """By what is seen of the draw."""
        return self.first.draw_seen()

    @cached_property
    def collusion(self) -> Sequence[Fraction]:
        """The player's expectation by the number of other seats known; () where a hand has over two actions."""
        return self.first.collusion() if self.first.actions <= 2 else ()

    @cached_property
    def known_edges(self) -> Mapping[int, Fraction]:
        """The player's expectation by the number of cards known."""
        return self.first.known_cards(self.known) if self.known else {}

    @cached_property
    def counts(self) -> Mapping[str, Sequence[Countability]]:
        """Of each bet without a decision."""
        found = {bet: countability(exposure, self.penetrations) for bet, exposure in self.bets.items()}
        return {bet: rows for bet, rows in found.items() if rows is not None}

    @cached_property
    def broken(self) -> Mapping[str, Sequence[Breakage]]:
        """Of each bet that has a pay which some stake cannot be paid exactly."""
        found = {bet: breakage(Surface(self.game, self.rules, (bet,)), self.stakes) for bet in self.bets}
        return {bet: rows for bet, rows in found.items() if any(row.pays for row in rows)}

    @cached_property
    def table(self) -> TableExposure:
        """All seats with one unit on each bet."""
        return TableExposure(Exposure(self.game, self.rules, tuple(self.rules.bets)))


def exposure_object(sheet: Sheet) -> dict[str, Any]:
    """Return all figures: edges are the player's but for those named house edge.

    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> sheet = Sheet(file.game, file.rules, file.name)
    >>> exposure_object(sheet)["removal"]["natural 31"]["A"]["exact"]
    '-1808/38675'
    """
    whole: dict[str, Any] = {
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


def _effects(sheet: Sheet, place: int) -> dict[str, Any]:
    return {
        bet: {rank: number(effect[place]) for rank, effect in effects.items()}
        for bet, effects in sheet.removal.items()
    }


def _count(row: Countability) -> dict[str, Any]:
    return {
        "cards_seen": row.seen,
        "variance": number(row.variance),
        "standard_deviation": number(row.standard_deviation),
        "favourable": number(row.favourable),
        "gain": number(row.gain),
    }


def exposure_text(sheet: Sheet) -> str:
    """Return the same for the screen.

    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> sheet = Sheet(file.game, file.rules, file.name)
    >>> print(exposure_text(sheet).splitlines()[0])
    Natural 31 bonus: what it gives to an attentive player
    """
    head = f"{sheet.rules.title}: what it gives to an attentive player"
    parts = [head, _removal(sheet), _draw(sheet), _seats(sheet), _counting(sheet), _broken(sheet), _table(sheet)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _removal(sheet: Sheet) -> str:
    ranks = list(next(iter(sheet.removal.values())))
    heads = [name for bet in sheet.removal for name in (bet, "fixed strategy")]
    rows = [
        (rank, *(f"{decimal(100 * value)} %" for effects in sheet.removal.values() for value in effects[rank]))
        for rank in ranks
    ]
    title = (
        "Effect of removing one card: change of the player's edge, best strategy and fixed (exact; suits are alike)"
    )
    return f"{title}\n{table(('rank', *heads), rows)}"


def _draw(sheet: Sheet) -> str:
    bet = next(iter(sheet.bets))
    if not sheet.first.decides:
        return f"The bet {bet} has no decision: a draw or a neighbour's hand that is seen before it changes nothing"
    head = ["seen in every hand", "player's edge", "exact", "break-even share of hands"]
    if sheet.share is not None:
        head.append(f"seen in {percent(sheet.share, 2)}")
    rows = []
    for look, seen in sheet.draw.items():
        even = "never" if seen.break_even is None else percent(seen.break_even, 2)
        more = [] if sheet.share is None else [percent(seen.at(sheet.share, sheet.first.player_edge))]
        rows.append((f"draw's {look}" if look != "card" else "draw card", percent(seen.player_edge),
                     str(seen.player_edge), even, *more))  # fmt: skip
    return f"Seeing the draw before the decision, {bet} (exact)\n{table(head, rows)}"


def _seats(sheet: Sheet) -> str:
    bet = next(iter(sheet.bets))
    if not sheet.first.decides:
        return ""
    rows = [
        (f"{seats} other seats", str(SEAT * seats), percent(-edge), str(-edge))
        for seats, edge in enumerate(sheet.collusion)
    ]
    if not sheet.collusion and not sheet.known_edges:
        return f"Knowing the cards of other seats, {bet}: not priced for hands of {sheet.first.actions} actions"
    rows += [("any cards", str(count), percent(-edge), str(-edge)) for count, edge in sheet.known_edges.items()]
    title = f"Knowing the three cards of other seats, {bet} (exact: hypergeometric sums over the unseen cards)"
    return f"{title}\n{table(('', 'cards known', 'house edge', 'exact'), rows)}"


def _counting(sheet: Sheet) -> str:
    rows = [
        (bet, str(row.seen), f"{decimal(100 * row.standard_deviation)} %", percent(row.favourable, 2),
         percent(row.gain))
        for bet, counts in sheet.counts.items()
        for row in counts
    ]  # fmt: skip
    if not rows:
        return ""
    title = (
        "If the deck were dealt on: SD of the player's edge (exact); how often it favours him and what betting only"
    )
    head = ("bet", "cards seen", "SD of the edge", "favourable", "gain a round")
    return f"{title}\nthen wins (normal approximation, which rare large pays strain)\n{table(head, rows)}"


def _broken(sheet: Sheet) -> str:
    if not sheet.broken:
        return "Breakage: every pay is whole, so that chips break none"
    rows = [
        (bet, str(row.chips), percent(row.edge), ", ".join(f"{name} pays {pay}" for name, pay in row.pays.items()))
        for bet, broken in sheet.broken.items()
        for row in broken
    ]
    return f"Edge by the stake in chips, wins rounded down to chips (exact)\n{_left(rows)}"


def _left(rows: Sequence[tuple[str, ...]]) -> str:
    figures = table(("bet", "chips", "house edge"), [row[:3] for row in rows]).split("\n")
    return "\n".join(
        [*figures[:2], *(f"{line}  {row[3]}".rstrip() for line, row in zip(figures[2:], rows, strict=True))]
    )


def _table(sheet: Sheet) -> str:
    found = sheet.table
    proof = "no round costs more" if found.largest == found.bound else f"no round costs more than {found.bound}"
    lines = [f"  {show(*deal.cards):<14} {deal.wins}" for deal in found.dealt]
    bets = " and ".join(sheet.bets)
    title = (
        f"Largest exposure of a table, {found.seats} seats with one unit on {bets}: {found.largest} units ({proof})"
    )
    return "\n".join([title, *lines])
