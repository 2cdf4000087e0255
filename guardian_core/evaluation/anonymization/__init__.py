"""`guardian bench anonymize`: how much of what identifies somebody leaves, and how much of the text stays."""
