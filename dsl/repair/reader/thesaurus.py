"""Words of players in groups of nearly the same meaning.

A ruleset says what its own words are also called; these groups are the English and the notations that players bring
from other games. A word of a group leads to every name of the game in the same group, and a trial decides. A word may
stand in several groups.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

_ACTS = """
damage hurt harm wound injure ping zap
heal repair mend restore cure regenerate recover regain fix
push shove knockback repel
pull drag attract lure draw_near reel
destroy kill wreck slay eliminate defeat break annihilate ko knock_out die dies death deathrattle
discard throw_away trash
draw pick_up fetch take
gain obtain earn acquire
lose spend pay
move step go walk travel run maneuver advance
attack strike hit fight assault charge volley battle
block brace defend parry guard shield
dodge evade
use activate trigger cast ignite tap
play cast put_down deploy
buy purchase shop
hire recruit employ enlist summon
build install equip construct mount plug put_on
roll throw toss
reroll roll_again
flip turn turn_over
search tutor look_for find
shuffle mix
exchange swap switch trade
jump leap hop
flee run_away escape retreat
reload recharge charge refill
stun paralyze freeze daze numb
burn ignite burns burning fire
turn round take_turn
fight battle combat duel match
raise increase boost improve
enter arrive come
miss fail
cover plate armor_up
"""
_THINGS = """
hull hp health hearts life lives hitpoints hit_points structure endurance toughness vitality
power attack strength might damage dmg atk offense
defense armor armour def protection toughness plated plating plates
range reach distance rng
speed initiative agility tempo
move movement moves mv steps
cost price mana energy_cost ignition
energy power mana ap stamina
copies count amount number quantity qty
colour color
element type elemental
skill level rank tier lvl
part slot place location
hand_limit hand_size maximum_hand_size
technic skill ability effect
windows window timing phase when
takes dice die roll number rolls
used played on_play effect script text ability action on_use onplay onuse use play cast battlecry steps
played on_play used effect
patience anger
damage power attack
bot robot mech unit creature character minion fighter
gadget item tool
hex tile space square field cell spot
tile hex space
forbid cannot
boxes slots
hand cards_in_hand
deck library pile stack draw_pile
discard graveyard discards scrap discard_pile
stun stuns stunned
burn burns burning hot
push shove pushes
armor plated
trap traps entangle
fly flies flying
nearest closest
strongest toughest
weakest frailest
fastest quickest
slowest
flee run run_away escape leave
floor ground land plain
wall rock obstacle
"""
LIGHT = frozenset(
    "a an the this that it its itself is are was be been being to of in on at by for with and or so also has have had "
    "there their they them then does do did will would shall per each own please simply just immediately now one its "
    "you your i my me gets get got getting gains card cards points point extra additional called named value worth "
    "when if whenever".split()
)
"""Words that carry no meaning of their own where everything else is accounted for."""


@cache
def _groups(lines: str) -> Mapping[str, frozenset[str]]:
    words: dict[str, set[str]] = {}
    for line in lines.strip().splitlines():
        group = line.split()
        for word in group:
            words.setdefault(word, set()).update(group)
    return {word: frozenset(group - {word}) for word, group in words.items()}


def like(word: str) -> frozenset[str]:
    """The words of the same groups."""
    return _groups(_ACTS + _THINGS).get(word, frozenset())


def acts_like(word: str) -> frozenset[str]:
    """The verbs of the same groups: `attack` as a number means something else."""
    return _groups(_ACTS).get(word, frozenset())
