"""One round of Greek 31 at a table that deals cards and asks both seats: the banker and one punter."""

from collections.abc import Iterator

from casino31.cards import Card
from casino31.games.greek_31.referee import Cards, play
from casino31.games.greek_31.rules import Rules
from casino31.table import CardTable
from casino31.wagers import Ending, Paid, Terms

BANKER, PUNTER = "banker", "punter"
DRAW, STAND, SHOW = "draw", "stand", "show"


def referee(terms: Terms, table: CardTable) -> Ending:
    """Play one round for one punter: the first card his, then the banker draws unseen, then the punter.

    The banker knows the first cards and his own hand, and may draw, show a hand of 14, or conceal a card by its
    place in the hand; the punter knows his hand, what is exposed and whether a card is concealed. ValueError when a
    seat does what no clause allows.
    """
    read = dict(terms.readings)
    rules = Rules(aces=read["aces"], fourteen=read["fourteen"])  # type: ignore[arg-type]

    def banker(firsts: Cards, hand: Cards) -> int | str:
        places = [f"conceal {place}" for place in range(len(hand))]
        action = table.ask((firsts, hand), (DRAW, SHOW, *places), BANKER)
        return places.index(action) if action in places else action

    def punter(own: Cards, exposed: Cards, concealed: bool) -> bool:
        return table.ask((own, exposed, concealed), (STAND, DRAW), PUNTER) == DRAW

    end = play(rules, _cards(table), banker, [punter])  # type: ignore[arg-type]
    return terms.ending(main=(Paid(end.seats[0].event),))


def _cards(table: CardTable) -> Iterator[Card]:
    """The cards of the shoe, one by one."""
    while True:
        yield from table.deal(1)
