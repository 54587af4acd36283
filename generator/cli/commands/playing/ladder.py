"""The command that measures bots: `ladder`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from generator.base.atomic_output import check_can_write, rewrite
from generator.base.errors import KitError, outcome_of
from generator.base.text_files import shown_name
from generator.cli.command import command
from generator.cli.commands.playing.options import Playing
from generator.cli.options import MOST, MOST_JOBS, Json
from generator.cli.output import print_errors, print_json
from generator.cli.progress import progress
from generator.engine.kept_ladders import LADDER, load_ladders
from generator.lab.rating import (
    Ladder,
    all_pairs,
    budget_pairs,
    has_hidden_information,
    open_vs_hidden_pairs,
)
from generator.lab.strength import bots_left_out, with_ladder


@command(
    "grimoire ladder grumbles --jobs 2",
    "grimoire ladder ggt --bots greedy,mcts:100,mcts:400 --games 50",
    "grimoire ladder gruff --bots greedy --budget 50,200,800",
    "grimoire ladder grumbles --bots random,greedy,search:200 --keep",
    "grimoire ladder grizzled --secrecy --players 3 --budget 200 --json",
    options=f"""
    bots BOTS: The bots, weakest first; search:200 sets a budget.
    budget NUMBERS: Also measure mcts with each of these budgets: 50,200,800.
    secrecy: Measure only the advantage of seeing all hidden information.
    games NUMBER: Number of seeds that each pair plays.
    keep: Keep the result in the kit's {LADDER}; reports show it on page 1.
    jobs NUMBER: Number of processes.
    """,
)
def ladder(
    playing: Playing,
    bots: str = "random,greedy,mcts",
    budget: str = "",
    secrecy: bool = False,
    games: Annotated[int, typer.Option(min=1, max=MOST)] = 20,
    keep: bool = False,
    jobs: Annotated[int, typer.Option(min=1, max=MOST_JOBS)] = 1,
    as_json: Json = False,
) -> None:
    """Measure how well bots play against each other: which is better, and by how much."""
    game, count, options = playing.game, playing.count, playing.options
    file = playing.folders.data / LADDER
    if keep:
        check_can_write(file)
    budgets = _numbers(budget)
    names = [word.strip() for word in bots.split(",")]
    pairs = all_pairs(names) + budget_pairs(names, budgets, game.bots)
    if secrecy:
        game.start(playing.seed, count, options)
        pairs = (
            open_vs_hidden_pairs(budgets) if has_hidden_information(game, count, options) else []
        )
    elif not pairs:
        hint = "name two, or add --budget"
        raise KitError("one bot alone cannot be measured", hint=hint, check="option-value")
    ladder = Ladder(game, list(dict.fromkeys(pairs)), count, options)
    matches = ladder.play(games, playing.seed, jobs)
    if secrecy and not pairs:
        print_json(ladder.as_data([])) if as_json else print(f"{playing.name} hides nothing.")
        return
    with progress(stages=not as_json) as bar:
        task = bar.add_task(playing.name, total=ladder.games(games), step="")
        for bots_playing in matches:
            bar.update(task, advance=1, step=" against ".join(bots_playing))
    meetings = ladder.meetings()
    failed = None
    left_out: list[str] = []
    if keep and not ladder.faults:

        def kept() -> tuple[Path, bytes]:
            before = load_ladders(file.parent)
            left_out[:] = bots_left_out(before, ladder, meetings)
            return file, with_ladder(before, ladder, meetings).encode()

        failed = outcome_of(rewrite, file.parent, kept)  # the result is told in any case
    faults = [*ladder.faults, *(failed.faults if failed else ())]
    if as_json:
        print_json(ladder.as_data(meetings), faults)
    else:
        print(ladder.text(meetings))
        if left_out and not failed:
            print(_replaced(shown_name(file), left_out))
    print_errors(faults)
    raise typer.Exit(failed.exit_code if failed else 1 if faults else 0)


def _replaced(file: str, bots: Sequence[str]) -> str:
    """What is told of bots that a kept ladder had, and has no more."""
    return (
        f"Kept in {file} in place of a ladder that also measured {', '.join(bots)}; "
        "to keep all, measure them together: name them under --bots, too."
    )


def _numbers(words: str) -> list[int]:
    """The budgets in "50,200".  Raises KitError."""
    found = [word.strip() for word in words.split(",") if word.strip()]
    invalid = [word for word in found if not word.isdecimal() or not int(word)]
    if invalid:
        message = f'a budget must be a whole number, 1 or more, not "{invalid[0]}"'
        raise KitError(message, check="option-value")
    return [int(word) for word in found]
