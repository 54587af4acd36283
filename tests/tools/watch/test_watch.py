"""Tests of watch: a saved change is drawn at once and reported in a line; a fault changes no file."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from generator.base.errors import Fault, KitError, Place
from generator.kit.locate import KitSearchPath
from generator.press.cache.store import Store
from generator.tools.jobs import Job
from generator.tools.watch import watch as watching
from generator.tools.watch.watch import Watcher, WatchEvent
from tests.press.running import COUNTER, FIND, FINDS, GAME, Workshop, request_for

RAZOR = "find-razor.png"


@pytest.fixture(scope="module", autouse=True)
def impatient() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(watching, "SETTLE_SECONDS", 0.0)
        yield


class IncrementalBuild:
    """A watched Tidewrack, which checks for changes when the test says so."""

    def __init__(self, folder: Path, language: str = "") -> None:
        self.workshop = Workshop(folder)
        self.events: list[WatchEvent] = []
        roots = KitSearchPath(folder / "data", folder / "templates")
        request = request_for("tidewrack", roots, self.workshop.out, language=language)
        self.watcher = Watcher(request, self.events.append, Store(), whole=False)
        self.watcher.begin()
        self.rest()

    def rest(self) -> None:
        while self.watcher.step():
            pass

    def saved(self, file: str, old: str, new: str) -> WatchEvent:
        """The report of a change, saved as editors do: a new file replaces the old one."""
        self.workshop.edit(file, old, new)
        return self.event()

    def event(self) -> WatchEvent:
        before = len(self.events)
        self.rest()
        assert len(self.events) == before + 1, self.events[before:]
        return self.events[-1]

    @property
    def preview(self) -> Path:
        return self.workshop.out / "tidewrack" / "preview"

    def files(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in self.preview.iterdir()}

    def state(self) -> dict[str, object]:
        text = (self.preview / "state.js").read_text("utf-8")
        state: dict[str, object] = json.loads(text.removeprefix("show(").strip().removesuffix(")"))
        return state


@pytest.fixture(scope="module")
def shared_desk(tmp_path_factory: pytest.TempPathFactory) -> IncrementalBuild:
    return IncrementalBuild(tmp_path_factory.mktemp("desk"))


@pytest.fixture
def desk(shared_desk: IncrementalBuild) -> Iterator[IncrementalBuild]:
    """The only desk of this file, in its original state."""
    kept = shared_desk.workshop.folder / "kept"
    for name in ("data", "templates"):
        shutil.copytree(shared_desk.workshop.folder / name, kept / name, dirs_exist_ok=True)
    yield shared_desk
    for name in ("data", "templates"):
        shutil.rmtree(shared_desk.workshop.folder / name, ignore_errors=True)
        shutil.copytree(kept / name, shared_desk.workshop.folder / name)
    shutil.rmtree(kept)
    shared_desk.rest()


def text_of(path: Path) -> str:
    document = pypdfium2.PdfDocument(path.read_bytes())
    try:
        return " ".join(document[0].get_textpage().get_text_bounded().split())
    finally:
        document.close()


def test_at_first_every_face_is_drawn_and_nothing_is_built(tmp_path: Path) -> None:
    desk = IncrementalBuild(tmp_path)
    first = desk.events[0]
    assert first.kind == "begun"
    assert first.message.startswith("watching tidewrack: 14 pieces on 10 pages; preview: ")
    faces = desk.state()["faces"]
    assert isinstance(faces, list)
    shown = {face["file"] for face in faces}
    assert {RAZOR, "find-whelk.png", "shore.png"} <= shown <= desk.files().keys()
    assert sorted(os.listdir(desk.preview.parent)) == ["preview"]


def test_one_changed_card_is_one_picture_and_one_page(desk: IncrementalBuild) -> None:
    before = desk.files()
    event = desk.saved(FINDS, "Discard it to look", "Turn it over to look")
    assert event.kind == "changed"
    assert event.message.startswith('finds.csv: finds "Razor Shell" changed: 1 face, page 5, ')
    assert event.files == (RAZOR, "page-5.pdf")
    after = desk.files()
    changed = {name for name in after if after[name] != before.get(name)}
    assert changed == {RAZOR, "page-5.pdf", "state.js"}
    assert "Turn it over to look" in text_of(desk.preview / "page-5.pdf")


def test_the_page_is_identical_to_that_of_a_build(desk: IncrementalBuild) -> None:
    desk.saved(FINDS, "Discard it to look", "Turn it over to look")
    assert desk.workshop.build().code == 0
    document = pypdfium2.PdfDocument(
        (desk.workshop.out / "tidewrack" / "tidewrack-print-a4.pdf").read_bytes()
    )
    alone = pypdfium2.PdfDocument((desk.preview / "page-5.pdf").read_bytes())
    pictures = [page.render(scale=1).to_pil().tobytes() for page in (document[4], alone[0])]
    assert pictures[0] == pictures[1]
    document.close()
    alone.close()


def test_a_picture_is_the_face_cut_to_its_trim(desk: IncrementalBuild) -> None:
    with Image.open(desk.preview / RAZOR) as picture:
        assert picture.size == (375, 525)  # 63.5 x 88.9 mm at 150 dpi
        assert picture.info["dpi"] == pytest.approx((150, 150), abs=0.1)


def test_a_fault_changes_no_picture_and_its_fix_is_reported(desk: IncrementalBuild) -> None:
    before = desk.files()
    event = desk.saved(FIND, '"worth"><ellipse fill', '"worth"><ellipse fil')
    assert event.kind == "fault"
    assert event.message == "find.xml: 1 fault; the last good version stays"
    assert "did you mean" in event.faults[0].hint
    after = desk.files()
    assert {name for name in after if after[name] != before[name]} == {"state.js"}
    assert desk.state()["faults"] == list(map(str, event.faults))
    event = desk.saved(FIND, '"worth"><ellipse fil', '"worth"><ellipse fill')
    assert event.kind == "changed"
    assert event.message.endswith("; all is well again")
    assert desk.state()["faults"] == []


def test_a_failed_check_is_reported_with_the_change(desk: IncrementalBuild) -> None:
    event = desk.saved(FINDS, "whelk,Whelk,shell,1,2", "whelk,Whelk,shell,1,3")
    assert event.kind == "changed"
    assert 'finds "Whelk": 3 copies, not 2: pages 5–6, ' in event.message
    assert event.message.endswith("; 1 fault, so the kit is not built")
    assert "found 17, expected 16" in event.faults[0].message


def test_rows_are_added_and_removed(desk: IncrementalBuild) -> None:
    event = desk.saved(FINDS, "razor,Razor Shell", "auger,Auger")
    assert 'finds "Auger" added; finds "Razor Shell" removed' in event.message
    assert RAZOR not in desk.files()
    assert "find-auger.png" in desk.files()


def test_a_changed_template_redraws_only_its_faces(desk: IncrementalBuild) -> None:
    before = desk.files()
    event = desk.saved(COUNTER, 'size="14..8"', 'size="12..8"')
    assert 'counters "Crab", counters "Gull" changed: 2 faces, page 9, ' in event.message
    after = desk.files()
    assert {name for name in after if after[name] != before.get(name)} == {
        "counter-crab.png", "counter-gull.png", "page-9.pdf", "state.js",
    }  # fmt: skip


def test_a_changed_colour_redraws_every_face_with_it(desk: IncrementalBuild) -> None:
    desk.saved(COUNTER, 'size="14..8"', 'size="12..8"')
    assert "page-9.pdf" in desk.files()
    event = desk.saved(GAME, 'accent: "#1f6f8b"', 'accent: "#8b1f6f"')
    assert "page-9.pdf" not in desk.files()  # it is another one, but many have changed
    assert event.message.startswith("game.yaml: 13 pieces (counter, find) changed: ")
    assert len([name for name in event.files if name.endswith(".png")]) == watching.FACES_AT_ONCE
    before = desk.files()
    event = desk.saved(GAME, 'accent: "#8b1f6f"', 'accent: "blood"')
    assert "accent" in str(event.faults[0])
    assert desk.files()[RAZOR] == before[RAZOR]


def test_two_identical_cards_can_become_different(desk: IncrementalBuild) -> None:
    """They share one scene until one of them changes."""
    desk.saved(FINDS, "twine,Twine,rope,1,2,", "plank-2,Plank,wood,1,2,,\nx,X,rope,1,2,")
    event = desk.saved(FINDS, "plank-2,Plank", "plank-2,Planks")
    assert 'finds "Planks" changed: 1 face' in event.message
    page = desk.preview / event.files[-1]
    assert {"Plank", "Planks"} <= set(text_of(page).title().split())


def test_a_kit_can_be_deleted_and_restored(desk: IncrementalBuild) -> None:
    data = desk.workshop.path("data/tidewrack")
    before = desk.files()
    data.rename(data.with_name(".away"))
    event = desk.event()
    assert event.kind == "fault"
    assert 'there is no kit "tidewrack"' in event.faults[0].message
    data.with_name(".away").rename(data)
    event = desk.event()
    assert (event.kind, event.faults) == ("changed", ())
    after = desk.files()
    assert {name for name in after if after[name] != before.get(name)} == {"state.js"}


def test_faults_of_a_full_build_stay_until_the_next_full_build(tmp_path: Path) -> None:
    class FixedBuild:
        """A full build with a result that the test sets."""

        busy = False
        found: Job | None = None

        def finished(self) -> Job | None:
            found, self.found = self.found, None
            return found

        def begin(self) -> None:
            pass

        stop = end = begin

    desk, fixed = IncrementalBuild(tmp_path), FixedBuild()
    desk.watcher._background = fixed  # type: ignore[assignment]
    faults = (Fault("nobody keeps this rule", Place("rules.yaml", 3)),)
    fixed.found = Job("check", faults=faults, running=False)
    event = desk.event()
    assert event.message == "the whole kit (check): 1 fault; the last good version stays"
    event = desk.saved(FINDS, "Discard it to look", "Turn it over to look")
    assert "all well" not in event.message
    assert desk.state()["faults"] == ["rules.yaml:3: nobody keeps this rule"]
    fixed.found = Job("check", running=False)
    assert desk.event().message == "every check passed: all is well again"
    assert desk.state()["faults"] == []


def test_temporary_files_of_editors_are_ignored(desk: IncrementalBuild) -> None:
    for name in (".finds.csv.swp", "finds.csv~", "4913", "#finds.csv#", "~$finds.csv", "x.tmp"):
        desk.workshop.write(f"data/tidewrack/{name}", "half a file")
    assert not desk.watcher.step()


def test_a_deleted_preview_is_drawn_again(desk: IncrementalBuild) -> None:
    shutil.rmtree(desk.preview)
    desk.saved(FINDS, "Discard it to look", "Turn it over to look")
    desk.rest()
    assert {RAZOR, "shore.png", "index.html", "page-5.pdf"} <= desk.files().keys()


def test_an_unknown_kit_is_refused(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    request = request_for("nothing", KitSearchPath(tmp_path / "data"), tmp_path / "out")
    with pytest.raises(KitError, match='there is no kit "nothing"'):
        Watcher(request, print, Store()).begin()
    assert not (tmp_path / "out").exists()


def test_a_changed_catalogue_changes_the_cards(tmp_path: Path) -> None:
    desk = IncrementalBuild(tmp_path, language="de")
    preview = desk.workshop.out / "tidewrack" / "de" / "preview"
    before = {path.name: path.read_bytes() for path in preview.iterdir()}
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
    entry = 'msgid "Razor Shell"\nmsgstr "Schwertmuschel"\n'
    desk.workshop.write("data/tidewrack/languages/de.po", head + entry)
    event = desk.event()
    assert not event.faults
    assert RAZOR in event.files
    assert (preview / RAZOR).read_bytes() != before[RAZOR]
    page = next(name for name in event.files if name.endswith(".pdf"))
    assert "Schwertmuschel" in text_of(preview / page)
