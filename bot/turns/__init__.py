"""Playing games in which nothing happens until a move is made."""
