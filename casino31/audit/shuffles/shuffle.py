"""Files of deck orders: complete decks, and one decision over all tests of randomness."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING

from casino31.audit.finding import LEVEL, SHOWN, AuditedFile, Problem, Verdict
from casino31.audit.shuffles import ranks
from casino31.audit.shuffles.randomness import LABORATORY, ShuffleTally, checks, groups_of
from casino31.audit.statistics import holm, show_p
from casino31.cards import show
from casino31.faults import refused
from casino31.notebook import Shown
from casino31.serialize import JsonObject

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from casino31.arrays import Whole

CHUNK = 4_096
"""Shuffles that are looked at together."""


@dataclass(frozen=True, repr=False)
class ShuffleAudit(Shown):
    """The answer about a file of shuffles."""

    verdict: Verdict
    shuffles: int
    """Complete decks that were tested."""
    incomplete: int
    decks: int
    laboratory: bool | None
    """Whether the set of four passes at the level by itself; None where one of them has too few shuffles."""
    files: tuple[AuditedFile, ...] = ()

    @property
    def facts(self) -> Mapping[str, object]:
        """The verdict and what it rests on."""
        return self.verdict.facts_with(
            {"shuffles": self.shuffles, "incomplete": self.incomplete, "decks": self.decks}
        )


class Shuffles:
    """Shuffles taken one chunk after the other.

    >>> from casino31.cards import DECK
    >>> shuffles = Shuffles()
    >>> shuffles.take(list(DECK), "line 1")
    >>> shuffles.take([0, *range(51)], "line 2")
    >>> answer = shuffles.answer()
    >>> answer.shuffles, [problem.message for problem in answer.verdict.problems]
    (1, ['2c 2 times; expected 52 cards, each 1 time'])
    """

    def __init__(self, decks: int | None = None) -> None:
        self.decks = decks
        self.tally: ShuffleTally | None = None
        self.problems: list[Problem] = []
        self.incomplete = 0
        self.files: list[AuditedFile] = []
        self._rows: list[list[int]] = []

    def take(self, cards: list[int], where: str) -> None:
        """Take one shuffle; one that is not complete is a problem, and is not tested."""
        if self.decks is None:
            if len(cards) > 52 and len(cards) % 52 == 0:
                decks = len(cards) // 52
                hint = f"a shoe of {decks} decks is asked for by --decks {decks}, or decks={decks}"
                raise refused(where, f"{len(cards)} cards", "one deck of 52, unless the decks are named", hint)
            self.decks = 1
        wrong = _incomplete(cards, self.decks)
        if wrong:
            self.blame(where, *wrong)
            return
        self._rows.append(cards)
        if len(self._rows) >= CHUNK:
            self.flush()

    def blame(self, where: str, found: str, expected: str) -> None:
        """Note a shuffle that is none."""
        self.incomplete += 1
        if self.incomplete <= SHOWN:
            self.problems.append(Problem("incomplete", where, found, expected, f"{found}; expected {expected}"))

    def add(self, orders: Whole) -> None:
        """Take complete shuffles as an array of cards 0 to 51, one a row; it is not changed."""
        if self.tally is None:
            self.decks = orders.shape[1] // 52
            self.tally = ShuffleTally(self.decks)
        self.tally.add(labelled(orders, self.tally.decks, self.tally.shuffles))

    def flush(self) -> None:
        """Test what has been taken."""
        import numpy as np

        if self._rows:
            rows, self._rows = self._rows, []
            self.add(np.array(rows, np.int16))

    def answer(self, level: Fraction = LEVEL) -> ShuffleAudit:
        """Return the verdict: Holm over all tests at the level, and the laboratory's set by itself."""
        self.flush()
        tally = self.tally or ShuffleTally(self.decks or 1)
        answers = checks(tally) if tally.shuffles else []
        alpha = float(1 - level)
        ps = {check.name: check.p for check in answers if check.p is not None}
        adjusted = holm(ps)
        problems = list(self.problems)
        for name, p in adjusted.items():
            if p <= alpha:
                message = f"{name}: p = {show_p(ps[name])}, {show_p(p)} among {len(ps)} tests"
                problems.append(Problem("test", name, show_p(p), f"> {alpha:g}", message))
        four = [ps.get(name) for name in LABORATORY]
        laboratory = (
            None
            if None in four
            else min(holm(dict(zip(LABORATORY, map(_known, four), strict=True))).values()) > alpha
        )
        short = [check.name for check in answers if check.p is None]
        notes = [f"too few shuffles for: {', '.join(short)}"] if short else []
        if self.incomplete > SHOWN:
            notes.append(f"{self.incomplete:,} shuffles are incomplete, the first ten are listed")
        if tally.met.passed:
            notes.append(
                f"repeats: the first {tally.met.remembered:,} different decks are remembered; "
                f"{tally.met.passed:,} later ones were compared with them, but not with each other"
            )
        conforms = False if problems else None if short or not answers else True
        verdict = Verdict(
            conforms, level, tuple(problems), tuple(answers), _detectable(tally, alpha, len(ps)), tuple(notes)
        )
        return ShuffleAudit(verdict, tally.shuffles, self.incomplete, tally.decks, laboratory, tuple(self.files))


def _known(p: float | None) -> float:
    return 1.0 if p is None else p


def labelled(orders: Whole, decks: int, first: int) -> NDArray[np.int16]:
    """Return the orders with equal cards told apart: labels 0 to 52 decks - 1, at random, seeded by the place.

    >>> import numpy as np
    >>> labelled(np.array([[2, 0, 1]]), 1, 0).tolist()
    [[2, 0, 1]]
    """
    import numpy as np

    cards = orders.astype(np.int16)
    if decks == 1:
        return cards
    ties = np.random.Generator(np.random.PCG64(np.random.SeedSequence(31, spawn_key=(first,)))).random(orders.shape)
    by_card = np.lexsort((ties, cards), axis=1)
    labels = np.empty_like(cards)
    np.put_along_axis(
        labels, by_card, np.broadcast_to(np.arange(orders.shape[1], dtype=np.int16), orders.shape), axis=1
    )
    return labels


def _incomplete(cards: list[int], decks: int) -> tuple[str, str] | None:
    size = 52 * decks
    expected = f"{size} cards, each {decks} time{'s' * (decks > 1)}"
    if len(cards) != size:
        return f"{len(cards)} cards", expected
    counts = [0] * 52
    for card in cards:
        counts[card] += 1
    for card, times in enumerate(counts):
        if times != decks:
            return f"{show(card)} {times} times", expected
    return None


def _detectable(tally: ShuffleTally, alpha: float, tests: int) -> JsonObject | None:
    """The smallest bias that the test of each position finds with 90 % power, at its share of the level."""
    groups = groups_of(tally.shuffles)
    if groups is None:
        return None
    from scipy.optimize import brentq
    from scipy.stats import chi2, ncx2

    cut = float(chi2.isf(alpha / (tests * tally.size), groups - 1))
    need = float(brentq(lambda far: ncx2.sf(cut, groups - 1, far) - 0.9, 1e-6, 1e5))
    # one group of cards comes more often at one position, the others less
    excess = sqrt(need / tally.shuffles * (1 / groups) * (1 - 1 / groups))
    return {
        "stacked": ranks.detectable(tally.decks, tally.shuffles, alpha / tests),
        "excess_at_one_position": excess,
        "of_cards": 52 // groups,
        "chance": 1 / groups,
        "power": 0.9,
        "shuffles": tally.shuffles,
    }
