"""The clauses of Under the Gun 31 in short, as a par sheet prints them."""

CLAUSES: tuple[tuple[str, str], ...] = (
    (
        "U1",
        "One deck of 52 cards, shuffled anew for each round. An ace counts 11; king, queen, jack and ten 10; other "
        "cards their pips. The player gets three cards, the dealer four, face down.",
    ),
    (
        "U2",
        "Having seen his cards the player folds and loses the Ante; or stays with a Raise, equal to the Ante; or "
        "switches one card for the next card of the deck, with the same Raise.",
    ),
    (
        "U3",
        "Switch 1, 2 or 3 names the card by its place: from the highest rank down. Of equal ranks the card comes "
        "first whose suit holds the better cards; where that is equal too, both are worth the same.",
    ),
    (
        "U4",
        "The points of a hand are the largest total of cards of one suit. The dealer counts the best three of his "
        "four cards. Three of a kind counts nothing. More points than the dealer win: Ante and Raise pay 1 to 1. "
        "Fewer lose both.",
    ),
    (
        "U5",
        "Reading equal_points. raise: the Raise loses and the Ante pushes (published); push: both push; lose: "
        "both lose.",
    ),
    (
        "U6",
        "The bets Stay 'N Play and 31 Bonus are left out: their pays are not published.",
    ),
)
