"""`python -m guardian_core.cli`: the same as `guardian`."""

from guardian_core.cli import main

main(prog_name="guardian")
