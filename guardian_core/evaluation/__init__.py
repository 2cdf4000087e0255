"""The measurements: one file per suite."""
