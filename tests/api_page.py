"""docs/api.md, made from the functions of the front door: ``python -m tests.api_page`` writes it anew."""

import ast
import doctest
import inspect
import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import casino31

PAGE = Path(__file__).parents[1] / "docs" / "api.md"

HEAD = """# The library

`import casino31` is enough for a notebook. Each function takes a layout as you have it: the name of a shipped
one, the path of a file, or what `load` returned. It returns a typed, frozen result, has checked its figures
against each other before you see them, and prints nothing. A result shows itself in one line in a shell and as a
table in a notebook.

- Probabilities, pays and edges are `Fraction`s. A number may be given as `3`, `"3/2"`, `"3%"`, `Fraction(3, 2)` or
  `0.03`, which is 3/100.
- *Units*: stakes and nets are in units of the ante, edges are shares of the initial wager. Nets are the player's.
- *Errors*: `RulesError` holds every fault of a file, with its line and column. `ValueError` is wrong use;
  `NotCapableError`, one of them, says in one sentence what the game lacks. `SelfCheckError` means that figures
  contradict each other: none of them may be used. All three are in `casino31.faults`.

This page is made from the code by `python -m tests.api_page`.
"""


def function(name: str) -> Callable[..., Any]:
    """The function behind a name of the front door."""
    room = next(room for room, names in casino31._ROOMS.items() if name in names)
    found: Callable[..., Any] = getattr(import_module(f"casino31.api.{room}"), name)
    return found


def section(name: str) -> str:
    """What the page says of one function: signature, words, result and example."""
    called = function(name)
    words, _, _ = inspect.getdoc(called).partition("\n\n>>> ")  # type: ignore[union-attr]
    examples = doctest.DocTestParser().get_examples(inspect.getdoc(called) or "")
    shown = []
    for example in examples:
        first, *rest = example.source.rstrip("\n").split("\n")
        shown += [f">>> {first}", *(f"... {line}".rstrip() for line in rest)]
        shown += example.want.rstrip("\n").split("\n") if example.want else []
    parts = [f"## {name}", f"```python\n{signature(name, called)}\n```", words, result(called)]
    parts.append("```python\n" + "\n".join(shown) + "\n```")
    return "\n\n".join(part for part in parts if part)


def signature(name: str, called: Callable[..., Any]) -> str:
    """A signature in one line, or one line a parameter."""
    found = inspect.signature(called)
    text = _unquoted(f"{name}{found}")
    if len(text) <= 100:
        return text
    keyword, lines = False, []
    for parameter in found.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not keyword:
            keyword = True
            lines.append("    *,")
        lines.append(_unquoted(f"    {parameter},"))
    return "\n".join([f"{name}(", *lines, f") -> {found.return_annotation}"])


def _unquoted(text: str) -> str:
    """Annotations without their quotes; defaults keep theirs."""
    return re.sub(r"(: |-> )'([^']*)'", r"\1\2", text).replace("'", '"')


def result(called: Callable[..., Any]) -> str:
    """The types of a result, each with its module and the first line that it says of itself."""
    module = inspect.getmodule(called)
    assert module is not None
    told = []
    for kind in re.findall(r"\w+", str(inspect.signature(called).return_annotation)):
        home = imported(module).get(kind, module.__name__)
        thing = getattr(import_module(home), kind, None)
        if inspect.isclass(thing) and home.startswith("casino31"):
            told.append(f"`{home}.{kind}`: {(thing.__doc__ or '').splitlines()[0]}")
    return "\n".join(f"- {line}" for line in told)


def imported(module: Any) -> dict[str, str]:
    """The module that each name comes from."""
    tree = ast.walk(ast.parse(inspect.getsource(module)))
    return {
        alias.asname or alias.name: node.module
        for node in tree
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }


def page() -> str:
    """The whole page, a section for each name in the order of ``casino31.__all__``."""
    return "\n\n".join([HEAD.rstrip("\n"), *map(section, casino31.__all__)]) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
