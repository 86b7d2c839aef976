"""The JSON Schemas of the files that people write, made of the games: editors complete and check with them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from casino31.importing.labels import label_of
from casino31.layoutfile.filing import DOCUMENT_KEYS, TABLE_KEYS
from casino31.paytable_design.grid import DIRECTIONS, FIGURES, KEYS
from casino31.serialize import Json
from casino31.wagers import Wager

if TYPE_CHECKING:
    from casino31.game import Game

DRAFT = "https://json-schema.org/draft/2020-12/schema"

TEXT: Json = {"type": "string", "minLength": 1}
DATE: Json = {
    "type": "string",
    "pattern": r"^\d{4}-\d\d-\d\d$",
    "description": "YYYY-MM-DD, with or without quotes",
}
_NUMBER = r"[0-9]{1,20}(\.[0-9]{1,20})?"
PAY: Json = {
    "description": 'a pay: 2, 1.5, "3/2", "3 to 2", "6 for 5", "push" or "lose"',
    "anyOf": [
        {"type": "number", "minimum": 0, "maximum": 10**9},
        {"type": "string", "pattern": rf"^\s*{_NUMBER}\s*((/|:|[tT][oO]|[fF][oO][rR])\s*{_NUMBER}\s*)?$"},
        {"type": "string", "pattern": r"^\s*([pP][uU][sS][hH]|[lL][oO][sS][eE])\s*$"},
    ],
}
_SHARE: Json = {
    "anyOf": [
        {"type": "number", "exclusiveMinimum": 0, "maximum": 1},
        {"type": "string", "pattern": r"^\s*[0-9.]+(/[0-9]+)?\s*%?\s*$"},
    ]
}
_MONEY: Json = {"type": "number", "exclusiveMinimum": 0}


def table_of(properties: Mapping[str, Json], required: Sequence[str] = (), **more: Json) -> dict[str, Json]:
    """Return the schema of a table with these keys and no others.

    >>> table_of({"seats": {"type": "integer"}})
    {'type': 'object', 'properties': {'seats': {'type': 'integer'}}, 'additionalProperties': False}
    """
    made: dict[str, Json] = {"type": "object", "properties": dict(properties), "additionalProperties": False}
    return {**made, **({"required": list(required)} if required else {}), **more}


def layout_schema(games: Mapping[str, Game]) -> dict[str, Json]:
    """Return the schema of layout files: the keys of every game, by the game that a file names."""
    own = {name.lower().replace(" ", "_"): game for name, game in games.items()}
    return {
        "$schema": DRAFT,
        "title": "A layout of casino31",
        "type": "object",
        "properties": {"game": {"enum": list(games)}},
        "required": ["game"],
        "allOf": [
            {
                "if": {"properties": {"game": {"const": game.name}}},
                "then": {"$ref": f"#/$defs/{name}"},
            }
            for name, game in own.items()
        ],
        "$defs": {name: _game(game) for name, game in own.items()}
        | {"pay": PAY, "document": _document(), "table": _table()},
    }


def _game(game: Game) -> dict[str, Json]:
    """The keys of one game's files."""
    keys: dict[str, Json] = {
        "game": {"const": game.name},
        "title": {**_text("what a par sheet is called")},
        "source": {**_text("who states these pays, and what is assumed")},
        "date": DATE,
        "document": {"$ref": "#/$defs/document"},
        "table": {"$ref": "#/$defs/table"},
    }
    if game.file_keys is not None:
        return table_of(keys | dict(game.file_keys()), ("game", "title", "source"))
    keys |= {
        "odds": {"enum": ["to one", "for one"], "description": "what every bare pay of the file counts"},
        "assumed": {"type": "array", "items": TEXT, "description": "wagers, or rows such as play.31"},
        "rules": table_of({name: _choice(choices) for name, choices in game.readings.items()}),
    }
    keys |= {wager.name: _rows(wager) for wager in game.wagers}
    return table_of(keys, ("game", "title", "source"))


def _text(said: str) -> dict[str, Json]:
    return {"type": "string", "minLength": 1, "description": said}


def _choice(choices: Sequence[str]) -> Json:
    """The choices of a reading; those that are numbers may stand without quotes."""
    numbers: list[Json] = [int(choice) for choice in choices] if all(map(str.isdigit, choices)) else []
    return {"enum": [*choices, *numbers], "default": choices[0]}


def _rows(wager: Wager) -> Json:
    """The rows of a wager, by the names that its game reads."""
    names = [event for event in wager.events if (read := label_of(wager, event)) and read.events == (event,)]
    pays: dict[str, Json] = {name: {"$ref": "#/$defs/pay"} for name in names}
    patterns: dict[str, Json] = {}
    totals = [name for name in names if name.isdigit()]
    if len(totals) > 1 and label_of(wager, f"{totals[0]}-{totals[-1]}"):
        either = "|".join(totals)
        patterns[rf"^\s*({either})\s*([-\u2013]\s*({either})\s*)?$"] = {"$ref": "#/$defs/pay"}
    words = [name for name in names if not name.isdigit()]
    if words:
        patterns[rf"^\s*({'|'.join(_any_case(word) for word in words)})\s*$"] = {"$ref": "#/$defs/pay"}
    return {**table_of(pays, minProperties=1), "patternProperties": patterns}


def _any_case(word: str) -> str:
    """A pattern of a word in capitals or not, with any blanks between its parts."""
    parts = [
        "".join(f"[{c.lower()}{c.upper()}]" if c.isalpha() else re.escape(c) for c in part) for part in word.split()
    ]
    return r"\s+".join(parts)


def _document() -> Json:
    revision: Json = {"type": ["string", "integer"]}
    entry = table_of({"revision": revision, "date": DATE, "change": TEXT}, ("revision", "date", "change"))
    keys: dict[str, Json] = dict.fromkeys(DOCUMENT_KEYS, TEXT)
    keys |= {"revision": revision, "history": {"type": "array", "items": entry, "minItems": 1}}
    return table_of(keys, minProperties=1, description="what the filing prints of itself")


def _table() -> Json:
    keys: dict[str, Json] = dict.fromkeys(TABLE_KEYS, _MONEY)
    keys |= {
        "seats": {"type": "integer", "minimum": 1, "maximum": 1000},
        "currency": TEXT,
        "minimum_return": _SHARE,
    }
    dependent: Json = {name: ["currency"] for name in ("minimum_bet", "maximum_bet", "payout_limit")}
    return table_of(keys, minProperties=1, dependentRequired=dependent, description="how the game is offered")


def grid_schema() -> dict[str, Json]:
    """Return the schema of the grids that ``paytable design`` searches."""
    pay: Json = {"type": ["number", "string"], "description": 'a pay to one: 2, 1.5 or "3/2"'}
    steps = table_of({"from": pay, "to": pay, "step": pay}, ("from", "to"))
    axis: Json = {"anyOf": [pay, {"type": "array", "items": pay, "minItems": 1}, steps]}
    end: Json = {"type": ["number", "string"]}
    band: Json = {"type": "array", "items": end, "minItems": 2, "maxItems": 2, "description": "[low, high]"}
    bands: dict[str, Json] = dict.fromkeys(FIGURES, band)
    names: Json = {"type": "array", "items": TEXT, "minItems": 2}
    order = rf"^({'|'.join(DIRECTIONS)}) (.+\.)?({'|'.join(FIGURES)})$"
    keys: dict[str, Json] = dict.fromkeys(KEYS, TEXT)
    keys |= {
        "order": {"type": "array", "minItems": 1, "items": {"type": "string", "pattern": order}},
        "rising": {"anyOf": [names, {"type": "array", "items": names, "minItems": 1}]},
        "rows": {"type": "object", "additionalProperties": axis, "minProperties": 1},
        "limits": {"type": "object", "properties": bands, "additionalProperties": table_of(bands)},
    }
    return {"$schema": DRAFT, "title": "A grid of casino31 paytable design", **table_of(keys, ("rows",))}


def log_schema(games: Mapping[str, Game]) -> dict[str, Json]:
    """Return the schema of the files that ``audit log --schema`` reads."""
    names: Json = {"anyOf": [TEXT, {"type": "array", "items": TEXT, "minItems": 1}]}
    columns = ("cards", "decision", "paid", "net", "round", "time")
    wagers = dict.fromkeys(wager.name for game in games.values() for wager in game.wagers)
    keys: dict[str, Json] = {
        "columns": table_of(dict.fromkeys((*columns, *wagers), names)),
        "decisions": {"type": "object", "additionalProperties": names},
    }
    return {"$schema": DRAFT, "title": "A log schema of casino31 audit log", **table_of(keys)}
