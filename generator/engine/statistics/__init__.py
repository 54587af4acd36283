"""Estimates and intervals from many games."""
