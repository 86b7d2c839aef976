"""The exact laws of a home game as text and as JSON: every chance a fraction beside its decimals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from casino31.decimals import decimal, number, percent, table
from casino31.home.exact.announcement import Announcement
from casino31.home.exact.deal import DealLaw, PointsLaw
from casino31.home.exact.draws import Draws
from casino31.home.exact.knock import FirstKnock
from casino31.home.exact.showdown import Showdown
from casino31.home.reader import HomeGame
from casino31.home.rules_form import rules_stated
from casino31.serialize import JsonObject


def _head(game: HomeGame, how: str) -> str:
    """Return the first line: the game, what values its hands, and how the figures were made."""
    rules = game.rules
    valued = [f"{rules.deck} cards"]
    if rules.ranking == "brag":
        valued.append("hands of three-card brag")
    else:
        valued.append("all cards count" if rules.ranking == "all" else "cards of one suit count")
        valued.append("no three of a kind" if rules.trips == "none" else f"three of a kind {rules.trips}")
    return f"{rules.title}: {', '.join(valued)}\n{how}"


def deal_text(game: HomeGame, law: DealLaw) -> str:
    """Return the law of dealt points and of one draw."""
    dealt, later = law.dealt, law.after_one_draw.points
    rows = [
        (
            name,
            f"{law.dealt.ways.get(name, 0):,}",
            percent(law.dealt.points.get(name, Fraction(0))),
            percent(chance),
        )
        for name, chance in _merged(law.dealt, later)
    ]
    told = _head(game, f"exact: {dealt.total:,} hands; one draw later: {law.after_one_draw.total:,} sets of four")
    first = "kind" if game.rules.ranking == "brag" else "points"
    parts = [told, table((first, "hands", "dealt", "one draw later"), rows)]
    if law.dealt.mean is not None and law.dealt.variance is not None:
        parts.append(
            f"  mean {_exact(law.dealt.mean)}, variance {_exact(law.dealt.variance)}\n"
            f"  mean one draw later {_exact(law.after_one_draw.mean)}: a card from the stock and the best discard"
        )
    parts.append(f"  three of a kind {law.three_of_a_kind} ({percent(law.three_of_a_kind)})")
    return "\n\n".join(parts)


def deal_object(game: HomeGame, law: DealLaw) -> JsonObject:
    """Return the object of ``home deal --json``."""
    return {
        "schema": "casino31.home.deal/1",
        **rules_stated(game),
        "method": "exact",
        "hands": law.dealt.total,
        "ways": dict(law.dealt.ways),
        "points": _numbers(law.dealt.points),
        "mean": number(law.dealt.mean),
        "variance": number(law.dealt.variance),
        "three_of_a_kind": number(law.three_of_a_kind),
        "after_one_draw": {
            "mean": number(law.after_one_draw.mean),
            "points": _numbers(law.after_one_draw.points),
        },
    }


def draws_text(game: HomeGame, found: Draws) -> str:
    """Return the best play alone, and what is proven beyond."""
    rows = [
        (str(draws), _exact(found.expected_points[draws]), _exact(found.within[draws])) for draws in found.within
    ]
    parts = [
        _head(game, "one player alone with the stock, thrown cards gone for good; exact: the best play of all"),
        table(("draws", "best expected points", "best chance of 31"), rows),
    ]
    beyond = {draws: each for draws, each in found.bounds.items() if draws not in found.within}
    if beyond:
        bounds = [
            (
                str(draws),
                percent(each.at_least),
                percent(each.at_most),
                decimal(found.expected_points[max(found.within)], 4),
                decimal(found.points_at_most[draws], 4) if draws in found.points_at_most else "–",
            )
            for draws, each in beyond.items()
        ]
        parts.append(
            "Beyond: what some play attains, and what no play passes\n"
            + table(("draws", "31 at least", "31 at most", "points at least", "points at most"), bounds)
        )
    reach = found.reach
    waits = [f"Draws to 31: no play needs fewer than {_exact(reach.fewest)} on average"]
    if reach.named_before is not None:
        waits.append(f"  a suit named before the deal: {_exact(reach.named_before)}")
    named = "a suit named after the first draw" if reach.named_before is not None else "an ace and two tens kept"
    waits.append(f"  {named}: {_exact(reach.named_after)}")
    return "\n\n".join([*parts, "\n".join(waits)])


def draws_object(game: HomeGame, found: Draws) -> JsonObject:
    """Return the object of ``home draws --json``."""
    return {
        "schema": "casino31.home.draws/1",
        **rules_stated(game),
        "method": "exact",
        "within": _numbers(found.within),
        "expected_points": _numbers(found.expected_points),
        "bounds": {
            str(draws): {
                "at_least": number(each.at_least),
                "at_most": number(each.at_most),
                "cards_seen": number(found.reach.within[draws].at_most),
            }
            for draws, each in found.bounds.items()
        },
        "points_at_most": _numbers(found.points_at_most),
        "draws_to_31": {
            "at_least": number(found.reach.fewest),
            "suit_named_before_the_deal": number(found.reach.named_before),
            "named_after_one_draw": number(found.reach.named_after),
        },
    }


def knock_text(game: HomeGame, found: FirstKnock) -> str:
    """Return the law of the first knock."""
    how = f"a knock before anybody has drawn, against one opponent; exact: {found.deals:,} ordered deals"
    parts = [_head(game, how), f"The opponent: {found.opponent}.", _showdowns(game, found.rows)]
    if found.no_blitz:
        parts.append(
            "  Deals in which the opponent is dealt a blitz are left out: they end at once. The knocker's own\n"
            "  blitz would end the deal too; its row says what it would be worth as a knock."
        )
    return "\n\n".join(parts)


def knock_object(game: HomeGame, found: FirstKnock) -> JsonObject:
    """Return the object of ``home knock --json``."""
    return {
        "schema": "casino31.home.knock/1",
        **rules_stated(game),
        "method": "exact",
        "players": 2,
        "opponent": found.opponent,
        "deals": found.deals,
        "dealt_blitz_left_out": found.no_blitz,
        "rows": _rows(found.rows),
    }


def announcement_text(game: HomeGame, found: Announcement) -> str:
    """Return how an announced hand fares against one that nobody has seen."""
    how = f"a hand announced at once against one other dealt hand; exact: {found.pairs:,} pairs of hands"
    tie = f"  two dealt hands have equal points {_exact(found.tie)}"
    return "\n\n".join([_head(game, how), _showdowns(game, found.rows), tie])


def announcement_object(game: HomeGame, found: Announcement) -> JsonObject:
    """Return the object of ``home announce --json``."""
    return {
        "schema": "casino31.home.announcement/1",
        **rules_stated(game),
        "method": "exact",
        "pairs": found.pairs,
        "equal_points": number(found.tie),
        "rows": _rows(found.rows),
    }


def _showdowns(game: HomeGame, rows: Mapping[str, Showdown]) -> str:
    breaks = any(row.tie_won or row.tie_lost for row in rows.values())
    names = ["kind" if game.rules.ranking == "brag" else "points", "above", "tie", "below"]
    cells = [
        [name, percent(row.above), percent(row.tie), percent(row.below)]
        + ([percent(row.tie_won), percent(row.tie_lost)] if breaks else [])
        for name, row in rows.items()
    ]
    return table([*names, *(["of ties won", "lost"] if breaks else [])], cells)


def _rows(rows: Mapping[str, Showdown]) -> list[JsonObject]:
    return [
        {
            "points": name,
            "deals": row.ways,
            "above": number(row.above),
            "tie": number(row.tie),
            "below": number(row.below),
            "tie_won": number(row.tie_won),
            "tie_lost": number(row.tie_lost),
        }
        for name, row in rows.items()
    ]


def _merged(dealt: PointsLaw, later: Mapping[str, Fraction]) -> Iterable[tuple[str, Fraction]]:
    """All totals that are dealt or drawn to, the lowest first."""
    names = list(later) + [name for name in dealt.ways if name not in later]
    if dealt.ranking != "brag":
        names.sort(key=Fraction)
    elif len(names) > len(later):
        names = list(dealt.ways)
    return ((name, later.get(name, Fraction(0))) for name in names)


def _numbers(values: Mapping[Any, Fraction]) -> JsonObject:
    return {str(key): number(value) for key, value in values.items()}


def _exact(value: Fraction | None) -> str:
    """A number with its fraction, where that is short enough to be read."""
    if value is None:
        return "–"
    told = decimal(value, 6)
    return f"{told} ({value})" if value.denominator < 10**9 else told
