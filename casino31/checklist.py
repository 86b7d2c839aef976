"""What gaming regulations ask of a filing, and what of it a par sheet holds."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from casino31.filing import DocumentFacts

Status: TypeAlias = Literal["present", "not applicable", "to be supplied"]
MARYLAND, NEVADA = "Maryland COMAR 36.05.03.20", "Nevada Regulation 14.230"


@dataclass(frozen=True)
class Asked:
    """One thing that a regulation asks for."""

    regulation: str
    what: str
    status: Status
    where: str
    """Where it stands, or what has to be supplied."""


def checklist(document: DocumentFacts | None, odds: bool, decides: bool, examples: bool) -> tuple[Asked, ...]:
    """Return what Maryland and Nevada ask of the filing of a game, and what of it a par sheet holds.

    ``odds``: whether the layout states pays; ``decides``: whether a player decides anything; ``examples``: whether
    worked rounds are printed.

    >>> [each.what for each in checklist(None, True, True, True) if each.status == "to be supplied"][:2]
    ['sketch of the layout', 'equipment used in the play']
    """
    facts = document or DocumentFacts()
    shown: Mapping[bool, Status] = {True: "present", False: "to be supplied"}
    pays: Status = "present" if odds else "not applicable"
    strategy: Status = "present" if decides else "not applicable"
    who = facts.prepared_by and facts.contact
    return (
        Asked(MARYLAND, "true odds of each wager", "present", "the tables of events: true odds of each row"),
        Asked(MARYLAND, "payout odds of each wager", pays, "the pay tables, in the unit of the layout"),
        Asked(MARYLAND, "house edge of each wager", "present", "Figures, with the exact fraction"),
        Asked(MARYLAND, "sketch of the layout", "to be supplied", "a drawing of the printed layout"),
        Asked(MARYLAND, "equipment used in the play", "to be supplied", "cards, shufflers, shoes, chips, displays"),
        Asked(NEVADA, "rules of play", "present", "the law, clause by clause, and the readings chosen"),
        Asked(NEVADA, "examples of play", shown[examples], "worked rounds, settled step by step"),
        Asked(NEVADA, "schedule of payoffs", pays, "the pay tables, in the unit of the layout"),
        Asked(NEVADA, "statistical evaluation", "present", "figures, tables of events, ranges of the long run"),
        Asked(NEVADA, "strategy behind the percentages", strategy, "the best strategy, and what mistakes cost"),
        Asked(NEVADA, "applicant and contact", shown[bool(who)], "[document] prepared_by and contact"),
        Asked(NEVADA, "filed as PDF", "to be supplied", "the file that is handed over"),
    )
