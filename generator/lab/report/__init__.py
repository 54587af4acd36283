"""Turns the games of a store into a report: findings, words about them, charts, pages."""
