"""Scenes: a closed set of frozen items that layout makes and every painter draws."""
