"""Placeholders for conversations, and the user's own words for the placeholders of a reply."""
