"""The commands that play: `play`, `example` and `simulate`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from generator.cli.telling import complain, faults_as_json, print_json, progress
from generator.cli.words import Data, Json, OneKit, read_pairs
from generator.errors import Fault, KitError
from generator.press.finding import Roots
from generator.press.playing import game_of
from generator.press.writing import prove_writable, write_whole
from generator.rules.axes import PLAYERS, read_axes
from generator.rules.bots import bots_named
from generator.rules.events import Plain
from generator.rules.examples import kit_of, read_examples, run_example
from generator.rules.play import Told, json_lines, transcript
from generator.rules.play import play as play_game
from generator.rules.saved import SavedGame, read_saved, replay
from generator.rules.simulate import Plan
from generator.rules.sweep import Sweep

app = typer.Typer()

Players = Annotated[
    int | None,
    typer.Option(min=1, metavar="NUMBER", help="How many play; the fewest if left out."),
]
Seed = Annotated[int, typer.Option(metavar="NUMBER", help="The same seed plays the same game.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the game: board=plus."),
]


@app.command(
    epilog="Examples: `grimoire play grumbles --turns 3`, `grimoire play grumbles --seed 7 --bot "
    "greedy,mcts --save game.json`, `grimoire play grumbles --replay game.json --json`, `grimoire "
    "play grizzled --interactive --players 3`."
)
def play(
    name: OneKit,
    players: Players = None,
    seed: Seed = 1,
    turns: Annotated[
        int | None, typer.Option(min=1, metavar="NUMBER", help="Stop after so many turns.")
    ] = None,
    bot: Annotated[
        str,
        typer.Option(metavar="BOT", help="random, greedy or mcts; a,b: one for each seat."),
    ] = "greedy",
    option: Options = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the game in this file.")
    ] = None,
    again: Annotated[
        Path | None,
        typer.Option("--replay", metavar="FILE", help="Play the game in this file again."),
    ] = None,
    interactive: Annotated[
        bool, typer.Option("-i", "--interactive", help="Play yourself, at the terminal.")
    ] = False,
    seat: Annotated[
        str | None,
        typer.Option(
            metavar="SEAT",
            help="With -i: the seat you play (1), or several (1,3 or all); bots play the others.",
        ),
    ] = None,
    load: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="With -i: go on with the game in this file."),
    ] = None,
    data: Data = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="JSON Lines: moves, events, the state every turn.")
    ] = False,
) -> None:
    """Play sample turns, or a whole game, and tell what happens and under which rule."""
    if interactive:
        _refuse({"--json": as_json, "--replay": again}, "does not go with --interactive")
    else:
        _refuse({"--seat": seat, "--load": load}, "needs --interactive")
    game = game_of(Roots(data).find(name))
    if save:
        prove_writable(save)
    chosen = game.read_options(read_pairs(option))
    count = players or game.seats_with(chosen)[0]
    if interactive:
        from generator.cli.at_table import Wishes, sit_down  # few ask for it

        wishes = Wishes(seat or "1", bot, count, seed, chosen, turns, save, load, data)
        raise typer.Exit(0 if sit_down(game, wishes) else 2)
    if again:
        begun = read_saved(again)
        story = replay(game, begun)
    else:
        begun = SavedGame(game.name, count, dict(chosen), seed, (), {})
        story = play_game(game, bots_named(bot.split(","), count), seed, count, chosen, turns)
    if save:
        story = _saving(story, save, begun)
    for line in json_lines(story) if as_json else transcript(game, story):
        print(line)


@app.command(
    epilog="Examples: `grimoire example my-examples/captures.yaml`, `grimoire example my-examples/*.yaml "
    "--json`."
)
def example(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Files of examples of play.")],
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Run example files: positions, moves, and what must come of them."""
    shown: list[dict[str, Any]] = []
    faults: list[Fault] = []
    code = 0
    for file in files:
        try:
            game = game_of(Roots(data).find(kit_of(file)))
            examples = read_examples(file)
        except KitError as error:
            faults += error.faults
            code = max(code, error.exit_code)
            continue
        for each in examples:
            try:
                shown.append(dict(run_example(game, each).as_data()))
            except KitError as error:
                faults += error.faults
                code = max(code, error.exit_code)
            else:
                if not as_json:
                    print(f"{each.id}: as expected. {each.title}")
    complain(faults)
    if as_json:
        print_json({"examples": shown, "faults": [fault.as_data() for fault in faults]})
    raise typer.Exit(code)


@app.command(
    epilog="Examples: `grimoire simulate grumbles --games 1000 --jobs 2 --bot greedy,random`, "
    "`grimoire simulate grizzled --bot greedy --each players,mode --chart odds.svg`, `grimoire "
    "simulate grizzled --each trials=20,25,30 --log games.jsonl --json`."
)
def simulate(
    name: OneKit,
    games: Annotated[int, typer.Option(min=1, help="How many games, of each combination.")] = 100,
    jobs: Annotated[int, typer.Option(min=1, help="Processes that play side by side.")] = 1,
    players: Players = None,
    seed: Seed = 1,
    bot: Annotated[str, typer.Option(help="random, greedy or mcts; a,b: one for each seat.")] = (
        "random"
    ),
    option: Options = None,
    each: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAMES",
            help="Vary these: players, options (mode), or values (trials=20,25,30).",
        ),
    ] = None,
    chart: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw the result into this .svg, .pdf or .png."),
    ] = None,
    log: Annotated[
        Path | None, typer.Option(help="Write each finished game to this file, a line each.")
    ] = None,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Play many games and count: who wins, how it ends, what has an effect, which rules fire."""
    with faults_as_json(as_json):
        folders = Roots(data).find(name)
        game = game_of(folders)
        options = read_pairs(option)
        axes = read_axes(game, each or (), [*options, *([PLAYERS] if players else [])])
        count = players or game.seats_with(game.read_options(options))[0]
        plan = Plan(game, tuple(bot.split(",")), count, options)
        sweep = Sweep(plan, axes)
        records = sweep.play(games, seed, jobs)
        picture = None
        if chart:
            from generator.press.charting import Chart  # slow to import, and few ask for it

            picture = Chart(folders, chart, axes)
    stopped = False
    with progress() as bar, _log(log) as write:
        task = bar.add_task(name, total=games * len(sweep.numbers), step="games")
        try:
            for number, record in records:
                write({"values": sweep.points[number], **record.as_data()})
                sweep.add(number, record)
                bar.update(task, advance=1, step=sweep.at(number) or "games")
        except KeyboardInterrupt:
            stopped = True  # the games that are finished count
    told = sweep if axes else sweep.tallies[0]
    if as_json:
        print_json(told.as_data())
    else:
        print(told.text())
    complain(sweep.faults())
    if stopped:
        raise KeyboardInterrupt
    if picture and sweep.games:
        picture.write(sweep, games, seed)
    raise typer.Exit(1 if sweep.faults() else 0)


def _refuse(given: Mapping[str, object], says: str) -> None:
    """Raises KitError for each of these options that was given."""
    faults = [Fault(f"{option} {says}") for option, value in given.items() if value]
    if faults:
        raise KitError(faults)


def _saving(story: Iterable[Told], path: Path, begun: SavedGame) -> Iterator[Told]:
    """The story as it is told; when it has ended the game is in the file."""
    moves: list[str] = []
    end: Mapping[str, Plain] = {}
    for told in story:
        if told.move:
            moves.append(told.move)
        end = told.state.to_data()
        yield told
    write_whole(path, replace(begun, moves=moves, end=end).text().encode())


@contextmanager
def _log(path: Path | None) -> Iterator[Callable[[Mapping[str, Any]], None]]:
    """What writes a finished game to the log, a line each, at once."""
    if path is None:
        yield lambda line: None
        return
    with path.open("w", encoding="utf-8") as file:

        def write(line: Mapping[str, Any]) -> None:
            file.write(json.dumps(line) + "\n")
            file.flush()

        yield write
