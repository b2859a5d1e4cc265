"""62xx: invalid answers. The match is unchanged, and the same question is still open."""

from dsl.diagnostics.codes import error

NO_REQUEST = error("BW6201", "an answer without a request", "there is no request {id}", "the open requests are: {known}")
STALE = error("BW6202", "a late answer", "request {id} has been answered already", "the open requests are: {known}")
OTHER_SEAT = error("BW6203", "an answer from the wrong player", "request {id} is for {seat}, not for {other}", "wait until {other} is asked")
NO_ANSWER = error("BW6204", "an answer that was not offered", "this is not a valid answer to request {id}: {why}", "an answer is a list of option numbers, counted from 0; the request lists its options")
OVER = error("BW6205", "an answer after the end", "the match is over", "start another match, or take an answer back with `undo`")
RESEEDED = error("BW6206", "a saved fork with its own seed", "`{file}` was not written: this match is a fork with a seed of its own, so its answers alone cannot reproduce it", "save the match that it was forked from, or start a match with that seed")
PICKLED = error("BW6207", "a pickled match", "a {what} cannot be pickled", "{instead}")
