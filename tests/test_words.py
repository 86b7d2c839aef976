"""The words of the house: a class name means one thing, and a function that is long or asks for much says why."""

import ast
from collections import defaultdict
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "casino31"
MODULES = sorted(PACKAGE.rglob("*.py"))
MOST_LINES = 60
"""Of a function, its docstring aside."""
MOST_PARAMETERS = 7
KERNEL = "compiled loops take arrays one by one, no objects"
FRONT_DOOR = "options of the front door, by keyword alone"
LARGE = {
    "api/audits.audit_log": FRONT_DOOR,
    "api/audits.audit_table": FRONT_DOOR,
    "api/imports.import_layout": FRONT_DOOR,
    "audit/hands/batch.__init__": "the facts of a game that a reader of logs keeps, each an attribute",
    "games/greek_31/engine/kernels._best_level": KERNEL,
    "games/greek_31/engine/kernels._draw": KERNEL,
    "games/greek_31/engine/kernels._level": KERNEL,
    "games/greek_31/equilibrium/kernels._through": KERNEL,
    "games/greek_31/equilibrium/kernels.reply_sweep": "the twin of a compiled loop takes what it takes",
    "games/greek_31/simulation/rounds.play_compiled": KERNEL,
    "games/greek_31/simulation/rounds.play_in_step": "the twin of a compiled loop takes what it takes",
    "paytable_design/figures._end_by_end": "the twin of a compiled loop takes what it takes",
    "paytable_design/kernels.sum_tables": KERNEL,
}
"""The functions above a bound, and why. Verbs may have as many parameters as they have options."""


def place(path: Path) -> str:
    return path.relative_to(PACKAGE).with_suffix("").as_posix()


def is_large(function: ast.FunctionDef, is_verb: bool) -> bool:
    lines = function.end_lineno or 0, function.lineno - 1
    docstring = function.body[0] if ast.get_docstring(function) else None
    skipped = (docstring.end_lineno or 0) - docstring.lineno + 1 if docstring else 0
    arguments = function.args
    names = [name.arg for name in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    asked = len([name for name in names if name not in ("self", "cls")])
    return lines[0] - lines[1] - skipped > MOST_LINES or (asked > MOST_PARAMETERS and not is_verb)


def test_each_class_name_has_one_meaning() -> None:
    homes = defaultdict(list)
    for path in MODULES:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].append(place(path))
    assert len(homes) > 300
    assert {word: places for word, places in homes.items() if len(places) > 1} == {}


def test_large_functions_have_a_reason() -> None:
    large = [
        f"{place(path)}.{node.name}"
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
        and is_large(node, place(path).startswith("cli/") and bool(node.decorator_list))
    ]
    assert sorted(large) == sorted(LARGE)
