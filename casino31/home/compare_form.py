"""Comparisons and claims on the page."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from casino31.decimals import percent
from casino31.home.claims import Claim
from casino31.home.compare import Comparison
from casino31.home.estimates import Estimate
from casino31.home.fairness_form import estimate_object, fairness_object, seat_name
from casino31.serialize import Json, JsonObject
from casino31.version import __version__


def compare_object(found: Comparison) -> JsonObject:
    """Return a comparison as the object of ``home compare --json``."""
    return {
        "schema": "casino31.home.compare/1",
        "version": __version__,
        "first": fairness_object(found.first),
        "second": fairness_object(found.second),
        "rules": [
            {
                "rule": step.rule,
                "first": step.first,
                "second": step.second,
                "lost": [estimate_object(each) for each in step.lost],
            }
            for step in found.steps
        ],
    }


def compare_text(found: Comparison) -> str:
    """Return a comparison as text."""
    sheets = (found.first, found.second)
    players = found.first.study.players
    names = [sheet.study.game.name for sheet in sheets]
    lines = [f"{sheets[0].rules.title} and {sheets[1].rules.title}, {players} players"]
    lines += [
        f"  {name} is played by: {sheet.study.policies[0].name}" for name, sheet in zip(names, sheets, strict=True)
    ]
    lines += [f"simulated: {found.first.counted.deals:,} deals each, 99 %", ""]
    lines.append(f"  {'lost a deal':<24}" + "".join(f"{name:<24}" for name in names))
    for seat in range(players):
        told = "".join(f"{sheet.seats[seat].lost!s:<24}" for sheet in sheets)
        lines.append(f"  {'seat ' + seat_name(seat + 1, players):<24}{told}")
    rows = [
        ("turns a deal", [str(sheet.turns) for sheet in sheets]),
        ("blitz", [str(sheet.blitz) for sheet in sheets]),
    ]
    rows.append(("deals a match", [str(sheet.match.deals) if sheet.match else "-" for sheet in sheets]))
    for seat in range(players):
        wins = [str(sheet.match.win[seat]) if sheet.match else "-" for sheet in sheets]
        rows.append((f"seat {seat + 1} wins", wins))
    lines += [(f"  {label:<24}" + "".join(f"{each:<24}" for each in told)).rstrip() for label, told in rows]
    lines += ["", f"rules in which they differ, each put into {names[0]} by itself: lost a deal more, by seat"]
    for step in found.steps:
        told = "  ".join(f"{each.value:+.4f} +- {each.half:.4f}" for each in step.lost) or "cannot be played alone"
        lines.append(f"  {f'{step.rule}: {step.first} -> {step.second}':<44}{told}")
    return "\n".join(lines)


def claims_object(found: Sequence[Claim]) -> JsonObject:
    """Return claims as the object of ``home claim --json``."""
    return {
        "schema": "casino31.home.claim/1",
        "version": __version__,
        "claims": [
            {
                "name": claim.name,
                "game": claim.game,
                "statement": claim.statement,
                "source": claim.source,
                "needs": claim.needs,
                "trials": [
                    {"what": trial.what, "found": _figure(trial.found), "holds": trial.holds}
                    for trial in claim.trials
                ],
            }
            for claim in found
        ],
    }


def claims_text(found: Sequence[Claim]) -> str:
    """Return claims as text."""
    lines = []
    for claim in found:
        lines += [f'"{claim.statement}" ({claim.source})', f"  tried in {claim.game} with: {claim.needs}"]
        for trial in claim.trials:
            verdict = {True: "holds", False: "does not hold", None: "undecided"}[trial.holds]
            figure = percent(trial.found, 2) if isinstance(trial.found, Fraction) else _rate(trial.found)
            lines.append(f"  {trial.what:<56}{figure:<22}{verdict}")
        lines.append("")
    return "\n".join(lines).rstrip()


def _figure(of: Estimate | Fraction) -> Json:
    return {"exact": str(of), "value": float(of)} if isinstance(of, Fraction) else estimate_object(of)


def _rate(of: Estimate) -> str:
    return f"{100 * of.value:.2f} % +- {100 * of.half:.2f}"
