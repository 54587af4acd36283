"""Points of outlines: where their segments end."""

from collections.abc import Iterable

from generator.press.scene.items import Segment


def vertices(segments: Iterable[Segment]) -> list[tuple[float, float]]:
    """The point of each segment; all must be straight, and none may close the outline."""
    points = []
    for segment in segments:
        assert len(segment) == 3
        points.append(segment[1:])
    return points
