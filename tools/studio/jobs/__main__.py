"""The loop of a job: a line in, a line out. Whatever goes wrong is an answer, not the end of the process."""

from __future__ import annotations

import json
import os
import sys
from typing import IO

from attrs import define, field

from dsl.lazy import attribute
from interpreter.model.environment import RuleError
from tools.internal_errors import internal_diagnostic
from tools.matches.errors import MatchFault
from tools.studio.jobs.job import Arguments, Deeds, JobRefused, Json, Tell, refused
from tools.studio.jobs.limits import limit_memory

JOBS = {name: f"tools.studio.jobs.{name}_job" for name in ("cards", "games", "match", "replay", "study", "tests")}
BEGIN = "begin"


@define
class JobLoop:
    """`deeds` come with the first request, which says what the process is for."""

    answers: IO[bytes]
    deeds: Deeds = field(factory=dict)

    def serve(self, requests: IO[bytes]) -> None:
        for row in requests:
            request = json.loads(row)
            id = request["id"]
            self._write({"id": id, **self._answer(request["do"], request["with"], self._teller(id))})

    def _teller(self, id: int) -> Tell:
        return lambda progress: self._write({"id": id, "told": progress})

    def _write(self, message: Json) -> None:
        self.answers.write(json.dumps(message, ensure_ascii=True).encode("ascii") + b"\n")
        self.answers.flush()

    def _answer(self, do: str, arguments: Arguments, tell: Tell) -> Json:
        """The answer to a request, or the reason why there is none."""
        try:
            return {"answer": self._begin(arguments, tell) if do == BEGIN else self._done(do, arguments, tell)}
        except JobRefused as wrong:
            no = wrong
        except MatchFault as wrong:
            no = refused(wrong.diagnostics[0])
        except RuleError as wrong:
            no = JobRefused(wrong.message, wrong.help, wrong.code)
        except MemoryError:
            no = JobRefused("this needs more memory than the studio gives to one piece of work")
        except Exception as wrong:  # noqa: BLE001 - a job that meets a bug of ours goes on
            no = refused(internal_diagnostic(wrong))
        return {"refused": {"message": no.message, "help": no.help, "code": no.code}}

    def _begin(self, arguments: Arguments, tell: Tell) -> Json:
        begin = attribute(JOBS[arguments["kind"]], BEGIN)
        self.deeds, answer = begin(arguments, tell)
        return answer

    def _done(self, do: str, arguments: Arguments, tell: Tell) -> Json:
        if do not in self.deeds:
            raise JobRefused(f"nothing here is called `{do[:40]}`")
        return self.deeds[do](arguments, tell)


def main() -> None:
    limit_memory()
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever else is printed does not disturb the answers
    JobLoop(answers).serve(sys.stdin.buffer)


if __name__ == "__main__":
    main()
