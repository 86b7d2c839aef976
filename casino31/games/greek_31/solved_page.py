"""What is known of a solved banker, as parts of a page to read."""

from collections.abc import Iterator, Mapping, Sequence

from casino31.banker_answers import BankerPlay, SolvedBanker
from casino31.intervals import shown


def solved_parts(known: SolvedBanker) -> Iterator[list[str]]:
    """Yield the intervals, then what the banker does.

    >>> from casino31.banker_answers import Figure, Interval
    >>> ends = Interval(Figure(None, -0.0184), Figure(None, -0.0183))
    >>> print("\\n".join(next(solved_parts(SolvedBanker("ab", "flat", {"T": ends})))))
    The value of the game to a punter, certified by best replies to the stored policies
    (SHA-256 ab)
    First card      lies in                          width
    T          [-0.018400000, -0.018300000]  1.0e-04
    """
    rows = dict(known.first_cards) | ({"all, flat": known.overall} if known.overall else {})
    yield [
        "The value of the game to a punter, certified by best replies to the stored policies",
        f"(SHA-256 {known.policy_digest})",
        "First card      lies in                          width",
        *(f"{card:<10} {shown(row)}" for card, row in rows.items()),
    ]
    yield from banker_parts(known.play)


def banker_parts(banker: BankerPlay) -> Iterator[list[str]]:
    """Yield what a banker does, in words and in two tables.

    >>> [part[0] for part in banker_parts(BankerPlay(("He stands.",)))]
    ['What the banker does']
    """
    for title, lines in (
        ("What the banker does", [f"- {line}" for line in banker.words]),
        ("How often he stands, by the total of his hand", _table(banker.stands_table)),
        ("What he hides, by the total of his hand: all first cards", _table(banker.hides_table)),
    ):
        if lines:
            yield [title, *lines]


def _table(rows: Sequence[Mapping[str, str]]) -> list[str]:
    if not rows:
        return []
    names = list(rows[0])
    heads = [name.replace("_", " ") for name in names]
    wide = max(len(heads[0]), *(len(row[names[0]]) for row in rows))
    first = f"{heads[0]:<{wide}}" + "".join(f"{head:>10}" for head in heads[1:])
    return [
        first,
        *(f"{row[names[0]]:<{wide}}" + "".join(f"{row[name]:>10}" for name in names[1:]) for row in rows),
    ]
