"""The table of the punter's best play in words, and as figures."""

from collections.abc import Iterator, Sequence

from casino31.banker_answers import Shows, StrategyRow, StrategyTable
from casino31.games.greek_31.strategy.lines import PLAY_ON, PunterLine, PunterStrategy


def table_of(best: PunterStrategy) -> StrategyTable:
    """Return the table as figures; 31 as a total to stand at is to play on.

    >>> from casino31.games.greek_31.rules import Rules
    >>> from casino31.games.greek_31.strategy.lines import strategy
    >>> table_of(strategy(Rules(cards=(1, 0, 0, 1, 0, 0, 0, 0, 2, 8)))).rows[0].showing
    (Shows(total=18, low_ace=False, whole_hand=False),)
    """
    rows = tuple(
        StrategyRow(
            showing=_shows(line),
            hard=line.hard,
            low_ace=line.low_ace,
            soft=line.soft,
            stand_on_14=line.fourteen,
            decisions=line.decisions,
            exceptions=line.exceptions,
            followed=line.followed,
        )
        for line in best.lines
    )
    return StrategyTable(rows, best.expectation, best.cost, tuple(best.worst))


def in_words(best: PunterStrategy) -> list[str]:
    """Return the table in words.

    >>> from casino31.games.greek_31.rules import Rules
    >>> from casino31.games.greek_31.strategy.lines import strategy
    >>> for line in in_words(strategy(Rules(cards=(1, 0, 0, 1, 0, 0, 0, 0, 2, 8))))[1:4]:
    ...     print(line)
      exposed cards show     hard  low ace     soft     14  exceptions  followed
      18                       30       30  play on  stand      0 of 7   100.00%
      19-20                    30       30       30  stand     0 of 37   100.00%
    """
    rows: list[tuple[str, ...]] = [
        ("  exposed cards show", "hard", "low ace", "soft", "14", "exceptions", "followed")
    ]
    for line in best.lines:
        totals = ("play on" if total == PLAY_ON else str(total) for total in line[1:4])
        exceptions = f"{line.exceptions:,} of {line.decisions:,}"
        fourteen = "stand" if line.fourteen else "play on"
        rows.append((f"  {showings(_shows(line))}", *totals, fourteen, exceptions, f"{line.followed:.2%}"))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "The best play, by the highest total of the exposed cards: stand on this total or more",
        *(
            "  ".join(
                [row[0].ljust(widths[0]), *(cell.rjust(w) for cell, w in zip(row[1:], widths[1:], strict=True))]
            )
            for row in rows
        ),
        "  (soft: an ace that counts 11 can count 1; low ace: an ace counts 1, and another one would count 11;",
        "  hard: all others. Exceptions: decisions that can come up and are played otherwise; followed: the share",
        "  of decisions in play that are none.)",
        *_remarks(best),
    ]


def _remarks(best: PunterStrategy) -> Iterator[str]:
    whole = sum(line.decisions for line in best.lines)
    wrong = sum(line.exceptions for line in best.lines)
    if not wrong:
        yield f"  These lines are the best play, in all of {whole:,} decisions."
        return
    yield (
        f"  By these lines alone, 1 on every first card: {best.expectation:+.6f} units a round,"
        f" {best.cost:.6f} below the best play."
    )
    yield "  The exceptions that cost most, and what each is worth when it comes:"
    for slip in best.worst:
        yield f"    against {slip.exposed} {'stand on' if slip.stand else 'draw to'} {slip.hand} ({slip.gain:+.3f})"


def showings(showing: Sequence[Shows]) -> str:
    """Return what the exposed cards show, in words.

    >>> showings((Shows(18, False, False), Shows(19, False, False), Shows(14, True, False)))
    '18-19; 14 with a low ace'
    """
    if showing[0].whole_hand:
        return "a whole hand of 14"
    plain = _runs([shows.total for shows in showing if not shows.low_ace])
    alike = {shows.total for shows in showing if not shows.low_ace}
    low = _runs([shows.total for shows in showing if shows.low_ace and shows.total not in alike])
    return "; ".join([plain] * bool(plain) + [f"{low} with a low ace"] * bool(low))


def _shows(line: PunterLine) -> tuple[Shows, ...]:
    return tuple(Shows(seen.total, seen.low_ace, seen.shown) for seen in line.showing)


def _runs(totals: Sequence[int]) -> str:
    runs: list[list[int]] = []
    for total in totals:
        if runs and total == runs[-1][1] + 1:
            runs[-1][1] = total
        else:
            runs.append([total, total])
    return ", ".join(f"{low}-{high}" if low < high else str(low) for low, high in runs)
