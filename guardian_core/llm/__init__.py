"""The language-model client (none yet: levels 4 and 5 are served deterministically and say so)."""
