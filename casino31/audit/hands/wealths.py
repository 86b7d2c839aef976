"""The e-processes of a tally, looked at: the largest of each is kept."""

from __future__ import annotations

from fractions import Fraction

from casino31.audit.hands.distribution import BetLaw, Law
from casino31.audit.hands.monitor import log_e_classes, log_e_serial
from casino31.audit.hands.player import PlayerLaw, log_mean
from casino31.audit.hands.tally import GroupCells, LogTally


def look(tally: LogTally, law: Law, columns: tuple[str, ...] | None = None) -> None:
    """Look at the e-processes, and keep the largest of each; at any time and as often as one likes.

    >>> import numpy as np
    >>> from casino31.audit.hands.distribution import law_of
    >>> from casino31.audit.hands.tally import new_group
    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> law = law_of(file.game, file.game.analyse(file.rules), file.game.settle_batch(file.rules))
    >>> tally = LogTally(groups={"": new_group(law)})
    >>> tally.groups[""].grow(1, 0)
    >>> tally.groups[""].counts[0][0] += np.array([int(10**5 * chance) for chance in law.bets[0].chances])
    >>> look(tally, law)
    >>> tally.groups[""].best[0][0].max() < 1
    np.True_
    """
    import numpy as np

    for column, group in tally.groups.items():
        if columns is not None and column not in columns:
            continue
        for place, (bet, player) in enumerate(zip(law.bets, law.players, strict=True)):
            best = group.best[place]
            for cell in np.flatnonzero(group.counts[place].any(axis=1)).tolist():
                counts = group.counts[place][cell].tolist()
                values = _of_deal(group, place, cell, bet) + _of_player(tally, group, place, cell, player)
                values += [log_e_classes(many, chances) for _, many, chances in bet.parted(counts)]
                for test, wealth in enumerate(values):
                    best[cell, test] = max(best[cell, test], wealth)


def _of_deal(group: GroupCells, place: int, cell: int, bet: BetLaw) -> list[float]:
    counts = group.counts[place][cell].tolist()
    total = float(sum(count * value for count, value in zip(counts, bet.nets, strict=True)))
    return [
        log_e_classes(counts, bet.chances),
        bet.wealth.log_e(total, sum(counts)),
        log_e_serial(group.serial[place][cell].tolist(), bet.win),
    ]


def _of_player(tally: LogTally, group: GroupCells, place: int, cell: int, player: PlayerLaw) -> list[float]:
    hands, above = above_expectation(tally, group, place, cell, player)
    values = [player.log_e_stakes(hands, above, tally.sizes) if any(hands) else 0.0]
    if not player.decides:
        return [*values, 0.0, 0.0]
    decisions, neighbours = player.wealths(group.wealth[place][cell])
    return [*values, log_mean(decisions), log_mean(neighbours) if len(neighbours) else 0.0]


def above_expectation(
    tally: LogTally, group: GroupCells, place: int, cell: int, player: PlayerLaw
) -> tuple[list[int], list[float]]:
    """Return the rounds of a cell at each size of stake, and what they won above exact expectation, in units.

    The average cost of the player's own decisions is given back: skill is no cheat.
    """
    group.grow(0, len(tally.sizes))
    hands = group.hands[place][cell].tolist()
    sums, costs = group.sums[place][cell].tolist(), group.costs[place][cell].tolist()
    value = player.luck.value
    above = [
        float(Fraction(won, player.scale) - many * value) + cost
        for many, won, cost in zip(hands, sums, costs, strict=True)
    ]
    return hands, above
