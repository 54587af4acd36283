"""Tests of compiled templates: kept between builds, and compiled again when their code would change."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from generator.base.errors import KitError, Place
from generator.kit.expressions.sandbox import Sandbox
from generator.kit.words import Translator
from generator.press.cache import compiled
from generator.press.cache import store as storing
from generator.press.cache.store import Store
from generator.press.templates.environment import Templates

SOURCE = '{% import "other.xml" as other %}<a>{{ [1, 2]|join("-") ~ x }}{{ other.tail(x) }}</a>'
OTHER = "{% macro tail(x) %}<b>{{ 2 ** 3 }}{{ x|upper }}</b>{% endmacro %}"


@pytest.fixture
def compiling(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the templates that are compiled during the test."""
    names: list[str] = []
    generate = Sandbox._generate

    def noted(self: Sandbox, source: Any, name: str, *more: Any, **named: Any) -> str:
        names.append(name)
        return generate(self, source, name, *more, **named)

    monkeypatch.setattr(Sandbox, "_generate", noted)
    return names


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    (tmp_path / "kit").mkdir()
    (tmp_path / "kit" / "a.xml").write_text(SOURCE, "utf-8")
    (tmp_path / "kit" / "other.xml").write_text(OTHER, "utf-8")
    return tmp_path / "kit"


def rendered(kit: Path, store: Store | None, **options: Any) -> tuple[str, int, int]:
    """The output of the template, and the steps and characters left afterwards."""
    if store is None:
        templates = Templates([kit], **options)
        templates.environment.bytecode_cache = None
        text = templates.render("a.xml", {"x": "y&"})
    else:
        with store.in_use():
            templates = Templates([kit], **options)
            text = templates.render("a.xml", {"x": "y&"})
    return text, templates.environment.meter.left, templates.environment.meter.letters


def test_a_cached_template_gives_the_same_output_for_the_same_steps(
    kit: Path, tmp_path: Path, compiling: list[str]
) -> None:
    plain = rendered(kit, None)
    first = Store(tmp_path / "cache")
    assert rendered(kit, first) == plain
    compiling.clear()
    assert rendered(kit, first) == plain  # from memory
    assert rendered(kit, Store(tmp_path / "cache")) == plain  # from the folder
    assert not compiling


def test_without_a_store_a_process_compiles_a_template_once(
    kit: Path, compiling: list[str]
) -> None:
    plain = rendered(kit, None)

    def of_this_process() -> tuple[str, int, int]:
        templates = Templates([kit])
        text = templates.render("a.xml", {"x": "y&"})
        return text, templates.environment.meter.left, templates.environment.meter.letters

    compiling.clear()
    assert of_this_process() == plain
    assert sorted(compiling) == ["a.xml", "other.xml"]
    assert of_this_process() == plain
    assert sorted(compiling) == ["a.xml", "other.xml"]


def test_everything_that_affects_the_code_causes_recompilation(
    kit: Path, tmp_path: Path, compiling: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered(kit, Store(tmp_path / "cache"))

    def compiled_now(kit: Path = kit, **options: Any) -> list[str]:
        plain = rendered(kit, None, **options)
        compiling.clear()
        assert rendered(kit, Store(tmp_path / "cache"), **options) == plain
        return sorted(compiling)

    (kit / "other.xml").write_text(OTHER.replace("2 **", "3 **"), "utf-8")
    assert compiled_now() == ["other.xml"]
    assert compiled_now(markup=False) == ["a.xml", "other.xml"]
    moved = kit.rename(tmp_path / "moved")
    assert compiled_now(moved) == ["a.xml", "other.xml"]  # each tag names its file
    monkeypatch.setattr(compiled, "program", lambda: "another one")
    assert compiled_now(moved) == ["a.xml", "other.xml"]


class Shouting(Translator):
    """A language in which all words are in capitals, and so are numbers."""

    def find(self, message: str, context: str = "", place: Place | None = None) -> str:
        return message.upper()


def test_a_language_shares_code_but_not_words(kit: Path, compiling: list[str]) -> None:
    (kit / "a.xml").write_text('<a>{{ 3|number("card", "cards") }} {{ _("hand") }}</a>', "utf-8")
    (kit / "b.xml").write_text("<a><text>a hand</text></a>", "utf-8")
    store = Store()
    shown = []
    for words in (Translator(), Shouting(), Translator(), Shouting()):
        with store.in_use():
            templates = Templates([kit], words=words)
        shown.append(
            [re.sub("<.*?>", "", templates.render(name, {})) for name in ("a.xml", "b.xml")]
        )
    plain, loud = ["three cards hand", "a hand"], ["THREE cards HAND", "A HAND"]
    assert shown == [plain, loud, plain, loud]
    assert compiling == ["a.xml", "b.xml", "b.xml"]


def test_a_copy_of_a_kit_is_not_recompiled_but_has_its_own_faults(
    tmp_path: Path, compiling: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    source, store = "{% macro half(x) %}\n{{ x // 0 }}{% endmacro %}{{ half(1) }}", Store()
    for home in ("here", "there"):
        file = tmp_path / home / "kit" / "a.xml"
        file.parent.mkdir(parents=True)
        file.write_text(source, "utf-8")
        monkeypatch.chdir(tmp_path / home)  # relative to it, both files are kit/a.xml
        with store.in_use():
            templates = Templates([file.parent])
        with pytest.raises(KitError, match=r"^kit/a\.xml:2: "):
            templates.render("a.xml", {})
    assert compiling == ["a.xml"]


@pytest.mark.parametrize("what", ["folder", "file"])
def test_code_that_others_could_have_written_is_not_run(
    what: str, kit: Path, tmp_path: Path, compiling: list[str]
) -> None:
    rendered(kit, Store(tmp_path / "cache"))
    folder = tmp_path / "cache" / storing.FORMAT
    for path in [folder] if what == "folder" else list(folder.iterdir()):
        path.chmod(0o777)
    compiling.clear()
    rendered(kit, Store(tmp_path / "cache"))
    assert sorted(compiling) == ["a.xml", "other.xml"]


def test_cached_code_counts_steps_too(kit: Path, tmp_path: Path) -> None:
    rendered(kit, Store(tmp_path / "cache"))
    messages = []
    for store in (Store(), Store(tmp_path / "cache")):
        with store.in_use():
            templates = Templates([kit])
        templates.environment.meter.in_all = templates.environment.meter.each = 0
        with pytest.raises(KitError) as error:
            templates.render("a.xml", {"x": "y"})
        messages.append(str(error.value))
    assert messages[0] == messages[1]
    assert "steps" in messages[0]
