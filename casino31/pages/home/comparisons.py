"""Home games side by side, and what is published about them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from casino31.home.claims import Claim, ClaimTrial
from casino31.home.compare import HomeComparison
from casino31.home.estimates import Estimate
from casino31.home.rules import HomeRules
from casino31.page import Block, Cell, Note, Row, Table, Unit
from casino31.pages.deliverable import Deliverable
from casino31.pages.home.fairness import fairness_object
from casino31.pages.home.frame import (
    GAIN,
    OFTEN,
    TOKENS,
    Heading,
    answer,
    columns,
    data,
    pair,
    seat_name,
    with_half,
)
from casino31.version import __version__


def comparison_deliverable(compared: HomeComparison) -> Deliverable:
    """Return two games side by side, for people and for programs.

    >>> import casino31
    >>> made = comparison_deliverable(casino31.home_compare("scat", "scat-a-k-10", players=2, deals=200))
    >>> [rule["rule"] for rule in made.record["rules"]]
    ['blitz', 'knocker_penalty', 'knocker_tie']
    """
    first, second = compared.first, compared.second
    record = {
        "schema": "casino31.home.compare/1",
        "version": __version__,
        "first": fairness_object(first),
        "second": fairness_object(second),
        "rules": data(compared.steps),
    }
    title = f"{first.rules.title} and {second.rules.title}, {first.study.players} players"
    facts = [(f"{sheet.study.game.name} SHA-256", sheet.study.game.digest) for sheet in (first, second)]
    facts += [("Deals", f"{first.counted.deals:,}"), ("Seed", str(first.study.seed))]
    heading = Heading(title, "Side by side", first.rules, None, tuple(facts))
    return answer(heading, _compared(compared), record)


def _compared(compared: HomeComparison) -> Iterator[Block]:
    sheets, players = (compared.first, compared.second), compared.first.study.players
    names = [sheet.study.game.name for sheet in sheets]
    for name, sheet in zip(names, sheets, strict=True):
        yield Note(f"{name} is played by: {sheet.study.policies[0].name}.")
    yield Note(f"simulated: {compared.first.counted.deals:,} deals each; ± is half an interval of 99 %", "note")
    matches = [sheet.match for sheet in sheets]
    figures: list[tuple[str, list[Estimate | None], Unit]] = [
        (f"seat {seat_name(seat + 1, players)} loses a deal", [sheet.seats[seat].lost for sheet in sheets], TOKENS)
        for seat in range(players)
    ]
    figures += [
        ("turns a deal", [sheet.turns for sheet in sheets], TOKENS),
        ("ends by a blitz", [sheet.blitz for sheet in sheets], OFTEN),
        ("deals a match", [match.deals if match else None for match in matches], TOKENS),
    ]
    for seat in range(players):
        figures.append(
            (f"seat {seat + 1} wins a match", [match.win[seat] if match else None for match in matches], OFTEN)
        )
    rows = (Row((Cell(label), *(cell for of in both for cell in pair(of, unit)))) for label, both, unit in figures)
    heads = (head for place, name in enumerate(names) for head in with_half(str(place), name))
    yield Table(columns(("figure", "figure"), *heads), tuple(rows))
    yield _steps(compared, names[0])


def _steps(compared: HomeComparison, name: str) -> Table:
    """Each rule of the second game put into the first by itself."""
    rows = []
    for step in compared.steps:
        cells = [Cell(lost.value, GAIN) for lost in step.lost]
        cells += [Cell(max(lost.half for lost in step.lost), TOKENS)] if step.lost else []
        other = step.second if step.lost else f"{step.second}: cannot be played alone"
        rows.append(Row((Cell(step.rule), Cell(step.first), Cell(other), *cells)))
    seats = ((str(seat), f"seat {seat}") for seat in range(1, compared.first.study.players + 1))
    heads = (("rule", "rule"), ("first", "from"), ("second", "to"), *seats, ("half", "±"))
    title = f"Rules in which they differ, each put into {name} by itself: lost a deal more (simulated, 99 %)"
    return Table(columns(*heads, words=("first", "second")), tuple(rows), title)


def claims_deliverable(claims: tuple[Claim, ...]) -> Deliverable:
    """Return published statements and their trials, for people and for programs.

    >>> import casino31
    >>> len(claims_deliverable(casino31.home_claims(deals=100)).record["claims"])
    3
    """
    record = {"schema": "casino31.home.claim/1", "version": __version__, "claims": data(claims)}
    return answer(Heading("Published statements, tried", "Claims", HomeRules(), None), _tried(claims), record)


def _tried(claims: Sequence[Claim]) -> Iterator[Block]:
    """A table of trials and a note for each claim."""
    yield Note("± is half an interval of 99 %", "note")
    for claim in claims:
        exact = any(isinstance(trial.found, Fraction) for trial in claim.trials)
        second = ("exact", "exact") if exact else ("half", "±")
        heads = (("what", "trial"), ("share", "share"), second, ("how", "how"), ("holds", "the statement"))
        rows = tuple(Row(_trial(trial)) for trial in claim.trials)
        yield Table(columns(*heads, words=("holds",)), rows, f'"{claim.statement}"')
        yield Note(f"Published: {claim.source}. Tried in {claim.game} with: {claim.needs}.", "note")


def _trial(trial: ClaimTrial) -> tuple[Cell | None, ...]:
    share, unit = trial.found, OFTEN._replace(digits=2)
    verdict = Cell({True: "holds", False: "does not hold", None: "undecided"}[trial.holds])
    if isinstance(share, Fraction):
        return Cell(trial.what), Cell(share, unit), Cell(str(share)), Cell("exact"), verdict
    return Cell(trial.what), *pair(share, unit), Cell(share.method), verdict
