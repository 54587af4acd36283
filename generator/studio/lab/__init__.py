"""Lab: many games of a kit, played while the studio is open and measured as they come in."""
