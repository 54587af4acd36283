"""The scene, the waist of the press: a closed set of frozen items that every painter draws."""
