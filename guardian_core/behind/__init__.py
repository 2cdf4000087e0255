"""Programs behind the proxy: the one that runs, or one for as long as the program takes, and the variables that lead there."""
