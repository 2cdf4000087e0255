"""Levels 4 and 5 by a language model, and the loop of rewriting and guessing that finds the level (paper §3.5)."""
