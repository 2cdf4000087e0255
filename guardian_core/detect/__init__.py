"""Where personal data is."""
