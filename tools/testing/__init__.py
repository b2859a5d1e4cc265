"""`botwright test`: scenarios found, run, told; what they cover, and which changes of the rules they notice."""
