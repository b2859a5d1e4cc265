"""61xx: records of matches on disk: their contents, the versions they were made with, and who writes them."""

from dsl.diagnostics.codes import error, warning

NOT_A_RECORD = error("BW6101", "not a record of a match", "`{file}` is not a record of a match: {why}", "`botwright play --record FILE` and `match.save` write records")
OTHER_FORMAT = error("BW6102", "a record in another format", "`{file}` has format {found}, but this Botwright reads format {known}", "use the Botwright that wrote it: {engine}")
DAMAGED = warning("BW6103", "a damaged record", "`{file}` is damaged from line {line} on: {kept} kept, {lost} lost", "{state}")
OTHER_MADE = error("BW6104", "a record made with other versions", "`{file}` was recorded with {then}, but this is {now}", "restore those versions, or run with `--force` to see the first event that differs")
CARD_GONE = error("BW6105", "a missing card", "the match in `{file}` uses `{card}` of `{pack}` {version}, and {now}", "restore `{pack}` {version}; the record is unchanged")
NOT_HERE = error("BW6106", "a missing game or pack", "`{file}` was recorded with {what}, and {why}", "say where it is with `--game` and `--pack`, or restore it")
IN_USE = error("BW6107", "a record in use", "`{file}` is being written by another match", "wait for that match to end, or use another file")
DIFFERS = error("BW6108", "a replay that differs from its record", "the replay of `{file}` differs from the record at answer {number}: {what}", "{advice}")
NOT_KEPT = error("BW6109", "an answer that could not be recorded", "this could not be written to `{file}`: {why}", "the answer was not accepted: the match is as it was before")
ANOTHER_MATCH = error("BW6110", "a file with another match", "`{file}` {what}", "name a new file: an existing match is never overwritten")
UNKNOWN_GAME = error("BW6111", "an unknown game", "there is no game `{name}`", "{known}")
UNPLAYABLE = error("BW6112", "a game with errors", "`{game}` cannot be played: it has {count}, the first is {first}", "`botwright check` lists them all")
BAD_SEAT = error("BW6113", "invalid seats", "these seats cannot play: {why}", "give each seat a name of its own")
NOT_BEGUN = error("BW6114", "a record that could not be created", "the record `{file}` could not be created: {why}", "nothing was written; choose another location")
BAD_ARGUMENT = error("BW6115", "an invalid argument", "`{argument}` must be {wanted}, but this is {given}", "pass {wanted}")
