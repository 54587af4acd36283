"""Trained weights of a heuristic: the file `weights.yaml` of a kit.

A trainable game declares its weights by name, with the values set by its author.  `grimoire train`
searches for better ones and writes them to the kit's data folder; the bot `search` uses them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Annotated

from pydantic import Field

from generator.base.errors import Fault, Place, did_you_mean, raise_faults
from generator.base.load_document import check_form, load_yaml
from generator.base.schema import ClosedModel, Number, Words
from generator.engine.outcome import Weights

WEIGHTS = "weights.yaml"
"""The file in a kit's data folder with trained weights."""

Count = Annotated[int, Field(ge=1)]


class TrainedWeights(ClosedModel):
    """Trained weights, and how they were found."""

    players: Count
    """Number of players."""
    options: dict[str, str | int | bool]
    """The options of the game."""
    seed: int
    """The seed of the training."""
    games: Count
    """Number of games played in all."""
    budget: Count
    """Number of moves that the bots tried per decision."""
    measure: Words | None = None
    """The measure that was raised; the share of games won if omitted."""
    given: dict[str, Number] | None = None
    """The initial weights, if they were not those kept before."""
    before: Number
    """The measure in games not used for training, by the weights kept before,"""
    after: Number
    """and by these."""
    interval: Annotated[list[Number], Field(min_length=2, max_length=2)]
    """The 95 % interval of the difference."""
    weights: Annotated[dict[str, Number], Field(min_length=1)]
    """Each weight by its name."""
    picks: dict[str, Number] | None = None
    """The values of moves that pick something, by their texts."""


def load_weights(path: Path, known: Weights, picks: Collection[str] = ()) -> Weights:
    """Load the weights in a file; `known` are those of the game, `picks` its steps that pick something.

    Picks of things that the kit no longer has are harmless, since nobody can make them.  Raises
    KitError with every fault.
    """
    document = load_yaml(path)
    found = check_form(document, TrainedWeights)
    learnt = found.picks or {}
    faults = [
        _unknown("weight", name, document.place("weights", name), known)
        for name in found.weights
        if name not in known
    ]
    faults += [
        _unknown("pick", name, document.place("picks", name), picks)
        for name in learnt
        if name.partition(" ")[0] not in picks
    ]
    raise_faults(faults)
    return {**found.weights, **learnt}


def _unknown(what: str, name: str, place: Place, known: Iterable[str]) -> Fault:
    hint = did_you_mean(name, known) or "train it again"
    return Fault(f'the game has no {what} "{name}"', place, hint=hint, check="unknown-field")
