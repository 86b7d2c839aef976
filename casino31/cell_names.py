"""What spreadsheets call their columns and cells."""

from functools import cache


@cache
def letters(column: int) -> str:
    """Return the letters of a column counted from 1.

    >>> letters(1), letters(28)
    ('A', 'AB')
    """
    name = ""
    while column:
        column, last = divmod(column - 1, 26)
        name = chr(65 + last) + name
    return name


def address(row: int, column: int) -> str:
    """Return the name of a cell, row and column counted from 0.

    >>> address(0, 0), address(9, 27)
    ('A1', 'AB10')
    """
    return f"{letters(column + 1)}{row + 1}"
