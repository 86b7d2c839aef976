"""Verbs about certificates: made of a layout, shown, and verified."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casino31.cli.app import (
    DIFFERS,
    WRONG_USE,
    Failure,
    cli,
    file_argument,
    json_option,
    print_json,
    read,
    strict_option,
    write_output,
    wrong_use,
)

if TYPE_CHECKING:
    from casino31.certificate.seal import Certificate

path_argument = click.argument("path", metavar="CERTIFICATE", type=click.Path(path_type=Path))
workbook_option = click.option(
    "--workbook", metavar="XLSX", type=click.Path(path_type=Path), help="Of this workbook."
)


@contextmanager
def _speaking() -> Iterator[None]:
    """Say in a sentence what is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("cryptography"):
            raise
        raise Failure("signatures need cryptography: pip install 'casino31[sign]'", WRONG_USE) from error
    except OSError as error:
        raise Failure(f"{error.filename}: cannot be read: {error.strerror}", WRONG_USE) from error


@cli.command()
@file_argument
@click.option("-o", "--output", metavar="OUT", type=click.Path(path_type=Path), help="Where to: SHEET.c31cert.")
@click.option("--objective", metavar="BETS", help="Bets the strategy is best for, with commas, or combined.")
@click.option("--sign", "key", metavar="KEY", type=click.Path(path_type=Path), help="Sign: an Ed25519 key in PEM.")
@workbook_option
@strict_option
def certify(
    file: str, output: Path | None, objective: str | None, key: Path | None, workbook: Path | None, strict: bool
) -> None:
    """Write the certificate of a layout: what a laboratory needs to check its figures without this program.

    `python tools/check_certificate.py OUT` recounts it; docs/certificate.md names every field.
    """
    from casino31.api.certificates import certify as made

    loaded = read(file, strict)
    bets = None if objective is None else objective if objective == "combined" else _names(objective)
    with _speaking(), wrong_use():
        certificate = made(loaded, objective=bets, key=key, workbook=workbook)
    path = output or Path(f"{loaded.name}.c31cert")
    write_output(path, certificate.file)
    click.echo(f"{path}: certificate of {loaded.rules.title}, SHA-256 {certificate.digest}", err=True)


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


@cli.group()
def certificate() -> None:
    """Show what a certificate claims, and verify it."""


@certificate.command()
@path_argument
@json_option
def show(path: Path, as_json: bool) -> None:
    """Print what a certificate claims, of which layout, and who signed it; nothing is checked but its seal."""
    from casino31.certificate.seal import read as read_certificate

    found = read_certificate(path)
    if as_json:
        print_json({"schema": "casino31.certificate/1", **dict(found.content), "sha256": found.digest})
        return
    for line in _page(found):
        click.echo(line)


def _page(certificate: Certificate) -> Iterator[str]:
    content = certificate.content
    yield f"{content['title']} ({content['game']})"
    yield f"SHA-256 of the content: {certificate.digest}"
    yield f"Layout {content['layout']['name']}: SHA-256 {content['layout']['sha256']}"
    yield f"Workbook: SHA-256 {content['workbook sha256'] or 'of none'}"
    yield f"Made by {content['made']['by']}; {content['made']['how']}"
    yield f"Signed by: {certificate.signature.public_key if certificate.signature else 'nobody'}"
    if "counts" in content:
        counts = ", ".join(f"{name} {n:,}" for name, n in content["counts"].items())
        yield f"Counts: {counts}"
        yield f"Best for: {' + '.join(content['objective'])}"
    else:
        yield "Claims are billionths of a unit; lower and upper end of each first card's interval"
    for name, figures in content["claims"].items():
        yield f"{name}:"
        for figure, value in figures.items():
            yield f"  {figure:<16} {value}"


@certificate.command()
@path_argument
@click.option(
    "--key", metavar="PUBLIC", type=click.Path(path_type=Path), help="It must be signed by this key (PEM)."
)
@workbook_option
@json_option
def verify(path: Path, key: Path | None, workbook: Path | None, as_json: bool) -> None:
    """Make a certificate anew from the layout that it quotes, compare every field, and check its signature."""
    from casino31.api.certificates import verify_certificate

    with _speaking():
        verdict = verify_certificate(path, key=key, workbook=workbook)
    if as_json:
        print_json(
            {"schema": "casino31.certificate-check/1", "holds": verdict.holds, "differs": list(verdict.differs)}
        )
    else:
        for name in verdict.differs:
            click.echo(f"{name}: not what the layout comes to")
        for line in (*verdict.notes, verdict.signature):
            click.echo(line)
        click.echo(f"{path} {'holds' if verdict.holds else 'does not hold'}")
    if not verdict.holds:
        raise Failure(f"{path} does not hold", DIFFERS)
