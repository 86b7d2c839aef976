"""The command line as a process: its exit code whatever happens, and a report of what should never happen."""

from __future__ import annotations

import gc
import os
import signal
import sys

import click

from casino31.atomic_file import UnwritableFileError
from casino31.cli.app import DONE, INTERRUPTED, OWN_FAULT, WRONG_USE, cli
from casino31.cli.screen import NoReaderError, give_up, set_up
from casino31.version import MAKER

BROKEN_PIPE = 128 + 13
"""Nobody reads what is printed: as of a process that SIGPIPE ends."""


class Terminated(KeyboardInterrupt):
    """The process was told to end: it cleans up as after Ctrl-C."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


def main() -> None:
    """Run the command line, and end with its exit code."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, _tell)
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    gc.set_threshold(200_000)  # what a verb makes it needs to its end: looking for rubbish took a tenth of the time
    sys.unraisablehook = lambda _: None  # what libraries leave behind when something else has failed, and is told
    try:
        set_up()
        code = _ended()
    except KeyboardInterrupt as error:
        code = _stopped(error)
    sys.exit(code)


def _tell(number: int, _: object) -> None:
    raise Terminated(number)


def _ended() -> int:
    """The exit code of what was asked for, once all of it is written."""
    try:
        code = _asked()
        sys.stdout.flush()
    except NoReaderError:
        give_up()
        return BROKEN_PIPE
    except UnwritableFileError as error:
        give_up()
        click.echo(str(error), err=True, color=True)
        return WRONG_USE
    return code


def _asked() -> int:
    try:
        code: object = cli.main(prog_name="casino31", standalone_mode=False)
        return code if isinstance(code, int) else DONE
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.Abort as error:
        if not isinstance(error.__cause__, EOFError):
            return _stopped(error.__cause__)
        return own_fault(error.__cause__)
    except SystemExit as error:
        return error.code if isinstance(error.code, int) else DONE
    except (NoReaderError, UnwritableFileError):
        raise
    except Exception as error:
        return own_fault(error)


def _stopped(error: BaseException | None) -> int:
    click.echo("stopped", err=True)
    return 128 + error.number if isinstance(error, Terminated) else INTERRUPTED


def own_fault(error: BaseException) -> int:
    """Say that this program itself is at fault, and where a report of it is saved; return the exit code."""
    import platform
    import tempfile
    import traceback

    what = f"{type(error).__name__}: {error}".strip(": ").split("\n")[0][:200]
    report = "\n".join(
        (
            f"{MAKER}, Python {platform.python_version()}, {platform.platform()}",
            f"arguments: {sys.argv[1:]!r}",
            "".join(traceback.format_exception(error)),
        )
    )
    try:
        handle, place = tempfile.mkstemp(prefix="casino31-report-", suffix=".txt")
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(report)
        kept = f"a report for its makers is saved in {place}"
    except OSError:
        kept = f"no report of it could be saved:\n{report}"
    click.echo(
        f"casino31 itself is at fault ({what}); no figure of this run counts, and {kept}", err=True, color=True
    )
    return OWN_FAULT
