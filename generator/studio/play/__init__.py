"""Play: games at the studio's table, by the functions that play in the terminal."""
