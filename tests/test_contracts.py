"""The contracts: schemas of what people write hold for every layout, and what is printed holds to its own."""

import json
import re
import tomllib
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner

import casino31
from casino31.api.contracts import INPUTS, schema_names
from casino31.cli import cli
from casino31.contracts.outputs import contracts
from casino31.faults import RulesError
from casino31.games import GAMES
from casino31.rulesfile import load, parse
from tests.layouts import ALL_LAYOUTS

PACKAGE = Path(casino31.__file__).parent
LAYOUT = jsonschema.Draft202012Validator(dict(casino31.schema("layout")))


def data(text: str) -> object:
    """A TOML text as JSON holds it: a date is a text."""
    return json.loads(json.dumps(tomllib.loads(text), default=str))


@pytest.mark.parametrize("name", INPUTS)
def test_the_files_in_the_package_are_what_the_games_say(name: str) -> None:
    filed = json.loads((PACKAGE / "contracts" / "files" / f"{name}.json").read_text(encoding="utf-8"))
    assert filed == casino31.schema(name), f"run: casino31 schema {name} > casino31/contracts/files/{name}.json"


@pytest.mark.parametrize("name", schema_names())
def test_every_schema_is_one(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(dict(casino31.schema(name)))


@pytest.mark.parametrize("name", ALL_LAYOUTS)
def test_shipped_layouts_hold_to_the_schema(name: str) -> None:
    LAYOUT.validate(data(load(name).text))


@pytest.mark.parametrize("game", GAMES)
def test_starter_layouts_hold_to_the_schema_with_and_without_their_filing(game: str) -> None:
    text = casino31.new_layout(game)
    LAYOUT.validate(data(text))
    head, tail = text.split("\n# [document]", 1)
    opened = "\n".join(line.removeprefix("# ").removeprefix("#") for line in f"[document]{tail}".split("\n"))
    LAYOUT.validate(data(f"{head}\n{opened}"))


B = load("31-classic-b").text
WRONG = [
    B.replace('game = "31 Classic"', 'game = "31 Clasic"'),
    B.replace('title = "', 'titel = "'),
    B.replace('trips = "best"', 'trips = "bset"'),
    B.replace('"18-21" = 1', '"18-91" = 1'),
    B.replace('"18-21" = 1', '"18-21" = -1'),
    B.replace('"18-21" = 1', '"18-21" = "3 too 2"'),
    B.replace("[play]", "[plya]"),
    B + "[table]\nseats = 0\n",
    B + "[table]\nmaximum_bet = 5\n",
    B + '[document]\nnumbre = "1"\n',
    load("greek-31-heath-1-deck").text.replace("stand = 26", "stand = 12"),
    load("casino-war").text.replace("decks = 6", "decks = 60"),
]


@pytest.mark.parametrize("place", range(len(WRONG)))
def test_what_the_reader_refuses_the_schema_refuses(place: int) -> None:
    assert not LAYOUT.is_valid(data(WRONG[place]))
    with pytest.raises(RulesError):
        parse(WRONG[place])


RIGHT = [
    B.replace('"18-21" = 1', '" 18 – 21" = "1:1"'),
    B.replace('"trips" = 4\n"31"', '"Trips" = "4 to 1"\n"31"').replace('odds = "to one" ', 'odds = "to one" '),
    B.replace('"17" = "push" ', '"17" = "Push" '),
    B.replace('"mini royal" = 25', '"Mini  Royal" = 25.5'),
]


@pytest.mark.parametrize("place", range(len(RIGHT)))
def test_what_the_reader_takes_the_schema_takes(place: int) -> None:
    assert parse(RIGHT[place]).game.name == "31 Classic"
    LAYOUT.validate(data(RIGHT[place]))


def test_grids_and_log_schemas_hold_to_theirs() -> None:
    grid = jsonschema.Draft202012Validator(dict(casino31.schema("grid")))
    grid.validate(
        data(
            'layout = "31-classic-b"\nbet = "main"\norder = ["lowest standard_deviation", "highest house_edge"]\n'
            'rising = [["play.22-25", "play.26-28"]]\n[rows]\n"play.31" = { from = 8, to = 12, step = 0.5 }\n'
            '"play.trips" = [3, "7/2"]\n[limits]\nhouse_edge = ["3%", 0.04]\n'
        )
    )
    for wrong in ("[rows]\n", '[rows]\n"a.b" = {from = 1}\n', 'order = ["best edge"]\n[rows]\n"a.b" = 1\n'):
        assert not grid.is_valid(data(wrong))
    log = jsonschema.Draft202012Validator(dict(casino31.schema("log")))
    log.validate(data('[columns]\ncards = ["c1", "c2"]\npaid = "out"\n[decisions]\nplay = ["P", "call"]\n'))
    assert not log.is_valid(data("[columns]\ncrads = 'x'\n"))


def test_every_output_that_the_program_names_has_a_contract() -> None:
    """Names in the sources; kept states, which only the program itself reads, are none."""
    named = set()
    for path in PACKAGE.rglob("*.py"):
        named |= set(re.findall(r'"(casino31\.[a-z-]+/[0-9]+)"', path.read_text(encoding="utf-8")))
    kept = {"casino31.search-state/2", "casino31.audit-checkpoint/5", "casino31.kept/1"}
    assert named - kept <= set(contracts())


def test_the_verb_lists_and_prints_them() -> None:
    listed = CliRunner().invoke(cli, ["schema"]).stdout.split()
    assert listed == list(schema_names())
    printed = CliRunner().invoke(cli, ["schema", "analysis"]).stdout
    assert json.loads(printed)["title"] == "casino31.analysis/1"
    wrong = CliRunner().invoke(cli, ["schema", "layuot"])
    assert (wrong.exit_code, "did you mean 'layout'?" in wrong.stderr) == (2, True)
