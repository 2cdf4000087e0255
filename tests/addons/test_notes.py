"""What is shown of an outcome."""

from dataclasses import replace

from guardian_addons import notes
from mitmproxy.utils import emoji

from guardian_core.vocabulary import (
    Act,
    Action,
    Basis,
    Category,
    Decision,
    Edit,
    Entity,
    Finding,
    Item,
    Level,
    Outcome,
    Place,
    Purpose,
    Reading,
    Recipient,
    Request,
    Risk,
    Role,
    Tier,
    Verdict,
)

SECRET = "dana.quill@example.test"
REQUEST = Request("POST", "https", "ads.example.test", 443, f"/?{SECRET}", ((b"cookie", SECRET.encode()),), SECRET.encode())
ITEM = Item(f"body/{SECRET}", SECRET, SECRET, Role.VALUE, Place.BODY, None, 0, 23)
ACTION = Action(
    destination="ads.example.test",
    domain="example.test",
    categories=frozenset({Category.EMAIL}),
    recipients=frozenset({Recipient.ADVERTISING}),
    purposes=frozenset({Purpose.MARKETING}),
    basis=Basis.DEFAULT,
    act=Act.SHARING,
    text=SECRET,
)
OUTCOME = Outcome(
    decision=Decision(verdict=Verdict.TRANSFORM, level=Level.PARTIAL, provisional=True, reasons=("ads get e-mails",)),
    reading=Reading(REQUEST, (ITEM,), REQUEST.body),
    findings=(Finding(0, 0, 23, Entity.EMAIL, Category.EMAIL, 1.0, "pattern"),),
    action=ACTION,
    risk=Risk(R=0.43, S_d=0.55, S_eff=1, M_tr=1, M_p=1, M_b=1, M_T=1, L=0.5, tier=Tier.MODERATE),
    edits=(Edit(0, 0, 23, "d…", Entity.EMAIL, Level.PARTIAL),),
    timings=(("read", 0.0012345),),
)


def test_says_it_in_one_line():
    assert notes.line(OUTCOME) == "transform L1 R .43 · advertising: Email · provisional · because ads get e-mails"


def test_puts_each_reason_on_a_line_of_its_own_and_what_was_served_by_less():
    reasons = ("ads get e-mails", "a policy says\n“yes”")
    decision = OUTCOME.decision.model_copy(update={"reasons": reasons})
    assert notes.comment(replace(OUTCOME, decision=decision, degraded=("no model",))).splitlines() == [
        "transform L1 R .43 · advertising: Email · provisional",
        "· because ads get e-mails",
        "· because a policy says “yes”",
        "· less than asked for: no model",
    ]


def test_keeps_the_reasons_of_a_websocket_beside_its_last_frame():
    once = notes.with_frame("allow\n· because nothing personal found", "deny · because of an e-mail")
    assert notes.with_frame(once, "transform L1") == "allow\n· because nothing personal found\n· last frame: transform L1"


def test_says_what_would_have_been_when_observing():
    assert notes.comment(OUTCOME, observe=True).startswith("would have been: transform L1 R .43 · ")


def test_shows_no_raw_value_and_nothing_that_steers():
    steering = replace(OUTCOME, decision=OUTCOME.decision.model_copy(update={"reasons": ("a policy says \x1b[2J\u202eno",)}))
    for shown in (notes.comment(OUTCOME), notes.line(steering), notes.what(steering), notes.comment(steering)):
        assert SECRET not in shown
        assert not set(shown) & {"\x1b", "\u202e"}


def test_marks_every_verdict_with_a_sign_that_every_font_has():
    assert set(notes.MARKS) == set(Verdict)
    signs = [emoji.emoji[mark] for mark in (*notes.MARKS.values(), notes.UNMARKED)]
    assert all(len(sign) == 1 and "\u2690" <= sign <= "\u27bf" for sign in signs)
