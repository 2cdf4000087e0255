"""Request to items and back; recipient, purpose, basis, categories."""
