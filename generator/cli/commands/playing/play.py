"""The commands that play a game: `play` and `example`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from generator.base.atomic_output import check_can_write, write_whole
from generator.base.errors import Fault, KitError
from generator.cli.command import command
from generator.cli.commands.playing.options import Playing
from generator.cli.options import Json, KitFolder, Number
from generator.cli.output import print_answer, print_errors, print_json
from generator.engine.bots import bots_named
from generator.engine.events import JsonValue
from generator.engine.kept_ladders import exact_bots
from generator.engine.of_kit import game_of, run_examples
from generator.engine.playthrough import PlaythroughStep, json_lines, transcript
from generator.engine.playthrough import play as play_game
from generator.engine.save_file import SavedGame, read_saved, replay, short_fingerprint
from generator.engine.simulation.move_bans import read_ban
from generator.engine.testing.examples import kit_of, read_examples
from generator.kit.locate import KitSearchPath


@command(
    "grimoire play grumbles --turns 3",
    "grimoire play grumbles --seed 7 --bot greedy,mcts --save game.json",
    "grimoire play grumbles --replay game.json --json",
    "grimoire play grizzled --interactive --players 3",
    "grimoire play grumbles --interactive --bot hard",
    "grimoire play grumbles --turns 3 --language de",
    options="""
    turns NUMBER: Stop after this many turns.
    save FILE: Save the game to this file.
    replayed --replay FILE: Replay the game in this file.
    interactive -i: Play yourself, at the terminal.
    seat SEAT: With -i: the seat you play (1), or several (1,3 or all); bots play the others.
    load FILE: With -i: continue the game in this file.
    as_json --json: JSON Lines: moves, events, the state every turn.
    """,
)
def play(
    playing: Playing,
    turns: Number = None,
    bot: str = "greedy",
    bar: list[str] | None = None,
    save: Path | None = None,
    replayed: Path | None = None,
    interactive: bool = False,
    seat: str | None = None,
    load: Path | None = None,
    language: str = "",
    as_json: Json = False,
) -> None:
    """Play sample turns, or a whole game, and show what happens and under which rule."""
    if interactive:
        _reject(
            {"--json": as_json, "--replay": replayed, "--bar": bar},
            "cannot be combined with --interactive",
        )
    else:
        _reject({"--seat": seat, "--load": load}, "needs --interactive")
    game = playing.game_in(language) if language else playing.game
    seed = playing.seed
    if save:
        check_can_write(save)
    chosen, count = game.read_options(playing.options), playing.count
    named = exact_bots(bot.split(","), game, playing.folders.data)
    if interactive:
        from generator.cli.terminal_session import SessionOptions, play_at_terminal  # rarely needed

        session = SessionOptions(
            seat or "1", named, count, seed, chosen, turns, save, load, playing.data, playing.rules
        )
        raise typer.Exit(0 if play_at_terminal(game, session) else 2)
    if replayed:
        _reject({"--bar": bar}, "cannot be combined with --replay")
        saved = read_saved(replayed)
        steps = replay(game, saved)
    else:
        saved = SavedGame(game.name, count, dict(chosen), seed, (), {}, short_fingerprint(game))
        bots = bots_named(named, count, game.bots)
        bans = [read_ban(words, count) for words in bar or ()]
        steps = play_game(game, bots, seed, count, chosen, turns, bans)
    if save:
        steps = _save_at_end(steps, save, saved)
    for line in json_lines(steps) if as_json else transcript(game, steps):
        print_answer(line)


@command(
    "grimoire example my-examples/captures.yaml",
    "grimoire example my-examples/*.yaml --json",
    options="""
    files FILE: Files of examples of play.
    """,
)
def example(
    files: Annotated[list[Path], typer.Argument()],
    data: KitFolder = None,
    rules: KitFolder = None,
    as_json: Json = False,
) -> None:
    """Run example files: positions, moves and their expected results."""
    shown: list[dict[str, Any]] = []
    faults: list[Fault] = []
    code = 0
    for file in files:
        try:
            folders = KitSearchPath.from_cwd(data, games=rules).find(kit_of(file))
            game, examples = game_of(folders), read_examples(file)
        except KitError as error:
            faults += error.faults
            code = max(code, error.exit_code)
            continue
        played, new_faults, exit_code = run_examples(game, folders, examples)
        faults, code = [*faults, *new_faults], max(code, exit_code)
        for each in played:
            shown.append(dict(each.as_data()))
            if not as_json:
                print(f"{each.example.id}: as expected. {each.example.title}")
    print_errors(faults)
    if as_json:
        print_json({"examples": shown}, faults)
    raise typer.Exit(code)


def _reject(options: Mapping[str, object], reason: str) -> None:
    """Raise KitError for each of these options that was given."""
    faults = [
        Fault(f"{option} {reason}", check="conflicting-options")
        for option, value in options.items()
        if value
    ]
    if faults:
        raise KitError(faults)


def _save_at_end(
    steps: Iterable[PlaythroughStep], path: Path, saved: SavedGame
) -> Iterator[PlaythroughStep]:
    """The steps of a game unchanged; at its end the game is saved to the file."""
    moves: list[str] = []
    end: Mapping[str, JsonValue] = {}
    for step in steps:
        if step.move:
            moves.append(step.move)
        end = step.state.to_data()
        yield step
    write_whole(path, replace(saved, moves=moves, end=end).text().encode())
