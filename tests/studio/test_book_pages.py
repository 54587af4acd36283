"""Tests of the pages of a rulebook: after an edit, what was drawn before is used if it is the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.kit.locate import KitSearchPath
from generator.press.cache.store import Store
from generator.press.request import BuildRequest, KitRef
from generator.press.scene.digest import scene_digest
from generator.press.templates.renderer import Renderer
from generator.studio.edit.journal import Journal
from generator.studio.open_kit import OpenKit
from tests.studio.conftest import copy_tidewrack


def open_tidewrack(folder: Path) -> OpenKit:
    roots = KitSearchPath(folder / "data", folder / "templates")
    request = BuildRequest(KitRef("tidewrack", roots), folder / "out")
    kit = OpenKit(request, Store(None), Journal(folder / "journal"))
    kit.draw()
    return kit


def pages(kit: OpenKit) -> list[str]:
    """The pages of the rulebook, as digests of what is drawn on them."""
    assert kit.faults == ()
    return [scene_digest(page) for number in range(kit.book()) if (page := kit.page(number))]


def test_a_book_after_an_edit_is_as_new_and_draws_only_what_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy_tidewrack(tmp_path)
    kit = open_tidewrack(tmp_path)
    drawn: list[str] = []
    render = Renderer.render

    def noted(renderer: Renderer, template: str, *values: Any, **options: Any) -> Any:
        drawn.append(template)
        return render(renderer, template, *values, **options)

    monkeypatch.setattr(Renderer, "render", noted)
    last = pages(kit)
    assert "figure.xml" in drawn
    for file, was, now, templates in (
        ("templates/rulebook.md.j2", "is one step", "is just one step", set()),
        ("data/examples/turns.yaml", "deck: [plank]", "deck: [twine]", {"figure.xml"}),
        ("templates/figure.xml", 'size="8"', 'size="9"', {"figure.xml"}),
        (
            "data/finds.csv",
            "twine,Twine",
            "twine,Bindfaden",
            {"figure.xml"},
        ),  # its moves tell the name
    ):
        text = kit.read(file)
        assert was in text
        kit.save(file, text, text.replace(was, now))
        drawn.clear()
        found = pages(kit)
        assert set(drawn) == templates, file
        assert found != last, file
        assert found == pages(open_tidewrack(tmp_path)), file
        last = found
