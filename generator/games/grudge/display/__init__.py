"""Display of the game on a terminal and in transcripts."""
