"""Typed results as data that gives the same results back: what a cache keeps, and nothing that could run."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from types import ModuleType

from casino31.serialize import Json


def as_data(item: object) -> Json:
    """Return a result as data: each record by the name of its class, each fraction as its text.

    >>> as_data((1, Fraction(1, 3), {"a": None}))
    ['tuple', [1, ['fraction', '1/3'], ['map', {'a': None}]]]
    """
    if item is None or isinstance(item, bool | int | float | str):
        return item
    if isinstance(item, Fraction):
        return ["fraction", str(item)]
    if is_dataclass(item) and not isinstance(item, type):
        return [type(item).__name__, [as_data(getattr(item, field.name)) for field in fields(item)]]
    if isinstance(item, tuple):
        return [type(item).__name__, [as_data(part) for part in item]]
    if isinstance(item, Mapping):
        return ["map", {str(key): as_data(value) for key, value in item.items()}]
    raise TypeError(f"{type(item).__name__} is no result that can be kept")


def from_data(data: Json, classes: ModuleType) -> object:
    """Return the result that data states, its records being classes of a module; ValueError when it states none.

    >>> from casino31 import banker_answers
    >>> figure = banker_answers.BankerFigure(Fraction(1, 3), 0.3)
    >>> from_data(as_data(figure), banker_answers) == figure
    True
    """
    if data is None or isinstance(data, bool | int | float | str):
        return data
    if not isinstance(data, list) or len(data) != 2:
        raise ValueError("no kept result")
    name, held = data
    if name == "fraction" and isinstance(held, str):
        return Fraction(held)
    if name == "map" and isinstance(held, Mapping):
        return {key: from_data(value, classes) for key, value in held.items()}
    if not isinstance(held, list) or not isinstance(name, str):
        raise ValueError("no kept result")
    parts = [from_data(part, classes) for part in held]
    if name == "tuple":
        return tuple(parts)
    made = vars(classes).get(name)
    if not isinstance(made, type) or made.__module__ != classes.__name__:
        raise ValueError(f"no class {name!r} of results")
    try:
        return made(*parts)
    except TypeError as error:
        raise ValueError(f"{name}: {error}") from None
