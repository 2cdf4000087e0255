"""A real proxy in which the stage that a request names in `X-Fault` raises an error that quotes the whole request."""

import sys
from pathlib import Path

from guardian_addons.run import run_proxy

from guardian_core import actions, anonymize, matching, risk, weighing
from guardian_core.guardian import Guardian
from guardian_core.settings import Settings

wanted = ["", ""]  # the stage to fail, and what its error quotes


def failing(name, inner):
    """`inner`, unless this request wants stage `name` to fail."""

    def stage(*args, **kwargs):
        if wanted[0] == name:
            raise RuntimeError(wanted[1])
        return inner(*args, **kwargs)

    return stage


def read(request, **kwargs):
    """The first stage also learns which one is to fail."""
    wanted[:] = [request.header("x-fault") or "", f"{request.target} {request.headers} {request.body.decode('latin-1')}"]
    return failing("read", original)(request, **kwargs)


original = actions.read
actions.read = read
for module, names in {
    actions: ("classify", "relevant", "describe", "write"),
    anonymize: ("residue",),
    matching: ("judge",),
    risk: ("transparency", "assess", "decide"),
    weighing: ("reasons_for",),
}.items():
    for each in names:
        setattr(module, each, failing(each, getattr(module, each)))


class Forgetful(weighing.Weighings):
    """Every action is weighed anew, so that none passes a stage by."""

    def weigh(self, *asked):
        """Weigh."""
        self._known.clear()
        return super().weigh(*asked)


def make(settings):
    """A guardian whose composed parts can fail too."""
    core = Guardian(settings)
    core.detector.search = failing("search", core.detector.search)
    core.anonymizer.edits = failing("edits", core.anonymizer.edits)
    core.weighings = Forgetful()
    core.policies.evidence = failing("evidence", core.policies.evidence)
    return core


if __name__ == "__main__":
    sys.exit(run_proxy(Settings.load(Path(sys.argv[1])), make_core=make))
