"""Tests of first classes in Python: they play the same games as the turns they are written from."""

from __future__ import annotations

import pickle
import shutil
from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.engine.bots.baselines import random
from generator.engine.playthrough import play
from generator.engine.registry import load_game
from generator.engine.testing.laws import play as play_by_the_laws
from generator.engine.testing.laws import trials
from generator.kit.locate import KitSearchPath
from generator.tools.first_rules import write_first_class
from tests.press.running import run

KITS = Path(__file__).parents[1] / "kits"
ROOTS = {
    "tidewrack": KITS,
    **dict.fromkeys(("brambles", "winds", "mask", "ducks", "orchard"), KITS / "turns"),
}


def transcript(name: str, data: Path, games: Path | None) -> list[object]:
    """All decisions and events of a game with two seeds."""
    game = load_game(name, data, games)
    return [
        (str(step.move), [event.as_data() for event in step.events], step.state.to_data())
        for seed in (1, 2)
        for step in play(game, [random], seed, game.seats[-1], {}, 4)
    ]


@pytest.mark.parametrize("name", ROOTS)
def test_the_class_plays_the_same_games_as_the_turns(name: str, tmp_path: Path) -> None:
    roots = KitSearchPath(ROOTS[name] / "data", ROOTS[name] / "templates")
    write_first_class(roots.find(name), tmp_path / "games")
    data = ROOTS[name] / "data" / name
    text = transcript(name, data, tmp_path / "games")
    assert len(text) > 8
    assert text == transcript(name, data, None)
    game = load_game(name, data, tmp_path / "games")
    assert type(pickle.loads(pickle.dumps(game))).__name__ == name.capitalize()


def test_a_step_in_python_is_called(tmp_path: Path) -> None:
    kit = Path(shutil.copytree(KITS / "turns", tmp_path / "kit"))
    result = run("new", "brambles", "--in", kit, "--rules", tmp_path / "games")
    assert result.code == 0
    package = tmp_path / "games" / "brambles"
    assert (
        f"now play it: grimoire play brambles --data {kit}/data --rules {tmp_path}/games"
        in result.out
    )
    turns = package / "turns.yaml"
    turns.write_text(
        turns.read_text().replace("          - {next: seat}", "          - {call: bonus}")
    )
    own = package / "__init__.py"
    line = '        # Change the position here: position["points"][seat] += rng.below(6) + 1\n'
    text = own.read_text()
    assert line in text
    own.write_text(text.replace(line, '        position["berries"][seat] += 100\n'))
    game = load_game("brambles", kit / "data" / "brambles", tmp_path / "games")
    state, _ = game.start()
    events = state.apply("take")
    assert state.to_data()["berries"] == [109, 9, 9]
    assert "Nothing happens." in [game.describe(event) for event in events]
    assert play_by_the_laws(trials(game)[0], 1, every=9) > 5


def test_nothing_is_overwritten_and_turns_are_needed(tmp_path: Path) -> None:
    kit = Path(shutil.copytree(KITS / "turns", tmp_path / "kit"))
    words = ("new", "mask", "--in", kit, "--rules", tmp_path / "games")
    assert run(*words).code == 0
    assert "the game is in Python already, and nothing is overwritten" in run(*words).err
    assert "--rules cannot be combined with other options" in run(*words, "--title", "Mask").err
    (kit / "data" / "ducks" / "turns.yaml").unlink()
    result = run("new", "ducks", "--in", kit, "--rules", tmp_path / "games").err
    assert "turns.yaml: there is no such file, from which a class could be written" in result


def test_data_alone_cannot_call_python(tmp_path: Path) -> None:
    kit = Path(shutil.copytree(KITS / "turns" / "data" / "brambles", tmp_path / "brambles"))
    turns = kit / "turns.yaml"
    turns.write_text(turns.read_text().replace("{next: seat}", "{call: bonus}"))
    with pytest.raises(KitError, match='the game has no method "do_bonus"; write it'):
        load_game("brambles", kit)


def test_a_malicious_title_is_only_a_title(tmp_path: Path) -> None:
    kit = Path(shutil.copytree(KITS / "turns", tmp_path / "kit"))
    shutil.copytree(kit / "data" / "brambles", kit / "data" / "7-none")
    manifest = kit / "data" / "7-none" / "game.yaml"
    text = manifest.read_text()
    title = '\'Thorns\u202e\\""" ; raise SystemExit("run")\''
    lines = [f"title: {title}" if line.startswith("title:") else line for line in text.splitlines()]
    manifest.write_text("\n".join(lines) + "\n")
    write_first_class(KitSearchPath(kit / "data", kit / "templates").find("7-none"), tmp_path / "g")
    game = load_game("7-none", kit / "data" / "7-none", tmp_path / "g")
    assert type(game).__name__ == "Game7None"
    assert "Thorns /''' ; raise" in (tmp_path / "g" / "7-none" / "__init__.py").read_text()


def test_the_first_class_of_a_new_kit_can_be_played_as_the_command_says(tmp_path: Path) -> None:
    run("new", "sloe", "--in", tmp_path, "--turns")
    made = run("new", "sloe", "--in", tmp_path, "--rules", tmp_path / "games")
    words = made.out.splitlines()[-1].partition("grimoire ")[2].split()
    played = run(*words, "--turns", 2)
    assert (played.code, played.err) == (0, "")
    assert "Nothing happens" not in played.out
