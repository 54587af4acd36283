"""Elements: edits of the elements of a template, as they are drawn on a face."""
