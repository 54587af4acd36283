"""Upgrade kits: the pieces that changed since an earlier build."""
