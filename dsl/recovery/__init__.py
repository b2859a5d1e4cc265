"""Works out what the author meant where the parser is stuck, and says so in one sentence."""
