"""Accessibility of a kit: type size, contrast, colour vision, pieces that look alike."""
