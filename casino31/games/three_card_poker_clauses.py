"""The clauses of Three Card Poker in short, as a par sheet prints them."""

CLAUSES: tuple[tuple[str, str], ...] = (
    (
        "C1",
        "One deck of 52 cards, shuffled anew for each round. Player and dealer get three cards each, the dealer's "
        "face down. Having seen his own cards the player folds and loses the Ante, or makes the Play wager, equal "
        "to the Ante.",
    ),
    (
        "C2",
        "The dealer qualifies with queen high or better. If he does not, the Ante pays 1 to 1 and Play pushes. If "
        "he does, Ante and Play pay 1 to 1 when the player's hand is better, lose when it is worse, and push when "
        "the hands are equal. A straight flush beats three of a kind, then come a straight, a flush, a pair and "
        "high cards.",
    ),
    (
        "C3",
        "A player who plays gets the Ante Bonus for a straight, three of a kind or a straight flush, whatever the "
        "dealer has. It has no stake of its own. A layout may pay more for a mini royal, the suited ace, king and "
        "queen.",
    ),
    (
        "C4",
        "The Pair Plus bet is a wager of its own and is paid by the player's three cards, whatever the dealer has.",
    ),
    (
        "C5",
        "Reading pair_plus_after_fold. stands: Pair Plus is settled even after a fold; forfeited: a fold loses it "
        "too.",
    ),
)
