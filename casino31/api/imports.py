"""Layout files made: of a spreadsheet, of pasted text, of an edited par sheet, or of nothing yet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from casino31.faults import NotCapableError
from casino31.games import GAMES
from casino31.layoutfile.fields import closest

if TYPE_CHECKING:
    from casino31.game import Game
    from casino31.importing.layout import Imported
    from casino31.paytable import OddsUnit


def game_named(name: str) -> Game:
    """Return a game by its name, capitals, blanks and hyphens being one; ValueError names the closest.

    >>> game_named("31-classic"), game_named("greek 31")
    (<Game: 31 Classic>, <Game: Greek 31>)
    """
    plain = {_plain(game): game for game in GAMES}
    if _plain(name) in plain:
        return GAMES[plain[_plain(name)]]
    near = closest(name, GAMES)
    hint = f"did you mean {near!r}?" if near else f"games are {', '.join(GAMES)}"
    raise ValueError(f"no game {name!r}: {hint}")


def _plain(name: str) -> str:
    return "".join(c for c in name.lower() if c.isalnum())


def new_layout(game: str) -> str:
    """Return the text of a starter layout of a game, every key explained by a comment.

    ValueError names the closest game when there is none of that name; RulesError when a shipped layout is damaged.

    >>> import casino31
    >>> casino31.new_layout("Pair Plus").splitlines()[8:11]
    ['', 'game = "Pair Plus"', 'title = "Pair Plus, my layout"  # what the par sheet is called']
    """
    from casino31.importing.starter import starter
    from casino31.rulesfile import shipped_layouts

    name = game_named(game)
    return starter(
        name, next(shipped_layout.text for shipped_layout in shipped_layouts() if shipped_layout.game is name)
    )


def import_layout(
    path: str | Path = "",
    *,
    text: str = "",
    game: str | None = None,
    odds: OddsUnit | None = None,
    wager: str = "",
    sheet: str = "",
    pays: str = "",
    title: str = "",
) -> Imported:
    """Return a layout file made of pay tables: of a spreadsheet or text file, or of pasted ``text``.

    An edited par sheet of this program needs nothing more: its yellow cells become pays. Of any other file ``game``
    says whose pays they are, and the rest serves where the file does not say it: the unit, the wager, the sheet and
    the letter of the column of pays. RulesError names every cell that cannot be read without guessing.

    >>> import casino31
    >>> made = casino31.import_layout(text="flush 4 to 1, straight 6 to 1".replace(", ", "\\n"), game="Pair Plus")
    >>> {event: str(pay) for event, pay in made.layout.tables["pair plus"].pays.items() if pay > 0}
    {'flush': '4', 'straight': '6'}
    """
    from casino31.importing.layout import Told, import_file, import_text
    from casino31.importing.parsheet import import_parsheet, statement

    own = statement(Path(path)) if path and str(path).lower().endswith(".xlsx") else None
    if own is not None:
        if not own.game:
            raise ValueError(
                f"{path} is a par sheet that does not quote its layout: make it anew with this version"
            )
        stated = game_named(own.game)
        if game is not None and game_named(game) is not stated:
            raise ValueError(f"{path} is a par sheet of {own.game}, not of {game}")
        return import_parsheet(stated, Path(path), own)
    if game is None:
        raise ValueError(f"say whose pays they are: one of {', '.join(GAMES)}")
    name = game_named(game)
    names = [wager.name for wager in name.wagers]
    if wager and wager not in names:
        raise ValueError(f"{name.name} has no wager {wager!r}: its wagers are {', '.join(names)}")
    if name.reader is not None:
        raise NotCapableError(f"{name.name} has no pay table: an import of pays does not apply")
    told = Told(odds, wager, sheet, pays.upper(), title)
    return import_file(name, Path(path), told) if path else import_text(name, text, told)
