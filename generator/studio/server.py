"""Server of the studio: its pages and pictures on this machine, behind the guard."""

from __future__ import annotations

import asyncio
import logging
import mimetypes
import os
from collections.abc import Callable
from pathlib import Path

import uvicorn
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from nicegui import app as pages
from nicegui import core, ui
from pydantic import BaseModel, Field
from starlette.responses import FileResponse, Response

from generator.base.errors import KitError
from generator.base.text_files import inside
from generator.press.scene.items import Scene
from generator.studio.browser_events import (
    report_bad_messages,
    report_error,
    report_task_error,
    take_each_once,
)
from generator.studio.edit.cell_pictures import thumbnail
from generator.studio.edit.completion import complete
from generator.studio.guard import PICTURE_RULES, REPORT_RULES, Guard
from generator.studio.guest_entrance import GuestEntrance
from generator.studio.listen import listen_again
from generator.studio.pages import routes
from generator.studio.proof_places import page_picture
from generator.studio.studio import Studio, StudioOptions
from generator.studio.worker import Urgency
from generator.tools.watch.file_changes import MAX_EDITABLE_BYTES

WALL_DPI = 110
PING_SECONDS = 4
"""Seconds between two signs of life that the server asks of a page."""
PING_TIMEOUT_SECONDS = 10
"""Seconds for which it waits for one; a busy machine may take long to give it."""
_STATIC = Path(__file__).parent / "pages" / "static"
_FOREVER = "private, max-age=31536000, immutable"


class CompletionRequest(BaseModel):
    """Request for completions: a file, and its text up to the cursor."""

    file: str
    before: str = Field(max_length=MAX_EDITABLE_BYTES)


def serve(
    options: StudioOptions, host: str, port: int, opened: str, ready: Callable[[str], None]
) -> None:
    """Serve until interrupted; `opened` is the kit to show first, or "".

    `ready` is called with the address once it can be opened.  Raises KitError if the port is taken.
    """
    listener = listen_again(host, port, options.state / "port")
    number = listener.getsockname()[1]
    studio = Studio(options)
    api = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    add_addresses(api, studio)
    routes.add_pages(studio)
    pages.on_startup(lambda: asyncio.create_task(studio.watch()))
    pages.on_startup(lambda: asyncio.create_task(studio.rooms.keep()))
    pages.on_startup(_set_patience)
    pages.add_static_files("/look", _STATIC)
    ui.run_with(
        api, title="Grimoire", dark=None, tailwind=False, show_welcome_message=False, language=None,
        reconnect_timeout=10, favicon=_STATIC / "mark.svg",
    )  # fmt: skip
    guard = Guard(api, host, number, is_guest=studio.rooms.is_guest)
    studio.entrance = GuestEntrance(api, host, number, studio.rooms.is_guest)
    pages.on_shutdown(studio.entrance.stop)
    page = f"kit/{opened}/design" if opened else ""
    address = guard.address.replace("/?", f"/{page}?")
    level = "error" if os.environ.get("GRIMOIRE_DEBUG") else "critical"
    logging.getLogger("nicegui").setLevel(level.upper())
    pages.on_exception(report_error)
    report_bad_messages()
    take_each_once()
    config = uvicorn.Config(guard, log_level=level, lifespan="on", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)

    async def report_ready() -> None:
        asyncio.get_running_loop().set_exception_handler(report_task_error)
        while not server.started:
            await asyncio.sleep(0.02)
        ready(address)

    pages.on_startup(lambda: asyncio.create_task(report_ready()))
    server.run(sockets=[listener])


def _set_patience() -> None:
    core.sio.eio.ping_interval, core.sio.eio.ping_timeout = PING_SECONDS, PING_TIMEOUT_SECONDS


def add_addresses(api: FastAPI, studio: Studio) -> None:
    """Register the addresses of pictures and files, and the answers to faulty requests."""
    _add_pictures(api, studio)
    _add_files(api, studio)
    _add_completion(api, studio)

    @api.exception_handler(KitError)
    async def unknown(request: object, error: KitError) -> Response:
        return Response(f"{error}\n", 404, media_type="text/plain")

    @api.exception_handler(RequestValidationError)
    async def wrong(request: object, error: object) -> Response:
        return Response("The studio does not know this request.\n", 422, media_type="text/plain")


def _add_pictures(api: FastAPI, studio: Studio) -> None:
    """Register the addresses of drawn pictures."""

    @api.get("/picture/{name}/face")
    async def face(
        name: str, piece: str, side: str = "front", dpi: int = WALL_DPI, bleed: bool = False
    ) -> Response:
        kit = await studio.kit(name)
        urgency = Urgency.THUMBNAIL if dpi == WALL_DPI else Urgency.PIECE
        return await _picture(studio, lambda: kit.scene(piece, side), dpi, bleed, urgency)

    @api.get("/picture/{name}/cover")
    async def cover(name: str, n: int) -> Response:
        scene = await studio.cover(name, n)
        return await _picture(studio, lambda: scene, WALL_DPI, False, Urgency.THUMBNAIL)

    @api.get("/picture/{name}/piece/{digest}")
    async def piece(name: str, digest: str, dpi: int = WALL_DPI, bleed: bool = True) -> Response:
        scene = studio.rooms.piece(name, digest)
        return await _picture(studio, lambda: scene, dpi, bleed, Urgency.LOOK)

    @api.get("/picture/{name}/sheet/{number}")
    async def sheet(name: str, number: int, look: str, dpi: int = 60) -> Response:
        kit = await studio.kit(name)
        return await _picture(studio, lambda: kit.sheet(look, number), dpi, False, Urgency.LOOK)

    @api.get("/picture/{name}/built")
    async def built(name: str, file: str, page: int, dpi: int = 110) -> Response:
        kit = await studio.kit(name, drawn=False)
        path = inside(kit.request.kit_folder, file)
        limited_dpi = max(8, min(dpi, WALL_DPI))

        def render() -> bytes:
            return page_picture(path.parent, path.name, page, limited_dpi)

        try:
            content = await studio.worker.run(Urgency.LOOK, render)
        except (IndexError, OSError):
            return Response(status_code=404)
        headers = {"content-security-policy": PICTURE_RULES, "cache-control": "no-store"}
        return Response(content, media_type="image/png", headers=headers)

    @api.get("/picture/{name}/page/{number}")
    async def page(name: str, number: int, dpi: int = 110) -> Response:
        kit = await studio.kit(name)
        return await _picture(studio, lambda: kit.page(number), dpi, False, Urgency.LOOK)


def _add_files(api: FastAPI, studio: Studio) -> None:
    """Register the addresses of files: art, reports, and what has been made."""

    @api.get("/art/{name}/{path:path}")
    async def art(name: str, path: str) -> Response:
        kit = await studio.kit(name, drawn=False)
        content, kind = await studio.worker.run(
            Urgency.THUMBNAIL, lambda: thumbnail(kit.folders, path)
        )
        headers = {"content-security-policy": PICTURE_RULES, "cache-control": "private, max-age=5"}
        return Response(content, media_type=kind, headers=headers)

    @api.get("/report/{name}")
    async def report(name: str) -> Response:
        page = studio.reports.get(name)
        headers = {"content-security-policy": REPORT_RULES, "x-frame-options": "SAMEORIGIN"}
        return Response(page or b"", 200 if page else 404, media_type="text/html", headers=headers)

    @api.get("/made/{name}/{path:path}")
    async def made(name: str, path: str) -> Response:
        kit = await studio.kit(name, drawn=False)
        try:
            file = inside(kit.request.kit_folder, path)
        except KitError:
            return Response(status_code=404)
        if not file.is_file():
            return Response(status_code=404)
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        headers = {"content-security-policy": PICTURE_RULES, "cache-control": "no-store"}
        return FileResponse(file, media_type=kind, filename=file.name, headers=headers)


def _add_completion(api: FastAPI, studio: Studio) -> None:
    """Register the address that completes words in the editor."""

    @api.post("/complete/{name}")
    async def completion(name: str, body: CompletionRequest) -> dict[str, object]:
        kit = await studio.kit(name)
        text = body.before
        found = await studio.worker.run(
            Urgency.PIECE, lambda: complete(kit, body.file, text, len(text))
        )
        return {
            "back": len(text) - found.start if found else 0,
            "kind": found.kind if found else "",
            "options": [option._asdict() for option in found.options] if found else [],
        }


async def _picture(
    studio: Studio, scene: Callable[[], Scene | None], dpi: int, bleed: bool, urgency: Urgency
) -> Response:
    def render() -> bytes | None:
        found = scene()
        return studio.pictures.png(found, dpi, bleed) if found else None

    content = await studio.worker.run(urgency, render)
    if content is None:
        return Response(status_code=404)
    headers = {"content-security-policy": PICTURE_RULES, "cache-control": _FOREVER}
    return Response(content, media_type="image/png", headers=headers)
