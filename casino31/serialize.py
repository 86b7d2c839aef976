"""Any typed result as data for JSON: one form for all of them."""

from collections.abc import Mapping, Sequence
from dataclasses import Field, fields, is_dataclass
from fractions import Fraction
from typing import Any, TypeAlias

Json: TypeAlias = "Mapping[str, Json] | Sequence[Json] | str | int | float | bool | None"
"""What a JSON file can hold."""
JsonObject: TypeAlias = dict[str, Any]
"""A JSON object as it is made; what is in it is known to its schema alone."""
JsonMapping: TypeAlias = Mapping[str, Any]
"""The same as it is read."""
ABSENT: Mapping[str, Json] = {"absent": True}
"""Metadata of a field that is left out when it is None."""
INLINE: Mapping[str, Json] = {"inline": True}
"""Metadata of a field whose own entries stand in the place of the field; it may be None too."""


def named(name: str) -> Mapping[str, Json]:
    """Return the metadata of a field that has another name in JSON, and is left out when it is None."""
    return {**ABSENT, "name": name}


def plain(item: object) -> Any:
    """Return a result as dictionaries, lists, texts and numbers.

    A dataclass and a named tuple become a dictionary in the order of their fields, a fraction its text; keys become
    texts, and any other sequence a list.

    >>> from dataclasses import dataclass, field
    >>> @dataclass(frozen=True)
    ... class Figure:
    ...     exact: Fraction
    ...     ends: tuple[int, ...]
    ...     note: str | None = field(default=None, metadata=ABSENT)
    >>> plain({1: Figure(Fraction(1, 3), (1, 2))})
    {'1': {'exact': '1/3', 'ends': [1, 2]}}
    """
    if isinstance(item, Fraction):
        return str(item)
    if is_dataclass(item) and not isinstance(item, type):
        return _entries(item, fields(item))
    if isinstance(item, tuple) and hasattr(item, "_asdict"):
        return plain(item._asdict())
    if isinstance(item, Mapping):
        return {str(key): plain(value) for key, value in item.items()}
    if isinstance(item, Sequence) and not isinstance(item, str):
        return [plain(value) for value in item]
    return item


def _entries(item: object, parts: Sequence[Field[Any]]) -> JsonObject:
    entries: JsonObject = {}
    for part in parts:
        value = getattr(item, part.name)
        if part.metadata.get("inline"):
            entries |= {} if value is None else plain(value)
        elif value is not None or not part.metadata.get("absent"):
            entries[part.metadata.get("name", part.name)] = plain(value)
    return entries
