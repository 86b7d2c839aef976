"""Shuffles read from a text file: one a line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import TextIOWrapper
from pathlib import Path
from typing import IO

from casino31.audit.finding import AuditedFile
from casino31.audit.shuffles.shuffle import Shuffles
from casino31.bounded import json_of, open_plain, sha256_of
from casino31.cards import DECK, parse_card, show
from casino31.faults import refused

LONGEST_LINE = 2**16
_WORDS = {show(card).lower(): card for card in DECK} | {str(card): card for card in DECK}


def read_shuffles(path: Path, shuffles: Shuffles) -> None:
    """Take every shuffle of a text file: one a line, cards such as As or 0 to 51, apart by blanks or commas.

    A line may also be a JSON list of cards. RulesError when the file is no such text: no line of it is all cards.

    >>> from tempfile import TemporaryDirectory
    >>> shuffles = Shuffles()
    >>> with TemporaryDirectory() as folder:
    ...     written = Path(folder, "a.txt").write_text(" ".join(map(str, DECK)))
    ...     read_shuffles(Path(folder, "a.txt"), shuffles)
    >>> shuffles.answer().shuffles
    1
    """
    some, rows, unread = False, 0, ""
    try:
        with TextIOWrapper(open_plain(path), "utf-8-sig") as file:
            for number, line in _lines(path, file):
                where = f"{path.name}, line {number:,}"
                try:
                    cards = _cards(line)
                except ValueError as error:
                    if number == 1 and not some:
                        continue  # a heading
                    rows += 1
                    unread = unread or f"no line of it is a deck: line {number:,}, {str(error)[:80]}"
                    shuffles.blame(where, str(error), "cards such as As, or 0 to 51")
                    continue
                some, rows = True, rows + 1
                shuffles.take(cards, where)
        digest = sha256_of(path)
    except OSError as error:
        raise refused(str(path), f"it cannot be read: {error.strerror or error}", "a file of shuffles") from None
    except UnicodeDecodeError:
        raise refused(str(path), "bytes that are no text", "a file of shuffles, one a line") from None
    if not some:
        raise refused(str(path), unread or "no shuffle in the file", "52 cards a line, such as As, or 0 to 51")
    shuffles.files.append(AuditedFile(path.name, digest, rows))


def _lines(path: Path, file: IO[str]) -> Iterator[tuple[int, str]]:
    number = 0
    while line := file.readline(LONGEST_LINE):
        number += 1
        if len(line) >= LONGEST_LINE:
            raise refused(str(path), f"line {number:,} is longer than any shoe", "one shuffle a line")
        if line.strip():
            yield number, line


def _cards(line: str) -> list[int]:
    text = line.strip()
    if text.startswith("["):
        listed = json_of(text)
        words = [str(word) for word in listed] if isinstance(listed, list) else [text[:40]]
    else:
        words = [word for word in re.split(r"[\s,;|]+", text) if word]
    cards = []
    for word in words:
        card = _WORDS.get(word.lower())
        if card is None:
            if word.lstrip("-").isdigit():
                raise ValueError(f"the card {word}")
            card = parse_card(word)
        cards.append(card)
    return cards
