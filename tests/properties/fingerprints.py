"""What comes of some matches, as one hash: run as a program, so that other processes can be compared.

Generated games and a shipped one, all answers by luck: every state as its canonical bytes, every event in words, every
fault with its place.
"""

from __future__ import annotations

import sys
from hashlib import blake2b
from random import Random

from interpreter.match import EngineMatch, start
from interpreter.model import limits
from interpreter.model.environment import RuleError
from tests.engine.plays import engine
from tests.properties.playing import chosen, whole
from tests.properties.programs import checked, game

DECISIONS = 20


def fingerprint(games: int) -> str:
    result = blake2b(digest_size=16)
    before, limits.STEPS_PER_DECISION = limits.STEPS_PER_DECISION, 2_000
    try:
        for seed in range(games):
            actual = game(seed)
            program, _ = checked(actual.text)
            result.update(actual.text.encode())
            try:
                match = start(program, actual.seats, actual.seed, modes=actual.modes)
            except RuleError as wrong:
                result.update(f"{wrong.code} {wrong.message}".encode())
                continue
            _play(match, actual.seed, result)
        _play(engine("scrapyard", 5), 5, result)
    finally:
        limits.STEPS_PER_DECISION = before
    return result.hexdigest()


def _play(match: EngineMatch, seed: int, found: blake2b) -> None:
    random = Random(seed)
    for _ in range(DECISIONS):
        state, events = whole(match)
        found.update(state)
        found.update("\n".join(event.words for event in events).encode())
        if match.over:
            return
        request = match.requests[random.randrange(len(match.requests))]
        try:
            match.answer(request.id, chosen(random, request))
        except RuleError as wrong:
            found.update(f"{wrong.code} {wrong.message} {wrong.passage and wrong.passage.spot}".encode())
            return


if __name__ == "__main__":
    sys.stdout.write(fingerprint(int(sys.argv[1])) + "\n")
