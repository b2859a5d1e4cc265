"""63xx: scenarios that fail when they are run. Nothing is wrong with their text: the game does something else."""

from dsl.diagnostics.codes import error

UNANSWERED = error("BW6301", "an unanswered question", "{seat} is asked and no line answers: {asked}", "add {lines}")
NOT_ASKED = error("BW6302", "an answer without a question", "{seat} is not asked anything here", "{now}")
NOT_OFFERED = error("BW6303", "an answer that is not offered", "{said} is not offered to {seat}: {asked}", "{lines}")
WRONG_COUNT = error("BW6304", "an answer with too few or too many items", "{seat} cannot answer so: {why}", "{lines}")
LEFT_OVER = error("BW6305", "an unused line", "{what}", "{advice}")
NOT_SO = error("BW6306", "a `then` that is false", "this is not so: `{text}`{found}")
POSSIBLE = error("BW6307", "a `cannot` that is possible", "{seat} can {phrase}", "{advice}")
OTHER_REASON = error("BW6308", "a refusal for a different reason", "this is refused for another reason: {reasons}", "name that reason behind `because`, or change the table so that only the expected one is left")
NO_FAULT = error("BW6309", "an expected fault that does not happen", "nothing failed, but {expected} is expected", "`then fails` stands right behind the line that fails")
NOT_GIVEN = error("BW6310", "an impossible `given`", "{what}", "{advice}")
UNSTEADY = error("BW6311", "a scenario that differs the second time", "{check}, the scenario goes another way: {what}", "the same answers must always lead to the same table: this is a fault of Botwright, please report it")
LEAK = error("BW6312", "a leaked secret", "what {seat} is shown depends on {card}, which is hidden from {seat}", "let the rules look only at what the player may know, or `show` it first")
NO_SCENARIOS = error("BW6313", "no scenarios", "{what}", "{advice}")
REFUSED = error("BW6314", "a refused action", "`{verb}` is refused: {reason}", "change the table so that it can be done; that it is refused is shown by `then Ann cannot {verb} … because …`")
NOT_AT_STAKE = error("BW6319", "a `cannot` about a question that is not asked", "`{said}` is not what is asked here: {now}", "{advice}")
NOT_THERE = error("BW6320", "a thing that is not on the table", "{what}", "a line about it would always be true or always false: bring it to the table, say `gone(…)` of what has left, or leave the line out")
SEVERAL = error("BW6321", "an ambiguous name in a scenario", "`{name}` may mean {count} things, and it matters which: {lying}", "say which one: `first(Ann.hand where that is …)`, or name it when it is made: `do … as it`")
