"""Form of a rulebook: how its slugs, its appendix and its columns are set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class BookForm:
    """The layout of the rulebook."""

    slugs: Literal["", "margin", "none"] = ""
    """Where the slugs of cited rules are printed; "": as the kit says."""
    appendix: bool = True
    """Whether the referee's appendix is printed, if the book has one."""
    layout: Literal["book", "two-column"] = "book"
    """Pages of a book, or two columns side by side on the whole paper, turned."""

    screen: bool = False
    """Whether it is also made as a page for screens."""

    def as_options(self) -> dict[str, str | bool]:
        """What differs from the defaults, for the manifest."""
        options: dict[str, str | bool] = {"slugs": self.slugs} if self.slugs else {}
        options |= {} if self.appendix else {"appendix": False}
        options |= {"for-screen": True} if self.screen else {}
        return options | ({} if self.layout == "book" else {"layout": self.layout})


DEFAULT_FORM = BookForm()
"""The layout that the kit's manifest asks for."""
