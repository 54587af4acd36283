"""Listening: the sockets of the studio's servers."""

from __future__ import annotations

import socket
import sys
from contextlib import ExitStack, suppress
from pathlib import Path

from generator.base.atomic_output import make_folder, write_whole
from generator.base.errors import KitError
from generator.base.text_files import read_bytes


def listen_again(host: str, port: int, port_file: Path) -> socket.socket:
    """Listen on a port; for 0, on the last port if free, so that open pages reconnect, or on any."""
    if port:
        return listen(host, port)
    with suppress(KitError, ValueError, OverflowError):
        return listen(host, int(read_bytes(port_file, port_file.name)))
    listener = listen(host, 0)
    with suppress(KitError):
        make_folder(port_file.parent)
        write_whole(port_file, str(listener.getsockname()[1]).encode())
    return listener


def listen(host: str, port: int) -> socket.socket:
    """Listen on a port; for 0, on any that is free.  Raises KitError if it is taken."""
    with ExitStack() as unless_it_listens:
        try:
            family, kind, protocol, _, address = socket.getaddrinfo(
                host, port, type=socket.SOCK_STREAM
            )[0]
            listener = unless_it_listens.enter_context(socket.socket(family, kind, protocol))
            if sys.platform != "win32":
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen(64)
        except OSError as error:
            message = (
                f"cannot listen on {host}, port {port}: {(error.strerror or str(error)).lower()}"
            )
            hint = "choose another: --port 0 takes any that is free"
            raise KitError(message, hint=hint, check="option-value") from None
        unless_it_listens.pop_all()
    return listener
