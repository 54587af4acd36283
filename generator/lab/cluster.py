"""Turns the workers of a Dask scheduler into workers that play games, wherever they run.

The batches and the records are those of a run on one machine.  The game travels with its batches,
data and all, so that nobody there needs the folder of the kit; but the scheduler and the workers need
Grimoire, and the same one, since another may play another game with the same seed.  What a worker
was playing when it died is played again by another one.
"""

from __future__ import annotations

import logging
import pickle
import re
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager, suppress
from time import monotonic
from typing import TYPE_CHECKING, Any

from generator.base.errors import Fault, KitError
from generator.engine.simulation.workers import (
    Batch,
    FinishedBatch,
    LostBatchError,
    P,
    Play,
    R,
    TimedResults,
    on_futures,
    play_batch,
)
from generator.lab.provenance import program

if TYPE_CHECKING:
    from distributed import Client

PATIENCE = 5
"""Seconds in which a scheduler must answer, and have a worker."""
LOOK = 2.0
"""Seconds after which the workers are counted again: they come and go."""


class OtherProgramError(Exception):
    """A worker plays by another program; the message is that program's version and mark."""


class Cluster:
    """The workers of a scheduler: as many batches at a time as they have threads."""

    def __init__(self, client: Client, address: str) -> None:
        self._client, self._address = client, address
        self._counted, self._threads = float("-inf"), 1

    def batches(
        self, play: Play[P, R], plans: Sequence[P], seeds: Sequence[Sequence[int]]
    ) -> Iterator[FinishedBatch[R]]:
        """See `Workers`."""
        packed, mark = pickle.dumps(tuple(plans)), program()
        executor = self._client.get_executor(pure=False)

        def submit(batch: Batch) -> Future[TimedResults[R]]:
            future: Future[TimedResults[R]] = executor.submit(
                play_there, mark, play, packed, batch.plan, batch.seeds
            )
            return future

        try:
            yield from on_futures(submit, seeds, self._count)
        except LostBatchError as lost:
            raise self._why(lost) from lost
        finally:
            executor.shutdown(wait=False)

    def _count(self) -> int:
        """How many threads all workers have, as of late; at least 1, since others may come."""
        if monotonic() - self._counted > LOOK:
            self._threads = max(1, sum(self._client.nthreads().values()))
            self._counted = monotonic()
        return self._threads

    def _why(self, lost: LostBatchError) -> KitError:
        """What became of a batch, in plain words."""
        from distributed import KilledWorker

        error, seed = lost.__cause__, lost.batch.seeds[0]
        if isinstance(error, OtherProgramError):
            return _other_program([f"a worker has {error}"])
        if isinstance(error, KilledWorker):
            says = f"workers died, one after another, of the games from seed {seed} on"
            hint = "what they wrote before they died may tell why"
        elif isinstance(error, (CancelledError, OSError)):
            says, hint = f"the Dask scheduler at {self._address} is gone", "start it again"
        else:
            says = f"a worker failed: {type(error).__name__}: {error}"
            hint = "its own messages may tell more"
        return KitError(says, hint=f"{hint}; the games that are finished count")


def mark_there() -> str:
    """The program of whoever is asked."""
    return program()


def play_there(
    mark: str, play: Play[Any, R], packed: bytes, plan: int, seeds: Sequence[int]
) -> TimedResults[R]:
    """Plays some games on a worker, as `play_batch` does.

    Raises OtherProgramError if the worker's program is not the one with this mark.
    """
    if mark_there() != mark:
        raise OtherProgramError(mark_there())
    return play_batch(play, packed, plan, seeds)


@contextmanager
def connected(address: str) -> Iterator[Cluster]:
    """The cluster of the scheduler at an address: `tcp://host:8786`.

    Raises KitError if Dask is not installed, if nobody answers there within seconds, if there are
    no workers, and for a scheduler or workers with another Grimoire.
    """
    try:
        from distributed import Client
    except ImportError:
        raise KitError(
            "--cluster needs Dask, which is not installed", hint="pip install 'grimoire[cluster]'"
        ) from None
    if not re.fullmatch(r"(tcp|tls)://.+:\d+", address):
        raise KitError(
            f'"{address}" is no address of a Dask scheduler', hint="write tcp://host:8786"
        )
    logging.getLogger("distributed").handlers[:] = [logging.NullHandler()]  # we say what is wrong
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # other versions of Dask: what matters is checked below
        try:
            client = Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TimeoutError):
            raise KitError(
                f"no Dask scheduler answers at {address}",
                hint="`dask scheduler` starts one and tells its address",
            ) from None
    try:
        _check(client, address)
        yield Cluster(client, address)
    finally:
        client.close(timeout=PATIENCE)


def _check(client: Client, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise KitError(
            f"the Dask scheduler at {address} has no workers",
            hint=f"start some: `dask worker {address} --nworkers auto --nthreads 1`",
        ) from None
    told: dict[str, object] = {"the scheduler": None}
    with suppress(ImportError):  # it knows no Grimoire
        told["the scheduler"] = client.run_on_scheduler(mark_there)
    told |= {
        f"the worker {worker}": mark
        for worker, mark in client.run(mark_there, on_error="return").items()
    }
    wrong = [
        f"{whoever} has {mark if isinstance(mark, str) else 'none that can be used'}"
        for whoever, mark in told.items()
        if mark != program()
    ]
    if wrong:
        raise _other_program(wrong)


def _other_program(found: Sequence[str]) -> KitError:
    hint = "install the same one there: another may play other games with the same seeds"
    return KitError(
        Fault(f"the cluster must play by Grimoire {program()}, but {each}", hint=hint)
        for each in found
    )
