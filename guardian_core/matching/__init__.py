"""The violation likelihood L."""
