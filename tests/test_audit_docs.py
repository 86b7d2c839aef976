"""Every console block of the page on audits is run: what it shows is what comes out."""

import doctest
import re
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from casino31.cli import cli

ROOT = Path(__file__).parent.parent
PAGE = ROOT.joinpath("docs", "audit.md").read_text(encoding="utf-8")
CONSOLE = re.findall(r"```console\n(.*?)```", PAGE, re.S)
FILES = re.findall(r"<!-- file: (\S+) -->\n```\w*\n(.*?)```", PAGE, re.S)


@pytest.mark.slow
@pytest.mark.parametrize("block", CONSOLE)
def test_console_blocks(block: str, tmp_path: Path) -> None:
    bash = shutil.which("bash")
    assert bash, "the commands of the page are for a shell"
    for name, content in FILES:
        tmp_path.joinpath(name).write_text(content, encoding="utf-8")
    parts = re.split(r"^\$ casino31 ", block, flags=re.M)[1:]
    assert parts
    for part in parts:
        command, _, shown = part.partition("\n")
        script = f'cd "{tmp_path}"; PYTHONPATH="{ROOT}" "{sys.executable}" -m casino31 {command}'
        done = subprocess.run([bash, "-c", script], capture_output=True, text=True, encoding="utf-8", check=False)
        found = done.stdout + done.stderr
        options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
        assert doctest.OutputChecker().check_output(shown, found, options), f"$ casino31 {command}\n{found}"


def test_every_audit_is_on_the_page() -> None:
    group = cli.get_command(click.Context(cli), "audit")
    assert isinstance(group, click.Group)
    for name in group.commands:
        assert f"casino31 audit {name}" in PAGE
    assert "casino31 simulate" in PAGE
    assert "casino31 merge" in PAGE
