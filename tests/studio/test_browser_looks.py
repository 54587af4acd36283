"""Tests of the looks of a new game in a real browser: seen in the dialog, chosen, and on the cards."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from generator.tools.looks import look_names
from tests.readme_steps import ROOT
from tests.studio.browsing import PATIENCE, open_page
from tests.studio.conftest import running_studio

pytestmark = pytest.mark.slow


def test_a_look_is_chosen_by_its_pictures(page: Any, address: str, folder: Path) -> None:
    page.goto(address)
    page.wait_for_function("() => window.did_handshake")
    page.get_by_role("button", name="New game").click()
    dialog = page.get_by_role("dialog", name="New game")
    looks = dialog.get_by_role("radiogroup", name="Look of the cards")
    looks.get_by_role("radio", name="Classic").wait_for()
    expect(looks.get_by_role("radio")).to_have_count(len(look_names()))
    expect(looks.get_by_role("radio", name="Classic")).to_be_checked()
    expect(looks.locator("img")).to_have_count(2 * len(look_names()), timeout=60_000)
    looks.get_by_role("radio", name="Storybook").click()
    expect(looks.get_by_role("radio", name="Storybook")).to_be_checked(timeout=60_000)
    expect(looks.get_by_role("radio", name="Classic")).not_to_be_checked()
    dialog.get_by_label("Kind of game").click()
    page.get_by_role("option", name="Hex map").click()
    looks.wait_for(state="hidden")
    dialog.get_by_label("Kind of game").click()
    page.get_by_role("option", name="Cards").click()
    dialog.get_by_label("Folder name").fill("tales")
    dialog.get_by_role("button", name="Create").click()
    page.wait_for_url("**/kit/tales/design", timeout=60_000)
    assert 'fill="page"' in (folder / "templates/tales/card.xml").read_text()


def test_damaged_looks_are_named_and_the_others_offered(page: Any, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "data/shared", tmp_path / "grimoire-data/shared")
    looks = tmp_path / "grimoire-data/shared/looks"
    (looks / "banner/look.yaml").write_text("says: Flags.\ntitles: []\nbody: Caladea\n")
    (looks / "night/templates/card.xml").write_text("<card «size»>\n<blob/></card>")
    with running_studio(tmp_path, program="tests.studio.with_own_data") as address:
        open_page(page, address, "/")
        page.get_by_role("button", name="New game").click()
        dialog = page.get_by_role("dialog", name="New game")
        dialog.get_by_text("The look “Night” is left out").wait_for(timeout=PATIENCE)
        said = dialog.get_by_role("status").inner_text()
        assert "The look “Banner” is left out: " in said
        assert "looks/banner/look.yaml:2: titles: " in said
        assert "looks/night/templates/card.xml: there is no element <blob>" in said
        left = [each.capitalize() for each in look_names() if each not in ("banner", "night")]
        radios = dialog.get_by_role("radio")
        expect(radios).to_have_text(left)
        expect(dialog.locator(".looks img")).to_have_count(2 * len(left), timeout=PATIENCE)
