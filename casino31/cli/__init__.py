"""The command line: one short function a verb, heavy imports inside the verb that needs them."""

from casino31.cli import analysis, audit, design, equilibrium, exposure, layouts, paytable, simulate
from casino31.cli.app import cli, main

__all__ = [
    "analysis",
    "audit",
    "cli",
    "design",
    "equilibrium",
    "exposure",
    "layouts",
    "main",
    "paytable",
    "simulate",
]
