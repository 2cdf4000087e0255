"""The fields of a statement, by the lexicon."""

import pytest

from guardian_core.vocabulary import Act, Category, Purpose, Recipient, Statement
from policy_cache.annotate import FIRST_PARTY, PRACTICES, THIRD_PARTY, annotate, hits, query_words
from policy_cache.segment import Segment


def statement(text: str, *heading: str) -> Statement:
    return annotate([Segment(text, heading, 0, "en")])[0]


@pytest.mark.parametrize(
    ("text", "categories"),
    [
        ("We collect your e-mail address.", {Category.EMAIL}),
        ("We collect your Social Security number and your credit card number.", {Category.SSN, Category.FINANCIAL}),
        ("We receive your precise geolocation from GPS.", {Category.LOCATION_PRECISE}),
        ("We keep your search queries.", {Category.SEARCH_HISTORY}),
        ("We log your IP address and cookies.", {Category.IP_ADDRESS, Category.COOKIES}),
        ("We collect medical information and fingerprints.", {Category.HEALTH, Category.BIOMETRIC}),
        ("Wir verarbeiten Ihre Telefonnummer.", {Category.PHONE}),
        ("Nous collectons votre adresse e-mail.", {Category.EMAIL}),
        ("我们收集您的密码。", {Category.CREDENTIALS}),
    ],
)
def test_finds_categories(text: str, categories: set[Category]) -> None:
    assert statement(text).categories >= categories


@pytest.mark.parametrize(
    ("text", "act", "practice"),
    [
        ("We collect your name.", Act.COLLECTION, FIRST_PARTY),
        ("We may also automatically collect usage data.", Act.COLLECTION, FIRST_PARTY),
        ("We sell your name to advertisers.", Act.SHARING, THIRD_PARTY),
        ("Your information may be disclosed to law enforcement.", Act.SHARING, THIRD_PARTY),
        ("Wir geben Ihre Daten an Dritte weiter.", Act.SHARING, THIRD_PARTY),
        ("Nous vendons vos données.", Act.SHARING, THIRD_PARTY),
    ],
)
def test_finds_acts_and_practices(text: str, act: Act, practice: str) -> None:
    found = statement(text)
    assert act in found.acts
    assert practice in found.practices <= set(PRACTICES)


@pytest.mark.parametrize(
    ("text", "negated"),
    [
        ("We do not sell your personal information to third parties.", True),
        ("We will never share your e-mail address with anyone.", True),
        ("We don’t rent or sell data.", True),
        ("Your data will not be disclosed to third parties.", True),
        ("Wir verkaufen Ihre Daten nicht an Dritte.", True),
        ("Nous ne vendons pas vos données.", True),
        ("No vendemos sus datos a terceros.", True),
        ("第三者に提供しません。", True),
        ("We sell your personal information to third parties.", False),
        ("If you do not agree with how we share data, do not use our site.", False),
        ("We share data with partners that are not under our control.", False),
    ],
)
def test_tells_denials_from_admissions(text: str, *, negated: bool) -> None:
    assert statement(text).negated is negated


@pytest.mark.parametrize(
    ("text", "flag"),
    [
        ("The legal basis is Art. 6(1)(f) GDPR, our legitimate interest.", "legal_basis"),
        ("You have the right to access and to lodge a complaint.", "rights"),
        ("We retain your data as long as necessary.", "retention"),
        ("We transfer data to the United States under standard contractual clauses.", "transfer"),
        ("You may opt out at any time.", "choice"),
    ],
)
def test_sets_flags(text: str, flag: str) -> None:
    assert getattr(statement(text), flag)
    assert not getattr(statement("Our office is green."), flag)


def test_finds_purposes_and_recipients() -> None:
    found = statement("We share your data with advertising networks and data brokers for targeted advertising.")
    assert found.purposes >= {Purpose.ADVERTISING}
    assert statement("We use your data to prevent fraud.").purposes >= {Purpose.SECURITY}
    assert found.recipients >= {Recipient.ADVERTISING, Recipient.DATA_BROKER}


def test_reads_a_fragment_under_its_heading() -> None:
    assert statement("Your name", "Privacy", "Information we collect").practices == {FIRST_PARTY}
    assert statement("Your name", "Greetings").practices == {"Other"}


def test_has_query_words_for_every_label() -> None:
    labels = [
        *Category,
        *(f"act.{act}" for act in Act),
        *(f"purpose.{one}" for one in Purpose),
        *(f"recipient.{one}" for one in Recipient),
    ]
    assert [label for label in labels if not query_words(label)] == []


@pytest.mark.parametrize(
    ("text", "negated"),
    [
        ("Residents of California may say \u201cdo not sell or share my personal information\u201d.", False),
        ('Choose the link "Do not sell my data" to opt out of the sharing of your data.', False),
        ("Our partners may not use our frames on pages made for children, whose data they share.", False),
        ("We do not sell your personal information.", True),
        ('We do not share what you call "private data" with advertisers.', True),
    ],
    ids=["quoted in a sentence", "quoted name of a link", "a rule for partners", "plain", "quote elsewhere"],
)
def test_denies_only_what_the_company_says_of_itself(text, negated):
    assert annotate([Segment(text=text, heading=(), position=0, language="en")])[0].negated is negated


@pytest.mark.parametrize(
    ("text", "practice", "category", "negated"),
    [
        ("We gather your phone number.", FIRST_PARTY, Category.PHONE, False),
        ("We share your phone number with couriers.", THIRD_PARTY, Category.PHONE, False),
        ("We use your postal address to ship orders.", FIRST_PARTY, Category.POSTAL_ADDRESS, False),
        ("We never collect your location.", FIRST_PARTY, Category.LOCATION, True),
        ("We do not store your password.", FIRST_PARTY, Category.CREDENTIALS, True),
    ],
)
def test_reads_plain_sentences_by_the_lexicon(text: str, practice: str, category: Category, *, negated: bool) -> None:
    found = statement(text)
    assert practice in found.practices
    assert category in found.categories
    assert found.negated is negated


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("The shop never shares your e-mail address.", True),
        ("None of the information we gather is sold to anybody.", True),
        ("Partners are prohibited from using your data.", True),
        ("We do not knowingly collect data from children under 13.", False),
        ("We cannot guarantee that your data will never be disclosed.", False),
        ("If you prefer that we do not use your data, write to us.", False),
        ("Please do not share your password with anyone.", False),
        ("We do not collect data from children, and we never sell your address.", True),
    ],
)
def test_knows_what_a_denial_covers(text: str, *, denied: bool) -> None:
    assert ("flag:negated" in hits(text)) is denied


def test_a_password_to_be_kept_secret_tells_of_no_data() -> None:
    kept = (
        "You are responsible for keeping your password secret and for whatever happens under the account that it opens to others."
    )
    taken = "We collect your name, your password and other information that you enter when you open an account with us on the site."
    assert Category.CREDENTIALS not in statement(kept).categories
    assert Category.CREDENTIALS in statement(taken).categories
