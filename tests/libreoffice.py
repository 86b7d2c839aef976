"""LibreOffice without a screen: recalculates a workbook, and prints it, as a lab would on its own desk."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

_ALWAYS = 0
"""The recalculation mode under which the values kept in a file are never trusted."""

_SETTINGS = f"""<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema"
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse">
<value>{_ALWAYS}</value></prop></item>
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="ODFRecalcMode" oor:op="fuse">
<value>{_ALWAYS}</value></prop></item>
</oor:items>
"""


def program(name: str) -> str:
    """Return the path of an outside program; where it is missing, skip, but fail in continuous integration."""
    found = shutil.which(name)
    if found is None:
        message = f"{name} is not installed: the workbook cannot be checked in LibreOffice"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    return found


def convert(source: Path, kind: str, folder: Path) -> Path:
    """Recalculate a workbook and save it as ``kind`` (xlsx, ods, pdf) in a folder of its own; return its path."""
    office = program("soffice")
    profile = folder / "profile"
    if not profile.exists():
        (profile / "user").mkdir(parents=True)
        (profile / "user" / "registrymodifications.xcu").write_text(_SETTINGS)
    out = folder / kind
    out.mkdir(exist_ok=True)
    command = [
        office,
        f"-env:UserInstallation={profile.as_uri()}",
        "--headless",
        "--norestore",
        "--convert-to",
        kind,
        "--outdir",
        str(out),
        str(source),
    ]
    run = subprocess.run(command, capture_output=True, text=True, timeout=300)
    target = out / f"{source.stem}.{kind}"
    if not target.exists():
        raise RuntimeError(f"soffice made no {target.name}: {run.stdout}{run.stderr}")
    return target


def pdf_text(pdf: Path) -> str:
    """Return the text on the pages of a PDF."""
    return subprocess.run(
        [program("pdftotext"), "-layout", str(pdf), "-"], capture_output=True, text=True, check=True, timeout=120
    ).stdout
