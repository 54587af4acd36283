"""Play: games at the studio's table, with the functions that play in the terminal."""
