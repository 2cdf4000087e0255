"""What was decided and why, without raw values."""
