"""`guardian bench tables`: the paper's tables on this implementation and its rivals, the paper's number beside ours."""
