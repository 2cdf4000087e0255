"""Whether the score orders actions as norms of contextual integrity do: a check of consistency, without any expert's rating."""
