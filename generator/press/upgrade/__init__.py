"""Upgrade packs: the pieces that changed since an earlier build."""
