"""The main path: a kit is built, checked, or several are built side by side."""
