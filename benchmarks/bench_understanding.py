"""How long a sentence takes to be understood in a house of a hundred things, and the peer's time.

Promised: half of what we hear within 4 ms, and nearly all of it within 20, in at most half the time
of the peer on the same sentences, in the same run.
"""

from collections import defaultdict
from functools import partial

from figures import middle_and_slow_end, milliseconds, percentiles
from houses import house, sentences
from peer import Peer

from home_agent.engine.language import load_language
from home_agent.engine.understand import Understander
from home_agent.simulated import SimulatedHome

ENTITIES = 100
ROUNDS = 10


type Taken = dict[str, list[float]]
"""Milliseconds by what the sentences ask."""


def listen(home: SimulatedHome) -> tuple[Taken, Taken]:
    """What we take for each sentence, and what the peer takes."""
    snapshot, english = home.snapshot(), load_language("en")
    understander, peer = Understander(), Peer(snapshot.layout)
    ours: Taken = defaultdict(list)
    theirs: Taken = defaultdict(list)
    for number in range(ROUNDS + 1):
        for kind, text in sentences(home):
            # One after the other, so that a busy machine is unfair to both.
            us = milliseconds(partial(understander.understand, text, snapshot, english))
            them = milliseconds(partial(peer.understand, text))
            if number:
                ours[kind].append(us)
                theirs[kind].append(them)
    for taken in (ours, theirs):
        taken["all"] = [seconds for times in tuple(taken.values()) for seconds in times]
    return ours, theirs


def main() -> None:
    """Print the figures."""
    home = house(ENTITIES)
    ours, theirs = listen(home)
    home.close()
    print(f"{len(ours['all']) // ROUNDS} sentences x {ROUNDS}, {ENTITIES} entities")
    for kind, taken in ours.items():
        print(f"{kind:28}{percentiles(taken)}   peer: {percentiles(theirs[kind])}")
    (us50, us95), (them50, them95) = map(middle_and_slow_end, (ours["all"], theirs["all"]))
    print(f"of the peer's time          p50 {us50 / them50:6.0%}      p95 {us95 / them95:6.0%}")


if __name__ == "__main__":
    main()
