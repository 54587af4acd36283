"""Readers of YAML, CSV, spreadsheets and JSON, whose values know the line they come from."""
