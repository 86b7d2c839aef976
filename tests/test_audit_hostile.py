"""Parquet files of a few kilobytes that ask for gigabytes: one sentence, or an answer, and little memory."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow
import pyarrow.parquet
import pytest

from casino31.audit.hands.parquet_guard import PageHeader, pages_of

MEGABYTE = 2**20


def audit(path: Path) -> tuple[int, str, int]:
    """The exit code, all that was said, and the largest number of megabytes that the audit held at once."""
    code = (
        "import sys\n"
        "from casino31.cli import cli\n"
        "try: cli(['audit', 'log', sys.argv[1], '-p', '31-classic-b'])\n"
        "finally: print('peak', open('/proc/self/status').read().split('VmHWM:')[1].split()[0], file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, timeout=300)
    said, _, peak = (done.stdout + done.stderr).rpartition("peak ")
    return done.returncode, said, int(peak) // 1024


def hands(many: int, **columns: Any) -> pyarrow.Table:
    """The same hand so many times: 24 in hearts, where five come back for two."""
    one = np.ones(many, np.int8)
    cards = {f"card {place}": one * card for place, card in enumerate((46, 34, 4, 10), 1)}
    words = pyarrow.DictionaryArray.from_arrays(pyarrow.array(one), pyarrow.array(["fold", "play"]))
    rest = {"decision": words, "ante": one, "play": one, "paid": 5 * one}
    return pyarrow.table((cards | rest if "cards" not in columns else rest) | columns)


def one_giant_page(path: Path) -> None:
    """Sixty million rows in one group, one page a column."""
    many = 6 * 10**7
    table = pyarrow.table(
        {"cards": pyarrow.array(np.zeros(many, np.int8))}
        | dict.fromkeys(("ante", "play", "paid"), np.zeros(many, np.int8))
    )
    form: dict[str, Any] = {"max_rows_per_page": many} if pyarrow.__version__ >= "23" else {}
    pyarrow.parquet.write_table(
        table.append_column("decision", pyarrow.array(np.zeros(many, np.int8))),
        path,
        row_group_size=many,
        compression="zstd",
        use_dictionary=False,
        data_page_size=2**31 - 1,
        **form,
    )


def a_long_word(path: Path) -> None:
    """One text of a megabyte, which stands in every row."""
    words = pyarrow.array(["As Kd 7h 4h" + " " * MEGABYTE])
    cards = pyarrow.DictionaryArray.from_arrays(pyarrow.array(np.zeros(200_000, np.int8)), words)
    pyarrow.parquet.write_table(hands(200_000, cards=cards), path, compression="zstd", store_schema=False)


def a_long_word_among_short_ones(path: Path) -> None:
    words = pyarrow.array(["As Kd 7h 4h" + " " * 4 * MEGABYTE, *(f"As Kd 7h {number}" for number in range(20_000))])
    places = np.concatenate([np.arange(1, 20_001, dtype=np.int32), np.zeros(180_000, np.int32)])
    cards = pyarrow.DictionaryArray.from_arrays(pyarrow.array(places), words)
    pyarrow.parquet.write_table(
        hands(200_000, cards=cards), path, compression="zstd", store_schema=False, dictionary_pagesize_limit=2**24
    )


def texts_by_their_prefixes(path: Path) -> None:
    cards = pyarrow.array(["As Kd 7h 4h"] * 1_000)
    form = {"use_dictionary": False, "column_encoding": {"cards": "DELTA_BYTE_ARRAY"}}
    pyarrow.parquet.write_table(hands(1_000, cards=cards), path, **form)


def lists(path: Path) -> None:
    pyarrow.parquet.write_table(hands(1_000, cards=pyarrow.array([["As"] * 4] * 1_000)), path)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("write", "said"),
    [
        (one_giant_page, "a page of cards that unpacks to 240,000,0"),
        (a_long_word, "texts of cards as long as books"),
        (a_long_word_among_short_ones, "a text of 4,194,315 bytes"),
        (texts_by_their_prefixes, "in a delta encoding"),
        (lists, "lists or parts in cards"),
    ],
)
def test_a_page_that_would_fill_the_memory_is_refused(
    tmp_path: Path, write: Callable[[Path], None], said: str
) -> None:
    path = tmp_path / "a.parquet"
    write(path)
    assert path.stat().st_size < MEGABYTE
    code, told, peak = audit(path)
    assert (code, said in told, len(told.strip().splitlines()) <= 2) == (3, True, True), told
    assert peak < 500


@pytest.mark.slow
def test_a_giant_row_group_is_read_in_little_memory(tmp_path: Path) -> None:
    """Thirty million rows in one group: a gigabyte of numbers in a file of less than one megabyte."""
    path = tmp_path / "a.parquet"
    many = 30_000_000
    pyarrow.parquet.write_table(hands(many), path, row_group_size=many, compression="zstd")
    assert path.stat().st_size < MEGABYTE
    code, told, peak = audit(path)
    assert code == 1
    assert "\nHands: 30,000,000\nPayout errors: 0\n" in told
    assert peak < 500


def test_pages_say_what_the_library_says_of_them(tmp_path: Path) -> None:
    """Second route: the sizes of all pages add up to what the metadata of each column says."""
    path = tmp_path / "a.parquet"
    texts = pyarrow.array([f"hand {number % 977}" for number in range(70_000)])
    pyarrow.parquet.write_table(hands(70_000, cards=texts, time=np.arange(70_000)), path, row_group_size=30_000)
    content = path.read_bytes()
    metadata = pyarrow.parquet.ParquetFile(path).metadata
    for group in range(metadata.num_row_groups):
        for place in range(metadata.num_columns):
            chunk = metadata.row_group(group).column(place)
            start = chunk.dictionary_page_offset or chunk.data_page_offset
            pages = list(pages_of(content, start, start + chunk.total_compressed_size))
            assert sum(page.values for page in pages if not page.holds_words) == chunk.num_values
            headers = chunk.total_uncompressed_size - sum(page.unpacked for page in pages)
            assert 0 < headers < 100 * len(pages)
            assert pages[0].holds_words == chunk.has_dictionary_page


def test_a_header_without_an_end_is_no_page() -> None:
    for content in (b"\x1c" * 200, b"\x15" + b"\xff" * 200, b"\x18\xff\xff\xff\x7f", b"\x15\x00\x00", b"\x1d"):
        with pytest.raises(ValueError, match=r"a page|structs|a number"):
            list(pages_of(content, 0, len(content)))
    assert list(pages_of(b"", 0, 0)) == []
    assert PageHeader(1, 2, 3, False).unpacked == 1
