"""Whatever a person types: one line that names the fault, exit status 2; and what is asked for help answers at once."""

import resource
from pathlib import Path

import pytest

from tests.bot.command_line import assert_one_line, run, run_here
from tests.pace import slowness

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["simulate", "chess"], "Invalid value for 'GAME': 'chess' is not one of"),
        (["simulate", "bilging", "--policy", "genius"], "genius"),
        (["simulate", "bilging", "--policy", "fullwidth:deepness=3"], "deepness"),
        (["simulate", "bilging", "--rules", "mine"], "mine"),
        (["simulate", "bilging", "--games", "0"], "games"),
        (["simulate", "bilging", "--games", "1000001"], "games"),
        (["simulate", "columns", "--moves", "1000001"], "moves"),
        (["simulate", "bilging", "--moves", "9223372036854775808"], "moves"),
        (["simulate", "bilging", "--moves", "0"], "--moves 0: bilging never ends by itself"),
        (["simulate", "swap3", "--moves", "0"], "--moves 0: swap3 never ends by itself (rules gweled)"),
        (["simulate", "swap3", "--moves", "0", "--rules", "rising"], "never ends by itself (rules rising)"),
        (["simulate", "bilging", "--moves", "0", "--rules", "ypp:move_limit=0"], "--moves 0: bilging never ends"),
        (["simulate", "bilging", "--seed", "-1"], "seed"),
        (["demo", "bilging", "--policy", ""], "no policy ''"),
        (["demo", "bilging", "--rules", ""], "no rules named ''"),
        (["train", "bilging", "--policy", ""], "does not learn"),
        (["practice", "bilging", "--look", "no-such-look"], "no-such-look"),
        (["practice", "bilging", "--skin", "no/such/skin"], "no/such/skin"),
        (["practice", "bilging", "--scale", "9"], "scale"),
        (["calibrate", "bilging", "--profile", "p"], "--image"),
        (["calibrate", "bilging", "--profile", "p", "--image", "x.png", "--board", "1,2,3"], "--board"),
        (["calibrate", "bilging", "--profile", "tests", "--window", "x"], "tests: exists and is no profile"),
        (["calibrate", "columns", "--profile", "p", "--window", "x", "--any-size"], "--any-size"),
        (["calibrate", "square_stacker", "--profile", "p", "--window", "x", "--rows", "4"], "--rows"),
        (["calibrate", "hypersonic", "--profile", "p", "--window", "x", "--cols", "9"], "--cols"),
        (["calibrate", "hypersonic", "--profile", "p", "--window", "x"], "--permission"),
        (
            ["calibrate", "bilging", "--profile", "p", "--image", "x.png", "--probes", "2"],
            "--probes: nothing is played",
        ),
        (
            ["calibrate", "bilging", "--profile", "p", "--window", "x", "--probes", "5"],
            "--probes: no move is played without permission; leave it out, or add --permission",
        ),
        (
            ["calibrate", "columns", "--profile", "p", "--window", "x", "--permission", "own", "--probes", "5"],
            "--probes: no moves are played to prove a calibration of columns; leave it out",
        ),
        (["calibrate", "bilging", "--profile", "p", "--window", "x", "--probes", "0", "--rules", "mine"], "mine"),
        (
            ["calibrate", "bilging", "--profile", "p", "--image", "x.png", "--restart-key", "r"],
            "--restart-key: nothing",
        ),
        (
            ["calibrate", "swap3", "--profile", "p", "--window", "x", "--restart-key", "r"],
            "--restart-key: no game of swap3 is begun anew",
        ),
        (
            ["calibrate", "columns", "--profile", "p", "--image", "x.png", "--quiet-ms", "450"],
            "--quiet-ms: columns waits for nobody",
        ),
        (
            ["calibrate", "hypersonic", "--profile", "p", "--window", "x", "--permission", "own", "--quiet-ms", "450"],
            "--quiet-ms: hypersonic waits for nobody",
        ),
        (
            ["calibrate", "columns", "--profile", "p", "--image", "x.png", "--rules", "jewel", "--cols", "9"],
            "--cols 9: --rules jewel has 6; leave one of the two out",
        ),
        (["replay", "no-such-recording"], "no-such-recording"),
        (
            ["replay", "run_bot.py", "--profile", "p", "--work", "5", "--think-ms", "9"],
            "--work and --think-ms exclude each other",
        ),
        (["demo", "bilging", "--record", "run_bot.py"], "run_bot.py"),
        (["no-such-command"], "no-such-command"),
        (["replay", "n" * 300], "File name too long; name another path"),
        (["report", "n" * 300], "File name too long"),
        (["train", "square_stacker", "--out", "n" * 300 + ".npz"], "File name too long"),
        (["train", "square_stacker", "--out", "a,b.npz"], "--out a,b.npz: --policy parts its numbers at commas"),
        (
            ["train", "bilging", "--rules", "ypp:rows=10", "--hands", "1000"],
            "--rules ypp:rows=10: only boards of 12 x 6 with 7 colours can be learned",
        ),
        (["practice", "bilging", "--skin", "n" * 300], "File name too long"),
        (["calibrate", "bilging", "--profile", "p", "--image", "x.png", "--hold-ms", "inf"], "--hold-ms inf"),
        (["calibrate", "bilging", "--profile", "p", "--image", "x.png", "--gap-ms", "nan"], "--gap-ms nan"),
        (["calibrate", "bilging", "--profile", "p", "--image", "x.png", "--gap-ms", "99999999"], "--gap-ms 99999999:"),
        (["calibrate", "bilging", "--profile", "p", "--image", "x.png", "--board", "nan,1,20,30"], "--board"),
        (["play", "bilging", "--profile", "p", "--think-ms", "inf"], "--think-ms"),
        (["simulate", "bilging", "--think-ms", "1e12"], "--think-ms"),
        (["simulate", "bilging", "--policy", "fullwidth:"], "nothing stands behind the colon"),
        (
            ["simulate", "columns", "--policy", "survive:beam=100000000000"],
            "beam must be 1 to 2304, got 100000000000",
        ),
        (["bench", "hypersonic", "--share", "nan"], "--share"),
        (["bench", "bilging", "--part", "table 1"], "--part is for bench hypersonic, not for bilging; leave it out"),
        (["bench", "players", "--games", "2", "--moves", "5"], "--moves is for bench live, not for players"),
        (
            ["bench", "vision", "--jobs", "2"],
            "--jobs is for bench bilging, players, square_stacker, columns, hypersonic",
        ),
        (["bench", "live", "--seed", "2"], "--seed is for bench bilging, players, "),
        (["bench", "kernels", "--nosuch"], "(see run_bot.py bench --help)"),
        (["bench", "hypersonic", "--think-ms", "inf"], "--think-ms"),
        (["codingame", "hypersonic", "--think-ms", "nan"], "--think-ms"),
        (["codingame", "hypersonic", "--load-s", "nan"], "--load-s"),
        (["demo", "bilging", "--scale", "nan"], "--scale"),
        (["practice", "bilging", "--speed", "nan"], "speed"),
        (["demo", "hypersonic", "--set", "seats=person,rhea:zz=1"], "zz"),
        (["demo", "hypersonic", "--set", "seats=person,command:./nothing --fast"], "cannot start './nothing'"),
        (["demo", "hypersonic", "--set", "seats=rhea,rhea"], "name person once"),
        (["demo", "bilging", "--look", "velvet"], "no look named 'velvet'; choose from deck, chart, lagoon"),
        (["demo", "bilging", "--look", "chart", "--skin", "x"], "a skin is a look; leave out one of the two"),
        (["demo", "swap3", "--set", "bad=1"], "swap3 has no setting 'bad'; it has none, leave --set away"),
        (["demo", "columns", "--set", "bad=1"], "Columns has no setting 'bad'; it has motion, ghost"),
        (["demo", "columns", "--set", "keys=slow"], "setting keys=slow: keys is step or held or repeat"),
        (["demo", "hypersonic", "--set", "seats"], "--set wants NAME=VALUE"),
        (["demo", "bilging", "--skin", "no/such/skin"], "no/such/skin: no such folder"),
        (["demo", "bilging", "--rules", "ypp:rows=10"], "Bilging's window shows 12 rows of 6"),
        (["demo", "square_stacker", "--specials", "0.1"], "Square Stacker has no special pieces"),
        (["practice", "hypersonic", "--set", "seats=person,rhea:zz=1"], "zz"),
        (["practice", "hypersonic", "--set", "seats=person,command:./nothing"], "cannot start './nothing'"),
    ],
)
def test_bad_arguments(arguments: list[str], word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert_one_line(run_here(*arguments), word)


def test_bad_arguments_of_a_process() -> None:
    assert_one_line(run("simulate", "bilging", "--games", "0"), "games")
    assert_one_line(run("calibrate", "bilging", "--profile", "p"), "--image")


@pytest.mark.timed
def test_help_is_quick() -> None:
    """Processor time, not the wall's: other tests run at the same time."""
    run("--help")
    times = []
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert run("--help").returncode == 0
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    assert min(times) < 0.3 * slowness()
