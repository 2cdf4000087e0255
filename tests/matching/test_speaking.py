"""Whether a statement speaks of an action, and how."""

import pytest

from guardian_core.matching.speaking import Bearing, bearing_of, discloses_sale
from guardian_core.vocabulary import Act, Action, Basis, Category, Purpose, Recipient, Statement

SHARING = Action(
    destination="d.test", domain="d.test", categories=frozenset({Category.EMAIL}), recipients=frozenset({Recipient.ADVERTISING}),
    purposes=frozenset({Purpose.ADVERTISING}), basis=Basis.BACKGROUND, act=Act.SHARING,
)  # fmt: skip
FORM = SHARING.model_copy(
    update={
        "recipients": frozenset({Recipient.FIRST_PARTY}),
        "purposes": frozenset({Purpose.FUNCTIONALITY}),
        "basis": Basis.USER_INITIATED,
        "act": Act.COLLECTION,
        "categories": frozenset({Category.SSN}),
    }
)
EMAIL, SSN = frozenset({Category.EMAIL}), frozenset({Category.SSN})
SERVICE = frozenset({Purpose.FUNCTIONALITY})
SHARE, COLLECT = frozenset({Act.SHARING}), frozenset({Act.COLLECTION})


@pytest.mark.parametrize(
    ("statement", "acting", "bearing"),
    [
        (Statement(text="", acts=SHARE, categories=EMAIL), SHARING, Bearing.PERMITS),
        (Statement(text="", acts=SHARE), SHARING, Bearing.SILENT),
        (Statement(text="", categories=EMAIL), SHARING, Bearing.SILENT),
        (Statement(text="", acts=COLLECT, categories=EMAIL), SHARING, Bearing.SILENT),
        (Statement(text="", acts=SHARE, categories=EMAIL, recipients=frozenset({Recipient.GOVERNMENT})), SHARING, Bearing.SILENT),
        (Statement(text="We do not share your data.", acts=SHARE, negated=True), SHARING, Bearing.DENIES),
        (Statement(text="We share no data.", acts=SHARE, negated=True, choice=True), SHARING, Bearing.DENIES_WITHOUT_CHOICE),
        (Statement(text="No page for children is ours.", acts=SHARE, negated=True), SHARING, Bearing.SILENT),
        (Statement(text="", acts=COLLECT, categories=SSN, negated=True), FORM, Bearing.SILENT),
        (Statement(text="", acts=COLLECT, categories=SSN, purposes=SERVICE, negated=True), FORM, Bearing.DENIES),
        (Statement(text="", acts=SHARE, categories=SSN, recipients=frozenset({Recipient.DATA_BROKER})), FORM, Bearing.SELLS),
    ],
    ids=[
        "permits", "names no data", "names no act", "other act", "other recipient", "denies all", "with a choice",
        "denies, but not about data",
        "loose denial of a form", "strict denial of a form", "sells what the form takes",
    ],
)  # fmt: skip
def test_tells_the_bearing(statement, acting, bearing):
    assert bearing_of(statement, acting) is bearing


@pytest.mark.parametrize(
    ("statement", "trades"),
    [
        (Statement(text="", acts=SHARE, categories=SSN, purposes=frozenset({Purpose.MARKETING})), True),
        (Statement(text="", acts=SHARE, categories=SSN, recipients=frozenset({Recipient.SERVICE_PROVIDER})), False),
        (Statement(text="", acts=SHARE, categories=EMAIL, purposes=frozenset({Purpose.MARKETING})), False),
        (Statement(text="", acts=SHARE, categories=SSN, purposes=frozenset({Purpose.MARKETING}), negated=True), False),
    ],
    ids=["marketing", "a processor", "not critical data", "denied"],
)
def test_tells_trade_from_processing(statement, trades):
    assert discloses_sale(statement, FORM) is trades
