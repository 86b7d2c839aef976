"""The command line: one short function a verb, heavy imports inside the verb that needs them."""

from casino31.cli import analysis, design, exposure, layouts, paytable
from casino31.cli.house import cli, main

__all__ = ["analysis", "cli", "design", "exposure", "layouts", "main", "paytable"]
