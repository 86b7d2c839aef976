"""The loops of a search that numba compiles: each one does what some lines of numpy do beside it, in less time.

All integers fit in 64 bits: the caller holds a bound on every one of them (``Pricer.largest``). The inner points of
an array are taken in spans: a decision that no table of a span doubts is settled once for the span.
"""

import numpy as np

from casino31.arrays import Ints

SPAN = 64
"""Inner points of a span."""


def add_gains(values: Ints, gaps: Ints, places: Ints, added: Ints, least: Ints, most: Ints) -> None:
    """Add to the value of each table what the second action gains over the first, wherever it gains.

    ``values`` has the shape (outer, inner points), ``gaps`` (decisions, outer points); decision d adds to its gap
    row ``places[d]`` of ``added``, of which ``least`` and ``most`` are those of each span.

    >>> values = np.zeros((1, 2), dtype=np.int64)
    >>> add_gains(values, np.array([[1]]), np.array([0]), np.array([[-3, 4]]), np.array([[-3]]), np.array([[4]]))
    >>> values.tolist()
    [[0, 5]]
    """
    inner = values.shape[1]
    for o in range(len(values)):
        line = values[o]
        for d in range(len(gaps)):
            gap, row = gaps[d, o], added[places[d]]
            low, high = least[places[d]], most[places[d]]
            for span in range(least.shape[1]):
                if gap + high[span] <= 0:
                    continue
                start, stop = span * SPAN, min(inner, (span + 1) * SPAN)
                if gap + low[span] > 0:
                    for i in range(start, stop):
                        line[i] += gap + row[i]
                else:
                    for i in range(start, stop):
                        line[i] += max(gap + row[i], 0)


def sum_tables(
    outer: Ints,
    inner: Ints,
    gaps: Ints,
    places: Ints,
    added: Ints,
    least: Ints,
    most: Ints,
    sure: Ints,
    more: Ints,
    fixed: Ints,
    kinds: Ints,
    moving: Ints,
    low: int,
    total: int,
    figures: Ints,
) -> None:
    """Fill in the five figures of each table, as whole numbers.

    Ways and sums over the ends that no inner row moves are made anew only where a decision changes, or the outer
    point. The arguments are those of ``figures._end_by_end``, and the gaps as in ``add_gains``; ``low`` is below
    every win. Tables follow each other by outer point.
    """
    doubts, ends = more.shape
    chosen = np.zeros(doubts, dtype=np.bool_)
    ways, base, kind = np.zeros(ends, np.int64), np.zeros(ends, np.int64), np.zeros(ends, np.int64)
    open_ = np.zeros(doubts, np.int64)
    live, count, outer_now, span_now = 0, 0, -1, -1
    won0, squares0, hits0, pushes0, largest0 = 0, 0, 0, 0, low
    for table in range(len(outer)):
        o, i = outer[table], inner[table]
        anew = o != outer_now
        if anew or i // SPAN != span_now:
            outer_now, span_now, live = o, i // SPAN, 0
            for d in range(doubts):
                second = gaps[d, o] + most[places[d], span_now] > 0
                if not second or gaps[d, o] + least[places[d], span_now] > 0:
                    anew |= chosen[d] != second
                    chosen[d] = second
                else:
                    open_[live] = d
                    live += 1
        for k in range(live):
            d = open_[k]
            second = gaps[d, o] + added[places[d], i] > 0
            anew |= chosen[d] != second
            chosen[d] = second
        if anew:
            won0, squares0, hits0, pushes0, largest0, count = 0, 0, 0, 0, low, 0
            for end in range(ends):
                n = sure[end]
                for d in range(doubts):
                    if chosen[d]:
                        n += more[d, end]
                worth = fixed[end, o]
                if n > 0 and kinds[end] >= 0:
                    ways[count], base[count], kind[count] = n, worth, kinds[end]
                    count += 1
                elif n > 0:
                    won0 += n * worth
                    squares0 += n * worth * worth
                    hits0 += n * (worth > 0)
                    pushes0 += n * (worth == 0)
                    largest0 = max(largest0, worth)
        won, squares, hits, pushes, largest = won0, squares0, hits0, pushes0, largest0
        for k in range(count):
            worth = base[k] + moving[kind[k], i]
            won += ways[k] * worth
            squares += ways[k] * worth * worth
            hits += ways[k] * (worth > 0)
            pushes += ways[k] * (worth == 0)
            largest = max(largest, worth)
        figures[0, table] = -won
        figures[1, table] = total * squares - won * won
        figures[2, table] = hits
        figures[3, table] = pushes
        figures[4, table] = largest


def keep_unbeaten(goods: Ints, kept: Ints) -> int:
    """Fill in the places of the points that no other equals or beats in every row; return how many they are.

    Of equal points the first stays. One that beat the last point is asked first: it beats most of the others too.

    >>> kept = np.zeros(3, dtype=np.int64)
    >>> count = keep_unbeaten(np.array([[1, 2, 1], [2, 2, 3]]), kept)
    >>> sorted(kept[:count].tolist())
    [1, 2]
    """
    count, rows = 0, len(goods)
    for point in range(goods.shape[1]):
        beaten = False
        for k in range(count):
            beaten = True
            for r in range(rows):
                if goods[r, kept[k]] < goods[r, point]:
                    beaten = False
                    break
            if beaten:
                kept[0], kept[k] = kept[k], kept[0]
                break
        if not beaten:
            left = 0
            for k in range(count):
                better = False
                for r in range(rows):
                    better |= goods[r, kept[k]] > goods[r, point]
                if better:
                    kept[left] = kept[k]
                    left += 1
            kept[left] = point
            count = left + 1
    return count
