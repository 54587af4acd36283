"""Variants of a request: one for each way to print the same kit, by paper, backs and ink."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

from generator.base.errors import KitError
from generator.press.imposition.duplex import DUPLEX, Backs
from generator.press.imposition.offset import NO_OFFSET
from generator.press.library import papers
from generator.press.paper import paper_named
from generator.press.request import COMMON_PAPERS, BuildRequest, Ink


def variants(
    request: BuildRequest, paper_names: Sequence[str] = COMMON_PAPERS
) -> list[BuildRequest]:
    """A request for every paper, backs and ink, each with a folder of its own.

    Those of one ink stand together, since they share most.  Raises KitError for an unknown paper
    and for none at all.
    """
    if not paper_names:
        raise KitError("--on names no paper", hint='write "--on a4,letter"', check="unknown-paper")
    known = papers(request.kit.folders().shared)
    names = dict.fromkeys(paper_named(name, known).name for name in paper_names)
    return [
        replace(
            request,
            edition=replace(request.edition, ink=ink),
            target=replace(
                request.target,
                paper=paper,
                backs=backs,
                offset=request.target.offset if backs in DUPLEX else NO_OFFSET,
            ),
            variant=True,
        )
        for ink in get_args(Ink)
        for paper in names
        for backs in get_args(Backs)
    ]
