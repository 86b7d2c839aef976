"""Parts of a simulation as files of counts: written, read back, and put together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from casino31.bounded import content_of, sealed, unsealed
from casino31.home.fairness import Study
from casino31.home.policy_text import read
from casino31.home.reader import load
from casino31.home.tally import Counted
from casino31.layoutfile.files import refused_file
from casino31.serialize import JsonObject
from casino31.simulation import BLOCK, Tally, blocks_of, merge

SCHEMA = "casino31.home.counts/1"
LARGEST_FILE = 2**24
_WHAT = "a part that `home simulate -o part.json` wrote"


def part_bytes(what: Study, counted: Counted) -> bytes:
    """Return the file of some counts: integers and names alone, the same bytes for the same counts."""
    content = {
        "schema": SCHEMA,
        "game": what.game.path,
        "digest": what.game.digest,
        "set": list(what.game.settings),
        "policies": [policy.text for policy in what.policies],
        "deals": what.deals,
        "seed": what.seed,
        "played": counted.deals,
        "block_deals": BLOCK,
        "blocks": [list(span) for span in counted.tally.blocks],
        "counts": list(counted.tally.counts),
    }
    return sealed(content)


def read_study(path: Path) -> Study:
    """Return what a part was played of; RulesError when it is none, or its rules have changed."""
    content = _object(path)
    try:
        name = str(content["game"])
        shipped = name.startswith("homegames/") and not Path(name).is_file()
        game = load(Path(name).stem if shipped else name, tuple(map(str, content["set"])))
        policies = tuple(read(str(text), game.rules) for text in content["policies"])
        study = Study(game, policies, int(content["deals"]), int(content["seed"]))
    except (KeyError, TypeError, ValueError):
        raise refused_file(str(path), "file", "a part that lacks something", "the file as it was written") from None
    if game.digest != content.get("digest"):
        raise refused_file(str(path), "file", "a part of other house rules", f"SHA-256 {game.digest}")
    return study


def read_part(path: Path, what: Study) -> Counted:
    """Return the counts of a file; RulesError when they are none of this study, or do not agree with themselves."""
    content = _object(path)
    try:
        begun = what.begin()
        spans = tuple((int(low), int(high)) for low, high in content["blocks"])
        counts = tuple(content["counts"])
        tally = replace(begun.tally, blocks=spans, counts=counts)
        counted = Counted(begun.plan, tally)
        same = part_bytes(what, counted) == content_of(path, LARGEST_FILE) and len(counts) == len(
            begun.tally.counts
        )
        sound = all(type(count) is int and count >= 0 for count in counts)
    except (KeyError, TypeError, ValueError):
        raise refused_file(str(path), "file", "a part that lacks something", "the file as it was written") from None
    last = blocks_of(what.deals)
    if not (same and sound) or any(not 0 <= low < high <= last for low, high in spans):
        raise refused_file(
            str(path), "file", "a part of another simulation, or an altered one", "one of the same plan"
        )
    if sum(counted.part(0)) != counted.deals:
        raise refused_file(str(path), "file", "counts that do not add up", "the file as it was written")
    return counted


def put_together(parts: Sequence[Counted]) -> Counted:
    """Return the parts of one simulation as one; ValueError when they share a block."""
    tally: Tally = merge([part.tally for part in parts])
    return Counted(parts[0].plan, tally)


def _object(path: Path) -> JsonObject:
    try:
        content = unsealed(content_of(path, LARGEST_FILE))
    except OSError as error:
        raise refused_file(str(path), "file", f"it cannot be read: {error.strerror or error}", _WHAT) from None
    except ValueError as error:
        raise refused_file(str(path), "file", str(error), _WHAT) from None
    if content.get("schema") != SCHEMA:
        raise refused_file(str(path), "file", "another kind of file", _WHAT)
    return content
