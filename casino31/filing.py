"""What a layout's file says of the paper and of the table it is filed for: no figure of a round depends on it."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Revision:
    """One entry of a document's history."""

    revision: str
    date: str
    """YYYY-MM-DD."""
    change: str


@dataclass(frozen=True)
class DocumentFacts:
    """The table ``[document]`` of a layout file: what a filing prints of itself. "" is what the file leaves out."""

    number: str = ""
    revision: str = ""
    history: tuple[Revision, ...] = ()
    """Oldest first; the last entry is the revision in force."""
    prepared_by: str = ""
    prepared_for: str = ""
    jurisdiction: str = ""
    contact: str = ""


@dataclass(frozen=True)
class TableFacts:
    """The table ``[table]`` of a layout file: how the game is offered. None is what the file leaves out."""

    rounds_per_hour: Fraction | None = None
    """Rounds that one seat plays."""
    minimum_bet: Fraction | None = None
    """Money on one initial wager, as is ``maximum_bet``."""
    maximum_bet: Fraction | None = None
    payout_limit: Fraction | None = None
    """The most money that one player's won wagers are paid in one round, his own stakes not counted."""
    seats: int | None = None
    currency: str = ""
    minimum_return: Fraction | None = None
    """The least share of the initial wagers that must come back to the player on average: 0.85 is 85 %."""

    def money(self, amount: Fraction) -> str:
        """Return an amount as a page prints it: to the hundredth, with its currency.

        >>> TableFacts(currency="USD").money(Fraction(12345, 4))
        'USD 3,086.25'
        """
        hundredths = round(abs(amount) * 100)
        sign = "-" if amount < 0 and hundredths else ""
        whole, rest = divmod(hundredths, 100)
        return f"{self.currency} {sign}{whole:,}" + (f".{rest:02}" if rest else "")
