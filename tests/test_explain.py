"""What a person reads: who gets what, what the policy says, where the risk lies."""

from guardian_core.explain import reasons_for
from guardian_core.vocabulary import (
    Act,
    Action,
    Basis,
    Category,
    Decision,
    Evidence,
    Level,
    Likelihood,
    PolicyState,
    Purpose,
    Recipient,
    Risk,
    Tier,
    Verdict,
)


def test_three_sentences_tell_the_whole_decision():
    action = Action(
        destination="adlantern.test", domain="adlantern.test", categories={Category.PHONE, Category.EMAIL},
        recipients={Recipient.ADVERTISING}, purposes={Purpose.ADVERTISING}, basis=Basis.BACKGROUND,
        act=Act.SHARING, text="+1 212 555 0143",
    )  # fmt: skip
    likelihood = Likelihood(value=0.9, source="prior", uncertainty=1, floor=0.8, prior=0.9, because="no statement covers it")
    risk = Risk(R=0.61, S_d=0.7, S_eff=0.8, M_tr=1.5, M_p=0.9, M_b=1.25, M_T=1.3, L=0.9, tier=Tier.HIGH)
    decision = Decision(verdict=Verdict.TRANSFORM, level=Level.MINIMAL_EDIT)
    said = reasons_for(action, Evidence(state=PolicyState.NONE), likelihood, risk, decision)
    assert said == (
        "Email, Phone to adlantern.test (advertising) for advertising, background",
        "it has no privacy policy that could be found: no statement covers it",
        "risk 0.61 from likelihood 0.90, sensitivity 0.80, transparency 1.30; tier high: rewritten at level 4",
    )
