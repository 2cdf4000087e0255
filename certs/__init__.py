"""Certificate authorities: the one that intercepts, and the demo's own."""
