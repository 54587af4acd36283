"""Build: a kit's data and templates become finished, proved files.  The main path of Grimoire.

1. **load** the data into a checked model;
2. **check** the components;
3. **render** each component's template to scene markup, and
4. **lay out** the markup to a frozen scene;
5. **impose** the scenes on sheets;
6. **paint** the sheets;
7. **prove** the finished files and write the manifest.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module

from generator.base.atomic_output import staging
from generator.base.side_by_side import while_waiting
from generator.pipeline.check import check_data
from generator.pipeline.steps import load, print_job, render
from generator.press.cache.build_cache import cached_build
from generator.press.request import STEPS, BuildRequest, BuildResult, Progress

LATER = ("generator.press.paint.pdf.painter", "generator.pipeline.prove")
"""Modules of the last steps, which are slow to import."""


@cached_build
def build(request: BuildRequest, progress: Progress) -> BuildResult:
    """Build a kit, or a part of it, into its folder under `request.out`.

    `progress` is called as each step begins.  With a `store`, what earlier builds made is used again
    while nothing that it was made of has changed; the files are the same, byte for byte.  Raises
    KitError when the request or its input cannot be used, and CheckFailed when a check or the proof
    found faults; in both cases nothing is written.
    """
    progress("load", 0, STEPS)
    source = load(request)
    progress("check", 1, STEPS)
    checks = check_data(source.kit)
    progress("render and lay out", 2, STEPS)
    with while_waiting(*map(_importing, LATER)):
        faces = render(source)
        job = print_job(source, faces)
    progress("impose", 4, STEPS)
    sheets = job.impose()
    with staging(job.folder, request.out) as stage:
        progress("paint", 5, STEPS)
        files = job.paint(sheets, stage)
        progress("prove", 6, STEPS)
        from generator.pipeline.prove import prove  # slow to import

        return prove(source, job, sheets, files, checks, stage)


def _importing(module: str) -> Callable[[], object]:
    return partial(import_module, module)
