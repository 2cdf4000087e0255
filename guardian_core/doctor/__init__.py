"""Whether it protects: checks in, findings with one command for each problem out."""
