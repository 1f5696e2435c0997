"""A program that plays on the platform as its first argument says; tests start it behind pipes."""

import os
import sys
import time

ANSWERS = {
    "still": "MOVE {x} {y}",
    "bomber": "BOMB {x} {y} boom",
    "far": "MOVE 6 4",
    "rubbish": "JUMP 1 2",
    "parted": "MOVE 1_0 2",
}


def play(kind: str) -> None:
    """Answer turns: still, bomber, far, rubbish, parted; late from the third turn; ends, closes, deaf or silent."""
    us = int(sys.stdin.readline().split()[2])
    turn = 0
    while sys.stdin.readline():
        turn += 1
        for _ in range(10):
            sys.stdin.readline()
        entities = [sys.stdin.readline().split() for _ in range(int(sys.stdin.readline()))]
        x, y = next((e[2], e[3]) for e in entities if e[:2] == ["0", str(us)])
        if turn == 3 and kind not in ANSWERS:
            misbehave(kind)
        sys.stdout.write(ANSWERS.get(kind, ANSWERS["still"]).format(x=x, y=y) + "\n")
        sys.stdout.flush()


def misbehave(kind: str) -> None:
    if kind == "late":
        time.sleep(0.25)
    elif kind == "chatters":
        for _ in range(3000):
            sys.stderr.write("all that it thinks of\n" * 100)
        sys.exit("its last words")
    elif kind == "ends":
        sys.exit("out of ideas")
    elif kind == "closes":
        os.close(sys.stdout.fileno())
        time.sleep(60)
    elif kind == "silent":
        time.sleep(60)


if __name__ == "__main__":
    play(sys.argv[1])
