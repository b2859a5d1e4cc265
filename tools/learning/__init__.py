"""Games of Botwright in the libraries of researchers: PettingZoo, Gymnasium and OpenSpiel.

Each adapter is a thin layer over a game tree (`Game.tree`) and loads its library when it is first used. The extras `rl`
and `openspiel` install them.
"""
