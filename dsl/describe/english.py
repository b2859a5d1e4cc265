"""The English grammar that rules text needs: articles, plurals, possessives and the forms of a verb.

Knows words, not rules. Authors coin words, so nothing here can be complete: regular forms follow a rule, the common
irregular ones are listed, and a verb of two words (`knock_out`) inflects only its first word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_VOWELS = "aeiou"
_HUMP = re.compile(r"(?<=[a-zà-ÿ0-9])(?=[A-Z][a-z])|(?<=[a-zà-ÿ])(?=[A-Z])")
_AN = re.compile(r"[aeiouàáâäæèéêëìíîïòóôöùúûü8]|1[18]\b|hour|honest", re.IGNORECASE)
_A = re.compile(r"uni[^m]|use|usu|one\b|eu|once\b", re.IGNORECASE)
_SPELT_AN = re.compile(r"[AEFHILMNORSX](?:[A-Z0-9]+\b|\b)")

_PLURALS = {"die": "dice", "foot": "feet", "man": "men", "person": "people", "child": "children", "axis": "axes"}
_SINGULARS = {many: one for one, many in _PLURALS.items()}
_COINED = re.compile(r"[a-z][A-Z]")
"""A capital inside: a coined name without a plural form."""
_HARD_CH = re.compile(r"(?<!e)ech$|och$|(?:mon|ri|om)arch$|stomach$")
_SAME = frozenset("hp ap mp xp series species sheep damage armor armour health energy heat money".split())

# present, past participle; the gerund is regular but for doubled letters
_PARTICIPLES = {
    "be": "been", "beat": "beaten", "become": "become", "begin": "begun", "bind": "bound", "bite": "bitten",
    "blow": "blown", "break": "broken", "bring": "brought", "build": "built", "burst": "burst", "buy": "bought",
    "cast": "cast", "catch": "caught", "choose": "chosen", "cut": "cut", "deal": "dealt", "dig": "dug", "do": "done",
    "draw": "drawn", "drive": "driven", "eat": "eaten", "fall": "fallen", "feed": "fed", "feel": "felt",
    "fight": "fought", "find": "found", "flee": "fled", "fling": "flung", "fly": "flown", "freeze": "frozen",
    "get": "got", "give": "given", "go": "gone", "grow": "grown", "have": "had", "hear": "heard", "hide": "hidden",
    "hit": "hit", "hold": "held", "hurt": "hurt", "keep": "kept", "know": "known", "lay": "laid", "lead": "led",
    "leave": "left", "lend": "lent", "let": "let", "lie": "lain", "lose": "lost", "make": "made", "meet": "met",
    "overcome": "overcome", "pay": "paid", "put": "put", "read": "read", "rebuild": "rebuilt", "ride": "ridden",
    "rise": "risen", "run": "run", "see": "seen", "sell": "sold", "send": "sent", "set": "set", "shake": "shaken",
    "shoot": "shot", "show": "shown", "shut": "shut", "sink": "sunk", "sleep": "slept", "slide": "slid",
    "speak": "spoken", "spend": "spent", "spin": "spun", "split": "split", "spread": "spread", "stand": "stood",
    "steal": "stolen", "stick": "stuck", "sting": "stung", "strike": "struck", "swap": "swapped", "swim": "swum",
    "swing": "swung", "take": "taken", "teach": "taught", "tear": "torn", "tell": "told", "think": "thought",
    "throw": "thrown", "undo": "undone", "wake": "woken", "wear": "worn", "win": "won", "wind": "wound",
    "write": "written",
}  # fmt: skip

NOUNS = frozenset(
    """attack battle bite block blow bonus bout break catch challenge charge check clash combat counter cut damage dash
    deal discard dive dodge draft draw duel escape fall feint fight flight game hit jump kick kill leap lift loss match
    move parry pass phase pick play pull punch purchase raise recharge repair reroll reset rest retreat roll round run
    sale scan search shift shot shuffle slide spin step strike swap sweep swing test throw trade turn upkeep use
    visit""".split()
)
"""Verbs that are also nouns: `after a hit`, where others need `after … is destroyed`."""
_UNCOUNTED = frozenset("damage combat flight play upkeep".split())


def words(name: str) -> str:
    """A name as words: `rolls_allowed`, `CommandDie`."""
    return _HUMP.sub(" ", name.replace("_", " ")).strip() or name


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def article(noun: str) -> str:
    """`a` or `an`, by the sound of the first word as far as its spelling shows it."""
    if _SPELT_AN.match(noun):
        return "an"
    return "an" if _AN.match(noun) and not _A.match(noun) else "a"


def a(noun: str) -> str:
    return f"{article(noun)} {noun}"


def alternatives(descriptions: list[str]) -> str:
    """Several descriptions joined with `or`; their common first words occur once: `you strike or step`."""
    if len(descriptions) == 1:
        return descriptions[0]
    word_lists = [description.split() for description in descriptions]
    common = 0
    while all(len(words) > common + 1 and words[common] == word_lists[0][common] for words in word_lists):
        common += 1
    return joined([descriptions[0], *(" ".join(words[common:]) for words in word_lists[1:])], "or")


def joined(parts: Iterable[str], word: str = "and") -> str:
    """`a, b and c`"""
    items = list(parts)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {word} {items[-1]}"


def _last(noun: str) -> tuple[str, str]:
    """The text before the last word, and the last word."""
    start = noun.rfind(" ") + 1
    return noun[:start], noun[start:]


def plural(noun: str) -> str:
    before, last = _last(noun)
    low = last.lower()
    if not last[-1:].isalpha() or low in _SAME or (len(last) < 5 and last.isupper()) or _COINED.search(last):
        return noun
    if low in _PLURALS:
        irregular = _PLURALS[low]
        return before + (capital(irregular) if last[0].isupper() else irregular)
    if low.endswith("y") and low[-2:-1] not in _VOWELS:
        return before + last[:-1] + "ies"
    hissing = low.endswith(("s", "x", "z", "sh")) or (low.endswith("ch") and not _HARD_CH.search(low))
    return before + last + ("es" if hissing else "s")


def singular(noun: str) -> str:
    before, last = _last(noun)
    low = last.lower()
    if low in _SINGULARS:
        irregular = _SINGULARS[low]
        return before + (capital(irregular) if last[0].isupper() else irregular)
    if not sounds_plural(last):
        return noun
    if low.endswith("ies") and len(low) > 4:
        return before + last[:-3] + "y"
    return before + (last[:-2] if low.endswith(("sses", "xes", "ches", "shes", "zes")) else last[:-1])


def sounds_plural(noun: str) -> bool:
    """Whether a name reads as a plural: `points`, `boxes per die`, but not `status`."""
    head = re.split(r" (?:per|of|in|on|for|to|from|\w*[^e]ed)\b", noun.lower(), maxsplit=1)[0]
    last = _last(head)[1]
    return last in _SINGULARS or (
        last not in _SAME and len(last) > 2 and last.endswith("s") and not last.endswith(("ss", "us", "is"))
    )


def possessive(owner: str) -> str:
    """Whose: `your`, `its`, `the target's`, `your foes'`."""
    match owner:
        case "you":
            return "your"
        case "it":
            return "its"
        case "they" | "them":
            return "their"
    return f"{owner}'" if owner.endswith("s") and sounds_plural(owner) else f"{owner}'s"


_ONE_PLAYER = re.compile(r"\b(your foe|that player|the active player|the \w+'s owner|this \w+'s owner)('s)?\b")


def with_pronouns(text: str) -> str:
    """Use `their` for a repeated mention of the only other player: `your foe discards their hand`."""
    mentioned = {match.group(1) for match in _ONE_PLAYER.finditer(text.lower())}
    if len(mentioned) != 1:
        return text
    first = True

    def replacement(match: re.Match[str]) -> str:
        nonlocal first
        shown = match.group() if first or not match.group(2) else "their"
        first = False
        return shown

    return _ONE_PLAYER.sub(replacement, text)


# ---------------------------------------------------------------------------------------------------- verbs

_PARTICLES = frozenset(
    """about across again ahead along apart around aside away back backward backwards behind by down far first forward
    forwards free hard here home in last left off on out over right round there through together under up""".split()
)


def parts_of(verb: str) -> tuple[str, str]:
    """A verb of several words as its verb and its noun: `draw card`; `knock out` has none."""
    head, _, rest = verb.partition(" ")
    if not rest or rest.split()[0] in _PARTICLES:
        return verb, ""
    return head, rest


def bare_verb(verb: str, object: str = "", same: frozenset[str] = frozenset()) -> tuple[str, str]:
    """The verb, and everything after it with its object: `draw` and `a card`, `gain` and `an hourglass for the Bot`.
    A noun that only repeats the object (`same` are its names) is omitted."""
    head, noun = parts_of(verb)
    if not noun or (object and noun in same):
        return head, object
    noun_words = noun if sounds_plural(noun) else a(noun)
    return head, f"{noun_words} for {object}" if object else noun_words


def _head(verb: str) -> tuple[str, str]:
    """The word that is inflected, and the words after it."""
    head, space, rest = verb.partition(" ")
    return head, space + rest


def third(verb: str) -> str:
    """The third person singular: `hits`, `knocks out`, `tries`."""
    head, rest = _head(verb)
    if head in ("be", "have"):
        return {"be": "is", "have": "has"}[head] + rest
    if head.endswith(("s", "x", "z", "ch", "sh", "o")):
        return head + "es" + rest
    if head.endswith("y") and head[-2:-1] not in _VOWELS:
        return head[:-1] + "ies" + rest
    return head + "s" + rest


def base(verb: str) -> str:
    """`blocks` as `block`: the base form of a third person."""
    head, rest = _head(verb)
    if head.endswith("ies") and len(head) > 4:
        return head[:-3] + "y" + rest
    if head.endswith(("sses", "xes", "ches", "shes", "zes", "oes")):
        return head[:-2] + rest
    return (head[:-1] if head.endswith("s") and not head.endswith("ss") else head) + rest


def _doubled(head: str) -> str:
    """Double the last letter after a short vowel: `stop`, `grab`, but not `enter`."""
    short = re.fullmatch(r"[^aeiou]*(?:qu)?[aeiou][bcdfgklmnprstvz]", head)
    return head + head[-1] if short else head


def participle(verb: str) -> str:
    """The past participle: `hit`, `knocked out`, `destroyed`."""
    head, rest = _head(verb)
    if head in _PARTICIPLES:
        return _PARTICIPLES[head] + rest
    if head.endswith("e"):
        return head + "d" + rest
    if head.endswith("y") and head[-2:-1] not in _VOWELS:
        return head[:-1] + "ied" + rest
    return _doubled(head) + "ed" + rest


def gerund(verb: str) -> str:
    """The gerund: `landing`, `hitting`, `knocking out`."""
    head, rest = _head(verb)
    if head.endswith("ie"):
        return head[:-2] + "ying" + rest
    if head.endswith("e") and not head.endswith(("ee", "oe", "ye")) and head != "be":
        return head[:-1] + "ing" + rest
    return _doubled(head) + "ing" + rest


def passive(verb: str, object: str, same: frozenset[str] = frozenset()) -> tuple[str, str]:
    """The subject and the participle of a passive: `an hourglass`, `gained for the Bot`."""
    head, rest = bare_verb(verb, object, same)
    if not object:
        return rest or "it", participle(head)
    if rest == object:
        return object, participle(head)
    return rest.removesuffix(f" for {object}"), f"{participle(head)} for {object}"


def event(verb: str) -> str:
    """A verb as the name of an event: `hit`, `landing`, `drawing a card`."""
    if verb in NOUNS:
        return verb
    head, rest = bare_verb(verb)
    return f"{gerund(head)} {rest}".strip()


def an_event(verb: str) -> str:
    """`a hit`, `damage`, `landing`."""
    return a(verb) if verb in NOUNS and verb not in _UNCOUNTED else event(verb)


def the_event(verb: str) -> str:
    return event(verb) if parts_of(verb)[1] else f"the {event(verb)}"
