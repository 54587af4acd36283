"""Import of SVG drawings."""
