"""AMRSF and the decision tables."""
