"""How far long work is, on a terminal's standard error; silent anywhere else, and with ``--quiet``."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

WAIT = 1.0
"""Seconds of a task before its bar is drawn: what is done sooner says nothing."""


class Bars:
    """Draws one of click's progress bars a task, with an estimate of what is left."""

    def __init__(self) -> None:
        self._what = ""
        self._since = 0.0
        self._bar: ProgressBar[int] | None = None
        self._shown = 0

    def __call__(self, what: str, done: int, whole: int) -> None:
        """Hear of a step."""
        if what != self._what or done == 0:
            self.close()
            self._what, self._since = what, time.monotonic()
        if self._bar is None and done < whole and time.monotonic() - self._since >= WAIT:
            self._bar = click.progressbar(length=whole, label=what, file=sys.stderr, show_pos=True)
            self._bar.__enter__()
            self._shown = 0
        if self._bar is not None:
            self._bar.update(done - self._shown)
            self._shown = done
            if done == whole:
                self.close()

    def close(self) -> None:
        """End the bar that is drawn."""
        if self._bar is not None:
            self._bar.__exit__(None, None, None)
            self._bar = None


def talk(ctx: click.Context) -> None:
    """Show the progress of whatever a command does, where a terminal shows standard error."""
    from casino31.progress import heard_by

    if sys.stderr.isatty():
        bars = Bars()
        ctx.with_resource(heard_by(bars))
        ctx.call_on_close(bars.close)


def hush(ctx: click.Context, _: click.Parameter, quiet: bool) -> None:
    """Begin to show progress unless ``--quiet`` was given; of nested commands the innermost decides."""
    if not quiet and not isinstance(ctx.command, click.Group):
        talk(ctx)


def quiet_everywhere(command: click.Command) -> None:
    """Give a command and all below it the option ``--quiet``."""
    if isinstance(command, click.Group):
        for verb in command.commands.values():
            quiet_everywhere(verb)
    else:
        option = click.Option(
            ["-q", "--quiet"], is_flag=True, expose_value=False, callback=hush, help="Show no progress."
        )
        command.params.append(option)
