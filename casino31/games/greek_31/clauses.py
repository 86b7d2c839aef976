"""The clauses of docs/rules/greek-31.md in short, as a par sheet prints them."""

CLAUSES = (
    ("B1", "Packs of 52; cards count their pips, king, queen and jack 10, an ace 1 or 11."),
    ("B2", "Kouridakis: of two aces or more at least one counts 11. Heath: aces count 1 and 11 by turns."),
    ("B3", "31 ranks first, then 14, then 30, 29 and so on; above 31 is bust."),
    ("B4", "A pair of twos alone is 14. Heath: it ranks above every other 14."),
    ("B5", "Each punter gets one card face up, and bets from the minimum to the maximum once he has seen it."),
    (
        "B6",
        "The banker draws unseen. Bust pays every bet, 31 takes all, 14 is shown whole; else he conceals a card.",
    ),
    (
        "B7",
        "Punters draw in turn. Bust loses, 31 wins at once; else the better hand wins, and the banker on a tie.",
    ),
    ("B8", "A banker who busts after at least two hands in succession passes the deal on."),
    ("B9", "Every round is dealt from freshly shuffled packs."),
    ("B16", "A fixed banker stops on 31, shows a 14, and stands on a best total of at least a stated one."),
    ("B17", "He conceals his last, his highest, his lowest or a random card, the ace being the highest."),
)
