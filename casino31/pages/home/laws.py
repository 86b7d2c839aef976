"""What is dealt in a home game, and what a player alone makes of some draws: every chance a fraction."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from casino31.home.exact.deal import DealLaw
from casino31.home.exact.draws import Draws
from casino31.home.rules import HomeRules
from casino31.page import NUMBER, PERCENT, WHOLE, Block, Cell, Figure, Note, Row, Table, figures
from casino31.pages.deliverable import Deliverable
from casino31.pages.home.frame import TOKENS, Heading, answer, bars, columns, data, stated
from casino31.serialize import JsonObject


def valued(rules: HomeRules) -> str:
    """Return what values the hands of a game.

    >>> valued(HomeRules())
    '52 cards, cards of one suit count, no three of a kind'
    """
    if rules.ranking == "brag":
        return f"{rules.deck} cards, hands of three-card brag"
    counted = "all cards count" if rules.ranking == "all" else "cards of one suit count"
    trips = "no three of a kind" if rules.trips == "none" else f"three of a kind {rules.trips}"
    return f"{rules.deck} cards, {counted}, {trips}"


def deal_deliverable(deal: DealLaw) -> Deliverable:
    """Return the law of dealt points and of one draw, for people and for programs.

    >>> import casino31
    >>> deal_deliverable(casino31.home_deal("scat")).record["points"]["31"]["exact"]
    '6/5525'
    """
    heading = Heading(f"{deal.rules.title}: what is dealt", "Dealt points", deal.rules, deal.game)
    return answer(heading, _deal_blocks(deal), _deal_object(deal))


def _deal_object(deal: DealLaw) -> JsonObject:
    return {
        "schema": "casino31.home.deal/1",
        **stated(deal.rules, deal.game),
        "method": "exact",
        "hands": deal.dealt.total,
        "ways": dict(deal.dealt.ways),
        "points": data(deal.dealt.points),
        "mean": data(deal.dealt.mean),
        "variance": data(deal.dealt.variance),
        "three_of_a_kind": data(deal.three_of_a_kind),
        "after_one_draw": data({"mean": deal.after_one_draw.mean, "points": deal.after_one_draw.points}),
    }


def _deal_blocks(deal: DealLaw) -> Iterator[Block]:
    hands, fours = deal.dealt.total, deal.after_one_draw.total
    yield Note(f"{valued(deal.rules)}; exact: {hands:,} hands; one draw later: {fours:,} sets of four")
    table = points_table(deal)
    yield table
    yield bars(table, "points", "dealt", "Dealt", "share of the hands")
    yield bars(table, "points", "later", "Held after one draw and the best discard", "share of the sets of four")
    means = [
        Figure("three of a kind", deal.three_of_a_kind, PERCENT, note=str(deal.three_of_a_kind)),
    ]
    if deal.dealt.mean is not None and deal.dealt.variance is not None and deal.after_one_draw.mean is not None:
        entries = {
            "mean": deal.dealt.mean,
            "variance": deal.dealt.variance,
            "mean after a card from the stock and the best discard": deal.after_one_draw.mean,
        }
        means = [*(Figure(label, value, NUMBER, note=str(value)) for label, value in entries.items()), *means]
    yield figures("", means)


def points_table(deal: DealLaw) -> Table:
    """Return how often each total is dealt, and held after one draw."""
    dealt, later = deal.dealt.points, deal.after_one_draw.points
    rows = [
        Row(
            (
                Cell(name),
                Cell(deal.dealt.ways.get(name, 0), WHOLE),
                *exactly(dealt.get(name, Fraction(0))),
                *exactly(later.get(name, Fraction(0))),
            )
        )
        for name in _held(deal)
    ]
    heads = (
        ("points", kind_or_points(deal.rules)),
        ("hands", "hands"),
        ("dealt", "dealt"),
        ("dealt exact", "exact"),
    )
    later_heads = (("later", "one draw later"), ("later exact", "exact"))
    return Table(columns(*heads, *later_heads), tuple(rows), key="deal")


def kind_or_points(rules: HomeRules) -> str:
    """Return by what hands are told apart."""
    return "kind" if rules.ranking == "brag" else "points"


def exactly(value: Fraction) -> tuple[Cell, Cell]:
    """Return a chance and its fraction."""
    return Cell(value, PERCENT), Cell(str(value))


def _held(deal: DealLaw) -> list[str]:
    """All totals that are dealt or drawn to, the lowest first."""
    dealt, later = list(deal.dealt.ways), list(deal.after_one_draw.points)
    if deal.dealt.ranking == "brag":
        return max(dealt, later, key=len)
    return sorted({*dealt, *later}, key=Fraction)


def draws_deliverable(draws: Draws) -> Deliverable:
    """Return the best play alone and what is proven beyond, for people and for programs.

    >>> import casino31
    >>> draws_deliverable(casino31.home_draws("dutch", draws=1)).record["within"]["1"]["exact"]
    '83/4495'
    """
    heading = Heading(f"{draws.rules.title}: one player alone with the stock", "Draws", draws.rules, draws.game)
    return answer(heading, _draws_blocks(draws), _draws_object(draws))


def _draws_object(draws: Draws) -> JsonObject:
    return {
        "schema": "casino31.home.draws/1",
        **stated(draws.rules, draws.game),
        "method": "exact",
        "within": data(draws.within),
        "expected_points": data(draws.expected_points),
        "bounds": {
            str(many): {**data(bounds), "cards_seen": data(draws.reach.within[many].at_most)}
            for many, bounds in draws.bounds.items()
        },
        "points_at_most": data(draws.points_at_most),
        "draws_to_31": {
            "at_least": data(draws.reach.fewest),
            "suit_named_before_the_deal": data(draws.reach.named_before),
            "named_after_one_draw": data(draws.reach.named_after),
        },
    }


def _draws_blocks(draws: Draws) -> Iterator[Block]:
    yield Note(f"{valued(draws.rules)}; thrown cards are gone for good; exact: the best play of all")
    rows = [
        Row(
            (
                Cell(many, WHOLE),
                Cell(points := draws.expected_points[many], NUMBER),
                Cell(str(points)),
                *exactly(draws.within[many]),
            )
        )
        for many in draws.within
    ]
    heads = (("draws", "draws"), ("points", "best expected points"), ("points exact", "exact"))
    yield Table(columns(*heads, ("within", "best chance of 31"), ("within exact", "exact")), tuple(rows))
    beyond = [many for many in draws.bounds if many not in draws.within]
    if beyond:
        table = _beyond(draws, beyond)
        yield table
        yield bars(table, "draws", "least", "31 within some draws", "what some play attains")
    reach = draws.reach
    after = "a suit named after the first draw" if reach.named_before is not None else "an ace and two tens kept"
    waits = {
        "no play needs fewer than": reach.fewest,
        "a suit named before the deal": reach.named_before,
        after: reach.named_after,
    }
    listed = [Figure(label, value, NUMBER, note=str(value)) for label, value in waits.items() if value is not None]
    yield figures("Draws to 31 on average", listed)


def _beyond(draws: Draws, beyond: list[int]) -> Table:
    attained = draws.expected_points[max(draws.within)]
    rows = []
    for many in beyond:
        bounds, most = draws.bounds[many], draws.points_at_most.get(many)
        chances = (Cell(bounds.at_least, PERCENT), Cell(bounds.at_most, PERCENT), Cell(attained, TOKENS))
        rows.append(Row((Cell(many, WHOLE), *chances, None if most is None else Cell(most, TOKENS))))
    heads = (("draws", "draws"), ("least", "31 at least"), ("most", "31 at most"))
    points = (("points least", "points at least"), ("points most", "points at most"))
    title = "Beyond: what some play attains, and what no play passes"
    return Table(columns(*heads, *points), tuple(rows), title, "beyond")
