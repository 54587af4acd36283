"""Turns a request into one for each way to print the same kit: paper, backs and ink."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

from generator.base.errors import KitError
from generator.press.imposition.duplex import DUPLEX, Backs
from generator.press.imposition.registration import NO_OFFSET
from generator.press.library import papers
from generator.press.paper import paper_named
from generator.press.request import Request
from generator.press.templates.style import Ink

PAPERS = ("a4", "letter")
"""The papers that kits are printed on all over the world."""


def variants(request: Request, on: Sequence[str] = PAPERS) -> list[Request]:
    """A request for every paper, backs and ink, each with a folder of its own.

    Those of one ink stand together, since they share most.  Raises KitError for an unknown paper
    and for none at all.
    """
    if not on:
        raise KitError("--on names no paper", hint='write "--on a4,letter"', check="unknown-paper")
    known = papers(request.roots.find(request.kit).shared)
    names = dict.fromkeys(paper_named(name, known).name for name in on)
    return [
        replace(
            request,
            paper=paper,
            backs=backs,
            ink=ink,
            offset=request.offset if backs in DUPLEX else NO_OFFSET,
            variant=True,
        )
        for ink in get_args(Ink)
        for paper in names
        for backs in get_args(Backs)
    ]
