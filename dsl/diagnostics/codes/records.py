"""61xx: matches kept on disk: what a record says, what it was made with, and who writes it."""

from dsl.diagnostics.codes import error, warning

NOT_A_RECORD = error("BW6101", "not a record of a match", "`{file}` is not a record of a match: {why}", "records are made by `botwright play --record FILE` and by `match.save`")
OTHER_FORMAT = error("BW6102", "a record of another format", "`{file}` has format {found}, but this Botwright reads format {known}", "use the Botwright that wrote it: {engine}")
DAMAGED = warning("BW6103", "a damaged record", "`{file}` is damaged from line {line} on: {kept} kept, {lost} lost", "{state}")
OTHER_MADE = error("BW6104", "a record made with other versions", "`{file}` was recorded with {then}, but here is {now}", "bring back what it was made with, or run with `--force`: then the first event that differs is shown")
CARD_GONE = error("BW6105", "a missing card", "the match in `{file}` uses `{card}` of `{pack}` {version}, and {now}", "bring back `{pack}` {version}; the record is as it was")
NOT_HERE = error("BW6106", "a missing game or pack", "`{file}` was recorded with {what}, and {why}", "say where it is with `--game` and `--pack`, or bring it back")
IN_USE = error("BW6107", "a record in use", "`{file}` is being written by another match", "let that match end, or use another file")
DIFFERS = error("BW6108", "a replay that differs from its record", "the replay of `{file}` parts from the record at answer {number}: {what}", "{advice}")
NOT_KEPT = error("BW6109", "an answer that could not be recorded", "this could not be written to `{file}`: {why}", "the answer was not taken: the match is as it was before it")
ANOTHER_MATCH = error("BW6110", "a file with another match", "`{file}` {what}", "name a new file; what is there is never written over")
UNKNOWN_GAME = error("BW6111", "an unknown game", "there is no game `{name}`", "{known}")
UNPLAYABLE = error("BW6112", "a game with errors", "`{game}` cannot be played: it has {count}, the first is {first}", "`botwright check` tells them all")
BAD_SEAT = error("BW6113", "invalid seats", "these seats cannot play: {why}", "give each seat a name of its own")
NOT_BEGUN = error("BW6114", "a record that could not be created", "the record `{file}` could not be begun: {why}", "nothing was left behind; choose another place for it")
BAD_ARGUMENT = error("BW6115", "an invalid argument", "`{argument}` must be {wanted}, but this is {given}", "pass {wanted}")
