"""Every block of the README and of the tour is run: what it shows is what comes out."""

import doctest
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT.joinpath(name).read_text(encoding="utf-8") for name in ("README.md", "docs/tour.md")]
README = "\n".join(PAGES)
CONSOLE, TOUR = (re.findall(r"```console\n(.*?)```", page, re.S) for page in PAGES)
PYTHON = re.findall(r"```python\n(.*?)```", README, re.S)
FILES = re.findall(r"<!-- file: (\S+) -->\n```toml\n(.*?)```", README, re.S)
DIFFERENCES = doctest.OutputChecker()


def commands(block: str) -> list[tuple[str, str]]:
    """The commands of a console block and what each shows; ``...`` stands for anything."""
    parts = re.split(r"^\$ ", block, flags=re.M)[1:]
    return [(command, shown) for command, _, shown in (part.partition("\n") for part in parts)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, content in FILES:
        tmp_path.joinpath(name).write_text(content, encoding="utf-8")
    return tmp_path


def test_there_is_something_to_run() -> None:
    assert len(CONSOLE) + len(TOUR) >= 4
    assert CONSOLE
    assert PYTHON
    assert FILES


@pytest.mark.parametrize("block", [*CONSOLE, *(pytest.param(block, marks=pytest.mark.slow) for block in TOUR)])
def test_console_blocks(block: str, folder: Path) -> None:
    bash = shutil.which("bash")
    assert bash, "the README's commands are for a shell"
    tool = folder / "bin" / "casino31"
    tool.parent.mkdir()
    tool.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m casino31 "$@"\n')
    tool.chmod(0o755)
    for command, shown in commands(block):
        script = f'export PATH="{tool.parent}:$PATH" PYTHONPATH="{ROOT}"\n{command}'
        done = subprocess.run(
            [bash, "-c", script], cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False
        )
        found = done.stdout + done.stderr
        assert DIFFERENCES.check_output(shown, found, doctest.ELLIPSIS), f"$ {command}\n{found}"


@pytest.mark.parametrize("block", PYTHON)
def test_python_blocks(block: str) -> None:
    example = doctest.DocTestParser().get_doctest(block, {}, "README", "README.md", 0)
    assert example.examples
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example)
    assert results.failed == 0
