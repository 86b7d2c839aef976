"""Choosing among tables: the frontier that no other table beats in every figure, and the first of an order."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from casino31.paytable_design.search import Found, pick

if TYPE_CHECKING:
    from casino31.arrays import Ints


def frontier(tables: Found, better: Mapping[str, str], loop: Callable[..., object] | None = None) -> Found:
    """Return the tables that no other equals or beats in all figures of ``better``: figure to highest or lowest.

    Of tables with the same figures the first stays. ``loop`` is ``loops.keep_unbeaten``, compiled.

    >>> import numpy as np
    >>> points = {"win": np.array([1, 3, 2, 3]), "risk": np.array([1, 2, 3, 2])}
    >>> frontier(Found(np.arange(4), points), {"win": "highest", "risk": "lowest"}).tables.tolist()
    [1, 0]
    """
    import numpy as np

    signs = [(1 if direction == "highest" else -1) * tables.figures[name] for name, direction in better.items()]
    goods, alive = np.array(signs), np.argsort(tables.tables, kind="stable")
    if (np.diff(alive) != 1).any():
        goods = goods[:, alive]
    if loop:
        places = np.empty(len(alive), dtype=np.int64)
        places = np.sort(places[: loop(goods, places)])
        firsts = np.lexsort((places, *(-column for column in goods[::-1, places])))
        return pick(tables, alive[places[firsts]])
    goods, kept = goods.T, []
    while len(alive):
        # nothing that is left beats the first in the order of the figures
        firsts = np.arange(len(alive))
        for column in goods.T:
            firsts = firsts[column[firsts] == column[firsts].max()]
        kept.append(int(alive[firsts[0]]))
        left = (goods > goods[firsts[0]]).any(axis=1)
        goods, alive = goods[left], alive[left]
    return pick(tables, np.array(kept, dtype=np.int64))


def leading(tables: Found, order: Sequence[tuple[str, str]], count: int) -> Found:
    """Return the first tables in an order of (direction, figure), the most important first.

    >>> import numpy as np
    >>> points = {"win": np.array([1, 3, 2, 3]), "risk": np.array([1, 2, 3, 1])}
    >>> leading(Found(np.arange(4), points), [("highest", "win"), ("lowest", "risk")], 2).tables.tolist()
    [3, 1]
    """
    import numpy as np

    direction, name = order[0]
    first = (1 if direction == "lowest" else -1) * tables.figures[name]
    if len(first) > count:  # only those that are among the first by the first figure need be ordered
        tables = pick(tables, np.flatnonzero(first <= np.partition(first, count - 1)[count - 1]))
    return pick(tables, _order(tables, order)[:count])


def join(parts: Sequence[Found]) -> Found:
    """Return the tables of several parts of a grid in one.

    >>> import numpy as np
    >>> one = Found(np.array([3]), {"win": np.array([5])})
    >>> join([one, one]).figures["win"].tolist()
    [5, 5]
    """
    import numpy as np

    names = parts[0].figures
    return Found(
        np.concatenate([part.tables for part in parts]),
        {name: np.concatenate([part.figures[name] for part in parts]) for name in names},
    )


def _order(tables: Found, order: Sequence[tuple[str, str]]) -> "Ints":
    """The places of the tables, the best first, the earlier table first where all figures agree."""
    import numpy as np

    keys = [(1 if direction == "lowest" else -1) * tables.figures[name] for direction, name in order]
    if any(key.dtype == object for key in keys):  # whole numbers beyond 64 bits: Python sorts them
        lines = list(zip(*keys, tables.tables, strict=True))
        return np.array(sorted(range(len(lines)), key=lines.__getitem__), dtype=np.int64)
    return np.lexsort((tables.tables, *reversed(keys)))
