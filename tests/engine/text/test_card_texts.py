"""Tests of card texts: what players read of a row beside the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.engine.registry import load_game
from generator.engine.text.card_texts import without_marks
from tests.press.running import run


@pytest.mark.parametrize(
    ("printed", "plain"),
    [
        ("Worth 2 more beside another :star:.", "Worth 2 more beside another star."),
        ("Worth *nothing* if it _stands_ alone.", "Worth nothing if it stands alone."),
        ("*_Both!_* 2 * 3 is snake_case.", "Both! 2 * 3 is snake_case."),
        (":gold-coin:{red} [twice]{underline} at 10:30", "gold coin twice at 10:30"),
        (r"\*plain\* \:star\:", "*plain* :star:"),
    ],
)
def test_a_printed_text_is_told_in_plain_words(printed: str, plain: str) -> None:
    assert without_marks(printed) == plain


def test_a_move_tells_what_its_card_says_without_the_number_of_copies(tmp_path: Path) -> None:
    run("new", "mygame", "--in", tmp_path, "--turns")
    game = load_game("mygame", tmp_path / "data/mygame")
    state, _ = game.start(1)
    told = {move: state.describe_move(move) for move in state.legal_moves()}
    assert told["old-shield"] == "kind Shield, worth 1 · Worth 3 more if it is your only shield."
