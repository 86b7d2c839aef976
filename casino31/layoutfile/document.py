"""A file in which every key and value knows its place, and the faults found in it."""

from bisect import bisect_right
from copy import copy
from dataclasses import replace
from typing import Any, Literal

from casino31.faults import Fault, RulesError
from casino31.layoutfile.scan import KeyPath, Place
from casino31.layoutfile.toml import brief, locate

MOST_FAULTS = 100
"""A file with more is told so: each fault costs a look at every name that may have been meant."""
LONGEST_SAID = 300
"""Characters of what was found."""


class Document:
    """A TOML text, its faults so far, and the means to add more at the right place.

    >>> document = Document('[rules]\\ntrips = "bset"', "b.toml")
    >>> document.error("reading", ("rules", "trips"), "'bset'", "best or none")
    >>> document.check()
    Traceback (most recent call last):
      ...
    casino31.faults.RulesError: b.toml:2:9: error[reading]: 'bset'; expected best or none
      2 | trips = "bset"
        |         ^^^^^^
    """

    def __init__(self, text: str, file: str = "<text>", digest: str = "") -> None:
        self.file = file
        self.digest = digest
        """SHA-256 of the file's bytes."""
        self.text = text.removeprefix("\ufeff").replace("\r\n", "\n")
        self.faults: list[Fault] = []
        self._known: set[Fault] = set()
        self._lines = self.text.split("\n")
        self._starts = [0]
        for line in self._lines[:-1]:
            self._starts.append(self._starts[-1] + len(line) + 1)
        self._located = locate(self.text)
        self.data = self._located.data
        for problem in self._located.problems:
            self.fault_at(*problem)

    def anew(self) -> "Document":
        """Return the same text with its own faults alone, without reading it again."""
        other = copy(self)
        other.faults, other._known = [], set()
        for problem in self._located.problems:
            other.fault_at(*problem)
        return other

    def get(self, path: KeyPath) -> Any:
        """Return the value at a path, or None when the file has none."""
        node: Any = self.data
        for name in path:
            if isinstance(node, list) and isinstance(name, int):
                node = node[name] if name < len(node) else None
            else:
                node = node.get(name) if isinstance(node, dict) else None
        return node

    def has(self, path: KeyPath) -> bool:
        """Tell whether the file has the key, sound or not."""
        return self.get(path) is not None or self.is_broken(path)

    def is_broken(self, path: KeyPath) -> bool:
        """Tell whether the key, or one below it, stands in the file in a line that is not TOML."""
        return any(broken[: len(path)] == path for broken in self._located.broken)

    def shown(self, path: KeyPath) -> str:
        """Return a key and its value as the file writes them."""
        place = self._located.places.get(path)
        if place is None:
            return brief(".".join(map(str, path)))
        key, value = (self.text[slice(*span)] for span in place)
        return brief(key if place.key == place.value else f"{key} = {value}")

    def line(self, path: KeyPath) -> int:
        """Return the line on which a key stands."""
        return self._place(self._located.places[path].key.start)[0]

    def spans(self, path: KeyPath) -> Place:
        """Return where a key and its value stand in the text."""
        return self._located.places[path]

    def line_end(self, path: KeyPath) -> int:
        """Return where the line ends on which the value of a key ends."""
        end = self.text.find("\n", self.spans(path).value.end)
        return len(self.text) if end < 0 else end

    def statement(self, path: KeyPath) -> tuple[int, int]:
        """Return where the line of a key begins and the line of its value ends, with the comment behind it."""
        return self.text.rfind("\n", 0, self.spans(path).key.start) + 1, self.line_end(path)

    def error(
        self,
        code: str,
        path: KeyPath,
        found: str,
        expected: str,
        hint: str = "",
        on: Literal["key", "value"] = "value",
        severity: Literal["error", "warning"] = "error",
    ) -> None:
        """Add a fault at a key or at its value; of a key that is not there, at the table that lacks it."""
        while path and path not in self._located.places:
            path = path[:-1]
        span = getattr(self._located.places[path], on) if path else (0, 1)
        self.fault_at(span, code, found, expected, hint, severity)

    def warning(
        self,
        code: str,
        path: KeyPath,
        found: str,
        expected: str,
        hint: str = "",
        on: Literal["key", "value"] = "key",
    ) -> None:
        """Add a warning: the file can be used, but may not say what its writer meant."""
        self.error(code, path, found, expected, hint, on, "warning")

    def fault_at(
        self,
        span: tuple[int, int],
        code: str,
        found: str,
        expected: str,
        hint: str = "",
        severity: Literal["error", "warning"] = "error",
    ) -> None:
        """Add a fault at some characters of the text; the same fault once. RulesError when there are too many."""
        start, end = span
        line, column = self._place(start)
        source = self._lines[line - 1]
        width = max(1, min(end, self._starts[line - 1] + len(source)) - start)
        if len(found) > LONGEST_SAID:
            found = found[: LONGEST_SAID - 3] + "..."
        fault = Fault(self.file, line, column, code, found, expected, hint, source, width, severity)
        if fault not in self._known:
            self._known.add(fault)
            self.faults.append(fault)
        if len(self.faults) > MOST_FAULTS:
            many = f"more than {MOST_FAULTS} faults, of which these are the first"
            raise RulesError([*self.faults, Fault(self.file, 0, 0, "many", many, "a file with few")])

    @property
    def warnings(self) -> tuple[Fault, ...]:
        """The warnings so far, in the order of the file."""
        return tuple(sorted(fault for fault in self.faults if fault.severity == "warning"))

    def check(self, strict: bool = False) -> None:
        """Raise RulesError with all faults when any is an error; ``strict`` makes errors of the warnings."""
        if strict:
            self.faults = [replace(fault, severity="error") for fault in self.faults]
        if any(fault.severity == "error" for fault in self.faults):
            raise RulesError(self.faults)

    def _place(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1
