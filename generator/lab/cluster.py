"""Cluster: plays games on the workers of a Dask scheduler.

Batches and records are the same as on one machine.  The game is sent with its batches, data
included, so workers do not need the kit's folder; but the scheduler and the workers need the same
version of Grimoire, since another may play another game with the same seed.  If a worker dies, its
batch is played again by another one.
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

TIMEOUT = 5
"""Seconds within which a scheduler must answer and have a worker."""
COUNT_INTERVAL = 2.0
"""Seconds between two counts of the workers."""


class OtherProgramError(Exception):
    """A worker runs another program; the message is its version and checksum."""


class Cluster:
    """Cluster: the workers of a scheduler; each thread plays one batch at a time."""

    def __init__(self, client: Client, address: str) -> None:
        self._client, self._address = client, address
        self._counted_at, self._threads = float("-inf"), 1

    def batches(
        self, play: Play[P, R], plans: Sequence[P], seeds: Sequence[Sequence[int]]
    ) -> Iterator[FinishedBatch[R]]:
        """See `Workers`."""
        packed, mark = pickle.dumps(tuple(plans)), program()
        executor = self._client.get_executor(pure=False)

        def submit(batch: Batch) -> Future[TimedResults[R]]:
            future: Future[TimedResults[R]] = executor.submit(
                play_remotely, mark, play, packed, batch.plan, batch.seeds
            )
            return future

        try:
            yield from on_futures(submit, seeds, self._count)
        except LostBatchError as lost:
            raise self._explain(lost) from lost
        finally:
            executor.shutdown(wait=False)

    def _count(self) -> int:
        """Number of threads of all workers, cached briefly; at least 1, since workers may join."""
        if monotonic() - self._counted_at > COUNT_INTERVAL:
            self._threads = max(1, sum(self._client.nthreads().values()))
            self._counted_at = monotonic()
        return self._threads

    def _explain(self, lost: LostBatchError) -> KitError:
        """Explain why a batch was lost."""
        from distributed import KilledWorker

        error, seed = lost.__cause__, lost.batch.seeds[0]
        if isinstance(error, OtherProgramError):
            return _other_program([f"a worker has {error}"])
        if isinstance(error, KilledWorker):
            message = f"workers died one after another while playing the games from seed {seed} on"
            hint = "their logs may say why"
        elif isinstance(error, (CancelledError, OSError)):
            message, hint = f"the Dask scheduler at {self._address} is gone", "start it again"
        else:
            message = f"a worker failed: {type(error).__name__}: {error}"
            hint = "its log may say more"
        return KitError(message, hint=f"{hint}; finished games are kept", check="cluster")


def remote_program() -> str:
    """The program of the process that calls this."""
    return program()


def play_remotely(
    mark: str, play: Play[Any, R], packed: bytes, plan: int, seeds: Sequence[int]
) -> TimedResults[R]:
    """Play some games on a worker, like `play_batch`.

    Raises OtherProgramError if the worker runs another program.
    """
    if remote_program() != mark:
        raise OtherProgramError(remote_program())
    return play_batch(play, packed, plan, seeds)


@contextmanager
def connected(address: str) -> Iterator[Cluster]:
    """Connect to the scheduler at an address such as `tcp://host:8786`.

    Raises KitError if Dask is not installed, if no scheduler answers within `TIMEOUT` seconds, if it
    has no workers, or if the scheduler or a worker runs another Grimoire.
    """
    try:
        from distributed import Client
    except ImportError:
        message = "--cluster needs Dask, which is not installed"
        raise KitError(
            message, hint="pip install 'grimoire[cluster]'", check="not-installed"
        ) from None
    if not re.fullmatch(r"(tcp|tls)://.+:\d+", address):
        message = f'"{address}" is not the address of a Dask scheduler'
        raise KitError(message, hint="write tcp://host:8786", check="option-value")
    # Errors are reported here.
    logging.getLogger("distributed").handlers[:] = [logging.NullHandler()]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about versions of Dask: what matters is checked below
        try:
            client = Client(address, timeout=TIMEOUT, set_as_default=False)
        except (OSError, ValueError, TimeoutError):
            message = f"no Dask scheduler answers at {address}"
            hint = "`dask scheduler` starts one and prints its address"
            raise KitError(message, hint=hint, check="cluster") from None
    try:
        _check_programs(client, address)
        yield Cluster(client, address)
    finally:
        client.close(timeout=TIMEOUT)


def _check_programs(client: Client, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=TIMEOUT)
    except TimeoutError:
        message = f"the Dask scheduler at {address} has no workers"
        hint = f"start some: `dask worker {address} --nworkers auto --nthreads 1`"
        raise KitError(message, hint=hint, check="cluster") from None
    programs: dict[str, object] = {"the scheduler": None}
    with suppress(ImportError):  # it has no Grimoire
        programs["the scheduler"] = client.run_on_scheduler(remote_program)
    programs |= {
        f"the worker {worker}": mark
        for worker, mark in client.run(remote_program, on_error="return").items()
    }
    mismatches = [
        f"{where} has {mark if isinstance(mark, str) else 'none that can be used'}"
        for where, mark in programs.items()
        if mark != program()
    ]
    if mismatches:
        raise _other_program(mismatches)


def _other_program(found: Sequence[str]) -> KitError:
    hint = "install the same one there: another may play different games from the same seeds"
    return KitError(
        Fault(
            f"the cluster must play with Grimoire {program()}, but {each}",
            hint=hint,
            check="cluster",
        )
        for each in found
    )
