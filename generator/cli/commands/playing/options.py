"""Options that choose a kit's game and how it is played, for all commands that play games."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from generator.base.errors import KitError
from generator.cli.options import KitFolder, Number, OneKit, read_pairs
from generator.engine.game import Game
from generator.engine.of_kit import game_of, game_of_kit
from generator.kit.load import load_kit
from generator.kit.locate import KitFolders, KitSearchPath


@dataclass(frozen=True)
class Playing:
    """Option group: the kit whose game is played, by how many, and with which options.

    What is derived from them raises KitError.
    """

    name: OneKit
    players: Number = None
    seed: int = 1
    option: list[str] | None = None
    data: KitFolder = None
    rules: KitFolder = None

    @cached_property
    def folders(self) -> KitFolders:
        return KitSearchPath.from_cwd(self.data, games=self.rules).find(self.name)

    @cached_property
    def game(self) -> Game[Any]:
        game = game_of(self.folders)
        written_in = game.kit_file.language if game.kit_file else "en"
        return game if written_in == "en" else self.game_in("")

    def game_in(self, language: str) -> Game[Any]:
        """The game with its events in another language.  Raises KitError as `translated` does."""
        from generator.i18n.translate import translated  # slow to import

        return game_of_kit(translated(load_kit(self.folders), language))

    @cached_property
    def options(self) -> dict[str, str]:
        return read_pairs(self.option)

    @cached_property
    def count(self) -> int:
        """The number of players: the fewest, if the command does not say."""
        return self.players or self.game.seats_with(self.game.read_options(self.options))[0]


def read_points(option: str, text: str) -> float:
    """`3pt` as 0.03.  Raises KitError, which names the option."""
    try:
        points = float(text.strip().removesuffix("pt"))
    except ValueError:
        points = 0.0
    if not 0.1 <= points < 50:
        hint = "write percentage points, from 0.1 to 49: 3pt"
        raise KitError(f'{option} "{text}" is not a precision', hint=hint, check="option-value")
    return points / 100
