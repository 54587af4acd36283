"""How the game is shown on a terminal and in transcripts."""
