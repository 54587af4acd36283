"""Tests of book figures: a figure links to its example, which runs after each change."""

from __future__ import annotations

import pytest

from generator.base.errors import KitError
from generator.kit.locate import KitSearchPath
from generator.press.cache.store import Store
from generator.press.request import BuildRequest, KitRef
from generator.press.scene.items import Scene
from generator.press.scene.text_extraction import extract_text
from generator.studio.book_figures import PageFigure, example_text, page_figures, run_text
from generator.studio.edit.journal import Journal
from generator.studio.open_kit import OpenKit
from tests.studio.conftest import BLOCK, tidewrack_in


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> OpenKit:
    folder = tmp_path_factory.mktemp("figures")
    tidewrack_in(folder)
    roots = KitSearchPath(folder / "data", folder / "templates")
    request = BuildRequest(KitRef("tidewrack", roots), folder / "out")
    kit = OpenKit(request, Store(None), Journal(folder / "journal"))
    kit.draw()
    return kit


@pytest.fixture(scope="module")
def figure(kit: OpenKit) -> PageFigure:
    pages = [kit.page(number) for number in range(kit.book())]
    found = [each for page in pages if page for each in page_figures(kit, page, kit.figures)]
    assert [each.example for each in found] == ["last-find"]
    return found[0]


def test_a_figure_knows_its_place_on_the_page_and_its_line(
    kit: OpenKit, figure: PageFigure
) -> None:
    name = kit.name_of(figure.place)
    assert name is not None
    assert kit.read(name[0]).split("\n")[name[1] - 1 : name[1] + 1] == BLOCK.split("\n")[1:3]
    assert 0 < figure.box.left < figure.box.left + figure.box.width < 1
    assert 0 < figure.box.top < figure.box.top + figure.box.height < 1


def words(scene: Scene) -> str:
    return " ".join(placed.run.text for placed in extract_text(scene)[0])


def test_a_changed_example_runs_and_reports_unexpected_results(
    kit: OpenKit, figure: PageFigure
) -> None:
    stated = example_text(kit, figure.example)
    assert stated.file == "data/examples/turns.yaml"
    assert stated.text.startswith("  - id: last-find\n")
    assert stated.text.endswith("worth: [2, 3]}")
    result = run_text(kit, stated, stated.text, figure)
    assert result.faults == ()
    assert [words(moment.scene) for moment in result.moments] == ["0: 1", "1: 1", "2: 0"]
    assert result.moments[0].says == (
        "Player 2 drops some twine, hurries on, and draws the last find.",
    )
    assert result.moments[2].says
    other = stated.text.replace("deck: [plank]", "deck: [plank, whelk]")
    changed = run_text(kit, stated, other, figure)
    assert words(changed.moments[0].scene) == "0: 2"
    assert [fault.place.line for fault in changed.faults if fault.place]
    with pytest.raises(KitError, match="fish"):
        run_text(kit, stated, stated.text.replace("deck: [plank]", "fish: 1"), figure)
    assert kit.read(stated.file).count("deck: [plank]") == 1
