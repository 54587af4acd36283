"""Reference: generates pages from the code, searches them, and writes them as HTML with pictures."""
