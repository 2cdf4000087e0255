"""Privacy policies: discover, fetch, extract, segment, annotate, store, retrieve."""
