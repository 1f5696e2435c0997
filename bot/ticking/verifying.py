"""What a settled picture of an arena says of the rounds before it, and what became of the decision in them."""

from dataclasses import replace
from typing import Final

from bot.games import Game
from bot.playing.lookout import Look
from bot.playing.outcome import Outcome
from bot.ticking.explaining import MOST_EXPLAINED, Explanation, explain, fits
from bot.ticking.game_end import STAY
from bot.ticking.ledger import Ledger
from bot.ticking.pending import Pending
from bot.ticking.pressing import Presser
from bot.ticking.resuming import fewest_rounds, is_another_game, resume, rounds_by_fuses
from bot.ticking.taking_back import TakingBack
from bot.ticking.watching import Watch, state_seen
from engine.hypersonic import FUSE, Rules, State
from vision.sighting import Sighting

UNMEASURED: Final = 2
"""Decisions of a run that a stall may hide before a round is measured; rules that differ show in later ones, too."""


class Verifier:
    """Holds the pictures of one run against the rules, and enters what became of each decision.

    Args:
        game, rules: what is played.
        watch: knows when rounds begin.
        ledger: where it is entered.
        presser: knows its window, and whether that takes keys.
    """

    def __init__(self, game: Game, rules: Rules, watch: Watch, ledger: Ledger, presser: Presser) -> None:
        self._game, self._rules = game, rules
        self._watch, self._ledger, self._presser = watch, ledger, presser
        self._taking_back = TakingBack(rules)

    def seen_alone(self, sighting: Sighting) -> State:
        """Return the state that one picture shows, with nothing known from before."""
        return state_seen(self._game, self._rules, sighting, self._presser.lookout.reader.profile)

    def story(self, known: State | None, pending: Pending | None, sighting: Sighting) -> Explanation | None:
        """Return what happened since the last known state; None where nothing is known or nothing explains it."""
        if known is None:
            return None
        planned = STAY if pending is None else pending.decision.move
        certain = self._watch.ranges_certain
        return explain(self._rules, known, sighting.codes, planned, ranges_certain=certain)

    def put_right(self, sighting: Sighting) -> State | None:
        """Return another state of the last turn, where its board was a motion's first picture and another one tells."""
        story = None if self._watch.blind else self._taking_back.put_right(sighting)
        return None if story is None else story.state

    def verify(
        self,
        known: State | None,
        known_ns: int,
        pending: Pending | None,
        look: Look,
        story: Explanation | None,
        since_ns: int,
    ) -> tuple[State, int | None]:
        """Enter what became of a decision; return the state that a picture shows, and the rounds since the last one.

        Of 0 rounds, since the game stood still, nothing is entered; None are those that do not follow by the rules.

        Args:
            known: the last known state; None: nothing is.
            known_ns: when it was seen.
            pending: what was decided on since; None: nothing was.
            look: the picture.
            story: of it.
            since_ns: since when it stands still.

        Raises:
            bot.playing.run.EndRun: too many decisions in a row came out otherwise.
        """
        self._taking_back.believed(known, story, look.sighting)
        if known is None:
            return self.seen_alone(look.sighting), None
        if story is not None:
            if pending is not None and self._watch.rhythm.has_hung(since_ns / 1e9, len(story.actions)):
                pending = replace(pending, late=True)  # its keys waited for the window
            # rounds in which the window took no keys are nobody's fault
            out_of_reach, unread = self._presser.out_of_reach, self._watch.unread
            self._ledger.explained(known, story, look, pending, out_of_reach=out_of_reach, unread=unread)
            return story.state, len(story.actions)
        if fits(known, look.sighting.codes):
            return known, 0
        last_ns = known_ns if pending is None else pending.look.frame.time_ns
        return self._unexplained(known, look, pending, (since_ns - last_ns) / 1e9), None

    def _unexplained(self, known: State, look: Look, pending: Pending | None, seconds: float) -> State:
        """Return the state to go on from where nothing explains a picture: another game's, or after rounds unseen."""
        rhythm, blind = self._watch.rhythm, self._watch.blind
        seen = self.seen_alone(look.sighting)
        if is_another_game(self._rules, seen, known):
            if pending is not None:
                self._ledger.judged(pending, look, Outcome.UNSEEN)
            return seen
        by_clock = 1 if blind else rhythm.rounds_in(seconds)  # out of sight it may have been paused
        by_fuses = rounds_by_fuses(seen, known)
        counted = rhythm.known and not blind  # a bomb that the clock does not explain is misread then
        fewest = 1 if counted else fewest_rounds(seen, known)
        rounds = by_clock if by_clock >= FUSE else by_fuses or max(by_clock, fewest)
        unseen = rounds - (pending is not None) if rounds > MOST_EXPLAINED else 0
        self._ledger.missed(0 if self._presser.out_of_reach else unseen, unread=self._watch.unread)
        if pending is not None:
            # no clock counts rounds then, but in so much time more of them went by than are explained
            uncounted = rhythm.out_of_step or (not rhythm.known and pending.number <= UNMEASURED)
            late = uncounted and seconds > (MOST_EXPLAINED + 1) * rhythm.tick_s
            hidden = unseen > 0 or late or blind
            self._ledger.judged(pending, look, Outcome.UNSEEN if hidden else Outcome.RULES_DIFFER)
        pressed = STAY if pending is None else pending.decision.move
        # the clock counts a hang of the window too: a round that is believed too late would end a game that goes on
        return resume(seen, known, by_fuses or fewest, planned=None if self._ledger.dry else pressed)
