"""What a prepared policy answers again."""

from itertools import product

from guardian_core.vocabulary import Act, Action, Basis, Category, PolicyState, Purpose, Recipient, Statement
from policy_cache.page import PolicyDocument
from policy_cache.prepared import ANSWERS, Prepared
from policy_cache.retrieve import Index

STATEMENTS = (
    Statement(text="We collect your e-mail address.", categories=frozenset({Category.EMAIL}), acts=frozenset({Act.COLLECTION})),
    Statement(text="We share health data.", categories=frozenset({Category.HEALTH}), acts=frozenset({Act.SHARING})),
)
DOCUMENT = PolicyDocument(
    domain="shop.test",
    url="https://shop.test/privacy",
    length=640,
    rights=True,
    statements=STATEMENTS,
    fetched_at=1.0,
    hash="0",
    extractor=1,
)


def action(category=Category.EMAIL, *, recipient=Recipient.ANALYTICS, act=Act.COLLECTION, purpose=Purpose.ANALYTICS, text=""):
    return Action(
        destination="shop.test", domain="shop.test", categories=frozenset({category}), recipients=frozenset({recipient}),
        purposes=frozenset({purpose}), basis=Basis.DEFAULT, act=act, text=text,
    )  # fmt: skip


def test_the_same_question_gets_the_same_object():
    prepared = Prepared(DOCUMENT, Index(STATEMENTS))
    first = prepared.evidence(action(text="a"), 2)
    assert prepared.evidence(action(text="b"), 2) is first
    assert (first.state, first.url, first.length, first.rights) == (PolicyState.KNOWN, DOCUMENT.url, 640, True)


def test_every_question_is_answered_as_by_a_fresh_index():
    prepared = Prepared(DOCUMENT, Index(STATEMENTS))
    questions = list(
        product(Category, [Recipient.ANALYTICS, Recipient.FIRST_PARTY], Act, [Purpose.ANALYTICS, Purpose.SECURITY], (1, 2))
    )
    assert len(questions) > ANSWERS, "the memory is bounded, and is emptied on the way"
    for category, recipient, act, purpose, k in questions * 2:
        asked = action(category, recipient=recipient, act=act, purpose=purpose)
        assert prepared.evidence(asked, k).statements == Index(STATEMENTS).top(asked, k)
    assert len(prepared.answers) <= ANSWERS
