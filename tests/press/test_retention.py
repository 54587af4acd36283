"""Retention: what a build for another paper leaves in the folder."""

from __future__ import annotations

from pathlib import Path

from tests.press.running import Workshop


def test_a_build_for_another_paper_keeps_the_page_for_screens(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    page = "out/tidewrack/rulebook/tidewrack-rulebook.html"
    book = ("rulebook", "tidewrack", "-o", "out")
    assert page in workshop.run(*book, "--for-screen").out
    assert f"{page} stays from an earlier build" in workshop.run(*book, "--paper", "letter").out
    again = workshop.run(*book, "--paper", "letter", "--for-screen").out.splitlines()
    assert [line for line in again if page in line] == [page]
    assert f"removed {page}" in workshop.run(*book, "--paper", "letter").out
