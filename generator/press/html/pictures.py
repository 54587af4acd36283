"""Pictures of a page: scenes and icons as inline SVG, with alternative texts."""

from __future__ import annotations

from collections.abc import Sequence
from secrets import token_hex

from markupsafe import Markup

from generator.base.units import mm
from generator.press.paint.svg_pool import SvgPool
from generator.press.paint.svg_values import number
from generator.press.rulebook.layout.figures import without_bleed
from generator.press.scene.items import Item, Scene
from generator.press.scene.transparency import on_paper
from generator.press.templates.renderer import Renderer

SHARED = "shared"


class Pictures:
    """The pictures of one page: placeholders at first, which `fill` replaces once all are known."""

    def __init__(self, renderer: Renderer, prefix: str = "s") -> None:
        self._renderer = renderer
        self._pool = SvgPool(prefix)
        self._icons: dict[str, tuple[int, float, float]] = {}
        self._mark = token_hex(16)
        """Placeholder for a picture until all of them are known; a kit cannot guess it."""

    def picture(
        self, items: Sequence[Item], width: float, height: float, alt: str, shown: float = 0.0
    ) -> Markup:
        """A picture of `width` × `height` points, displayed `shown` wide; decorative if `alt` is ""."""
        place = self._place(self._pool.add(items))
        label = (
            Markup('role="img" aria-label="{}"').format(alt)
            if alt
            else Markup('aria-hidden="true"')
        )
        return Markup('<svg viewBox="0 0 {} {}" width="{}mm" {}>{}</svg>').format(
            number(width), number(height), f"{mm(shown or width):.4g}", label, place
        )

    def scene(self, scene: Scene, alt: str, shown: float = 0.0) -> Markup:
        """A scene, cut along its trim."""
        return self.picture([without_bleed(on_paper(scene))], scene.width, scene.height, alt, shown)

    def content(self, scene: Scene) -> Markup:
        """The content of a scene's picture, for a page that draws it later."""
        return self._place(self._pool.add([without_bleed(on_paper(scene))]))

    def icon(self, name: str, alt: str) -> Markup:
        """An icon as high as the letters of a line, in the colour of the surrounding text."""
        if name not in self._icons:
            drawing = self._renderer.icon(name)
            self._icons[name] = self._pool.add(drawing.items), drawing.width, drawing.height
        picture, width, height = self._icons[name]
        return Markup(
            '<svg class="icon" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>'
        ).format(number(width), number(height), alt, self._place(picture))

    def shared(self) -> Markup:
        """The parts that the pictures share; they stand once on the page, before the pictures."""
        return self._place(SHARED)

    def fill(self, page: Markup) -> Markup:
        """The page with its pictures in place."""
        first, *rest = str(page).split(self._mark)
        parts = [first]
        for part in rest:
            name, _, after = part.partition(";")
            parts += [self._shared() if name == SHARED else self._pool.picture(int(name)), after]
        return Markup("".join(parts))

    def _shared(self) -> str:
        definitions = self._pool.definitions()
        return f'<svg class="shared" aria-hidden="true"><defs>{definitions}</defs></svg>'

    def _place(self, name: int | str) -> Markup:
        return Markup(f"{self._mark}{name};")
