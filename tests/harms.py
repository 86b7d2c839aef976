"""Ways to damage a file: byte by byte, word by word, value by value, and inside what is packed."""

from __future__ import annotations

import gzip
import io
import json
import re
import zipfile
from copy import deepcopy
from random import Random
from typing import Any

from casino31.bounded import sealed
from casino31.certificate.seal import Certificate

_TOKEN = re.compile(rb"\"[^\"\n]*\"|[A-Za-z_]+|[0-9.]+|\s+|.", re.DOTALL)
_NASTY = [
    *b'0 -1 1e999 1e9999999 NaN Infinity -Infinity null true "" {} [] 99999999999999999999 1_0 1/0 0/1'.split(),
    *b"' \" \"\"\" ''' \\ \\ud800 ; , # [ ] { } .. / minimum policy rules 31 17 push 40-1 100% As 12:30".split(),
    *(
        b"=1",
        b"inf",
        b"",
        b"3 to 2",
        b"2026-11-29",
        b"\xce\xb1",
        b"\xff",
        b"\0",
        b"\r",
        b"\n",
        b"\t",
        b" ",
        b"\x1b[31m",
    ),
    *(b"9" * 5_000, b"0x" + b"f" * 9_000, b"[" * 5_000, b'{"a":' * 5_000, b"a." * 3_000 + b"a", b"\xe2\x80\xae"),
]


def bytewise(content: bytes, random: Random) -> bytes:
    """Return a content with some bytes changed, lost, put in, doubled, or cut off."""
    held = bytearray(content)
    for _ in range(random.randint(1, 4)):
        place, kind = random.randrange(len(held) + 1), random.random()
        if kind < 0.4 and place < len(held):
            held[place] = random.choice(
                [random.randrange(256), ord(random.choice("0123456789,.:-;\"'{}[]<>/= \n"))]
            )
        elif kind < 0.6:
            del held[place : place + random.randint(1, 40)]
        elif kind < 0.75:
            held[place:place] = bytes(random.randrange(256) for _ in range(random.randint(1, 9)))
        elif kind < 0.95:
            other = random.randrange(len(held) + 1)
            held[place:place] = held[other : other + random.randint(1, 200)]
        else:
            del held[place:]
    return bytes(held)


def wordwise(content: bytes, random: Random) -> bytes:
    """Return a content with some of its words, numbers and signs replaced by each other or by nonsense."""
    words = _TOKEN.findall(content)
    for _ in range(random.randint(1, 3)):
        if not words:
            break
        place, kind = random.randrange(len(words)), random.random()
        if kind < 0.6:
            words[place] = random.choice(_NASTY)
        elif kind < 0.8:
            words[place] = random.choice(words)
        elif kind < 0.9:
            del words[place]
        else:
            words[place] *= random.choice([2, 3, 400])
    return b"".join(words)


def damaged(content: bytes, random: Random) -> bytes:
    """Return a content damaged in one of two ways."""
    return (bytewise if random.random() < 0.5 else wordwise)(content, random)


def damaged_gzip(content: bytes, random: Random) -> bytes:
    """Return a gzip file damaged as such, or its damaged content packed anew, now and then a bomb."""
    if random.random() < 0.2:
        return bytewise(content, random)
    inside = gzip.decompress(content)
    if random.random() < 0.02:
        return gzip.compress(inside + random.choice([b" ", b"\n", b"a", b"[", b","]) * 2**25)
    return gzip.compress(damaged(inside, random), 1)


def damaged_zip(content: bytes, random: Random) -> bytes:
    """Return a zip damaged as such, or packed anew with a damaged part, now and then a bomb."""
    if random.random() < 0.2:
        return bytewise(content, random)
    new = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as source, zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED) as target:
        names = source.namelist()
        sheets = [name for name in names if re.search("sheet|content", name.lower())] or names
        hit = random.choice(sheets if random.random() < 0.7 else names)
        for name in names:
            part = source.read(name)
            if name == hit:
                part = _swollen(part, random) if random.random() < 0.02 else damaged(part, random)
            target.writestr(name, part)
    return new.getvalue()


def _swollen(part: bytes, random: Random) -> bytes:
    """A part with one element, or one blank, a million times."""
    found = list(re.finditer(rb"<(\w[\w:-]*)[^<>]*/>|<(\w[\w:-]*)[^<>]*>[^<>]*</\2>", part))
    place = random.choice(found).span() if found and random.random() < 0.8 else (0, 1)
    return part[: place[1]] + part[place[0] : place[1]] * (2**24 // max(1, place[1] - place[0])) + part[place[1] :]


VALUES: list[Any] = [
    *(None, True, False, 0, -1, 1, 2**31, 2**53 + 1, 2**63, 10**400, 0.5, -0.0, 1e308, float("nan"), float("inf")),
    *(
        "",
        "A",
        "0",
        "31",
        "1/2",
        "1/0",
        "1e9999999",
        "\x1b[31m",
        "\0",
        "\u202e",
        "=1+1",
        "a" * 200_000,
        "9" * 5_000,
    ),
    *([], {}, [[]], [0], [-1, -1], {"a": 1}, [None] * 5, [[0, 1]] * 3, {"": {}}),
]


def valuewise(content: bytes, random: Random) -> bytes:
    """Return a JSON text with values of other types and sizes, keys lost, or twice, or nested without end."""
    whole = json.loads(content)
    for _ in range(random.randint(1, 3)):
        whole = _changed(whole, random)
    text = json.dumps(whole)
    if random.random() < 0.1:
        key = random.choice(re.findall(r'"[^"]*": ', text) or ['"a": '])
        nasty = random.choice(["1e9999999", "[" * 9_000 + "]" * 9_000, '{"a":' * 9_000 + "1" + "}" * 9_000, "0"])
        text = text.replace(key, f"{key}{nasty}, {key}" if random.random() < 0.5 else f"{key}{nasty} ,", 1)
    return text.encode()


def _changed(value: Any, random: Random, depth: int = 0) -> Any:
    """A value with another somewhere in it."""
    if not isinstance(value, dict | list) or not value or random.random() < 0.15 * (depth > 0):
        return random.choice(VALUES) if random.random() < 0.8 else _near(value, random)
    keys: list[Any] = list(value) if isinstance(value, dict) else list(range(len(value)))
    key, kind = random.choice(keys), random.random()
    if kind < 0.06:
        del value[key]
    elif kind < 0.1:
        value[key] = deepcopy(value[random.choice(keys)])
    elif kind < 0.12 and isinstance(value, list):
        value += deepcopy(value * random.choice([1, 400]))
    else:
        value[key] = _changed(value[key], random, depth + 1)
    return value


def _near(value: Any, random: Random) -> Any:
    """A value close by: what a forger would write."""
    if isinstance(value, int):
        return value + random.choice([-1, 1, 31])
    return [value] if random.random() < 0.5 else str(value)


def resealed(content: bytes, random: Random) -> bytes:
    """Return a sealed record with other values, sealed anew."""
    record = _changed(json.loads(content), random)
    if not isinstance(record, dict):
        return json.dumps(record).encode()
    record.pop("sha256", None)
    return sealed(record)


def recertified(content: bytes, random: Random) -> bytes:
    """Return a certificate with other values, sealed anew and without a signature; else one damaged as it is."""
    if random.random() < 0.4:
        return (valuewise if random.random() < 0.5 else damaged)(content, random)
    try:
        return Certificate(_changed(json.loads(content)["content"], random), None).file
    except ValueError:  # neither NaN nor Infinity has a canonical form
        return content[:-9]


def _column(rows: int, random: Random) -> Any:
    """A column of some type that no log has, of so many rows."""
    import pyarrow as arrow

    def of(*choices: Any) -> list[Any]:
        return [random.choice(choices) for _ in range(rows)]

    return random.choice(
        [
            lambda: arrow.nulls(rows),
            lambda: arrow.array(of(1e308, float("nan"), float("inf"), -0.0, 0.1)),
            lambda: arrow.array(of(2**63 - 1, -(2**63), 0, -1, None), arrow.int64()),
            lambda: arrow.array(of(b"\xff", b"As Ks", None), arrow.binary()),
            lambda: arrow.array([[random.choice([0, 99, None])] * 3 for _ in range(rows)]),
            lambda: arrow.array(of({"a": 1}), arrow.struct([("a", arrow.int8())])),
            lambda: arrow.array(of(*map(str, VALUES)), arrow.string()),
            lambda: arrow.array(of("As Ks Qs", "\x1b[31m", ""), arrow.string()).dictionary_encode(),
            lambda: arrow.array(of(0, 10**17), arrow.timestamp("ns")),
            lambda: arrow.array(of(True, None), arrow.bool_()),
        ]
    )()  # type: ignore[no-untyped-call]


def recast(content: bytes, random: Random) -> bytes:
    """Return a Parquet file with columns of other types, lost, renamed or empty; else one damaged as it is."""
    from pyarrow import parquet

    if random.random() < 0.3:
        return bytewise(content, random)
    table = parquet.read_table(io.BytesIO(content))
    for _ in range(random.randint(1, 2)):
        place, kind = random.randrange(table.num_columns), random.random()
        name, rows = table.column_names[place], table.num_rows
        if kind < 0.1 and table.num_columns > 1:
            table = table.remove_column(place)
        elif kind < 0.2:
            table = table.append_column(name, table.column(random.randrange(table.num_columns)))
        elif kind < 0.3:
            table = table.slice(0, random.choice([0, 1, rows // 2]))
        else:
            table = table.set_column(place, name, _column(rows, random))
    new = io.BytesIO()
    parquet.write_table(table, new, compression=random.choice(["none", "zstd", "gzip"]))
    return new.getvalue()
