"""What is said when a game is over: everybody's place, best first."""

from engine.hypersonic import BOXES, DIED, State, ranking

GAME_OVER = "GAME OVER"
AGAIN = "R plays again"


def ranks(state: State) -> tuple[int, ...]:
    """Return the players in the order of their places."""
    places = ranking(state)
    return tuple(sorted(range(len(places)), key=places.__getitem__))


def ending_words(state: State, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cover's words: the title, a line a player in the order of `ranks`, and what to do."""
    places, lines = ranking(state), []
    for number in ranks(state):
        boxes, died = state.players[number, [BOXES, DIED]].tolist()
        words = f"{places[number]}.  {names[number]}   {boxes} {'box' if boxes == 1 else 'boxes'}"
        lines.append(f"{words}, out in turn {died}" if died else words)
    return (GAME_OVER, *lines, AGAIN)
