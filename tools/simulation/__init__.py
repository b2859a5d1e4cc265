"""Mass play: many matches of one game between bots, on all cores, with totals.

Every match has its own seed: the first that of the simulation, each further one the next number. A match depends on
nothing else. So the totals are the same however the matches are distributed, and a failed match can be replayed by its
number alone.
"""

from tools.seats import UnknownSeat
from tools.simulation.job import SimulationJob
from tools.simulation.summary import as_json, as_table
from tools.simulation.totals import FailedMatch, Totals
from tools.simulation.workers import simulate

__all__ = ["FailedMatch", "SimulationJob", "Totals", "UnknownSeat", "as_json", "as_table", "simulate"]
