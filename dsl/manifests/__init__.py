"""What packs say about themselves: YAML with positions, versions, demands, clauses. The way in is `dsl.manifest`."""
