"""Grimoire turns data and templates into a game you can hold, and plays it.

The functions of `generator.api` are the public Python API::

    import generator as grimoire

    grimoire.check("grumbles")
    built = grimoire.build("grumbles", out="output", paper="letter")
    tally = grimoire.simulate("grumbles", games=100, bots=["greedy", "random"])

They are imported when they are first used, so `import generator` costs nothing, and the interrupt key
finds the command able to answer as soon as Python itself has started.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as type checkers know it; `typing` takes longer to import than all of this
if TYPE_CHECKING:
    from typing import Any

    from generator.api import (
        BuildResult,
        CheckEntry,
        CheckFailed,
        Fault,
        Kit,
        KitError,
        PlaythroughStep,
        Tally,
        build,
        check,
        kits,
        load,
        play,
        simulate,
    )
    from generator.base import __version__

__all__ = [
    "BuildResult",
    "CheckEntry",
    "CheckFailed",
    "Fault",
    "Kit",
    "KitError",
    "PlaythroughStep",
    "Tally",
    "__version__",
    "build",
    "check",
    "kits",
    "load",
    "play",
    "simulate",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    home = "generator.base" if name == "__version__" else "generator.api"
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
