"""How a field of house rules is declared: its choices with the default first, its clause, and where it matters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from typing import Any, get_args, get_type_hints

from casino31.serialize import JsonMapping, JsonObject


@dataclass(frozen=True)
class Reading:
    """What may stand in a field."""

    clause: str
    """The clause of docs/rules/home.md that it reads."""
    says: str
    """What it settles, in a few words."""
    choices: JsonMapping
    """The values by the text that names them, the default first; of a whole number the default alone."""
    low: int = 0
    high: int = -1
    """The range of a whole number; empty where the choices are all there is."""
    applies: Callable[..., bool] = lambda _: True
    """Whether it can matter under some rules."""
    disputed: bool = True
    """Whether sources differ on it, or are silent: a fairness sheet then tries the other choices."""

    @property
    def is_number(self) -> bool:
        """Whether any whole number of a range may stand here."""
        return self.high >= self.low

    def expected(self) -> str:
        """Return what may be written.

        >>> Reading("H5", "three of a kind", {"none": "none", "30.5": "30.5"}).expected()
        '"none" or "30.5"'
        """
        from casino31.layoutfile.fields import listing

        return f"a whole number from {self.low} to {self.high}" if self.is_number else listing(list(self.choices))

    def value(self, text: str) -> Any:
        """Return the value that a text names; ValueError says what may be written.

        >>> Reading("S18", "lives", {"4": 4}, 1, 9).value("3")
        3
        """
        if self.is_number:
            if text.isdecimal() and self.low <= int(text) <= self.high:
                return int(text)
        elif text in self.choices:
            return self.choices[text]
        raise ValueError(f"expected {self.expected()}")


def said(value: object) -> str:
    """Return a value as ``--set`` and the pages write it.

    >>> said(True), said(Fraction(61, 2)), said(52), said("any 31")
    ('yes', '30.5', '52', 'any 31')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Fraction):
        return str(value.numerator) if value.denominator == 1 else f"{float(value):g}"
    return str(value)


def reading(clause: str, says: str, default: object, **how: Any) -> Any:
    """Declare a field whose type names all that may stand in it."""
    return field(default=default, metadata={"reading": Reading(clause, says, {}, **how)})


def whole(clause: str, says: str, default: int, low: int, high: int, **how: Any) -> Any:
    """Declare a field that holds a whole number of a range."""
    return field(default=default, metadata={"reading": Reading(clause, says, {}, low, high, **how)})


def when(**values: object) -> Callable[[object], bool]:
    """Return the condition that each of some fields holds a value, or one of several.

    >>> from casino31.home.rules import HomeRules
    >>> when(deck=(32, 52), lives=3)(HomeRules())
    False
    """
    allowed = {name: value if isinstance(value, tuple) else (value,) for name, value in values.items()}
    return lambda rules: all(getattr(rules, name) in choices for name, choices in allowed.items())


def readings_of(record: type) -> dict[str, Reading]:
    """Return the readings of a record by field: each may hold what its type allows, the default first."""
    types, readings = get_type_hints(record), {}
    for entry in fields(record):
        if declared := entry.metadata.get("reading"):
            others = get_args(types[entry.name]) if types[entry.name] is not bool else (True, False)
            choices = dict.fromkeys((entry.default, *others))
            readings[entry.name] = replace(declared, choices={said(choice): choice for choice in choices})
    return readings


def values_of(settings: Sequence[str], readings: Mapping[str, Reading]) -> tuple[JsonObject, list[str]]:
    """Return the values that settings such as ``trips=30.5`` name, and what is wrong with those that name none."""
    from casino31.layoutfile.fields import suggest

    values: JsonObject = {}
    wrong = []
    for setting in settings:
        name, sign, text = (part.strip() for part in setting.partition("="))
        if not sign:
            wrong.append(f"{setting}: write RULE=VALUE")
        elif name not in readings:
            hint = suggest(name, readings) or f"rules are {', '.join(readings)}"
            wrong.append(f"{setting}: there is no rule {name!r}; {hint}")
        else:
            try:
                values[name] = readings[name].value(text)
            except ValueError as error:
                near = suggest(text, readings[name].choices)
                wrong.append(f"{setting}: {error}" + (f"; {near}" if near else ""))
    return values, wrong
