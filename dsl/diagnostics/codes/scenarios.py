"""6xxx: scenarios and replay."""

from dsl.diagnostics.codes import error, warning

NO_THEN = error("BW6001", "a scenario that tests nothing", "the scenario has no `then`", "add `then …` with a condition that must be true at the end, or mark it `todo`")
UNKNOWN_SEAT = error("BW6002", "an unknown seat", "nobody sits at the seat `{name}`", "the seats are {known}")
NO_SEATS = error("BW6003", "a scenario without seats", "the scenario does not say who plays", "add `seats Ann, Ben`")
WRONG_SEATS = error("BW6004", "too many or too few seats", "the game is for {wanted} players, but this scenario has {found}", "name {wanted} players after `seats`")
CASE_WIDTH = error("BW6005", "a case with the wrong number of values", "this case has {found}, but there are {wanted} names", "give each name one value")
NEVER_CASE = warning("BW6006", "a scenario that cites nothing", "the scenario cites no clause", "add `cites …`, so that the coverage report knows which clause it tests")
UNKNOWN_FACE = error("BW6007", "a face that the die does not have", "{die} has no face {face}", "its faces are {faces}")
