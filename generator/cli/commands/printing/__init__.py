"""Commands that print kits and hand them on."""
