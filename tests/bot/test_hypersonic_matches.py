"""Many games: the same maps from every seat, shares with intervals, found again in a store."""

import json
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bot.measuring.digests
import bot.measuring.match_results
import bot.measuring.matches
from bot.exit_status import Unusable
from bot.measuring.digests import ROOT, code_digest
from bot.measuring.match_results import Match, MatchPlayer, MatchSeries, MatchStore
from bot.measuring.matches import match_series, play_match, play_matches, simulate_matches
from bot.measuring.proportion import wilson
from bot.measuring.results import COLUMNS, Played, ResultStore, Series, StoreError
from bot.platform.seats import Answered, Seat, open_seat
from engine.hypersonic import Rules, State
from policy.spec import PolicyError
from tests.bot.command_line import assert_one_line, run_here, run_with_room

PROGRAM = f"command:{sys.executable} -S -E {Path(__file__).with_name('platform_program.py')}"
RANDOMS = MatchSeries(("random", "random"), "two", 5.0)


def outcome(match: Match) -> list[tuple[int, int, int, str]]:
    return [(one.place, one.boxes, one.died, one.out) for one in match.players]


# -- intervals -------------------------------------------------------------------------------------------------------


def test_the_interval_is_wilsons() -> None:
    assert wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert wilson(485, 500) == pytest.approx((0.9511, 0.9817), abs=1e-4)
    assert wilson(0, 500) == pytest.approx((0.0, 0.0076), abs=1e-4)
    assert wilson(500, 500)[1] == 1.0
    assert wilson(0, 0) == (0.0, 1.0)


# -- games -----------------------------------------------------------------------------------------------------------


def test_each_map_is_played_from_every_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    class Noting:
        """A seat that notes what it sees first."""

        def __init__(self, name: str, seat: Seat) -> None:
            self.name, self.seat = name, seat
            self.first: State | None = None

        def answer(self, state: State) -> Answered:
            self.first = self.first or state
            return self.seat.answer(state)

        def hang_up(self) -> None:
            self.seat.hang_up()

        def close(self) -> None:
            self.seat.close()

    noted: list[Noting] = []

    def noting(name: str, *rest: Any) -> Noting:
        noted.append(Noting(name, open_seat(name, *rest)))
        return noted[-1]

    monkeypatch.setattr(bot.measuring.matches, "open_seat", noting)
    names = [f"{PROGRAM} {role}" for role in ("bomber", "still", "far")]
    series = MatchSeries(tuple(names), "three:rounds=4", 5.0)
    games = [play_match(series, number) for number in range(30, 36)]
    assert [match.rounds for match in games] == [4] * 6
    for match in games:
        assert all(one.turns.shape == (3, 4) for one in match.players)
    seen = [(each.name, each.first.seat, each.first.cells.tobytes()) for each in noted if each.first is not None]
    one, other = seen[:9], seen[9:]
    for games_of_a_map in (one, other):
        assert {each[:2] for each in games_of_a_map} == {(name, seat) for name in names for seat in range(3)}
        assert len({cells for _, _, cells in games_of_a_map}) == 1
    assert one[0][2] != other[0][2]


def test_the_players_are_told_apart_whatever_their_seats() -> None:
    series = MatchSeries((f"{PROGRAM} bomber", f"{PROGRAM} still"), "two", 5.0)
    for number in (8, 9):
        match = play_match(series, number)
        assert [one.died for one in match.players] == [9, 0]
        assert [one.place for one in match.players] == [2, 1]
        assert not match.won
        assert not match.tied


def test_games_depend_on_their_number_alone() -> None:
    one, two = (play_matches(RANDOMS, 4, seed=3, jobs=jobs) for jobs in (1, 2))
    assert [outcome(match) for match in one] == [outcome(match) for match in two]
    assert [outcome(match) for match in play_matches(RANDOMS, 2, seed=4)] == [outcome(match) for match in one[2:]]
    assert len({str(outcome(match)) for match in one}) > 1


def test_no_two_players_share_a_seed_and_none_takes_its_own_to_another_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planners of one name would make the same choices on either side of the map."""
    given: dict[tuple[int, str], int] = {}

    def noting(name: str, rules: Rules, think_ms: float, seed: int) -> Seat:
        given[number, name] = seed
        return open_seat("random", rules, think_ms, seed)

    monkeypatch.setattr(bot.measuring.matches, "open_seat", noting)
    monkeypatch.setattr(bot.measuring.matches, "_warm_up", lambda _name: None)
    series = MatchSeries(("random", "beam", "mcts", "rhea"), "four:rounds=1", 5.0)
    for number in range(12, 20):
        play_match(series, number)
    assert len(given) == len(set(given.values())) == 8 * 4


@pytest.mark.parametrize("interrupted", [0, 1, 2])
def test_every_seat_is_ended_though_one_ending_is_interrupted(
    interrupted: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[object] = []
    told: list[object] = []

    class Ending:
        def answer(self, state: State) -> Answered:
            return Answered(0, 1.0)

        def hang_up(self) -> None:
            assert not ended, "those who are told late have no time left to end by themselves"
            told.append(self)

        def close(self) -> None:
            ended.append(self)
            if len(ended) == interrupted + 1:
                raise KeyboardInterrupt

    monkeypatch.setattr(bot.measuring.matches, "open_seat", lambda *_: Ending())
    with pytest.raises(KeyboardInterrupt):
        play_match(MatchSeries(("random",) * 3, "three:rounds=1", 5.0), 3)
    assert len(set(told)) == len(set(ended)) == 3


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(Unusable, match="for 3 players, not 2"):
        play_matches(MatchSeries(("random", "random"), "three", 5.0), 1, seed=1)
    with pytest.raises(PolicyError, match="no policy 'best'"):
        play_matches(MatchSeries(("random", "best"), "two", 5.0), 1, seed=1)
    with pytest.raises(Unusable, match="command: wants"):
        play_matches(MatchSeries(("random", "command:"), "two", 5.0), 1, seed=1)
    for command in ("command:./bot 'x", "command:./bot \\"):
        with pytest.raises(Unusable, match="without its partner"):
            play_matches(MatchSeries(("random", command), "two", 5.0), 1, seed=1)
    with pytest.raises(KeyError):
        play_matches(MatchSeries(("random", "random"), "five", 5.0), 1, seed=1)
    with pytest.raises(Unusable, match="2 to 4 players, not 5"):
        match_series(["random"] * 5, None, 5.0)


# -- results ---------------------------------------------------------------------------------------------------------


def test_the_document_holds_what_json_promises() -> None:
    seen: list[int] = []
    names = ["random", f"{PROGRAM} still", f"{PROGRAM} late"]
    result = simulate_matches(match_series(names, None, 5.0), 3, seed=1, progress=seen.append)
    assert seen == [1, 2, 3]
    assert json.loads(json.dumps(result, allow_nan=False)) == result
    assert (result["game"], result["policy"], result["rules"], result["games"]) == ("hypersonic", "random", "three", 3)
    assert {"mean", "sd", "se", "min", "max"} == set(result["score"])
    assert {"mean", "p50", "p95", "p99"} == set(result["ms_per_move"])
    extra = result["extra"]
    assert extra["against"] == names[1:]
    assert extra["win_interval"] == list(wilson(round(3 * extra["win_rate"]), 3))
    assert [one["player"] for one in extra["placed_higher_than"]] == names[1:]
    assert extra["put_out"] == []
    assert 0.0 < extra["first_turn_ms"]["mean"] <= extra["first_turn_ms"]["max"]
    assert extra["put_out_others"] == ["round 3: no answer within 100 ms"] * 3


def test_wins_ties_and_losses_are_of_the_first_player() -> None:
    against = simulate_matches(match_series([f"{PROGRAM} still", f"{PROGRAM} bomber"], None, 5.0), 2, seed=1)["extra"]
    assert (against["win_rate"], against["tie_rate"], against["deaths"]) == (1.0, 0.0, 0)
    lost = simulate_matches(match_series([f"{PROGRAM} bomber", f"{PROGRAM} still"], None, 5.0), 2, seed=1)["extra"]
    assert (lost["win_rate"], lost["loss_rate"], lost["deaths"]) == (0.0, 1.0, 2)
    same = simulate_matches(match_series([f"{PROGRAM} bomber", f"{PROGRAM} bomber"], None, 5.0), 2, seed=1)["extra"]
    assert (same["tie_rate"], same["deaths"]) == (1.0, 2)


# -- store -----------------------------------------------------------------------------------------------------------


def test_games_in_the_store_are_not_played_again(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with MatchStore(file) as store:
        first = play_matches(RANDOMS, 4, seed=3, store=store)
    seen: list[int] = []
    with MatchStore(file) as store:
        again = play_matches(RANDOMS, 6, seed=3, progress=seen.append, store=store)
    assert seen == [5, 6]
    for one, other in zip(first, again, strict=False):
        assert outcome(one) == outcome(other)
        assert one.rounds == other.rounds
        for ours, theirs in zip(one.players, other.players, strict=True):
            assert ours.late == theirs.late
            np.testing.assert_array_equal(ours.turns, theirs.turns)


@pytest.mark.parametrize(
    "broken",
    ["game = 'xx'", "game = NULL", "turns = x'0102'", 'game = \'{"rounds": 3, "players": []}\'', "game = '[1]'"],
)
def test_a_game_that_cannot_be_read_is_refused_with_the_files_name(broken: str, tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with MatchStore(file) as store:
        play_matches(RANDOMS, 2, seed=3, store=store)
    with closing(sqlite3.connect(file)) as base, base:
        base.execute(f"UPDATE matches SET {broken}")
    with (
        MatchStore(file) as store,
        pytest.raises(StoreError, match=r"games\.sqlite: what is kept there cannot be read.*another file"),
    ):
        store.matches(RANDOMS.key)


def test_other_programs_find_the_games_as_json_lines(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with MatchStore(file) as store:
        matches = play_matches(RANDOMS, 2, seed=3, store=store)
    with closing(sqlite3.connect(file)) as base, base:
        base.execute("INSERT INTO matches VALUES ('unreadable', 1, '', x'')")
    with MatchStore(file) as store:
        matches = play_matches(RANDOMS, 3, seed=3, store=store)
    path = file.with_name(file.name + MatchStore.LINES)
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [(line["game"], line["rules"], line["number"], line["rounds"]) for line in lines] == [
        ("hypersonic", "two", number, match.rounds) for number, match in enumerate(matches, 3 * 2)
    ]
    for line, match in zip(lines, matches, strict=True):
        assert [one["player"] for one in line["players"]] == ["random", "random"]
        seats = [(one["place"], one["boxes"], one["died"], one["out"]) for one in line["players"]]
        assert seats == outcome(match)
        assert all(list(one["ms_a_turn"]) == ["p50", "p95", "p99"] for one in line["players"])


def test_a_table_of_other_columns_is_refused(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as base, base:
        base.execute(f"CREATE TABLE games ({', '.join(COLUMNS)})")
        base.execute("CREATE TABLE matches (winner TEXT)")
    with pytest.raises(StoreError, match=r"games\.sqlite.*another file"):
        MatchStore(tmp_path / "games.sqlite")


def test_whatever_decides_a_game_makes_another_series(tmp_path: Path) -> None:
    match = Match(1, (MatchPlayer(1, 0, 0, "", 0, np.zeros((3, 0), np.float32)),) * 2)
    program = tmp_path / "bot"
    program.write_text("one", encoding="utf-8")
    theirs = MatchSeries(("random", f"command:{program}"), "two", 5.0)
    with MatchStore(tmp_path / "games.sqlite") as store:
        store.add_match(RANDOMS.key, 1, match)
        store.add_match(theirs.key, 1, match)
        assert store.matches(RANDOMS.key)
        assert store.matches(theirs.key)
        for other in (("random", "beam"), "two:rounds=9", 6.0):
            fields = [RANDOMS.names, RANDOMS.rules, RANDOMS.think_ms]
            place = {tuple: 0, str: 1, float: 2}[type(other)]
            fields[place] = other
            assert store.matches(MatchSeries(*fields).key) == {}  # type: ignore[arg-type]
        program.write_text("another", encoding="utf-8")
        assert store.matches(theirs.key) == {}


PLAY = ("bot/platform/referee.py", "bot/platform/seats.py", "bot/commands/codingame.py", "bot/measuring/matches.py")


@pytest.mark.parametrize("changed", PLAY)
def test_a_change_of_who_plays_and_judges_makes_another_series(
    changed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (*PLAY, "bot/commands/replay.py"):
        assert (ROOT / name).is_file()
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("one\n", encoding="utf-8")
    monkeypatch.setattr(bot.measuring.digests, "ROOT", tmp_path)
    monkeypatch.setattr(bot.measuring.match_results, "code_digest", code_digest.__wrapped__)
    before = RANDOMS.key
    (tmp_path / "bot/commands/replay.py").write_text("another\n", encoding="utf-8")
    assert RANDOMS.key == before
    (tmp_path / changed).write_text("another\n", encoding="utf-8")
    assert RANDOMS.key != before


def test_games_belong_to_the_program_that_was_there_before_the_first(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text("", encoding="utf-8")
    series = MatchSeries(("random", f"{PROGRAM} still {log}"), "two:rounds=2", 5.0)
    before = series.key

    def write(games: int) -> None:
        log.write_text("x" * games, encoding="utf-8")

    with MatchStore(tmp_path / "games.sqlite") as store:
        play_matches(series, 2, seed=1, progress=write, store=store)
        assert series.key != before
        assert sorted(store.matches(before)) == [2, 3]
        assert store.matches(series.key) == {}


def test_games_won_by_dying_with_the_last_enemy_are_counted_apart(tmp_path: Path) -> None:
    turns = np.ones((3, 9), np.float32)

    def ended(boxes: tuple[int, int], died: tuple[int, int], places: tuple[int, int]) -> Match:
        players = [MatchPlayer(*body, "", 0, turns) for body in zip(places, boxes, died, strict=True)]
        return Match(9, tuple(players))

    with MatchStore(tmp_path / "games.sqlite") as store:
        store.add_match(RANDOMS.key, 6, ended((5, 4), (9, 9), (1, 2)))
        store.add_match(RANDOMS.key, 7, ended((4, 5), (9, 9), (2, 1)))
        store.add_match(RANDOMS.key, 8, ended((4, 4), (9, 9), (1, 1)))
        store.add_match(RANDOMS.key, 9, ended((4, 4), (0, 9), (1, 2)))
        extra = simulate_matches(RANDOMS, 4, seed=3, store=store)["extra"]
    assert (extra["win_rate"], extra["deaths"], extra["won_dying"]) == (0.5, 3, 1)


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of a file's size there")
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_disk_that_fills_up_ends_it_in_one_line_and_leaves_the_games_before_it(jobs: int, tmp_path: Path) -> None:
    path, games = tmp_path / "games.sqlite", 60
    words = f"simulate hypersonic --policy=random --against=random --games={games} --jobs={jobs} --store={path}"
    done = run_with_room(100, *words.split(), "--json")
    assert_one_line(done, "games.sqlite: cannot go on with the results there")
    with MatchStore(path) as store:
        assert 0 < len(store.matches(MatchSeries(("random", "random"), "two", 100.0).key)) < games


def test_the_store_holds_games_of_one_player_beside(tmp_path: Path) -> None:
    series = Series("bilging", "random", "ypp", 5, 5.0)
    with MatchStore(tmp_path / "games.sqlite") as store:
        store.add(series, 1, Played(1.0, 0, (), {}))
        store.add_match(RANDOMS.key, 1, Match(1, ()))
    with ResultStore(tmp_path / "games.sqlite") as store:
        assert store.games(series)


# -- command ---------------------------------------------------------------------------------------------------------


def test_who_was_put_out_is_told_to_people_too() -> None:
    done = run_here("simulate", "hypersonic", "--policy=random", f"--against={PROGRAM} rubbish", "--games=2")
    assert done.returncode == 0, done.stderr
    (line,) = [line for line in done.stderr.splitlines() if "others put out" in line]
    assert "2 x an answer must be" in line


def test_two_of_the_same_name_have_a_row_each() -> None:
    done = run_here("simulate", "hypersonic", "--policy=random", "--against=random,random", "--games=3", "--moves=3")
    assert done.returncode == 0, done.stderr
    rows = [line for line in done.stderr.splitlines() if "higher than random" in line]
    assert len(rows) == 2
    assert "higher than random (2)" in rows[1]


def test_the_command_plays_planners_against_programs() -> None:
    against = (f"--against={PROGRAM} still", "--against=random,random")
    done = run_here(
        "simulate", "hypersonic", "--policy=random", *against, "--games=2", "--moves=7", "--think-ms=5", "--json"
    )
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["extra"]["against"] == [f"{PROGRAM} still", "random", "random"]
    assert (result["rules"], result["games"], result["moves"]) == ("four:rounds=7", 2, 7)
    assert result["moves_a_game"] <= 7


@pytest.mark.parametrize(
    ("rules", "moves", "played"),
    [
        (None, 0, "two"),
        (None, 20, "two:rounds=20"),
        (None, 500, "two"),
        ("two:rounds=50,boxes=20", 30, "two:boxes=20,rounds=30"),
        ("two:rounds=50", 50, "two:rounds=50"),
        ("two:rounds=50", 60, "two:rounds=50"),
    ],
)
def test_moves_make_a_game_shorter_and_never_longer(rules: str | None, moves: int, played: str) -> None:
    assert match_series(["random", "random"], rules, 5.0, moves).rules == played


@pytest.mark.parametrize(
    ("games", "told"),
    [(3, "3, each map from every seat"), (4, "4, each map from every seat, the last map not: from 1 of 3")],
)
def test_the_command_tells_whether_each_map_is_played_from_every_seat(games: int, told: str) -> None:
    done = run_here(
        "simulate", "hypersonic", "--policy=random", "--against=random,random", f"--games={games}", "--moves=3"
    )
    assert done.returncode == 0, done.stderr
    (line,) = [line for line in done.stderr.splitlines() if line.strip().startswith("games")]
    assert line.split(maxsplit=1)[1].strip() == told


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("hypersonic", "--policy=random", "--against=nobody"), "no policy 'nobody'; there are random,"),
        (("hypersonic", "--policy=random", "--against=nobody"), ", strongest, or command:PROGRAM"),
        (("hypersonic", "--policy=random", "--against=random,random", "--rules=two"), "for 2 players, not 3"),
        (("hypersonic", "--policy=random", "--rules=five"), "no rules named 'five'"),
        (("hypersonic", "--policy=random", "--against=command:/no/such", "--games=1"), "cannot start"),
        (("hypersonic", "--policy=random", "--rules=two:rounds=1001"), "rounds must be 1 to 1000, got 1001"),
        (("hypersonic", "--policy=random", "--against=command:./bot 'x"), "without its partner"),
        (("hypersonic", "--policy="), "no policy ''"),
        (("hypersonic", "--policy=random", "--rules="), "no rules"),
        (("hypersonic", "--policy=random", f"--seed={2**62}"), "--seed"),
        (("bilging", "--against=random"), "--against is for hypersonic"),
    ],
)
def test_what_people_mistype_is_told_in_one_line(arguments: tuple[str, ...], words: str, tmp_path: Path) -> None:
    done = run_here("simulate", *arguments, f"--store={tmp_path / 'new' / 'games.sqlite'}")
    assert_one_line(done, words)
    assert not (tmp_path / "new").exists()
