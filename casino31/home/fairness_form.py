"""The fairness sheet as text and as an object."""

from __future__ import annotations

from collections.abc import Sequence

from casino31.home.chain import Match
from casino31.home.estimates import Estimate
from casino31.home.fairness import MATCHES, Fairness
from casino31.home.readings import Change
from casino31.home.rules_form import rules_stated
from casino31.serialize import JsonObject
from casino31.version import __version__


def estimate_object(of: Estimate) -> JsonObject:
    """Return an estimate as JSON has it."""
    return {"value": of.value, "low": of.low, "high": of.high, "level": float(of.level), "method": of.method}


def fairness_object(sheet: Fairness, changed: Sequence[Change] = ()) -> JsonObject:
    """Return the sheet as the object of ``home fairness --json``."""
    return {
        "schema": "casino31.home.fairness/1",
        "version": __version__,
        **rules_stated(sheet.study.game),
        "players": sheet.study.players,
        "policy": {"name": sheet.study.policies[0].name, "text": sheet.study.policies[0].text},
        "deals": sheet.counted.deals,
        "seed": sheet.study.seed,
        "seats": [
            {
                "seat": seat.seat,
                "lost": estimate_object(seat.lost),
                "knocks": estimate_object(seat.knocks),
                "blitz": estimate_object(seat.blitz),
            }
            for seat in sheet.seats
        ],
        "turns": estimate_object(sheet.turns),
        "blitz": estimate_object(sheet.blitz),
        "ends": {kind: estimate_object(often) for kind, often in sheet.ends.items()},
        "match": None if sheet.match is None else match_object(sheet.match),
        "no_match": sheet.no_match or None,
        "readings": [change_object(each) for each in changed],
    }


def match_object(match: Match) -> JsonObject:
    """Return a match as JSON has it."""
    return {
        "win": [estimate_object(win) for win in match.win],
        "deals": estimate_object(match.deals),
        "outlasts": [[estimate_object(each) for each in row] for row in match.outlasts],
    }


def change_object(change: Change) -> JsonObject:
    """Return another reading as JSON has it."""
    return {
        "clause": change.clause,
        "rule": change.rule,
        "now": change.now,
        "other": change.other,
        "lost": [estimate_object(each) for each in change.lost],
        "match": None if change.match is None else match_object(change.match),
    }


def changes_text(changed: Sequence[Change]) -> str:
    """Return what other readings change, as text."""
    lines = ["what each disputed rule changes: tokens or points lost a deal more, by seat (99 %)"]
    for each in changed:
        if each.match is None:
            told = "  ".join(f"{lost.value:+.4f} +- {lost.half:.4f}" for lost in each.lost)
        else:
            wins = "  ".join(f"{100 * win.value:.2f} %" for win in each.match.win)
            told = f"a match of {each.match.deals.value:.2f} deals, won by {wins}"
        lines.append(f"  {each.clause:<7}{f'{each.rule} = {each.other}':<40}{told}")
    return "\n".join(lines)


def how_made(match: Match) -> str:
    """Return in words how the figures of a match were found."""
    if match.deals.method == "solved":
        return "A match, solved as a chain over lives, over the simulated law of a deal"
    return f"{MATCHES:,} simulated matches: too many players for a chain over lives"


def seat_name(seat: int, players: int) -> str:
    """Return a seat as pages name it.

    >>> seat_name(1, 4), seat_name(2, 4), seat_name(4, 4)
    ('1 (eldest)', '2', '4 (dealer)')
    """
    return f"{seat}{' (eldest)' if seat == 1 else ' (dealer)' if seat == players else ''}"


def fairness_text(sheet: Fairness) -> str:
    """Return the sheet as text."""
    study, players = sheet.study, sheet.study.players
    level = f"{float(study.level):.0%}"
    scores = sheet.rules.settle in ("classes", "best scores")
    lines = [f"{sheet.rules.title}, {players} players"]
    lines += [f"rules: {study.game.path}, SHA-256 {study.game.digest}"]
    lines += [f"set: {setting}" for setting in study.game.settings]
    lines += ["policy of every player:", *(f"  {line}" for line in study.policies[0].text.strip().split("\n"))]
    lines += [f"simulated: {sheet.counted.deals:,} deals, seed {study.seed}; intervals of {level}", ""]
    what = "points scored a deal" if scores else "tokens lost a deal"
    lines.append(f"  {'seat':<12}{what:<26}{'knocks':<24}shows a blitz")
    for seat in sheet.seats:
        lost = seat.lost
        value = -lost.value if scores else lost.value
        told = f"{value:.4f} +- {lost.half:.4f}"
        lines.append(
            f"  {seat_name(seat.seat, players):<12}{told:<26}{_percent(seat.knocks):<24}{_percent(seat.blitz)}"
        )
    gap = sheet.seats[-1].lost.value - sheet.seats[0].lost.value
    lines += ["", f"  the dealer {'loses' if gap >= 0 else 'gains'} {abs(gap):.4f} a deal more than the eldest"]
    lines += [f"  turns a deal {sheet.turns}"]
    lines += [f"  ends by {kind}: {_percent(often)}" for kind, often in sheet.ends.items() if often.value > 0]
    if sheet.match is None:
        lines += ["", f"  {sheet.no_match}"]
        return "\n".join(lines)
    lines += ["", how_made(sheet.match)]
    lines += [f"  {sheet.match.deals} deals"]
    lines += [
        f"  seat {seat_name(i + 1, players):<12} wins {_percent(win)}" for i, win in enumerate(sheet.match.win)
    ]
    if sheet.rules.settle == "best scores":
        return "\n".join(lines)
    lines += ["", "  row outlasts column", "  " + "".join(f"{f'seat {j + 1}':>10}" for j in range(players))]
    for row in sheet.match.outlasts:
        lines.append("  " + "".join(f"{each.value:>10.4f}" if each.value else f"{'-':>10}" for each in row))
    return "\n".join(lines)


def _percent(of: Estimate) -> str:
    return f"{100 * of.value:.3f} % +- {100 * of.half:.3f}"
