"""The words of the house: a class name means one thing, and a function that is long or asks for much says why."""

import ast
from collections import defaultdict
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "casino31"
MODULES = sorted(PACKAGE.rglob("*.py"))
MOST_LINES = 60
MOST_PARAMETERS = 7


def place(path: Path) -> str:
    return path.relative_to(PACKAGE).with_suffix("").as_posix()


def test_each_class_name_has_one_meaning() -> None:
    homes = defaultdict(list)
    for path in MODULES:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].append(place(path))
    assert len(homes) > 300
    assert {word: places for word, places in homes.items() if len(places) > 1} == {}
