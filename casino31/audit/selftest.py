"""The audits tested themselves: what they did with sources, players and cheats that are known."""

from collections.abc import Mapping
from dataclasses import dataclass

from casino31.audit.finding import Verdict
from casino31.audit.hands.cheats import PlayerSelfTest
from casino31.audit.shuffles.selftest import SelfTest
from casino31.notebook import Shown


@dataclass(frozen=True, repr=False)
class AuditSelfTest(Shown):
    """What the audits did with sources, players and cheats that are known."""

    shuffles: SelfTest
    players: PlayerSelfTest

    @property
    def verdict(self) -> Verdict:
        """The worse of the two, with the problems of both."""
        both = (self.shuffles.verdict, self.players.verdict)
        problems = tuple(problem for verdict in both for problem in verdict.problems)
        notes = tuple(note for verdict in both for note in verdict.notes)
        sure = all(verdict.conforms for verdict in both)
        return Verdict(sure, self.shuffles.verdict.level, problems, notes=notes)

    @property
    def facts(self) -> Mapping[str, object]:
        """The verdict and what it rests on."""
        found = {f"found: {cheat.cheat}": cheat.share for cheat in self.players.cheats}
        accused = {"honest logs accused": f"{self.players.alarms} of {self.players.honest}"}
        told = self.verdict.facts_with({**accused, **found})
        return {label: fact for label, fact in told.items() if label != "tests"}
