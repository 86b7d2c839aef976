"""What is known of a solved banker, as parts of a page to read."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from casino31.intervals import shown


def solved_parts(known: Mapping[str, Any]) -> Iterator[list[str]]:
    """Yield the intervals, then what the banker does, of what ``solved.equilibrium_record`` returned.

    >>> ends = {"lower": {"exact": None, "value": -0.0184}, "upper": {"exact": None, "value": -0.0183}}
    >>> print("\\n".join(next(solved_parts({"policy_digest": "ab", "first_cards": {"T": ends}}))))
    The value of the game to a punter, certified by best replies to the stored policies
    (SHA-256 ab)
    First card      lies in                          width
    T          [-0.018400000, -0.018300000]  1.0e-04
    """
    rows = dict(known["first_cards"]) | ({"all, flat": known["overall"]} if "overall" in known else {})
    yield [
        "The value of the game to a punter, certified by best replies to the stored policies",
        f"(SHA-256 {known['policy_digest']})",
        "First card      lies in                          width",
        *(f"{card:<10} {shown(row)}" for card, row in rows.items()),
    ]
    yield from banker_parts(known)


def banker_parts(banker: Mapping[str, Any]) -> Iterator[list[str]]:
    """Yield what a banker does, in words and in two tables, of what ``words.banker_record`` returned.

    >>> [part[0] for part in banker_parts({"words": ["He stands."], "stands_table": [], "hides_table": []})]
    ['What the banker does']
    """
    for title, lines in (
        ("What the banker does", [f"- {line}" for line in banker.get("words", ())]),
        ("How often he stands, by the total of his hand", _table(banker.get("stands_table", ()))),
        ("What he hides, by the total of his hand: all first cards", _table(banker.get("hides_table", ()))),
    ):
        if lines:
            yield [title, *lines]


def _table(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    if not rows:
        return []
    names = list(rows[0])
    heads = [name.replace("_", " ") for name in names]
    wide = max(len(heads[0]), *(len(str(row[names[0]])) for row in rows))
    first = f"{heads[0]:<{wide}}" + "".join(f"{head:>10}" for head in heads[1:])
    return [
        first,
        *(f"{row[names[0]]!s:<{wide}}" + "".join(f"{row[name]:>10}" for name in names[1:]) for row in rows),
    ]
