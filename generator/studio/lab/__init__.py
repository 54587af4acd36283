"""Lab: many games of a kit, played beside the studio and measured as they come in."""
