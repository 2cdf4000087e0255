"""An item's name and value in, a span over the whole value out, where the name says what the value is and the value looks like it.

The tables hold endings of names: lower case, letters only, so that `contact[firstName]`, `first_name` and `firstname` are one
(context.py).
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from guardian_core.detect.addresses import LATITUDE_LONGITUDE_KEYS
from guardian_core.detect.births import DATE
from guardian_core.detect.context import Context, key_suffixes, key_words, table
from guardian_core.detect.numbers import CARD_KEYS, SSN_KEYS
from guardian_core.detect.phones import PHONE_KEYS
from guardian_core.detect.secrets import PLACEHOLDER
from guardian_core.detect.spans import KEY, WHOLE, Span
from guardian_core.vocabulary import Entity, Place, Role

_WORDS = table("""
    string number integer boolean object array null none true false undefined unknown required optional text email password
    name any default auto value test example enabled disabled on off yes no hidden visible n/a and or
    """)
_MASKED = re.compile(r"^[\s*x•.#_-]*$|\*{3,}|^[<\[{(].*[>\]})]$|^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$")


def _said(value: str) -> bool:
    """Whether `value` says anything: not empty, masked, a hash, a placeholder or a word of a schema."""
    return (
        bool(value)
        and len(value) <= 300
        and value.lower() not in _WORDS
        and not _MASKED.search(value)
        and not PLACEHOLDER.match(value)
    )


def _worded(value: str) -> bool:
    """Letters as in a name or a street: no markup, no identifier."""
    letters = sum(character.isalpha() for character in value)
    return letters >= 2 and len(value) <= 100 and not re.search(r"[<>{}_=\\|]|://", value) and len(value.split()) <= 10


def _named(value: str) -> bool:
    """One to four words of letters, as people are called; a single letter counts beside a longer word."""
    return (
        _worded(value)
        and bool(re.fullmatch(r"[^\W\d_][\w.'-]*(?:,? [^\W\d_][\w.'-]*){0,4}", value))
        and not re.search(r"\d|\.\w", value)
    )


def _street(value: str) -> bool:
    return _worded(value) and bool(re.search(r"\d|\s", value)) and not re.search(r"@|[;{}]", value)


def _digits(low: int, high: int) -> Callable[[str], bool]:
    """Digits with the usual separators, from `low` to `high` of them."""
    return lambda value: bool(re.fullmatch(r"[+\d().\-/ ]+", value)) and low <= sum(c.isdigit() for c in value) <= high


def _code(low: int, high: int) -> Callable[[str], bool]:
    """Letters and digits with at least one digit, `low` to `high` characters."""
    return lambda value: (
        bool(re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9 ./-]*", value)) and any(c.isdigit() for c in value) and low <= len(value) <= high
    )


def _date(value: str) -> bool:
    return bool(re.fullmatch(f"(?i){DATE}(?:T[\\d:.Z+-]+)?|(?:19|20)\\d{{6}}", value))


def _gender(value: str) -> bool:
    return value.lower() in _GENDERS


_GENDERS = table("""
    m f w d male female man woman nonbinary non-binary other diverse männlich weiblich divers homme femme hombre mujer
    masculino femenino uomo donna maschio femmina vrouw feminino transgender
    """)


def _password(value: str) -> bool:
    return 3 <= len(value) <= 300 and not value.isspace()


def _login(value: str) -> bool:
    return _worded(value) and len(value.split()) <= 3


def _random(value: str) -> bool:
    """Long and mixed enough for a credential: 16 characters without spaces, with a digit."""
    return len(value) >= 16 and not re.search(r"\s|://", value) and any(c.isdigit() for c in value) and len(set(value)) >= 8


def _opaque(value: str) -> bool:
    return 8 <= len(value) <= 128 and any(c.isdigit() for c in value) and not re.search(r"\s", value)


def _analytics_id(value: str) -> bool:
    """As Google Analytics writes a client: random part, dot, time of the first visit."""
    return bool(re.fullmatch(r"(?:GA1\.\d\.)?\d{6,10}\.\d{9,10}|fb\.\d\.\d{13}\.\d{6,20}", value))


@dataclass(frozen=True, slots=True)
class _Rule:
    keys: frozenset[str]
    shape: Callable[[str], bool]
    entity: Entity
    rank: int = KEY


def _rule(keys: str, shape: Callable[[str], bool], entity: Entity, rank: int = KEY) -> _Rule:
    return _Rule(table(keys), shape, entity, rank)


# Read top to bottom, first rule that knows the key and likes the value.
RULES: tuple[_Rule, ...] = (
    _rule(
        """
        password passwd passwort pwd passphrase userpassword loginpassword newpassword oldpassword currentpassword
        confirmpassword passwordconfirmation passwordrepeat motdepasse mdp contrasena contraseña wachtwoord senha
        parolachiave kennwort pass passcode pin pincode
        """,
        _password,
        Entity.PASSWORD,
        WHOLE,
    ),
    _rule(
        """
        secret secretkey clientsecret apikey apisecret privatekey accesskey secretaccesskey accesstoken refreshtoken
        idtoken authtoken bearertoken sessiontoken authorization token credential credentials
        """,
        _random,
        Entity.SECRET,
        WHOLE,
    ),
    _rule(
        """
        firstname fname givenname forename lastname lname surname familyname middlename maidenname fullname displayname
        realname vorname nachname familienname prenom prénom nomdefamille nombre nombrecompleto apellido apellidos
        primerapellido cognome voornaam achternaam primeironome sobrenome apelido cardholdername cardholder nameoncard
        accountholder accountholdername patientname customername contactname billingname shippingname recipientname
        employeename childname spousename mothersmaidenname
        """,
        _named,
        Entity.PERSON,
    ),
    _rule(
        """
        username userlogin login loginname screenname nickname benutzername nomutilisateur usuario utente gebruikersnaam
        userhandle
        """,
        _login,
        Entity.USERNAME,
    ),
    _Rule(PHONE_KEYS, _digits(6, 15), Entity.PHONE),
    _rule(
        """
        street streetaddress streetname address addressline addr homeaddress billingaddress shippingaddress
        mailingaddress postaladdress deliveryaddress residentialaddress fulladdress strasse straße anschrift adresse rue
        direccion dirección calle indirizzo via adres straat endereco morada
        """,
        _street,
        Entity.ADDRESS,
    ),
    _rule(
        "city town hometown cityname locality ort stadt wohnort ville ciudad città citta comune stad woonplaats cidade localidade",
        _worded,
        Entity.CITY,
    ),
    _rule(
        "zip zipcode postcode postalcode postal plz postleitzahl codepostal codigopostal cap codicepostale cep",
        _code(3, 10),
        Entity.POSTCODE,
    ),
    _rule(
        """
        dob birthdate dateofbirth birthday birthdt bdate geburtsdatum geburtstag datenaissance datedenaissance naissance
        fechanacimiento fechadenacimiento datanascita datadinascita geboortedatum datanascimento datadenascimento
        """,
        _date,
        Entity.DATE_OF_BIRTH,
    ),
    _rule("gender sex geschlecht genre sexe genero género sesso geslacht", _gender, Entity.GENDER),
    _Rule(SSN_KEYS, _digits(4, 9), Entity.US_SSN),
    _Rule(CARD_KEYS, _digits(12, 19), Entity.CARD),
    _rule("cvv cvc cvn csc cardcode securitycode cardsecuritycode cardverificationvalue", _digits(3, 4), Entity.CARD),
    _rule("iban accountiban bankiban", _code(15, 42), Entity.IBAN),
    _rule(
        "accountnumber bankaccount bankaccountnumber accountno kontonummer numerocompte routingnumber sortcode",
        _code(6, 34),
        Entity.BANK_ACCOUNT,
    ),
    _rule(
        "passport passportnumber passportno passnummer reisepassnummer numeropasseport pasaporte passaporto",
        _code(6, 12),
        Entity.PASSPORT,
    ),
    _rule(
        """
        nationalid nationalidentifier nationalidnumber identitynumber idcard idcardnumber personalid ausweisnummer
        personalausweis dni nie nif curp cpf codicefiscale bsn nino nhsnumber aadhaar medicalrecordnumber mrn patientid
        """,
        _code(5, 20),
        Entity.NATIONAL_ID,
    ),
    _rule(
        "driverslicense driverlicense drivinglicence driverslicensenumber licensenumber fuehrerschein permisconduire",
        _code(5, 20),
        Entity.DRIVING_LICENCE,
    ),
    _rule("taxid taxnumber vatid steuernummer steueridentifikationsnummer ein tfn", _code(6, 20), Entity.TAX_ID),
    _rule(
        """
        diagnosis diagnoses diagnose diagnostico medication medications medicine prescription symptoms symptom allergies
        allergy medicalcondition medicalconditions healthcondition medicalhistory illness disease bloodtype
        """,
        _worded,
        Entity.HEALTH,
    ),
    _rule(
        "idfa idfv gaid aaid adid androidid deviceid advertisingid advertiserid deviceidentifier imei imsi macaddress udid",
        _opaque,
        Entity.DEVICE_ID,
    ),
    _rule("cid clientid fbp ga gaclientid", _analytics_id, Entity.DEVICE_ID),
    _rule("jobtitle occupation profession beruf metier profesion professione", _worded, Entity.PROFESSION),
)

# What makes a key's ending mean something else: `csrf_token`, `password_type`, `page_city`, `file.address`.
_FOREIGN = table("""
    csrf xsrf csrfmiddleware page next cursor continuation sync type format schema regex pattern label placeholder hint
    error message min max length policy strength class css style selector enabled required is has show hide memory contract
    wallet package module host server
    """)
_FORM_TOKEN = re.compile(r"(?:^|[\[./])_+token\]?$")  # how web frameworks name their anti-forgery field
_HOST_ADDRESSES = frozenset({"ip", "mac", "web", "url", "email", "mail", "remote", "server", "memory", "contract"})

NAME_KEYS = table("""
    name nom nome naam nombrecompleto author user owner contact sender recipient customer patient client to from cc by
    """)
PERSON_PARENTS = table("""
    user users customer customers contact contacts patient patients person people recipient recipients employee employees
    member members client clients traits profile account holder owner author passenger guest attendee applicant student
    candidate lead billing shipping buyer payer kunde utilisateur
    """)
_HEALTH_PARENTS = frozenset({"patient", "health", "medical", "clinical", "history"})


def _foreign(key: str) -> bool:
    return bool(_FOREIGN & set(key_words(key)) or _FORM_TOKEN.search(key))


def by_key(text: str, context: Context, *, path: str = "", place: Place = Place.BODY, social: bool = False) -> Span | None:
    """The whole value as one span, or None.

    Args:
        text: the normalised value.
        context: its key and role.
        path: the item's path, for the name of the object it stands in.
        place: where the item lies; cookies hold no forms, so only credentials and devices are read there.
        social: whether a sibling holds an e-mail address, a telephone number or part of a name: then a bare `name` is a person's.
    """
    value = text.strip()
    if (
        context.role in {Role.BINARY, Role.STRUCTURE}
        or not context.key
        or not _said(value)
        or _FOREIGN & set(key_words(context.key))
    ):
        return None
    start = text.index(value)
    for rule in RULES:
        if any(suffix in rule.keys for suffix in key_suffixes(context.key)) and rule.shape(value):
            if place is Place.COOKIE and rule.entity not in {Entity.PASSWORD, Entity.SECRET, Entity.DEVICE_ID}:
                return None
            if rule.entity is Entity.ADDRESS and _HOST_ADDRESSES & set(key_words(context.key)):
                continue
            return Span(start, start + len(value), rule.entity, 0.9, rule.rank, "key")
    parents = set(key_words(path.rpartition("/")[0].rpartition("/")[2] if not path.endswith("]") else path))
    if not parents and path.count("/") > 1:
        parents = set(key_words(path.split("/")[-3]))  # a list between: users/0/name
    if (
        key_suffixes(context.key)[-1:] == ("condition",)
        and _HEALTH_PARENTS & (parents | set(key_words(context.key)))
        and _worded(value)
    ):
        return Span(start, start + len(value), Entity.HEALTH, 0.8, KEY, "key")
    called = context.key.lower() in {"name", "nom", "nome", "naam"}
    if called and _named(value) and value[:1].isupper() and (social or PERSON_PARENTS & parents):
        return Span(start, start + len(value), Entity.PERSON, 0.85, KEY, "key")
    return None


SOCIAL = frozenset(
    {Entity.PERSON, Entity.PHONE, Entity.EMAIL, Entity.DATE_OF_BIRTH, Entity.PASSWORD, Entity.ADDRESS, Entity.US_SSN, Entity.GENDER}
)
KEY_WORDS = frozenset().union(*(rule.keys for rule in RULES)) | NAME_KEYS | LATITUDE_LONGITUDE_KEYS | {"condition"}
