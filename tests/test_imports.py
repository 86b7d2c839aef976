"""The law of imports: one direction, and the heavy libraries in their rooms only."""

import ast
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "casino31"
MODULES = sorted(PACKAGE.rglob("*.py"))

ORDER = [
    {
        "arrays",
        "cards",
        "cell_names",
        "exact",
        "fast",
        "faults",
        "notebook",
        "outcomes",
        "progress",
        "serialize",
        "version",
    },
    {"atomic_file", "bounded"},
    {"decimals", "formulas", "page"},
    {"quotes"},
    {"banker_answers", "intervals", "typed_data"},
    {"filing", "points", "poker", "paytable", "table"},
    {"layoutfile"},
    {"wagers"},
    {"cardlevel", "census", "layout"},
    {"answers"},
    {"two_sides"},
    {"declaration"},
    {"pricing"},
    {"openpays", "reading", "rounds", "settling", "telling"},
    {"game"},
    {"games"},
    {
        "rulesfile",
        "metrics",
        "longrun",
        "offering",
        "checklist",
        "kept",
        "bets",
        "strategy_table",
        "simulation",
        "against_exact",
        "rulelist",
    },
    {"selfcheck", "paytable_design", "certificate"},
    {"audit", "home"},
    {"pages"},
    {"render"},
    {"importing"},
    {"contracts"},
    {"api", "casino31"},
    {"cli"},
    {"__main__"},
]
"""The rooms, upstream first: a room imports rooms of earlier lines, and of its own."""


def room(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else parts[0]


def level(module: str) -> int:
    places = [place for place, rooms in enumerate(ORDER) if room(module) in rooms]
    assert len(places) == 1, f"{module} needs one place in ORDER, it has {len(places)}"
    return places[0]


def nodes_of(path: Path) -> list[ast.AST]:
    """All nodes of a module; the front door has none: it imports a room when one of its functions is asked for."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    if name(path) == "casino31":
        return []
    return list(ast.walk(tree))


def imports(path: Path) -> list[str]:
    found = []
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            whole = node.module == "casino31"
            found += [f"casino31.{alias.name}" for alias in node.names] if whole else [node.module or ""]
    return found


def name(path: Path) -> str:
    parts = ("casino31", *path.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(part for part in parts if part != "__init__")


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_imports_run_one_way(path: Path) -> None:
    own = name(path)
    for other in imports(path):
        if other.split(".")[0] != "casino31":
            continue
        assert level(other) <= level(own), f"{own} imports {other}, which is downstream"
        if room(other) == "games":
            assert room(own) in {"games", "rulesfile", "api", "cli"}, f"{own} imports a game"
            if own.startswith("casino31.games."):
                theirs = (
                    other.split(".")[2].removesuffix("_clauses").removesuffix("_cardlevel").removesuffix("_kernel")
                )
                assert theirs == own.split(".")[2], f"{own} imports another game: {other}"
        if room(other) == "rulesfile":
            readers = {"api", "cli"}
            assert room(own) in readers or own == "casino31.api.rebuild", f"{own} reads layouts of any game"


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_libraries_stay_in_their_rooms(path: Path) -> None:
    own = name(path)
    libraries = {other.split(".")[0] for other in imports(path)}
    if "openpyxl" in libraries:
        assert own.startswith(("casino31.render.excel", "casino31.audit.workbooks.safe_reader"))
    if "click" in libraries:
        assert own.startswith("casino31.cli")


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Imports inside functions and for types count too: what needs each other is one thing, or ill divided."""
    modules = {name(path): path for path in MODULES}
    needs: dict[str, set[str]] = {}
    for own, path in modules.items():
        found = set()
        for node in nodes_of(path):
            if isinstance(node, ast.ImportFrom) and node.module:
                found |= {f"{node.module}.{alias.name}" for alias in node.names} & modules.keys() or {node.module}
        needs[own] = found & modules.keys() - {own}
    order = list(TopologicalSorter(needs).static_order())
    assert len(order) == len(modules)


def loaded_by(*arguments: str) -> set[str]:
    """The modules in a fresh process after a command."""
    code = (
        "import sys\nfrom casino31.cli import cli\n"
        f"try:\n    cli({list(arguments)!r})\nexcept SystemExit:\n    pass\n"
        "print(' '.join(sorted(m.split('.')[0] for m in sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


@pytest.mark.parametrize(
    "arguments",
    [("--help",), ("analyze", "--help"), ("analyze", "31-classic-b"), ("analyze", "31-classic-b", "--json")],
)
def test_start_up_is_light(arguments: tuple[str, ...]) -> None:
    heavy = {"scipy", "openpyxl", "sympy", "numpy"}
    assert not heavy & loaded_by(*arguments)
