"""A deal after another in the terminal."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import click

from casino31.cli.app import wrong_use
from casino31.cli.home import game_options, read_game

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casino31.home.player import Player
    from casino31.home.state import State

HELP = "a number to act, o for the odds, p for what a policy would do, q to leave"


@click.command()
@game_options
@click.option("--players", default=3, show_default=True, type=int, metavar="N", help="How many play.")
@click.option("--seat", default=1, show_default=True, type=int, help="Yours, from 1, the eldest, to the dealer.")
@click.option("--policy", metavar="POLICY", help="Of the others: its text or a file; default: the game's.")
@click.option("--deals", default=1, show_default=True, type=click.IntRange(1), help="How many to play.")
@click.option("--seed", type=click.IntRange(0), help="Of the cards; without one, other cards each time.")
def play(
    game: str,
    settings: tuple[str, ...],
    players: int,
    seat: int,
    policy: str | None,
    deals: int,
    seed: int | None,
) -> None:
    """Play against stated policies; q, the end of input and Ctrl-C leave the table."""
    from casino31.home.player import Player
    from casino31.home.policy import Situation
    from casino31.home.policy_text import load, shipped_for
    from casino31.home.round import deal
    from casino31.home.state import pack

    house = read_game(game, settings)
    rules = house.rules
    theirs = load(policy, rules) if policy else shipped_for(house.name, rules)
    with wrong_use():
        rules.check_players(players)
    if not 1 <= seat <= players:
        raise click.UsageError(f"--seat {seat}: seats are counted from 1 to {players}")
    seats = [Player(rules, theirs, Situation(players, own + 1)) for own in range(players)]
    chance, total, played = random.Random(seed), [0.0] * players, 0
    stopped: BaseException | None = None
    click.echo(f"{rules.title}, {players} players, you in seat {seat}; the others: {theirs.name}\n{HELP}")
    try:
        for _ in range(deals):
            order = list(pack(rules))
            chance.shuffle(order)
            gains = _deal(deal(rules, players, order, chance.getrandbits(64)), seats, seat - 1)
            total = [sum(pair) for pair in zip(total, gains, strict=True)]
            played += 1
    except (click.Abort, EOFError, KeyboardInterrupt) as left:
        reason = left.__context__ if isinstance(left, click.Abort) else left  # a prompt hides why it was left
        stopped = reason if isinstance(reason, KeyboardInterrupt) else None
        click.echo("\nyou leave the table")
    if played:
        told = ", ".join(f"seat {own + 1} {gain:+g}" for own, gain in enumerate(total))
        click.echo(f"after {played} {'deal' if played == 1 else 'deals'}: {told}")
    if stopped is not None:
        raise stopped


def _deal(state: State, seats: Sequence[Player], own: int) -> list[float]:
    """Play one deal with a person in one seat, and return what each seat gains."""
    from casino31.home.actions import name
    from casino31.home.round import apply, returns
    from casino31.home.view import view

    while state.ending is None:
        if state.seat == own:
            action = _asked(state, seats)
        else:
            action = seats[state.seat](view(state, state.seat))
            hidden = state.phase == "choose" or (state.phase == "announce" and name(action) == "pass")
            if not hidden:
                click.echo(f"  seat {state.seat + 1}: {_told(state, action)}")
        state = apply(state, action)
    _tell_end(state)
    return [float(gain) for gain in returns(state)]


def _told(state: State, action: int) -> str:
    """An action as the table sees it: the cards that all can see are named."""
    from casino31.cards import show
    from casino31.home import actions as act

    hand, drawn = state.hands[state.seat], state.drawn
    if action == act.TAKE:
        return f"takes {show(state.pile[-1] % 52)} from the pile"
    if action == act.DRAW:
        return "draws from the stock"
    if action in act.DISCARD:
        return f"discards {show(hand[action - act.DISCARD[0]] % 52)}"
    if action == act.THROW and drawn is not None:
        return f"discards {show(drawn % 52)}"
    if swapped := act.pairs(action):
        laid = show(*(hand[i] % 52 for i, _ in swapped))
        taken = " ".join(show(state.table[j] % 52) if state.up[j] else "??" for _, j in swapped)
        return f"swaps {laid} for {taken}"
    return act.name(action)


def _asked(state: State, seats: Sequence[Player]) -> int:
    """Ask until the answer is an action; EOFError when the player leaves."""
    from casino31.home.actions import name
    from casino31.home.ranks import score, score_text
    from casino31.home.state import cards
    from casino31.home.view import view

    seen = view(state, state.seat)
    worth = score_text(score(cards(seen.hand), state.rules), state.rules)
    click.echo(f"{seen}\n  your hand counts {worth}")
    for number, action in enumerate(seen.legal, 1):
        click.echo(f"  {number:>2}  {_told(state, action)}")
    while True:
        answer = click.prompt("your move", prompt_suffix="? ").strip().lower()
        if answer == "q":
            raise EOFError
        if answer == "o":
            _tell_odds(state, seats)
        elif answer == "p":
            click.echo(f"  the policy: {name(seats[state.seat](seen))}")
        elif answer.isdecimal() and 1 <= int(answer) <= len(seen.legal):
            return seen.legal[int(answer) - 1]
        else:
            click.echo(f"  {answer!r} is no move here: {HELP}")


def _tell_odds(state: State, seats: Sequence[Player]) -> None:
    from casino31.home.actions import name
    from casino31.home.odds import odds

    click.echo("  gain a deal, where all go on by the policy (100 deals of the unseen cards, 99 %)")
    for odd in odds(state, seats):
        click.echo(f"  {odd.gain.value:+.3f} +- {odd.gain.half:.3f}  {name(odd.action)}")


def _tell_end(state: State) -> None:
    """Show all hands and what each seat gains."""
    from casino31.cards import show
    from casino31.home.ranks import score, score_text
    from casino31.home.round import returns
    from casino31.home.state import cards

    ending, rules = state.ending, state.rules
    assert ending is not None
    shown = f" by seat {', '.join(str(seat + 1) for seat in ending.blitz)}" if ending.blitz else ""
    knock = f", seat {ending.knocker + 1} knocked" if ending.knocker is not None else ""
    click.echo(f"the deal ends: {ending.kind}{shown}{knock}")
    for seat, (hand, gain) in enumerate(zip(state.hands, returns(state), strict=True)):
        points = score_text(score(cards(hand), rules), rules)
        click.echo(f"  seat {seat + 1}: {show(*cards(hand))}  {points}  {float(gain):+g}")
