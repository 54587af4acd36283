"""Play and lab: pages to play and measure games."""
