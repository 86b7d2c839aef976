"""A first draft of an output's contract, from samples: ``python -m tests.draft_contract SAMPLE.json ...``.

A draft is to be read and mended by hand: what the samples do not show, it does not allow.
"""

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
_EXACT: Json = {"type": ["string", "null"], "pattern": "^-?[0-9]+(/[0-9]+)?$"}
_VALUE: Json = {"type": ["number", "null"]}


def _record(**properties: Json) -> Json:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


SHARED: dict[str, Json] = {
    "figure": _record(exact=_EXACT, value=_VALUE),
    "bounded": _record(exact=_EXACT, value=_VALUE, error_bound=_VALUE),
}
"""Records that stand in many places: an exact number and its nearest decimal, and one with a bound."""
MAPS = ("rules", "readings", "symbols", "grid", "limits", "pays", "layout", "results", "breakage", "faults")
"""Keys whose value is a map, whatever its keys look like in the samples."""


def draft(values: Sequence[Json], key: str = "") -> dict[str, Json]:
    """Return a schema that these values obey.

    >>> draft([{"edge": 1.5, "name": "a"}, {"edge": None}])["properties"]
    {'edge': {'type': ['null', 'number']}, 'name': {'type': 'string'}}
    """
    kinds = sorted({_kind(value) for value in values} | ({"null"} if key == "conforms" else set()))
    if "number" in kinds and "integer" in kinds:
        kinds.remove("integer")
    made: dict[str, Json] = {"type": kinds[0] if len(kinds) == 1 else list(kinds)} if kinds else {}
    if items := [item for value in values if isinstance(value, list) for item in value]:
        made["items"] = draft(items)
    objects = [value for value in values if isinstance(value, dict)]
    for name in SHARED:
        if objects and all(list(each) == list(_keys(name)) for each in objects):
            shared: dict[str, Json] = {"$ref": f"#/$defs/{name}"}
            return {"anyOf": [shared, {"type": "null"}]} if "null" in kinds else shared
    return made | _object(objects, key) if objects else made


def _keys(name: str) -> Sequence[str]:
    record = SHARED[name]
    assert isinstance(record, dict)
    properties = record["properties"]
    assert isinstance(properties, dict)
    return list(properties)


def _kind(value: Json) -> str:
    if value is None:
        return "null"
    kinds = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array", dict: "object"}
    return kinds[type(value)]


def _object(objects: Sequence[dict[str, Json]], key: str) -> dict[str, Json]:
    """The keys of a record, or the values of a map: keys that are no names, or that no two objects share."""
    keys = list(dict.fromkeys(name for each in objects for name in each))
    common = [name for name in keys if all(name in each for each in objects)]
    if key in MAPS or not all(re.fullmatch("[a-z][a-z0-9_]*", name) for name in keys) or not common:
        return {"additionalProperties": draft([value for each in objects for value in each.values()])}
    properties: dict[str, Json] = {
        name: draft([each[name] for each in objects if name in each], name) for name in keys
    }
    return {"properties": properties, "required": list(common), "additionalProperties": False}


if __name__ == "__main__":
    samples = [json.loads(Path(name).read_text(encoding="utf-8")) for name in sys.argv[1:]]
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": samples[0]["schema"]}
    made: dict[str, Json] = {**head, **draft(samples)}
    properties = made["properties"]
    assert isinstance(properties, dict)
    properties["schema"] = {"const": samples[0]["schema"]}
    if used := {name: SHARED[name] for name in SHARED if f"#/$defs/{name}" in json.dumps(made)}:
        made["$defs"] = used
    print(json.dumps(made, indent=1, ensure_ascii=False))
