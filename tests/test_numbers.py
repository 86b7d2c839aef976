"""Numbers as people write them and as they stand on a page: the limits of each kind."""

from fractions import Fraction

import pytest

from casino31.decimals import NOTHING, decimal, number, percent
from casino31.exact import exact, level, positive, share

HALF = Fraction(1, 2)


@pytest.mark.parametrize("text", ["1/2", "0.5", "50%", " 0.5 ", "50 %", "0.50/1"])
def test_one_half(text: str) -> None:
    assert exact(text) == exact(HALF) == exact(0.5) == HALF
    assert exact("-1/2") == -HALF
    assert exact("1/3%") == Fraction(1, 300)
    assert (exact(3), exact("3/010")) == (Fraction(3), Fraction(3, 10))


@pytest.mark.parametrize(
    "text", ["", "1/0", "1/-2", "1e3", ".5", "1.", "1,5", "1_0", "+1", "½", float("nan"), float("inf")]
)
def test_what_is_no_number(text: str | float) -> None:
    with pytest.raises(ValueError, match="is not a number such as an example"):
        exact(text, "an example")


def test_limits() -> None:
    tiny = Fraction(1, 10**9)
    assert (positive(tiny), level(tiny), level(1 - tiny), share(0), share(1), share("10%", Fraction(1, 10))) == (
        *(tiny, tiny, 1 - tiny, Fraction(0), Fraction(1)),
        Fraction(1, 10),
    )
    for zero in (0, "-1/2", -tiny, -1):
        with pytest.raises(ValueError, match="must be above 0, such as 7"):
            positive(zero, "7")
    for bad in (0, 1, -HALF, 1 + tiny, -1, 2):
        with pytest.raises(ValueError, match="not a share above 0 and below 1, such as 7"):
            level(bad, "7")
    for most, values in ((Fraction(1), (-tiny, 1 + tiny)), (HALF, (HALF + tiny, -1))):
        for value in values:
            with pytest.raises(ValueError, match=f"not a share from 0 to {most}, such as 7"):
                share(value, most, "7")


def test_decimals_are_rounded_half_to_even_from_the_fraction() -> None:
    assert [decimal(Fraction(n, 8), 2) for n in (1, 3, -1, -3)] == ["0.12", "0.38", "-0.12", "-0.38"]
    assert [decimal(Fraction(n, 2), 0) for n in (1, 3, -3)] == ["0", "2", "-2"]
    assert (decimal(Fraction(1, 3)), decimal(-1234567.5, 1), decimal(0, 3)) == ("0.333333", "-1,234,567.5", "0.000")
    assert decimal(Fraction(-1, 1000), 2) == "0.00"
    assert (percent(Fraction(1, 8)), percent(0, 0), percent(None, 2)) == ("12.5000 %", "0 %", NOTHING)
    assert (number(None), number(HALF), number(3)) == (
        None,
        {"exact": "1/2", "value": 0.5},
        {"exact": "3", "value": 3.0},
    )
    assert number(0.25) == {"exact": None, "value": 0.25}
