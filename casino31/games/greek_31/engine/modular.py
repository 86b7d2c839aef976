"""Whole numbers too long for a machine word, from their remainders."""

from collections.abc import Sequence
from math import isqrt, prod

LARGEST = 2**31
"""Below this the product of two remainders fits a signed 64-bit word."""


def primes_for(bound: int) -> tuple[int, ...]:
    """Return primes whose product exceeds ``bound``, and one more to check the answer with.

    >>> primes_for(10**9)
    (2147483647, 2147483629)
    """
    primes: list[int] = []
    candidate = LARGEST
    while not primes or prod(primes[:-1]) <= bound:
        candidate -= 1
        if all(candidate % d for d in range(2, isqrt(candidate) + 1) if d == 2 or d & 1):
            primes.append(candidate)
    return tuple(primes)


def lift(remainders: Sequence[int], primes: Sequence[int]) -> int:
    """Return the whole number with these remainders; ArithmeticError when the last prime does not confirm it.

    >>> primes = primes_for(10**30)
    >>> lift([10**30 % p for p in primes], primes) == 10**30
    True
    """
    number, modulus = 0, 1
    for remainder, prime in zip(remainders[:-1], primes[:-1], strict=True):
        number += modulus * ((remainder - number) * pow(modulus, -1, prime) % prime)
        modulus *= prime
    if number % primes[-1] != remainders[-1]:
        raise ArithmeticError("the check prime does not confirm an exact value: its bound is wrong")
    return number
