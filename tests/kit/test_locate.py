"""Tests of the search for kits: by folder, a user's own before the built-in ones."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from generator.base import locations
from generator.base.errors import KitError
from generator.kit.locate import BUILT_IN, KitSearchPath
from tests.press.running import KITS


def kits(folder: Path, *names: str) -> Path:
    for name in names:
        (folder / name).mkdir(parents=True)
        (folder / name / "game.yaml").write_text("title: A\n")
    return folder


def test_a_kit_is_a_folder_with_a_manifest(tmp_path: Path) -> None:
    kits(tmp_path, "b", "a c", "ö")
    (tmp_path / "empty").mkdir()
    (tmp_path / "game").mkdir()
    (tmp_path / "file.yaml").write_text("")
    assert KitSearchPath(tmp_path).names() == ["a c", "b", "ö"]


def test_a_closed_folder_is_not_a_missing_kit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A glob passes over folders without permission; whoever tests as root may open all."""
    (tmp_path / "closed").mkdir()
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path).name != "closed")
    with pytest.raises(KitError, match=r"closed: cannot be read: permission denied; change its"):
        KitSearchPath(tmp_path).find("closed")
    with pytest.raises(KitError, match='there is no kit "other"'):
        KitSearchPath(tmp_path).find("other")


def test_built_in_kits_need_no_folders() -> None:
    assert "grumbles" in BUILT_IN.names()
    folders = BUILT_IN.find("grumbles")
    assert folders.data == locations.data_root() / "grumbles"
    assert folders.templates == (
        locations.template_root() / "grumbles",
        locations.template_root() / "shared",
    )


def test_a_users_kit_has_shared_templates_icons_and_fonts_too() -> None:
    folders = KitSearchPath(KITS / "data", KITS / "templates").find("tidewrack")
    assert folders.templates == (
        KITS / "templates" / "tidewrack",
        locations.template_root() / "shared",
    )
    assert folders.shared == (locations.data_root() / "shared",)
    assert folders.icons[0] == KITS / "data" / "tidewrack" / "icons"


def test_a_users_shared_folder_comes_first(tmp_path: Path) -> None:
    kits(tmp_path / "data", "mine")
    for name in ("data/shared", "templates/shared", "templates/mine"):
        (tmp_path / name).mkdir(parents=True)
    folders = KitSearchPath(tmp_path / "data", tmp_path / "templates").find("mine")
    assert folders.shared == (tmp_path / "data" / "shared", locations.data_root() / "shared")
    assert folders.templates == (
        tmp_path / "templates" / "mine",
        tmp_path / "templates" / "shared",
        locations.template_root() / "shared",
    )


@pytest.mark.parametrize("name", ["", ".", "..", "../data/a", "a/", "A", "shared"])
def test_other_names_are_not_found(name: str, tmp_path: Path) -> None:
    kits(tmp_path / "data", "a")
    (tmp_path / "data" / "shared").mkdir()
    with pytest.raises(KitError, match="there is no kit"):
        KitSearchPath(tmp_path / "data").find(name)


def test_missing_folders_are_reported(tmp_path: Path) -> None:
    with pytest.raises(KitError, match="there is no such folder"):
        KitSearchPath(tmp_path / "nowhere").names()
    with pytest.raises(KitError, match="there is no such folder"):
        KitSearchPath(kits(tmp_path, "a"), tmp_path / "nowhere").names()


def test_kits_of_the_current_folder_are_listed_and_built_in_ones_still_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert KitSearchPath.from_cwd() == BUILT_IN  # there is no such folder
    (tmp_path / "data").mkdir()
    assert KitSearchPath.from_cwd() == BUILT_IN  # it contains no kit
    kits(tmp_path / "data", "mine", "grudge")
    assert KitSearchPath.from_cwd().names() == ["grudge", "mine"]
    assert KitSearchPath.from_cwd().find("grudge").data == Path("data/grudge")
    assert KitSearchPath.from_cwd().find("gruff").data == locations.data_root() / "gruff"
    assert KitSearchPath.from_cwd().find("mine").advice == "pass --templates FOLDER"
    kits(tmp_path / "templates", "mine")
    assert KitSearchPath.from_cwd().find("mine").templates[0] == Path("templates/mine")
    with pytest.raises(KitError, match='there is no kit "min" in data; did you mean "mine"'):
        KitSearchPath.from_cwd().find("min")
    with pytest.raises(KitError, match=r"in data; known: ggt, .*, mine \(unknown-kit\)$"):
        KitSearchPath.from_cwd().find("xyzzy")


def test_in_the_wrong_folder_the_error_says_where_kits_are_searched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(
        KitError, match=r"known: ggt, .*; to use a kit of your own, go to the folder"
    ):
        KitSearchPath.from_cwd().find("xyzzy")


def test_explicit_folders_replace_the_default_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    kits(tmp_path / "data", "mine")
    named = kits(tmp_path / "other", "theirs")
    assert KitSearchPath.from_cwd(named) == KitSearchPath(named)
    with pytest.raises(KitError, match="there is no kit"):
        KitSearchPath.from_cwd(named).find("gruff")


def test_a_kit_in_both_folders_is_listed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    kits(tmp_path / "data", "grumbles")
    with pytest.raises(
        KitError, match=r"known: ggt, grizzled, grudge, gruff, grumbles \(unknown-kit"
    ):
        KitSearchPath.from_cwd().find("xyzzy")


def test_a_checkout_uses_its_own_folders_as_built_in_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(locations.data_root().parent)
    assert KitSearchPath.from_cwd() == BUILT_IN
