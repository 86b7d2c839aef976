"""The programs of ``tools/`` as modules: they are no part of the package, and import nothing of it."""

import importlib.util
from functools import lru_cache
from pathlib import Path
from typing import Any

TOOLS = Path(__file__).parents[1] / "tools"


@lru_cache
def tool(name: str) -> Any:
    """A program of ``tools/`` by its name."""
    spec = importlib.util.spec_from_file_location(name, TOOLS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
