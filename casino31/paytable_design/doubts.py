"""The decisions of a grid of pay tables: those that every table takes alike, summed once, and those in doubt.

A decision that comes after others is worth its surest action and a *gain* over that, 0 or more. A gain stands in
the forms of the actions that lead to it like one more end; where it is always 0 it stands nowhere.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from casino31.answers import Choice, Payoffs
from casino31.paytable_design.contenders import contenders

if TYPE_CHECKING:
    from casino31.arrays import Ints


class Contender(NamedTuple):
    """An action in doubt of a decision in a row of several."""

    row: int
    """Its place in ``Doubts.more``; -1 of the first one, which has nothing more."""
    gains: Mapping[int, int]
    """The later decisions in doubt that it leads to, by their places in ``Doubts.chain``, and how often."""


class Doubts(NamedTuple):
    """The decisions of a grid, in draws by settlement."""

    sure: "Ints"
    """Draws with the first contender of every decision."""
    more: "Ints"
    """What each other contender has more; shape (contenders, settlements)."""
    choice: "Ints"
    """The decision of each of them, in runs."""
    chain: tuple[tuple[Contender, ...], ...] = ()
    """Where decisions follow each other: all that are in doubt, each after those that it leads to."""
    roots: tuple[int, ...] = ()
    """Which of the chain no other leads to."""


def doubts_of(payoffs: Payoffs, by_end: "Ints", low: "Ints", high: "Ints") -> Doubts:
    """Return the decisions of a grid on which each end is worth from ``low`` to ``high``.

    ``by_end`` is how often each end is part of each settlement, shape (settlements, ends).
    """
    import numpy as np

    found = _Doubts(payoffs, by_end, low, high)
    for place, choice in enumerate(payoffs.later):
        found.bases[place] = found.add([choice], place)[0]
    sure = found.add(payoffs.choices, len(payoffs.later)).sum(axis=0)
    chain = tuple(found.chain) if payoffs.later else ()
    roots = tuple(place for place, number in enumerate(found.numbers) if number >= len(payoffs.later))
    return Doubts(sure, np.concatenate(found.more), np.concatenate(found.owners), chain, roots if chain else ())


@dataclass
class _Doubts:
    """The decisions in doubt as they are found, the later ones first."""

    payoffs: Payoffs
    by_end: "Ints"
    low: "Ints"
    high: "Ints"
    more: "list[Ints]" = field(default_factory=list)
    owners: "list[Ints]" = field(default_factory=list)
    chain: list[tuple[Contender, ...]] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    """Of each in the chain its number: the later choices first, then the others."""
    most: list[int] = field(default_factory=list)
    """The most that each in the chain can gain."""

    def __post_init__(self) -> None:
        import numpy as np

        self.bases: Ints = np.zeros((len(self.payoffs.later), len(self.by_end)), dtype=self.by_end.dtype)
        """Draws by settlement with the first contender of each later decision."""

    def add(self, choices: Sequence[Choice], number: int) -> "Ints":
        """Add some choices that are numbered from ``number`` on; return the draws of their first contenders."""
        import numpy as np

        draws, choice = self._draws(choices)
        settled = len(self.by_end)
        forms, leads = draws[:, :settled], draws[:, settled:]
        if self.payoffs.later:
            forms = forms + leads @ self.bases
        leads = leads[:, [number for number in self.numbers if number < leads.shape[1]]]
        most: Ints = np.array(self.most, dtype=draws.dtype)
        bounds = np.concatenate([self.low, most * 0]), np.concatenate([self.high, most])
        left = contenders(np.hstack([forms @ self.by_end, leads]), choice, *bounds)
        forms, leads, choice = forms[left], leads[left], choice[left]
        firsts = np.searchsorted(choice, np.arange(choice[-1] + 1))
        others = np.setdiff1d(np.arange(len(choice)), firsts)
        apart = forms - forms[firsts[choice]]
        if self.payoffs.later:
            self._link(number, choice, others, apart @ self.by_end, leads)
        self.more.append(apart[others])
        self.owners.append(choice[others] + number)
        return forms[firsts]

    def _draws(self, choices: Sequence[Choice]) -> "tuple[Ints, Ints]":
        """By option and place the draws of all members, the options of each choice in one run; its choice."""
        import numpy as np

        runs = [(members, counts) for members, options, _ in choices for counts in options.values()]
        width = len(self.by_end) + len(self.payoffs.later)
        draws: Ints = np.zeros((len(runs), width), dtype=self.by_end.dtype)
        for option, (members, counts) in enumerate(runs):
            for place, n in counts.items():
                draws[option, place] += members * n
        return draws, np.repeat(np.arange(len(choices)), [len(choice.options) for choice in choices])

    def _link(self, number: int, choice: "Ints", others: "Ints", apart: "Ints", leads: "Ints") -> None:
        """Add to the chain each decision of some contenders that is in doubt, or leads to one that is."""
        rows = {int(option): row for row, option in enumerate(others, sum(map(len, self.more)))}
        made: dict[int, list[Contender]] = {}
        most: dict[int, int] = {}
        for option, owner in enumerate(choice.tolist()):
            gains = {place: int(n) for place, n in enumerate(leads[option]) if n}
            made.setdefault(owner, []).append(Contender(rows.get(option, -1), gains))
            reach = sum(
                int(max(n * low, n * high)) for n, low, high in zip(apart[option], self.low, self.high, strict=True)
            )
            most[owner] = max(most.get(owner, 0), reach + sum(n * self.most[place] for place, n in gains.items()))
        for owner, options in made.items():
            if len(options) > 1 or options[0].gains:
                self.chain.append(tuple(options))
                self.numbers.append(number + owner)
                self.most.append(most[owner])


def gains(doubts: Doubts, gap: "Callable[[int], Ints]") -> "list[Ints]":
    """Return what each decision of the chain gains over its first contender, given what each row of ``more`` is
    worth on some tables."""
    import numpy as np

    found: list[Ints] = []
    for options in doubts.chain:
        best: Ints | None = None
        for value in (_worth(option, gap, found) for option in options):
            best = value if best is None else np.maximum(best, value)
        found.append(np.asarray(best))
    return found


def _worth(option: Contender, gap: "Callable[[int], Ints]", found: "Sequence[Ints]") -> "Ints":
    worth = gap(option.row)
    for place, n in option.gains.items():
        worth = worth + n * found[place]
    return worth


def times_taken(doubts: Doubts, gap: "Callable[[int], Ints]") -> "list[Ints]":
    """Return how often each row of ``more`` is taken on some tables: the first of equal actions is."""
    import numpy as np

    found = gains(doubts, gap)
    reached: list[Ints] = [gap(-1) + (place in doubts.roots) for place in range(len(found))]
    taken: list[Ints] = [gap(-1)] * len(doubts.more)
    for place in reversed(range(len(found))):
        options = doubts.chain[place]
        best = np.argmax([_worth(option, gap, found) for option in options], axis=0)
        for number, option in enumerate(options):
            times = reached[place] * (best == number)
            if option.row >= 0:
                taken[option.row] = times
            for later, n in option.gains.items():
                reached[later] = reached[later] + n * times
    return taken
