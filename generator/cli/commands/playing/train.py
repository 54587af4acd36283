"""The command that finds better weights for a game's heuristic: `train`."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from generator.base.atomic_output import check_can_write, write_whole
from generator.base.errors import outcome_of
from generator.base.text_files import shown_name
from generator.cli.command import command
from generator.cli.commands.playing.options import Playing
from generator.cli.options import MOST, Jobs, Json
from generator.cli.output import print_json
from generator.cli.progress import progress
from generator.engine.weights import WEIGHTS
from generator.lab.training import Match, Training, TrainingResult, read_weights


@command(
    "grimoire train grumbles --jobs 2",
    'grimoire train grudge --measure "Challenges survived" --rounds 8',
    "grimoire train gruff --picks 1500 --rounds 0 --budget 1 --keep",
    "grimoire train mygame --data my-data --keep",
    "grimoire train grumbles --weight near=1.5 --rounds 0",
    notes="The same seed finds the same weights. Without --keep nothing is written.",
    options=f"""
    rounds NUMBER: Number of times the weights are fitted.
    games NUMBER: Number of games played each time.
    proof NUMBER: Number of other seeds that test the result.
    budget NUMBER: Number of moves that the bots try for each decision.
    weight NAME=NUMBER: Start with this weight; --rounds 0 tests it as it is.
    picks NUMBER: Number of games played first, to learn what is worth picking before play.
    measure FIGURE: Raise this measure of the game instead of the share of games won.
    keep: Write the weights into the kit's {WEIGHTS} if they are better.
    """,
)
def train(
    playing: Playing,
    rounds: Annotated[int, typer.Option(min=0, max=MOST)] = 5,
    games: Annotated[int, typer.Option(min=2, max=MOST)] = 80,
    proof: Annotated[int, typer.Option(min=10, max=MOST)] = 100,
    budget: Annotated[int, typer.Option(min=1, max=MOST)] = 100,
    weight: list[str] | None = None,
    picks: Annotated[int, typer.Option(min=0, max=MOST)] = 0,
    measure: str = "",
    keep: bool = False,
    jobs: Jobs = None,
    as_json: Json = False,
) -> None:
    """Find better weights for a game's heuristic; the bot `search` uses them."""
    game, file = playing.game, playing.folders.data / WEIGHTS
    if keep:
        check_can_write(file)
    match = Match(game, playing.count, playing.options, budget, measure)
    initial = read_weights(weight or (), game.weights)
    training = Training(match, playing.seed, rounds, games, proof, jobs or 1, initial, picks)
    with progress() as bar:
        task = bar.add_task(playing.name, total=rounds + 1, step="")
        weights = training.start
        if picks:
            weights = {**weights, **training.train_picks(weights)}
        for after_round in training.run(weights):
            bar.update(task, advance=1, step=f"{after_round.loss:.3g}")
            weights = after_round.weights
        result = training.prove(weights)
    failed = None
    if keep and result.better:
        failed = outcome_of(write_whole, file, result.file_text().encode())
    written = keep and result.better and not failed
    if as_json:
        data = {"kit": playing.name, **result.as_data(), "written": written}
        print_json(data, failed.faults if failed else ())
    else:
        print("\n".join(_lines(game.title, result, shown_name(file) if written else "")))
    if failed:  # after the weights, which took long to find
        raise failed


def _lines(title: str, result: TrainingResult, file: str) -> list[str]:
    data: dict[str, Any] = result.as_data()
    low, high = data["interval"]
    before, after = data["before"], data["after"]
    trained = result.training.match.game.trained
    width = max(map(len, result.weights))
    lines = [
        f"{title}, {result.training.match.words()}",
        f"{result.training.match.score_name}: {after:.3g} with these weights, {before:.3g} "
        f"with those before; {after - before:+.3g} (95 % interval: {low:+.3g} to {high:+.3g})",
        *(
            f"    {name:{width}}  {weight:8.3f}  (before: {trained.get(name, 0.0):g})"
            for name, weight in result.weights.items()
        ),
    ]
    if file:
        return [*lines, f"Written: {file}"]
    if result.better:
        return [*lines, "These weights are better; --keep writes them."]
    return [
        *lines,
        "These games do not show that the weights are better: try more --games or --rounds.",
    ]
