"""63xx: scenarios that fail when they are run. Their text is fine, but the game does something else."""

from dsl.diagnostics.codes import error

UNANSWERED = error("BW6301", "an unanswered question", "no line answers a question to {seat}: {asked}", "add {lines}")
NOT_ASKED = error("BW6302", "an answer without a question", "{seat} is not asked anything here", "{now}")
NOT_OFFERED = error("BW6303", "an answer that is not offered", "{said} is not offered to {seat}: {asked}", "{lines}")
WRONG_COUNT = error("BW6304", "an answer with too few or too many items", "{seat} cannot give this answer: {why}", "{lines}")
LEFT_OVER = error("BW6305", "an unused line", "{what}", "{advice}")
NOT_SO = error("BW6306", "a `then` that is false", "this is false: `{text}`{found}")
POSSIBLE = error("BW6307", "a `cannot` that is possible", "{seat} can {phrase}", "{advice}")
OTHER_REASON = error("BW6308", "a refusal for a different reason", "this is refused for another reason: {reasons}", "name that reason after `because`, or change the table so that only the expected reason applies")
NO_FAULT = error("BW6309", "an expected fault that does not happen", "nothing failed, but the scenario expects {expected}", "put `then fails` directly after the line that fails")
NOT_GIVEN = error("BW6310", "an impossible `given`", "{what}", "{advice}")
UNSTEADY = error("BW6311", "a scenario that differs the second time", "{check}, the scenario takes a different course: {what}", "the same answers must always lead to the same table: this is a bug in Botwright, please report it")
LEAK = error("BW6312", "a leaked secret", "something shown to {seat} depends on {card}, which is hidden from {seat}", "make the rules depend only on information that the player may see, or `show` it first")
NO_SCENARIOS = error("BW6313", "no scenarios", "{what}", "{advice}")
REFUSED = error("BW6314", "a refused action", "`{verb}` is refused: {reason}", "change the table so that it is allowed; to test the refusal itself, write `then Ann cannot {verb} … because …`")
NOT_AT_STAKE = error("BW6319", "a `cannot` about a question that is not asked", "`{said}` cannot be tested here: {now}", "{advice}")
NOT_THERE = error("BW6320", "a thing that is not on the table", "{what}", "a line about it would always be true or always false: put it on the table, write `gone(…)` for a thing that has left, or remove the line")
SEVERAL = error("BW6321", "an ambiguous name in a scenario", "`{name}` could mean any of {count} things, and they differ: {lying}", "say which one: `first(Ann.hand where that is …)`, or name it when it is created: `do … as it`")
