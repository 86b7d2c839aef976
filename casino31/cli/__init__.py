"""The command line: one short function a verb, each imported when it is asked for, as its heavy libraries are."""

from casino31.cli.app import cli
from casino31.cli.process import main

__all__ = ["cli", "main"]
