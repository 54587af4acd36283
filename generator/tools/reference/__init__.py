"""Reference: pages generated from the code, searched, and written as HTML with pictures."""
