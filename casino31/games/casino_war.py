"""Casino War: the higher card wins, a tie is surrendered or goes to war (docs/rules/casino-war.md)."""

from fractions import Fraction
from functools import lru_cache

from casino31.cards import RANKS, rank
from casino31.census import Census, Chance, Decide, Endings, HandClass
from casino31.game import Game
from casino31.games.casino_war_cardlevel import cards_of
from casino31.table import CardTable
from casino31.wagers import Ending, Paid, Shoe, Terms, Wager, pay_row, pays_of

CLAUSES = (
    (
        "W1",
        "One to eight decks, usually six, shuffled anew for each round. Player and dealer get one card each. An "
        "ace is high and suits do not count. The higher card wins: the bet pays 1 to 1 or loses.",
    ),
    (
        "W2",
        "When the ranks are equal the player surrenders and loses half the bet, or goes to war: he makes a second "
        "bet, equal to the first; three cards that nobody sees are burned, and each side gets one more card.",
    ),
    (
        "W3",
        "At war a higher card of the player wins: the second bet pays 1 to 1 and the first pushes. A lower card "
        "loses both.",
    ),
    (
        "W4",
        "Reading tie2. When the second cards tie too, the player wins, over both bets: bonus: 2 units; win: 1 "
        "unit; push: nothing; triple: 3 units.",
    ),
    (
        "W5",
        "The tie bet pays when the first two cards have equal ranks, usually 10 to 1, and else loses.",
    ),
)

SURRENDER, WAR = "surrender", "war"
ACTIONS = (SURRENDER, WAR)
LOST = Fraction(-1)
SECOND_TIES = {"push": 0, "win": 1, "bonus": 2, "triple": 3}
"""What a second tie wins in units, by the reading."""


def referee(terms: Terms, table: CardTable) -> Ending:
    """Play one round by W1 to W5."""
    player, dealer = map(rank, table.deal(2))
    tie = (Paid("tie" if player == dealer else "no tie"),)
    if "main" not in terms.bets:
        return terms.ending(tie=tie)
    if player != dealer:  # W1
        event = "win" if player > dealer else "lose"
        return terms.ending(main=(Paid(event), Paid(event, 0)), tie=tie)
    if table.ask(RANKS[player] * 2, ACTIONS) == SURRENDER:  # W2
        return terms.ending(main=(Paid(SURRENDER), Paid(SURRENDER, 0)), tie=tie)
    table.deal(3)
    player, dealer = map(rank, table.deal(2))
    if player == dealer:  # W4
        main = (Paid("second tie"), Paid(f"second tie, {terms.reading('tie2')}"))
    else:  # W3
        main = (Paid("war won"), Paid("win")) if player > dealer else (Paid("war lost"), Paid("lose"))
    return terms.ending(main=main, tie=tie)


@lru_cache
def census(terms: Terms) -> Census:
    """Return the counts by ranks: all tied ranks are alike, and so are all hands that win or lose at once."""
    decks = int(terms.reading("decks"))
    cards, of_rank = 52 * decks, 4 * decks
    endings = Endings()
    later = (cards - 2) * (cards - 3) if "main" in terms.bets else 1
    tie, no_tie = (Paid("tie"),), (Paid("no tie"),)

    def place(bet: str, war: Paid, side: tuple[Paid]) -> int:
        return endings.place(terms.ending(main=(Paid(bet), war), tie=side))

    def settled(bet: str) -> Decide:
        high, low = (51, 46) if bet == "win" else (46, 51)
        hands = HandClass(bet, of_rank**2 * 13 * 12 // 2, (high, low))
        return Decide((hands,), {bet: {place(bet, Paid(bet, 0), no_tie): later}})

    ties = tuple(
        HandClass(RANKS[r] * 2, of_rank * (of_rank - 1), (4 * r + 3, 4 * r + 2)) for r in reversed(range(13))
    )
    surrender = {place(SURRENDER, Paid(SURRENDER, 0), tie): later}
    options = {"tie": surrender}
    if "main" in terms.bets:
        equal = (of_rank - 2) * (of_rank - 3) + 12 * of_rank * (of_rank - 1)
        war = {
            place("war won", Paid("win"), tie): (later - equal) // 2,
            place("second tie", Paid(f"second tie, {terms.reading('tie2')}"), tie): equal,
            place("war lost", Paid("lose"), tie): (later - equal) // 2,
        }
        options = {SURRENDER: surrender, WAR: war}
    nodes = (Decide(ties, options), settled("win"), settled("lose"))
    return Census(tuple(endings.places), Chance(tuple((node.members, node) for node in nodes)))


def deals(terms: Terms) -> int:
    """Return the ordered deals of the cards that are seen, burned cards left out.

    >>> deals(Terms((("decks", "1"),), ("main",))), deals(Terms((("decks", "1"),), ("tie",)))
    (6497400, 2652)
    """
    cards = 52 * int(terms.reading("decks"))
    first = cards * (cards - 1)
    return first * (cards - 2) * (cards - 3) if "main" in terms.bets else first


_BET_ROWS = (
    pay_row(SURRENDER, Fraction(-1, 2)),
    pay_row("war won", 0),
    pay_row("second tie", 0),
    pay_row("win", 1),
)
_WAR_ROWS = (*(pay_row(f"second tie, {name}", units) for name, units in SECOND_TIES.items()), pay_row("win", 1))

GAME = Game(
    name="Casino War",
    clauses=CLAUSES,
    wagers=(
        Wager(
            "bet",
            ("lose", "war lost", SURRENDER, "war won", "second tie", "win"),
            fixed={"lose": LOST, "war lost": LOST},
            standard=_BET_ROWS,
            published=pays_of(_BET_ROWS),
        ),
        Wager(
            "war",
            ("lose", *(row.label for row in _WAR_ROWS)),
            initial=Fraction(0),
            fixed={"lose": LOST},
            standard=_WAR_ROWS,
            published=pays_of(_WAR_ROWS),
        ),
        Wager("tie", ("no tie", "tie"), fixed={"no tie": LOST}, published={"tie": Fraction(10)}),
    ),
    bets={"main": ("bet", "war"), "tie": ("tie",)},
    readings={"decks": ("6", "1", "2", "3", "4", "5", "7", "8"), "tie2": ("bonus", "win", "push", "triple")},
    shoe=Shoe(6, "decks", (1, 6)),
    cards=lambda terms: 7 if "main" in terms.bets else 2,
    referee=referee,
    deals=deals,
    open_readings={"tie2": ("W4", ("main",))},
    deal="each round is dealt from a freshly shuffled shoe (W1)",
    census=census,
    card_level=cards_of,
)
