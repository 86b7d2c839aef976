"""How much of a sheet its merged cells and links cover: a reader makes a cell of each, however many there are."""

import io
import re
from xml.etree import ElementTree

ENDLESS = 2**34
"""The cells of a whole sheet: whole rows and columns count as that."""
_ENDS = re.compile(r"([A-Z]{1,3})(\d{1,9}):([A-Z]{1,3})(\d{1,9})")


def covered(content: bytes) -> int:
    """Return how many cells the merged cells and the links of a part cover.

    >>> covered(b'<sheet><mergeCell ref="A1:B3"/><mergeCell ref="D1:D1"/></sheet>')
    7
    """
    many = 0
    try:
        for _, element in ElementTree.iterparse(io.BytesIO(content)):
            ref = element.get("ref", "")
            if ":" in ref and element.tag.endswith(("mergeCell", "hyperlink")):
                ends = _ENDS.fullmatch(ref)
                many += _area(*map(str, ends.groups())) if ends else ENDLESS
    except ElementTree.ParseError:
        return many  # no XML, or a part that openpyxl will not read either
    return many


def _area(left: str, top: str, right: str, bottom: str) -> int:
    """The cells between two corners, given by letters and numbers."""
    return (abs(_number(right) - _number(left)) + 1) * (abs(int(bottom) - int(top)) + 1)


def _number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - 64
    return number
