"""The documentation site: `python -m tools.docs` assembles its pages and builds it with mkdocs.

The pages are the documents of the repository, in the same folders, so that links between them work unchanged; added to
them are pages made from the rules: one for each game, the index of error pages, and the Python API.
"""
