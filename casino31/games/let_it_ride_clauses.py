"""The clauses of Let It Ride in short, as a par sheet prints them."""

CLAUSES: tuple[tuple[str, str], ...] = (
    (
        "L1",
        "One deck of 52 cards, shuffled anew for each round. The player makes three equal bets and gets three "
        "cards. Two common cards lie face down.",
    ),
    (
        "L2",
        "Having seen his three cards the player takes one bet back or lets it ride; having seen the first common "
        "card he decides on another. The third stays.",
    ),
    (
        "L3",
        "Each bet left is paid by the five cards: a pair of tens or better, two pair, three of a kind, a straight, "
        "a flush, a full house, four of a kind, a straight flush or a royal flush. Any other hand loses.",
    ),
    (
        "L4",
        "The unit of every figure is one of the three bets. Bets taken back are not wagered.",
    ),
    (
        "L5",
        "The three card bonus is a wager of its own and is paid by the player's three cards: a pair or better. A "
        "layout may pay more for a mini royal, the suited ace, king and queen.",
    ),
    (
        "L6",
        "Where letting a bet ride is worth exactly nothing it is taken back.",
    ),
)
