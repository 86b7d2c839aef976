"""JSON Schemas of what people write and of what this program prints."""

from __future__ import annotations

from collections.abc import Mapping

INPUTS = ("layout", "grid", "log")


def schema_names() -> tuple[str, ...]:
    """Return the names that ``schema`` knows: files that people write, then outputs.

    >>> schema_names()[:3]
    ('layout', 'grid', 'log')
    """
    from casino31.contracts.outputs import contracts

    return (*INPUTS, *contracts())


def schema(name: str) -> Mapping[str, object]:
    """Return the JSON Schema of layouts, grids or log schemas, or of an output such as "casino31.analysis/1".

    ValueError names the closest when there is none of that name.

    >>> import casino31
    >>> casino31.schema("layout")["title"]
    'A layout of casino31'
    """
    from casino31.contracts import inputs, outputs
    from casino31.games import GAMES
    from casino31.layoutfile.fields import suggest

    if name == "grid":
        return inputs.grid_schema()
    if name in INPUTS:
        return inputs.layout_schema(GAMES) if name == "layout" else inputs.log_schema(GAMES)
    whole = name if name.startswith("casino31.") else f"casino31.{name}"
    named = [contract for contract in outputs.contracts() if whole in (contract, contract.rpartition("/")[0])]
    if not named:
        raise ValueError(f"no schema {name!r}: {suggest(name, schema_names()) or ', '.join(schema_names())}")
    return outputs.contract(named[-1])
