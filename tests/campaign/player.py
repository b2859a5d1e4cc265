"""A player who finishes the adventure of RoboMon: it follows a plan from page to page and fights simply.

It knows nothing but the words of the options. Reads a line of JSON for each question and writes one with its answer, as
`cmd:` seats do: `botwright play robomon --mode adventure --seat "cmd:python campaign_player.py"`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence

ROADS = {
    "Shipwreck": ["Rattlewood", "Spoon Beach"],
    "Rattlewood": ["Shipwreck", "Kettle Cove"],
    "Spoon Beach": ["Shipwreck", "Kettle Cove"],
    "Kettle Cove": ["Rattlewood", "Spoon Beach", "Ernie's Robo Repair", "The lighthouse"],
    "Ernie's Robo Repair": ["Kettle Cove"],
    "The lighthouse": ["Kettle Cove", "The lamp room"],
    "The lamp room": ["The lighthouse"],
}
FIGHTS = ["Acting", "Incoming"]


def road(start: str, goal: str) -> list[str]:
    """The pages between two, the goal last."""
    ways = [[start]]
    for way in ways:
        if way[-1] == goal:
            return way[1:]
        ways += [[*way, page] for page in ROADS[way[-1]] if page not in way]
    raise ValueError(goal)


class Player:
    """Walks, talks, buys, fights; what it wants next is the plan."""

    def __init__(self) -> None:
        self.words: Sequence[str] = ()
        self.foes: Sequence[str] = ()
        self.page = "Shipwreck"
        self.moved = False
        self.plan = self.story()

    def answer(self, prompt: str, words: Sequence[str], least: int, most: int, foes: Sequence[str] = ()) -> list[int]:
        """Numbers of options; `foes` are the squares on which others stand."""
        self.words, self.foes = words, foes
        if prompt in ("Exploring", "Between two sittings") or self.talking:
            return self.find(next(self.plan))
        return self.fight(prompt, words, least, most)

    talking = True

    def offered(self, wanted: str) -> bool:
        return any(wanted in word for word in self.words)

    def find(self, wanted: str) -> list[int]:
        """The option that is exactly this, else the first that has it in it."""
        exact = [i for i, word in enumerate(self.words) if word == wanted]
        return (exact or [i for i, word in enumerate(self.words) if wanted in word])[:1]

    # ------------------------------------------------------------------------------------------------- battles

    def fight(self, prompt: str, words: Sequence[str], least: int, most: int) -> list[int]:
        strikes = [i for i, word in enumerate(words) if word.startswith(("use_special", "use_basic"))]
        steps = [i for i, word in enumerate(words) if word.startswith("go to")]
        if prompt == "Acting":
            if strikes:
                self.moved = False
                return strikes[-1:]
            self.moved = not self.moved
            return sorted(steps, key=lambda i: self.far(words[i].split()[2]))[:1] if self.moved else []
        if prompt == "Incoming":
            return [0]
        if prompt.startswith("how much"):
            return [len(words) - 1]
        if prompt.startswith("with what"):
            return [next((i for i, word in enumerate(words) if "wild" not in word), 0)]
        return list(range(least))

    def far(self, square: str) -> int:
        """How many steps the nearest foe is away."""
        ways = (max(abs(ord(square[0]) - ord(foe[0])), abs(int(square[1:]) - int(foe[1:]))) for foe in self.foes)
        return min(ways, default=0)

    # --------------------------------------------------------------------------------------------------- story

    def story(self) -> Iterator[str]:
        yield from ["charisma", "strength", "endurance"]
        yield from ["visit Captain Marrow", "“What is that on my foot?”"]
        yield from ["visit Captain Marrow", "“Can I help?”", "open_chest", "visit A spilled toolbox"]
        yield from self.dial("The locked crate", "1649")
        yield from ["explore", "Under the plank", *["search"] * 4]
        yield from self.go("Spoon Beach", "visit A tide pool", "open_chest", *["search"] * 3)
        yield from self.go("Shipwreck", "visit The galley stove")
        yield from self.go("Rattlewood", "open_chest")
        yield from self.dial("The post with four owls", "9016")
        yield from self.go("Shipwreck", "report A compass with legs")
        yield from self.go("Kettle Cove", "visit A stray", "visit The mayor", "“Could I mend the kettle?”")
        yield from self.buy("report The municipal kettle", "a wire", "a can of coolant", "a wire")
        yield "report The municipal kettle"
        yield from self.go(
            "Ernie's Robo Repair",
            "visit Ernie",
            "talk about RoboMon",
            "visit Ernie",
            "ask for work",
            "open_chest",
            *["search"] * 2,
        )
        yield from self.go("Kettle Cove", "buy a sheet of metal", "buy a sheet of metal", "buy a sensor")
        yield from self.go("Ernie's Robo Repair", "report Spare parts for a drone")
        yield from self.go("Kettle Cove", "buy a wire", "buy a wire", "buy a sheet of metal")
        yield from self.win("Rattlewood", "Ranger Fitz, practising")
        yield from self.win("Spoon Beach", "Netty Marl on the pier")
        yield from self.go("The lighthouse")
        yield from self.dial("The keeper's log", "7271")
        yield from self.go("The lamp room", "fit_both The moon lens with The storm coil", "go home")

    def buy(self, until: str, *wares: str) -> Iterator[str]:
        """One after another, until something can be done that could not be done before."""
        for ware in wares:
            if not self.offered(until):
                yield f"buy {ware}"

    def go(self, goal: str, *deeds: str) -> Iterator[str]:
        for page in road(self.page, goal):
            self.page = page
            yield f"travel to {page}"
        yield from deeds

    def dial(self, puzzle: str, number: str) -> Iterator[str]:
        yield f"look_at {puzzle}"
        yield from ["set the four wheels", *number]

    def win(self, page: str, rival: str) -> Iterator[str]:
        """Until it is won: repair, walk there, fight."""
        while True:
            yield from self.go("Ernie's Robo Repair")
            if self.offered("repair_team"):
                yield "repair_team"
            if self.offered("upgrade"):
                yield from ["upgrade", "onto the team"]
            yield from self.go(page)
            if not self.offered(f"challenge {rival}"):
                return
            self.talking = False
            yield f"challenge {rival}"
            self.talking = True


def main() -> None:
    player = Player()
    for line in sys.stdin:
        message = json.loads(line)
        request, things = message["request"], message["view"]["things"]
        names = {thing["number"]: thing["name"] for thing in things}
        wild = [thing for thing in things if thing["kind"] == "Robomon" and thing["owner"] is None]
        foes = [names[thing["place"]["space"]] for thing in wild if "space" in (thing["place"] or {})]
        words = [option["words"] for option in request["options"]]
        bench = {thing["name"] for thing in things if thing["kind"] == "Robomon" and thing["owner"] == request["seat"]}
        if not request["least"] and request["most"] == 1 and set(words) <= bench:
            results = [0]  # whoever fell is replaced: a battle with nobody on the map has no end
        else:
            results = player.answer(request["prompt"], words, request["least"], request["most"], foes)
        print(json.dumps({"answer": results}), flush=True)


if __name__ == "__main__":
    main()
