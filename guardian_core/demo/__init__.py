"""A local internet on loopback."""
