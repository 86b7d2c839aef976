"""A log of simulated hands, in the form that the log audit reads."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from inspect import signature
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, TypeAlias

from casino31.atomic_file import growing
from casino31.cards import DECK, show
from casino31.outcomes import Row, net
from casino31.outcomes import stake as staked
from casino31.serialize import JsonObject
from casino31.settling import PLAN_MARK, played
from casino31.simulation import BLOCK, PreparedLayout, play_cards

if TYPE_CHECKING:
    import numpy as np
    import pyarrow
    from numpy.typing import NDArray

    from casino31.two_sides import HandLog


ROW_GROUP = 2**20
"""Rows of a group in Parquet: larger ones read faster."""
PAGE = 2**17
"""Rows of a page."""
Amounts: TypeAlias = Mapping[str, Sequence[Fraction]]
"""Of each wager what each row of the law stakes, and what is ``paid``."""
BANKER_COLUMNS = ("round", "banker", "concealed", "punter", "bet", "paid")
"""Of a log of hands against a banker."""


class UnwritableError(ValueError):
    """A log that cannot be written as asked; the message is a sentence with its remedy."""


def write_hands(
    path: Path, table: PreparedLayout, seed: int, rounds: int, blocks: range, over: bool = True
) -> None:
    """Write the hands of some blocks of a simulation: CSV, JSON lines or Parquet, by the ending.

    One row a round: its number, the cards, the decision, the stake of each wager, and ``paid``, all that the house
    hands back. UnwritableError when a pay is no whole number of cents, or Parquet lacks its library. Unless
    ``over``, a log of other hands is not replaced: TakenError.

    >>> from tempfile import TemporaryDirectory
    >>> from casino31.rulesfile import load
    >>> from casino31.simulation import prepare
    >>> file = load("natural-31")
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "hands.csv")
    ...     write_hands(path, prepare(file.game, file.game.analyse(file.rules)), 31, 2, range(1))
    ...     print(path.read_text().splitlines()[0])
    round,cards,decision,natural 31,paid
    """
    law = table.law
    names = table.analysis.outcomes.wagers
    first = [table.game.initial[name] for name in names]  # what is put up before a card, however much is taken back
    stakes = [[initial or row[place].stake for row in law] for place, initial in enumerate(first)]
    paid = [_handed_back(row) for row in law]
    for amount in paid:
        if (100 * amount).denominator != 1:
            raise UnwritableError(f"a pay of {amount} on one unit is no whole number of cents: no log can hold it")
    actions = table.game.settle_batch(table.analysis.rules).actions if table.follows else table.settled.actions
    writer = {".csv": _csv, ".jsonl": _json_lines, ".parquet": _parquet}[path.suffix.lower()]
    amounts = dict(zip((*names, "paid"), (*stakes, paid), strict=True))
    with growing(path, over) as part:
        writer(part, amounts, actions, _batches(table, seed, rounds, blocks, actions))


def write_banker_hands(path: Path, made: HandLog, seed: int, rounds: int, blocks: range, over: bool = True) -> None:
    """Write the hands of some blocks against a stated banker as CSV, JSON lines or Parquet, by the ending.

    One row a punter, who plays the best reply: the number of the round, the banker's cards in the order drawn, the
    one he conceals, the punter's cards, his bet by the layout's rule, and ``paid``. UnwritableError when a bet is
    no whole number of cents, or Parquet lacks its library.
    """
    bets = {first: bet.bet for first, bet in made.firsts.items()}
    if any((100 * bet).denominator != 1 for bet in bets.values()):
        raise UnwritableError("a bet of the layout is no whole number of cents: no log can hold it")
    kind = path.suffix.lower()
    parquet = parquet_library() if kind == ".parquet" else None

    def rows(block: int) -> Iterator[tuple[int, str, str, str, Fraction, Fraction]]:
        many = min(BLOCK, rounds - block * BLOCK)
        for number, hands in enumerate(made.rounds(seed, block, many), block * BLOCK):
            for hand in hands:
                bet = bets[hand.first]
                won = 2 * bet * (hand.event in made.wins)
                yield number, hand.banker, hand.concealed, hand.punter, bet, won

    with growing(path, over) as part:
        if parquet is not None:
            _banker_parquet(part, parquet, map(rows, blocks))
            return
        with part.open("w", encoding="ascii", newline="\n") as file:
            if kind == ".csv":
                file.write(",".join(BANKER_COLUMNS) + "\n")
            for *said, bet, paid in (row for block in blocks for row in rows(block)):
                if kind == ".csv":
                    file.write(",".join((*map(str, said), _money(bet), _money(paid))) + "\n")
                else:
                    line = dict(zip(BANKER_COLUMNS, (*said, _number(bet), _number(paid)), strict=True))
                    file.write(json.dumps(line) + "\n")


def _banker_parquet(
    path: Path, libraries: tuple[ModuleType, ModuleType], blocks: Iterable[Iterable[tuple[object, ...]]]
) -> None:
    arrow, parquet = libraries
    text, money = arrow.string(), arrow.float64()
    types = (arrow.int64(), text, text, text, money, money)
    schema = arrow.schema(list(zip(BANKER_COLUMNS, types, strict=True)))
    with parquet.ParquetWriter(path, schema, compression="lz4") as writer:
        for rows in blocks:
            columns = [list(column) for column in zip(*rows, strict=True)]
            columns[4:] = [list(map(float, column)) for column in columns[4:]]
            writer.write_table(arrow.table(dict(zip(BANKER_COLUMNS, columns, strict=True)), schema=schema))


def _handed_back(row: Row) -> Fraction:
    return net(row) + staked(row)


Batch = tuple[int, "list[NDArray[np.int8]]", "NDArray[np.int8]", "NDArray[np.int16]"]
"""The number of the first round, the cards, the actions and the places in the law."""


def _batches(
    table: PreparedLayout, seed: int, rounds: int, blocks: range, actions: tuple[str, ...]
) -> Iterator[Batch]:
    for block in blocks:
        many = min(BLOCK, rounds - block * BLOCK)
        cards = table.cards(seed, block, many)
        chosen, codes = play_cards(table, cards)
        yield block * BLOCK, cards, _plans(table, cards, actions) if table.follows else chosen, codes


def _plans(table: PreparedLayout, cards: list[NDArray[np.int8]], actions: tuple[str, ...]) -> NDArray[np.int8]:
    """All that the strategy does in each round, as places in the actions."""
    import numpy as np

    rules, strategy = table.analysis.rules, table.analysis.strategy.actions
    deals = zip(*(column.tolist() for column in cards), strict=True)
    asked = (played(table.game, rules, strategy, deal) for deal in deals)
    return np.array([actions.index(PLAN_MARK.join(action for _, action in each)) for each in asked], np.int8)


def _csv(path: Path, amounts: Amounts, actions: tuple[str, ...], batches: Iterator[Batch]) -> None:
    said = [show(card) for card in DECK]
    tails = [",".join(map(_money, row)) for row in zip(*amounts.values(), strict=True)]
    with path.open("w", encoding="ascii", newline="\n") as file:
        file.write(",".join(("round", "cards", "decision", *amounts)) + "\n")
        for first, cards, chosen, codes in batches:
            deals = zip(*(column.tolist() for column in cards), strict=True)
            file.writelines(
                f"{number},{' '.join([said[card] for card in deal])},{actions[action]},{tails[code]}\n"
                for number, (deal, action, code) in enumerate(
                    zip(deals, chosen.tolist(), codes.tolist(), strict=True), first
                )
            )


def _json_lines(path: Path, amounts: Amounts, actions: tuple[str, ...], batches: Iterator[Batch]) -> None:
    tails = [dict(zip(amounts, map(_number, row), strict=True)) for row in zip(*amounts.values(), strict=True)]
    with path.open("w", encoding="ascii", newline="\n") as file:
        for first, cards, chosen, codes in batches:
            deals = zip(*(column.tolist() for column in cards), strict=True)
            for number, (deal, action, code) in enumerate(
                zip(deals, chosen.tolist(), codes.tolist(), strict=True), first
            ):
                line = {"round": number, "cards": show(*deal), "decision": actions[action], **tails[code]}
                file.write(json.dumps(line) + "\n")


def _parquet(path: Path, amounts: Amounts, actions: tuple[str, ...], batches: Iterator[Batch]) -> None:
    import numpy as np

    arrow, parquet = parquet_library()
    whole = all(amount.denominator == 1 for column in amounts.values() for amount in column)
    kind: type = np.int32 if whole else np.float64
    columns = {name: np.array([kind(amount) for amount in column]) for name, column in amounts.items()}
    writer, words = None, arrow.array(actions)
    held: list[pyarrow.Table] = []

    def flush() -> None:
        nonlocal writer, held
        if held:
            if writer is None:
                schema = held[0].schema
                # a running number is a difference of one a row; few different values are a dictionary
                form: JsonObject = {"use_dictionary": [name for name in schema.names if name != "round"]}
                form |= {"column_encoding": {"round": "DELTA_BINARY_PACKED"}}
                if "max_rows_per_page" in signature(parquet.ParquetWriter.__init__).parameters:
                    form["max_rows_per_page"] = PAGE  # else 20,000, where the parameter exists: slower to read
                writer = parquet.ParquetWriter(path, schema, compression="lz4", **form)
            writer.write_table(arrow.concat_tables(held), row_group_size=ROW_GROUP)
            held = []

    for first, cards, chosen, codes in batches:
        data: JsonObject = {"round": np.arange(first, first + len(codes))}
        data |= {f"card {place}": column for place, column in enumerate(cards, 1)}
        data["decision"] = arrow.DictionaryArray.from_arrays(arrow.array(chosen), words)
        data |= {name: column[codes] for name, column in columns.items()}
        held.append(arrow.table(data))
        if len(held) * BLOCK >= ROW_GROUP:
            flush()
    flush()
    if writer is None:
        raise UnwritableError("this part has no round to write")
    writer.close()


def parquet_library() -> tuple[ModuleType, ModuleType]:
    """Return pyarrow and its Parquet module; UnwritableError names the extra when they are not installed.

    >>> parquet_library()[0].__name__
    'pyarrow'
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise UnwritableError("Parquet needs pyarrow: pip install 'casino31[audit]'") from None
    return pyarrow, pyarrow.parquet


def _number(amount: Fraction) -> int | float:
    return int(amount) if amount.denominator == 1 else float(amount)


def _money(amount: Fraction) -> str:
    cents = int(100 * amount)
    return str(cents // 100) if cents % 100 == 0 else f"{cents // 100}.{cents % 100:02}"
