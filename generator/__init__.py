"""Grimoire turns data and templates into a game you can hold, and plays it.

The functions of `generator.api` are the public Python API::

    import generator as grimoire

    grimoire.check("grumbles")
    built = grimoire.build("grumbles", out="output", paper="letter")
    tally = grimoire.simulate("grumbles", games=100, bots=["greedy", "random"])

They are imported when they are first used, so `import generator` costs nothing.
"""

from typing import TYPE_CHECKING, Any

from generator.base import __version__

if TYPE_CHECKING:
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
    from generator import api

    return getattr(api, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
