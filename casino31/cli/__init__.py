"""The command line: one short function a verb, heavy imports inside the verb that needs them."""

from casino31.cli import (
    analysis,
    audit,
    banker,
    certificate,
    design,
    equilibrium,
    exposure,
    imports,
    layouts,
    paytable,
    schemas,
    simulate,
)
from casino31.cli.app import cli
from casino31.cli.process import main

__all__ = [
    "analysis",
    "audit",
    "banker",
    "certificate",
    "cli",
    "design",
    "equilibrium",
    "exposure",
    "imports",
    "layouts",
    "main",
    "paytable",
    "schemas",
    "simulate",
]
