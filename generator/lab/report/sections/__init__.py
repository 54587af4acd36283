"""Sections of a report: a module for each subject."""
