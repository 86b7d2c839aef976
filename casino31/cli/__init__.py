"""The command line: one short function a verb, heavy imports inside the verb that needs them."""

from casino31.cli import (
    analysis,
    audit,
    audit_log,
    certificate,
    design,
    equilibrium,
    exposure,
    home,
    imports,
    layouts,
    paytable,
    schemas,
    simulate,
)
from casino31.cli.app import cli
from casino31.cli.process import main
from casino31.cli.progress import quiet_everywhere

__all__ = [
    "analysis",
    "audit",
    "audit_log",
    "certificate",
    "cli",
    "design",
    "equilibrium",
    "exposure",
    "home",
    "imports",
    "layouts",
    "main",
    "paytable",
    "schemas",
    "simulate",
]

quiet_everywhere(cli)
