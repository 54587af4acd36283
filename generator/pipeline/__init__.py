"""The main path: builds a kit, checks it, or builds several side by side."""
