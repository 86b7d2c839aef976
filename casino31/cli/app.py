"""The command group, its exit codes, and what every verb needs to speak and to write."""

from __future__ import annotations

import errno
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import IO, TYPE_CHECKING, TypeVar

import click

from casino31.atomic_file import TakenError, UnwritableFileError, write_whole
from casino31.cli.progress import quiet_everywhere
from casino31.cli.screen import speaks_unicode
from casino31.cli.types import Output
from casino31.faults import NotCapableError, RulesError, SelfCheckError
from casino31.render.files import ENDINGS
from casino31.serialize import JsonMapping
from casino31.version import __version__

if TYPE_CHECKING:
    from casino31.pages.deliverable import Deliverable
    from casino31.rulesfile import RulesFile

F = TypeVar("F", bound=Callable[..., object])

DONE, DIFFERS, WRONG_USE, FAULTY, TOO_FEW, SELF_CHECK = range(6)
OWN_FAULT, INTERRUPTED = 70, 130
EXITS = """Exit codes: 0 done, 1 does not conform, 2 wrong use (or a file that cannot be written), 3 faulty input,
4 not enough to say, 5 a self-check failed, 70 a fault of this program itself, 130 stopped by Ctrl-C."""


NO_ROOM = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EROFS)
"""What a disk says that takes no more: of a file that a library makes for itself too."""


class Failure(click.ClickException):
    """A clear sentence on stderr and the exit code that goes with it."""

    def __init__(self, message: str, exit_code: int) -> None:
        super().__init__(message)
        self.code = exit_code

    @property
    def exit_code(self) -> int:  # type: ignore[override]
        """The code of the process."""
        return self.code

    def show(self, file: IO[str] | None = None) -> None:
        """Print the sentence as it is."""
        click.echo(self.message, err=True, file=file, color=True)


VERBS = {
    "analysis": ("analyze", "parsheet", "strategy"),
    "audit_log": ("audit",),
    "certificate": ("certificate", "certify"),
    "design": ("paytable",),
    "equilibrium": ("against", "solve", "verify"),
    "exposure": ("exposure",),
    "home": ("home",),
    "imports": ("import", "new"),
    "layouts": ("check", "games"),
    "schemas": ("schema",),
    "simulate": ("merge", "simulate"),
}
"""The verbs of each module of ``casino31.cli``: a module is imported when a verb of it is asked for."""


SECTIONS = {
    "Begin a layout": ("games", "new", "import", "schema"),
    "Design a pay table": ("check", "analyze", "strategy", "paytable", "exposure"),
    "Certify it": ("parsheet", "simulate", "merge", "certify", "certificate"),
    "Audit": ("audit",),
    "A banker who plays as he likes": ("solve", "verify", "against"),
    "Games without a bank": ("home",),
}
"""The verbs as ``--help`` lists them, by who needs them."""


class VerbGroup(click.Group):
    """Lists its verbs by section, each with its first sentence whole."""

    def sections(self, ctx: click.Context) -> Mapping[str, Sequence[str]]:
        """Return the verbs of each section."""
        return {"Commands": self.list_commands(ctx)}

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the sections."""
        for title, verbs in self.sections(ctx).items():
            commands = {verb: self.get_command(ctx, verb) for verb in verbs}
            with formatter.section(title):
                formatter.write_dl(
                    [(verb, command.get_short_help_str(400)) for verb, command in commands.items() if command]
                )


class House(VerbGroup):
    """Imports the verb that is asked for, and turns what the house raises into messages and exit codes."""

    group_class = VerbGroup

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names of the verbs."""
        return [verb for verbs in SECTIONS.values() for verb in verbs]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a verb, or None when there is none of that name."""
        module = next((module for module, verbs in VERBS.items() if cmd_name in verbs), None)
        if module is not None and cmd_name not in self.commands:
            import_module(f"casino31.cli.{module}")
            for verb in VERBS[module]:
                quiet_everywhere(self.commands[verb])
        return super().get_command(ctx, cmd_name)

    def sections(self, ctx: click.Context) -> Mapping[str, Sequence[str]]:  # noqa: ARG002
        """Return the verbs by who needs them."""
        return SECTIONS

    def invoke(self, ctx: click.Context) -> object:
        """Run a verb."""
        try:
            return super().invoke(ctx)
        except (NotCapableError, TakenError, UnwritableFileError) as error:
            raise Failure(str(error), WRONG_USE) from error
        except click.UsageError as error:
            if isinstance(error.__cause__, (NotCapableError, TakenError)):
                raise Failure(str(error.__cause__), WRONG_USE) from error
            raise
        except RulesError as error:
            raise Failure(str(error), FAULTY) from error
        except OSError as error:
            if error.errno not in NO_ROOM:
                raise
            from tempfile import gettempdir

            place = error.filename or gettempdir()
            raise Failure(f"{place}: cannot be written: {error.strerror}", WRONG_USE) from error
        except SelfCheckError as error:
            raise Failure(f"a self-check failed, no figure can be trusted:\n{error}", SELF_CHECK) from error


@click.group(cls=House, epilog=EXITS, context_settings={"help_option_names": ["-h", "--help"], "color": True})
@click.version_option(__version__, prog_name="casino31")
def cli() -> None:
    """Exact mathematics and par sheets for the "31" family of casino card games.

    FILE is a pay-table file (.toml) or the name of a shipped one: see `casino31 games`.
    """


file_argument = click.argument("file", metavar="FILE")
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
minimum_return_option = click.option(
    "--minimum-return", metavar="SHARE", help="The least return of a wager that a regulator allows: 75%."
)


REPORTS = tuple(ending for ending in ENDINGS if ending not in (".csv", ".json"))
"""The endings of reports for people: a verb whose ``-o`` writes data has its own .csv and .json."""


def report_option(what: str) -> Callable[[F], F]:
    """``-o OUT``: also write a report, such as "an audit", in the format of each file's ending."""
    return click.option(
        "-o",
        "--output",
        type=Output(f"{what} is written", *ENDINGS, folder=True),
        multiple=True,
        metavar="OUT",
        help=f"Also write a report, to several files if asked: {', '.join(ENDINGS)}.",
    )


strict_option = click.option("--strict", is_flag=True, help="Take warnings for errors.")


def _cached(ctx: click.Context, _: click.Parameter, leave: bool) -> None:
    if not leave:
        from casino31.kept import kept_in, user_cache

        ctx.with_resource(kept_in(user_cache()))


no_cache_option = click.option(
    "--no-cache",
    is_flag=True,
    expose_value=False,
    callback=_cached,
    help="With a banker: compute anew what is kept in your cache folder, and keep nothing.",
)


@contextmanager
def wrong_use(said: str = "") -> Iterator[None]:
    """Make wrong use of what the library does not take, with some words before its sentence."""
    try:
        yield
    except (NotCapableError, TakenError):
        raise
    except ValueError as error:
        raise click.UsageError(f"{said}{error}") from error


def read(file: str, strict: bool = False) -> RulesFile:
    """Read a layout with a pay table; its warnings go to stderr."""
    from casino31.rulesfile import load

    loaded = load(file, strict=strict)
    for warning in loaded.warnings:
        click.echo(str(warning), err=True)
    return loaded


def print_json(whole: JsonMapping) -> None:
    """Print the one object of ``--json``, with escapes for what the encoding of stdout lacks."""
    click.echo(json.dumps(whole, indent=2, ensure_ascii=not speaks_unicode(), allow_nan=False))


write_output = write_whole
"""A whole file or none; what cannot be written is said, with exit code 2."""


def tell(made: Deliverable, as_json: bool) -> None:
    """Print a result: the one object of ``--json``, else its report as text."""
    if as_json:
        print_json(made.record)
    else:
        from casino31.render.text import text

        click.echo(text(made.brief), nl=False)


def deliver(made: Deliverable, paths: Sequence[Path], what: str, paper: str = "A4") -> None:
    """Write a report in the format of each file's ending, all of them made before the first is written."""
    from casino31.render.files import rendered
    from casino31.render.pdf import PdfError

    try:
        contents = [rendered(made, path.suffix.lower(), paper) for path in paths]
    except PdfError as error:
        raise Failure(str(error), WRONG_USE) from error
    for path, content in zip(paths, contents, strict=True):
        write_output(path, content)
        click.echo(f"{path}: {what}", err=True)


def pasted() -> str:
    """Return the table on stdin, of bounded length; UsageError when stdin is closed."""
    from casino31.audit.tables.grid import LARGEST_FILE, text_of

    if sys.stdin is None:
        raise click.UsageError("-: stdin is closed, and no table can be read from it")
    return text_of(sys.stdin.buffer.read(LARGEST_FILE + 1), "stdin") + "\n"
