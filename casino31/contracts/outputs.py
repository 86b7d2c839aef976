"""The contracts of what ``--json`` prints: one JSON Schema a name, such as ``casino31.analysis/1``."""

import json
from collections.abc import Mapping
from importlib import resources

_FILES = resources.files("casino31.contracts") / "files"


def contracts() -> tuple[str, ...]:
    """Return the names of the outputs that have a contract.

    >>> "casino31.analysis/1" in contracts()
    True
    """
    names = (entry.name.removesuffix(".json") for entry in _FILES.iterdir() if entry.name.startswith("casino31."))
    return tuple(sorted("/".join(name.rsplit("-", 1)) for name in names))


def contract(name: str) -> Mapping[str, object]:
    """Return the JSON Schema of an output by the name that stands in its ``schema``; KeyError for another name.

    >>> contract("casino31.analysis/1")["title"]
    'casino31.analysis/1'
    """
    if name not in contracts():
        raise KeyError(name)
    whole: Mapping[str, object] = json.loads(
        (_FILES / f"{name.replace('/', '-')}.json").read_text(encoding="utf-8")
    )
    return whole
