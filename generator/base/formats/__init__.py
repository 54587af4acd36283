"""Readers of YAML, CSV, spreadsheets and JSON, whose values know their lines."""
