"""The numbers of the evaluation that know nothing of any data set: pure functions, each with its source."""
