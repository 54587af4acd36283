"""Tests of copies of kits: they play by the rules of the original, with all its checks."""

from __future__ import annotations

import pickle
import shutil
from pathlib import Path

import pytest

from generator.base.errors import CheckFailed, KitError
from generator.base.locations import data_root, template_root
from generator.engine.bots.baselines import random
from generator.engine.of_kit import game_of
from generator.engine.playthrough import play
from generator.kit.locate import BUILT_IN, KitSearchPath
from generator.pipeline.check import check
from generator.press.pieces.faces import FaceSet
from generator.tools.copy_kit import copy_kit
from generator.tools.scaffold import CreatedKit
from tests.press.running import run
from tests.shipped import shipped_checks


@pytest.fixture(scope="module")
def created(tmp_path_factory: pytest.TempPathFactory) -> CreatedKit:
    """A copy of a kit under another name, which the tests only read."""
    folder = tmp_path_factory.mktemp("copy")
    return copy_kit("twofolk", BUILT_IN.find("grumbles"), folder, "Two Folk")


def test_a_copy_differs_only_in_its_name_its_rules_and_its_title(created: CreatedKit) -> None:
    assert created.files
    folder, changed = created.roots.find("twofolk").data.parents[1], {}
    for top, root in (("data", data_root()), ("templates", template_root())):
        for file in (root / "grumbles").rglob("*"):
            inner = file.relative_to(root / "grumbles")
            if file.is_file() and ".schema" not in inner.parts:
                before = file.read_text(encoding="utf-8").splitlines()
                after = (folder / top / "twofolk" / inner).read_text(encoding="utf-8").splitlines()
                if lines := [line for line in after if line not in before]:
                    changed[f"{top}/{inner.as_posix()}"] = lines
    examples = {
        f"data/examples/{file.name}": ["kit: twofolk"]
        for file in (data_root() / "grumbles/examples").glob("*.yaml")
    }
    assert changed == {"data/game.yaml": ["title: Two Folk", "rules: grumbles"], **examples}


def test_a_copy_plays_and_is_checked_like_its_original(created: CreatedKit) -> None:
    roots = created.roots
    assert len(check("twofolk", roots)) == len(shipped_checks("grumbles"))
    game, original = game_of(roots.find("twofolk")), game_of(BUILT_IN.find("grumbles"))
    assert game.name == pickle.loads(pickle.dumps(game)).name == "twofolk"
    assert original.name == "grumbles"
    assert [str(step.move) for step in play(game, [random], 1, 2, {}, 2)] == [
        str(step.move) for step in play(original, [random], 1, 2, {}, 2)
    ]


def test_a_copy_of_a_copy_names_the_same_rules(created: CreatedKit, tmp_path: Path) -> None:
    first = created.roots.find("twofolk")
    second = copy_kit("two", first, tmp_path).roots.find("two")
    assert game_of(second).__class__ is game_of(first).__class__


def test_a_copy_made_by_hand_is_told_what_it_lacks(tmp_path: Path) -> None:
    for top, root in (("data", data_root()), ("templates", template_root())):
        shutil.copytree(root / "grumbles", tmp_path / top / "twofolk")
    roots = KitSearchPath(tmp_path / "data", tmp_path / "templates")
    with pytest.raises(KitError, match=r'a copy of another kit .* "rules: NAME"'):
        check("twofolk", roots)
    manifest = tmp_path / "data/twofolk/game.yaml"
    text = manifest.read_text(encoding="utf-8")
    manifest.write_text(text.replace("version:", "rules: grumble\nversion:", 1), encoding="utf-8")
    expected = r'game.yaml:4: there are no rules for playing "grumble"; did you mean "grumbles"\?'
    with pytest.raises(KitError, match=expected):
        check("twofolk", roots)


def test_a_copy_is_checked_but_drawn_only_for_another_title(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, created: CreatedKit
) -> None:
    def not_drawn(*args: object) -> None:
        raise AssertionError("a face is drawn")

    monkeypatch.setattr(FaceSet, "__init__", not_drawn)
    source = created.roots.find("twofolk")
    copy_kit("three", source, tmp_path)
    with pytest.raises(AssertionError, match="a face is drawn"):
        copy_kit("four", source, tmp_path, "Four Folk")
    three = KitSearchPath(tmp_path / "data", tmp_path / "templates").find("three")
    board = three.data / "board.yaml"
    board.write_text(board.read_text(encoding="utf-8").replace("d4", "d1"), encoding="utf-8")
    with pytest.raises(CheckFailed):
        copy_kit("five", three, tmp_path)
    assert not (tmp_path / "data/five").exists()


def test_the_command_copies_a_kit_and_says_how_to_build_it(tmp_path: Path) -> None:
    made = run("new", "twofolk", "--from-kit", "grumbles", "--in", tmp_path)
    assert made.code == 0, made.err
    assert "twofolk/game.yaml" in made.out
    assert "now build it: grimoire build twofolk" in made.out
    again = run("new", "twofolk", "--from-kit", "grumbles", "--in", tmp_path)
    assert again.code == 2
    assert "exists already" in again.err


@pytest.mark.parametrize(
    ("more", "refusal"),
    [
        (("--players", "3"), "--players cannot be combined with --from-kit"),
        (("--size", "tarot"), "--size cannot be combined with --from-kit"),
        (("--table", "csv"), "--table cannot be combined with --from-kit"),
        (("--from", "cards.csv"), "--from and --from-kit cannot be combined"),
        (("--title", "W" * 80), "cannot be printed"),
    ],
)
def test_what_a_copy_cannot_have_is_refused(
    more: tuple[str, str], refusal: str, tmp_path: Path
) -> None:
    refused = run("new", "twofolk", "--from-kit", "grumbles", "--in", tmp_path, *more)
    assert refused.code == 2
    assert refusal in refused.err
    assert not (tmp_path / "data").exists()
