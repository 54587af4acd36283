"""The sandboxed expression language of a kit, its step budget and its error messages."""
