"""The clauses of 31 Classic in short, as a par sheet prints them; docs/rules/31-classic.md gives sources."""

CLAUSES: tuple[tuple[str, str], ...] = (
    (
        "A1",
        "One deck of 52 cards, shuffled anew for each round. Up to seven players play, each against "
        "the pay table. The dealer has no hand.",
    ),
    ("A2", "A player makes an Ante, the unit of every figure, and may make the Natural 31 Bonus wager."),
    ("A3", "Each player gets three cards and a draw card, face down."),
    ("A4", "An ace counts 11; king, queen, jack and ten 10; other cards their pips."),
    (
        "A5",
        "The points of a hand are the largest total of cards of one suit, counting at most three "
        "cards. Of four cards of a suit the best three count.",
    ),
    (
        "A6",
        "Three cards of one rank are trips, whatever their suits. Four of a rank are trips too: no "
        "source names them.",
    ),
    (
        "A7",
        "Having seen his three cards the player folds and loses the Ante, or makes the Play wager, "
        "equal to the Ante.",
    ),
    (
        "A8",
        "The bonus is settled on the first three cards: 16-21 pays 1 to 1, 22-25 5, 26-28 10, 29-30 "
        "15, trips 30, a suited 31 100, a suited ace, king and queen (the mini royal) 200. Totals of "
        "two cards and of one card of a suit count.",
    ),
    (
        "A9",
        "The draw card is turned; the hand is the best three of the four. Below 17, Ante and Play "
        "lose. With 17 both push. Above, the Ante pays 1 to 1 and Play pays by its table.",
    ),
    (
        "A10",
        "Of the Play pays two facts are published: 17 pushes, and 24 pays 2 to 1. Every other Play "
        "pay in a shipped layout is an assumption of this project.",
    ),
    (
        "A11",
        "Reading trips. Trips can meet a suited total of 17 to 21 in the same four cards, in 2,592 of "
        "the 10,036 deals with trips. A hand with both: best: is paid as whichever of trips and "
        "points pays more, Ante and Play together; push17: as best, except that a suited 17 pushes; "
        "qual17: as best, but trips count only when the three cards total 17 or more (sixes or "
        "higher: 6-6-6 is 18); points: totals its trips like suited cards (6-6-6 is 18, A-A-A is 31, "
        "capped) and takes the larger total; last: counts as trips only without a suited 17 or more; "
        "none: has no trips: its suited total counts.",
    ),
    (
        "A12",
        "Reading bonus_after_fold. stands: the bonus is settled even after a fold (Grochowski: the "
        "cards stay on the table when the bonus was made). forfeited: a fold loses it too (the dealer "
        "procedures speak of forfeited Ante and Bonus wagers of folded hands).",
    ),
    (
        "A13",
        "Reading tie. What the best strategy does where folding and playing have exactly equal value: "
        "fold or play. No edge depends on it; the play frequency, the element of risk and the "
        "variance do.",
    ),
)
