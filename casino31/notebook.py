"""How a result shows itself: one line in a shell, a table of its facts in a notebook."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from html import escape

IN_ONE_LINE = 3
"""Facts that the one line of a result names."""


class Shown:
    """A result with facts: ``repr`` is one line of the first few, a notebook shows all of them as a table.

    >>> class Coin(Shown):
    ...     @property
    ...     def facts(self):
    ...         return {"sides": 2, "chance of heads": Fraction(1, 2)}
    >>> Coin()
    <Coin: sides 2; chance of heads 1/2 (0.5)>
    >>> Coin()._repr_html_()[:63]
    '<table><caption>Coin</caption><tr><th>sides</th><td>2</td></tr>'
    """

    @property
    def facts(self) -> Mapping[str, object]:
        """The facts of the result by label, the most telling first: its fields, where a result names no others."""
        return {name.replace("_", " "): value for name, value in vars(self).items()}

    def __repr__(self) -> str:
        told = [
            f"{label} {notebook_text(value)}".strip() for label, value in list(self.facts.items())[:IN_ONE_LINE]
        ]
        return f"<{type(self).__name__}: {'; '.join(told)}>"

    def _repr_html_(self) -> str:
        told = [(escape(label), escape(notebook_text(value))) for label, value in self.facts.items()]
        rows = [f"<tr><th>{label}</th><td>{value}</td></tr>" for label, value in told]
        return f"<table><caption>{escape(type(self).__name__)}</caption>{''.join(rows)}</table>"


def notebook_text(value: object) -> str:
    """Return a value as a reader wants it: a fraction with its decimal, several values with commas.

    >>> [notebook_text(value) for value in (Fraction(10298, 270725), Fraction(3), ("main", "natural 31"), None)]
    ['10298/270725 (0.0380386)', '3', 'main, natural 31', 'none']
    """
    if value is None:
        return "none"
    if isinstance(value, Fraction):
        return str(value) if value.denominator == 1 else f"{value} ({float(value):.6g})"
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, Iterable) and not isinstance(value, str):
        return ", ".join(map(notebook_text, value))
    return str(value)
