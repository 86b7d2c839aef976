"""A schema proposed from the first rows of a log: names first, then what the rows themselves bear out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, permutations, product
from pathlib import Path

from casino31.audit.hands.batch import Reader, card_of
from casino31.audit.hands.log import LogAuditor
from casino31.audit.hands.log_settlement import LogSettlement
from casino31.audit.hands.reader import first_rows
from casino31.audit.hands.rows import RowBatch, hand_words
from casino31.audit.hands.schema import Schema
from casino31.audit.hands.words import cents
from casino31.audit.workbooks.safe_reader import refused
from casino31.cards import parse_card
from casino31.serialize import JsonMapping
from casino31.settling import PLAN_MARK

ROWS = 200
"""Rows that are looked at."""
MOST_DEALS = 20
"""Ways to say which columns hold the cards that are tried."""
MOST_TRIED = 2_000
"""Ways to name the columns of money that are tried."""
_NUMBERED = r"cards?|c(ard)?[ _]?\d|draw"
"""Columns whose numbers from 0 to 51 are cards."""
_ACTIONS = {
    "fold": ("f", "folded", "pass", "passed", "drop", "no", "n", "0"),
    "play": ("p", "played", "raise", "raised", "bet", "call", "yes", "y", "1", "r"),
    "take back": ("b", "t", "back", "take", "pull"),
    "let it ride": ("r", "l", "ride", "let"),
}
_MARKS = (PLAN_MARK, "/", ", ", ",", "-", " ", "")
"""Between the words of several decisions in a row."""
"""Words that casinos use for common actions."""
_WORDS = {
    "round": ("round", "round id", "hand id", "game", "game id", "deal", "hand", "hand no", "coup"),
    "table": ("table", "table id", "tbl"),
    "time": ("time", "timestamp", "datetime", "date time", "ts"),
    "decision": ("decision", "action", "act", "choice", "move"),
    "paid": ("paid", "payout", "out", "returned", "win", "pays"),
    "net": ("net", "result", "profit", "win loss", "p/l"),
}


_Columns = dict[str, tuple[str, ...]]
_Found = tuple[int, int, _Columns, dict[str, str]]
"""Rows that are settled, how far names say so, the columns, and the words of decisions."""


@dataclass(frozen=True)
class Guess:
    """A proposed schema, and how many of the first rows are settled by it as they were paid."""

    toml: str
    rows: int
    right: int


def guess(path: Path, settlement: LogSettlement) -> Guess:
    """Return the schema that explains the first rows of a log best; RulesError where none does.

    >>> from tempfile import TemporaryDirectory
    >>> from casino31.audit.hands.in_a_row import settlement_of
    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> with TemporaryDirectory() as folder:
    ...     log = Path(folder, "a.csv")
    ...     written = log.write_text("Hand;Stake;Win\\nAs Ks Qs;1,00;201,00\\n2c 3d 5h;1,00;0\\n")
    ...     found = guess(log, settlement_of(file.game, file.game.analyse(file.rules)))
    >>> print(found.toml, found.right)
    [columns]
    cards = "Hand"
    "natural 31" = "Stake"
    paid = "Win"
     2
    """
    header, rows = first_rows(path, ROWS)
    if not rows:
        raise refused(str(path), "no hand in the file", "a log of hands")
    auditor = LogAuditor(settlement, Schema())
    best: _Found = (-1, 0, {}, {})
    said = "no column of cards, such as As Kd 7h or 0 to 51"
    for cards in islice(_cards(header, rows, auditor), MOST_DEALS):
        found, money = _of_money(path, header, rows, cards, auditor)
        best = max(best, found, key=lambda choice: choice[:2])
        said = f"no way to read {', '.join(map(repr, money)) or 'its columns'} as stakes and pays settles a row"
    if best[0] <= 0:
        raise refused(str(path), said, "a log of this layout: the cards of each hand, stakes and what was paid")
    return Guess(_toml(best[2], best[3]), len(rows), best[0])


def _of_money(
    path: Path, header: Sequence[str], rows: Sequence[JsonMapping], cards: _Columns, auditor: LogAuditor
) -> tuple[_Found, list[str]]:
    """The columns that explain the rows best where some hold the cards, and those that may hold money."""
    fixed = {**cards, **_order([name for name in header if (name,) not in cards.values()])}
    taken = {name for names in fixed.values() for name in names}
    decision, words = _decision([name for name in header if name not in taken], rows, auditor.reader)
    if decision:
        fixed["decision"] = (decision,)
        taken.add(decision)
    money = [name for name in header if name not in taken and all(_is_amount(row.get(name)) for row in rows)]
    best: _Found = (-1, 0, {}, {})
    for tried in islice(_ways(auditor.reader, money), MOST_TRIED):
        schema = Schema(fixed | tried, words)
        right = _settled(path, header, rows, schema, auditor)
        best = max(best, (right, _alike(tried), fixed | tried, words), key=lambda choice: choice[:2])
        if right == len(rows) and best[1] == 2 * len(tried):
            break
    return best, money


def _cards(header: Sequence[str], rows: Sequence[JsonMapping], auditor: LogAuditor) -> Iterator[_Columns]:
    """Columns that may hold the cards of a row: those of several hands, or of one."""
    hands = auditor.reader.hands
    if not hands:
        if cards := _one_hand(header, rows, auditor):
            yield {"cards": cards}
        return
    held = {name: parts for name in header if (parts := _held(name, rows, auditor.reader)) is not None}
    for names in permutations(held, len(hands)):
        if auditor.settlement.may_be([held[name] for name in names]):
            yield dict(zip(hands, [(name,) for name in names], strict=True))


def _held(name: str, rows: Sequence[JsonMapping], reader: Reader) -> list[list[int]] | None:
    """The cards that a column holds in each row; None where it holds anything else."""
    try:
        return [[card_of(reader.deck, word) for word in hand_words(row.get(name))] for row in rows]
    except ValueError:
        return None


def _one_hand(header: Sequence[str], rows: Sequence[JsonMapping], auditor: LogAuditor) -> tuple[str, ...]:
    """One column with the cards of a hand, or one for each card, by what they hold."""
    size, seen = auditor.reader.size, auditor.reader.seen

    def holds(name: str, least: int, most: int) -> bool:
        try:
            for row in rows:
                words = hand_words(row.get(name))
                if not least <= len(words) <= most:
                    return False
                for word in words:
                    if not (word.isdigit() and int(word) < 52 and re.fullmatch(_NUMBERED, name, re.I)):
                        parse_card(word)
        except ValueError:
            return False
        return True

    whole = [name for name in header if holds(name, seen, size)]
    if whole and size > 1:
        return (whole[0],)
    single = [name for name in header if holds(name, 1, 1)]
    later = [name for name in header if name not in single and holds(name, 0, 1)]
    return tuple((single + later)[:size]) if len(single) >= seen and len(single + later) >= size else ()


def _order(header: Sequence[str]) -> dict[str, tuple[str, ...]]:
    plain = {" ".join(name.lower().replace("_", " ").split()): name for name in header}
    found = {
        what: next((plain[word] for word in _WORDS[what] if word in plain), "")
        for what in ("round", "table", "time")
    }
    made: dict[str, tuple[str, ...]] = {}
    if found["round"]:
        made["round"] = tuple(filter(None, (found["table"], found["round"])))
    if found["time"]:
        made["time"] = (found["time"],)
    return made


def _decision(
    names: Sequence[str], rows: Sequence[JsonMapping], reader: Reader
) -> tuple[str | None, dict[str, str]]:
    """The column of decisions, by name or by its few words, and what each word means."""
    if len(reader.actions) < 2:
        return None, {}
    for name in sorted(names, key=lambda name_of: name_of.lower() not in _WORDS["decision"]):
        words = {str(row.get(name, "")).strip().lower() for row in rows}
        meant = {word: action for word in words for action in reader.actions if word in _said(action)}
        if len(words) <= len(reader.actions) + 1 and words - {""} and not words - meant.keys() - {""}:
            return name, {word: action for word, action in meant.items() if word != action}
    return None, {}


def _said(action: str) -> tuple[str, ...]:
    said = [(single.lower(), *_ACTIONS.get(single, ())) for single in action.split(PLAN_MARK)]
    return tuple(mark.join(words) for mark in (_MARKS if said[1:] else ("",)) for words in product(*said))


def _is_amount(value: object) -> bool:
    if value is None or (isinstance(value, str) and not value.strip()):
        return True
    try:
        cents(value)
    except ValueError:
        return False
    return True


def _ways(reader: Reader, money: Sequence[str]) -> Iterator[dict[str, tuple[str, ...]]]:
    """Ways to read columns of money as stakes and results, those first whose names say so."""
    ways: list[dict[str, tuple[str, ...]]] = []
    sides = [wager for wager in reader.wagers if wager not in reader.needed]
    results = ("paid",) if reader.taken_back else ("paid", "net")
    for many in range(len(sides), -1, -1):
        made = [*reader.needed, *sides[:many]]
        for names in islice(permutations(money, len(made) + 1), MOST_TRIED):
            ways += [
                {name: (column,) for name, column in zip((*made, result), names, strict=True)} for result in results
            ]
    yield from sorted(ways, key=_alike, reverse=True)


def _alike(way: Mapping[str, tuple[str, ...]]) -> int:
    """How far the names of columns say what they are taken for."""
    score = 0
    for what, (name,) in way.items():
        said = " ".join(name.lower().replace("_", " ").split())
        score += 2 if said == what or said in _WORDS.get(what, ()) else 1 if what in said or said in what else 0
    return score


def _settled(
    path: Path, header: Sequence[str], rows: Sequence[JsonMapping], schema: Schema, auditor: LogAuditor
) -> int:
    """Rows that are settled as they were paid."""
    reader = auditor.reader
    reader.schema = schema
    reader.words = auditor.settlement.reader(schema, ()).words
    batch = RowBatch(reader, reader.columns(path, header), 1)
    for number, row in enumerate(rows, 1):
        batch.add(number, dict(row))
    outcome = auditor.settlement.settle(batch.done())
    wrong = {fault.row for fault in outcome.faults if fault.code not in ("twice", "shared")}
    return len(rows) - len(wrong)


def _toml(columns: Mapping[str, tuple[str, ...]], words: Mapping[str, str]) -> str:
    lines = ["[columns]"]
    for what, names in columns.items():
        key = what if what.isidentifier() else json.dumps(what)
        value = json.dumps(names[0] if len(names) == 1 else list(names), ensure_ascii=False)
        lines.append(f"{key} = {value}")
    if words:
        lines += ["", "[decisions]"]
        for action in dict.fromkeys(words.values()):
            key = action if action.isidentifier() else json.dumps(action)
            lines.append(f"{key} = {json.dumps([word for word, meant in words.items() if meant == action])}")
    return "\n".join(lines) + "\n"
