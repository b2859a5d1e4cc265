"""`botwright test`: finds, runs and reports scenarios, their coverage, and the changes to the rules that they
notice.
"""
