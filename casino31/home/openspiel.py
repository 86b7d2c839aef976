"""The home games as games of OpenSpiel, where ``pyspiel`` (the extra ``openspiel``) is installed.

After ``register()``: ``pyspiel.load_game("python_home_scat", {"players": 3})``. Chance is explicit in the deal
alone: a game begins by one chance action, the number of a seeded shuffle. The rest is the referee's.
"""

from __future__ import annotations

import random
from typing import Any

from casino31.faults import NotCapableError
from casino31.home import actions as act
from casino31.home.reader import load, shipped
from casino31.home.round import apply, deal, legal, returns
from casino31.home.rules import HomeRules
from casino31.home.state import State, pack
from casino31.home.view import view
from casino31.serialize import JsonObject

SHUFFLES = 10_000
"""Shuffles that the chance action chooses from, if a game does not say otherwise."""


def library() -> Any:
    """Return ``pyspiel``; NotCapableError where it is not installed."""
    try:
        import pyspiel
    except ImportError:
        raise NotCapableError("OpenSpiel is not installed: pip install casino31[openspiel]") from None
    return pyspiel


def shuffle(rules: HomeRules, number: int) -> tuple[list[int], int]:
    """Return a numbered shuffle: the pack, top first, and the word that shuffles a pile.

    >>> shuffle(HomeRules(), 31) == shuffle(HomeRules(), 31), sorted(shuffle(HomeRules(), 31)[0]) == list(range(52))
    (True, True)
    """
    chance = random.Random(number)
    order = list(pack(rules))
    chance.shuffle(order)
    return order, chance.getrandbits(64)


class Deal:
    """What OpenSpiel asks of a state, over the referee: a chance node, then turns."""

    def __init__(self, rules: HomeRules, players: int, shuffles: int) -> None:
        self.rules, self.players, self.shuffles = rules, players, shuffles
        self.state: State | None = None

    def legal(self) -> list[int]:
        """Return the actions of who is to move."""
        return [] if self.state is None else list(legal(self.state))

    def act(self, action: int) -> None:
        """Take an action; before the deal it is the number of a shuffle."""
        if self.state is None:
            self.state = deal(self.rules, self.players, *shuffle(self.rules, action))
        else:
            self.state = apply(self.state, action)

    @property
    def over(self) -> bool:
        """Whether the deal has ended."""
        return self.state is not None and self.state.ending is not None

    def gains(self) -> list[float]:
        """Return what each seat gains so far."""
        return [0.0] * self.players if self.state is None else [float(gain) for gain in returns(self.state)]

    def told(self, seat: int) -> str:
        """Return the information string of a seat."""
        return "" if self.state is None else str(view(self.state, seat))


def register(games: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Register home games with OpenSpiel, all shipped ones if none is named; return their names there."""
    spiel = library()
    names = []
    for name in games or shipped():
        rules = load(name).rules
        short = f"python_home_{name.replace('-', '_')}"
        kind = spiel.GameType(
            short_name=short,
            long_name=rules.title,
            dynamics=spiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=spiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=spiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=spiel.GameType.Utility.GENERAL_SUM,
            reward_model=spiel.GameType.RewardModel.TERMINAL,
            max_num_players=rules.most,
            min_num_players=rules.fewest,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=False,
            parameter_specification={"players": rules.fewest, "shuffles": SHUFFLES},
        )
        spiel.register_game(kind, _game_class(spiel, kind, rules))
        names.append(short)
    return tuple(names)


def _game_class(spiel: Any, kind: Any, rules: HomeRules) -> Any:
    """The class of one game, made where the library is at hand."""

    class HomeGame(spiel.Game):  # type: ignore[misc]
        """A home game."""

        def __init__(self, params: JsonObject | None = None) -> None:
            given = params or {}
            self.players = int(given.get("players", rules.fewest))
            self.shuffles = int(given.get("shuffles", SHUFFLES))
            most = max(6.0, 2.0 * self.players)
            info = spiel.GameInfo(
                num_distinct_actions=act.ACTIONS,
                max_chance_outcomes=self.shuffles,
                num_players=self.players,
                min_utility=-most,
                max_utility=most,
                max_game_length=3 * (rules.cap + 1) * self.players,
            )
            super().__init__(kind, info, given)

        def new_initial_state(self) -> Any:
            return _state_class(spiel)(self, Deal(rules, self.players, self.shuffles))

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:  # noqa: ARG002
            return None

    return HomeGame


def _state_class(spiel: Any) -> Any:
    """The class of a state, made where the library is at hand."""

    class HomeState(spiel.State):  # type: ignore[misc]
        """A state of a home game."""

        def __init__(self, game: Any, held: Deal) -> None:
            super().__init__(game)
            self.held = held

        def current_player(self) -> int:
            if self.held.over:
                return int(spiel.PlayerId.TERMINAL)
            return int(spiel.PlayerId.CHANCE) if self.held.state is None else self.held.state.seat

        def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002
            return self.held.legal()

        def chance_outcomes(self) -> list[tuple[int, float]]:
            return [(number, 1 / self.held.shuffles) for number in range(self.held.shuffles)]

        def _apply_action(self, action: int) -> None:
            self.held.act(action)

        def _action_to_string(self, player: int, action: int) -> str:
            return f"shuffle {action}" if player == spiel.PlayerId.CHANCE else act.name(action)

        def is_terminal(self) -> bool:
            return self.held.over

        def returns(self) -> list[float]:
            return self.held.gains()

        def information_state_string(self, player: int) -> str:
            return self.held.told(player)

        def observation_string(self, player: int) -> str:
            return self.held.told(player)

        def __str__(self) -> str:
            return self.held.told(max(self.current_player(), 0))

    return HomeState
