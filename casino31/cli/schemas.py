"""The verb that prints what files may say."""

from __future__ import annotations

import json

import click

from casino31.cli.app import cli, wrong_use


@cli.command()
@click.argument("name", metavar="NAME", required=False)
def schema(name: str | None) -> None:
    """Print the JSON Schema of layouts, grids or log schemas, or of a --json output; without NAME list them.

    An editor that knows it completes and checks a layout while you type: see docs/layouts.md.
    """
    from casino31.api import contracts

    if name is None:
        click.echo("\n".join(contracts.schema_names()))
        return
    with wrong_use():
        click.echo(json.dumps(contracts.schema(name), indent=2, ensure_ascii=False))
