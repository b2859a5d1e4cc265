"""Drops a card into a ready-made fight of its game.

A scenario that says `try Rusty against Tin_Can` is such a fight for every card of that kind: the card takes the place
of `Rusty`. A kind without one borrows a scenario that places a card of this kind; where none fits, a match begins.
"""

from tools.trials.begin import CardTrial, begin_trial
from tools.trials.find_card import TrialRefused

__all__ = ["CardTrial", "TrialRefused", "begin_trial"]
