"""Levels, surrogates and the hard guarantee."""
