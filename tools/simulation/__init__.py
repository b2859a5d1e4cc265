"""Mass play: many matches of one game between bots, on all cores, counted.

Every match has a seed of its own, the first that of the simulation, each further one the next number; what happens in
it depends on nothing else. So the totals are the same however the matches are dealt out, and a match that failed can
be played again by its number alone.
"""

from tools.seats import UnknownSeat
from tools.simulation.job import SimulationJob
from tools.simulation.summary import as_json, as_table
from tools.simulation.totals import FailedMatch, Totals
from tools.simulation.workers import simulate

__all__ = ["FailedMatch", "SimulationJob", "Totals", "UnknownSeat", "as_json", "as_table", "simulate"]
