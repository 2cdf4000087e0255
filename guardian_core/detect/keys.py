"""An item's name and value in, a span over the whole value out, where the name says what it is and the value looks like it.

The tables hold endings of names: lower case, letters only, so that `contact[firstName]`, `first_name` and `firstname` are one
(context.py).
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from guardian_core.detect.context import Context, key_suffixes, key_words, table
from guardian_core.detect.coordinates import LATITUDE_LONGITUDE_KEYS
from guardian_core.detect.numbers import CARD_KEYS, SSN_KEYS
from guardian_core.detect.phones import PHONE_KEYS
from guardian_core.detect.shapes import (
    analytics_id,
    code,
    date,
    digits,
    gender,
    login,
    named,
    opaque,
    password,
    random,
    said,
    street,
    worded,
)
from guardian_core.detect.spans import KEY, WHOLE, Span
from guardian_core.vocabulary import Entity, Place, Role


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
        password passwd passwort pwd pw passcode kennwort passphrase userpassword loginpassword newpassword
        oldpassword currentpassword
        confirmpassword passwordconfirmation passwordrepeat motdepasse mdp contrasena contraseña wachtwoord senha
        parolachiave kennwort pass passcode pin pincode
        """,
        password,
        Entity.PASSWORD,
        WHOLE,
    ),
    _rule(
        """
        secret secretkey clientsecret apikey apisecret privatekey accesskey secretaccesskey accesstoken refreshtoken
        idtoken authtoken bearertoken sessiontoken authorization token credential credentials
        """,
        random,
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
        named,
        Entity.PERSON,
    ),
    _rule(
        """
        username userlogin login loginname screenname nickname benutzername nomutilisateur usuario utente gebruikersnaam
        userhandle
        """,
        login,
        Entity.USERNAME,
    ),
    _Rule(PHONE_KEYS, digits(6, 15), Entity.PHONE),
    _rule(
        """
        street streetaddress streetname address addressline addr homeaddress billingaddress shippingaddress
        mailingaddress postaladdress deliveryaddress residentialaddress fulladdress strasse straße anschrift adresse rue
        direccion dirección calle indirizzo via adres straat endereco morada
        """,
        street,
        Entity.ADDRESS,
    ),
    _rule(
        "city town hometown cityname locality ort stadt wohnort ville ciudad città citta comune stad woonplaats cidade localidade",
        worded,
        Entity.CITY,
    ),
    _rule(
        "zip zipcode postcode postalcode postal plz postleitzahl codepostal codigopostal cap codicepostale cep",
        code(3, 10),
        Entity.POSTCODE,
    ),
    _rule(
        """
        dob birthdate dateofbirth birthday birthdt bdate geburtsdatum geburtstag datenaissance datedenaissance naissance
        fechanacimiento fechadenacimiento datanascita datadinascita geboortedatum datanascimento datadenascimento
        """,
        date,
        Entity.DATE_OF_BIRTH,
    ),
    _rule("gender sex geschlecht genre sexe genero género sesso geslacht", gender, Entity.GENDER),
    _Rule(SSN_KEYS, digits(4, 9), Entity.US_SSN),
    _Rule(CARD_KEYS, digits(12, 19), Entity.CARD),
    _rule("cvv cvc cvn csc cardcode securitycode cardsecuritycode cardverificationvalue", digits(3, 4), Entity.CARD),
    _rule("iban accountiban bankiban", code(15, 42), Entity.IBAN),
    _rule(
        "accountnumber bankaccount bankaccountnumber accountno kontonummer numerocompte routingnumber sortcode",
        code(6, 34),
        Entity.BANK_ACCOUNT,
    ),
    _rule(
        "passport passportnumber passportno passnummer reisepassnummer numeropasseport pasaporte passaporto",
        code(6, 12),
        Entity.PASSPORT,
    ),
    _rule(
        """
        nationalid nationalidentifier nationalidnumber identitynumber idcard idcardnumber personalid ausweisnummer
        personalausweis dni nie nif curp cpf codicefiscale bsn nino nhsnumber aadhaar medicalrecordnumber mrn patientid
        """,
        code(5, 20),
        Entity.NATIONAL_ID,
    ),
    _rule(
        "driverslicense driverlicense drivinglicence driverslicensenumber licensenumber fuehrerschein permisconduire",
        code(5, 20),
        Entity.DRIVING_LICENCE,
    ),
    _rule("taxid taxnumber vatid steuernummer steueridentifikationsnummer ein tfn", code(6, 20), Entity.TAX_ID),
    _rule(
        """
        diagnosis diagnoses diagnose diagnostico medication medications medicine prescription symptoms symptom allergies
        allergy medicalcondition medicalconditions healthcondition medicalhistory illness disease bloodtype
        """,
        worded,
        Entity.HEALTH,
    ),
    _rule(
        "idfa idfv gaid aaid adid androidid deviceid advertisingid advertiserid deviceidentifier imei imsi macaddress udid",
        opaque,
        Entity.DEVICE_ID,
    ),
    _rule("cid clientid fbp ga gaclientid", analytics_id, Entity.DEVICE_ID),
    _rule("jobtitle occupation profession beruf metier profesion professione", worded, Entity.PROFESSION),
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


@lru_cache(maxsize=8192)
def _rules_for(key: str) -> tuple[_Rule, ...]:
    """The rules that know an ending of `key`."""
    return tuple(rule for rule in RULES if any(suffix in rule.keys for suffix in key_suffixes(key)))


@lru_cache(maxsize=8192)
def _speaks(key: str) -> bool:
    """Whether `key` can say what its value is: known, and without a word that makes it mean something else."""
    known = any(suffix in KEY_WORDS for suffix in key_suffixes(key))
    return known and not (_FOREIGN & set(key_words(key)) or _FORM_TOKEN.search(key))


def by_key(text: str, context: Context, *, path: str = "", place: Place = Place.BODY, social: bool = False) -> Span | None:
    """The whole value as one span, or None.

    Args:
        text: the normalised value.
        context: its key and role.
        path: the item's path, for the name of the object it stands in.
        place: where the item lies; cookies hold no forms, so only credentials and devices are read there.
        social: whether a sibling holds an e-mail address, a telephone number or part of a name: then a bare `name` is a person's.
    """
    if context.role in {Role.BINARY, Role.STRUCTURE} or not _speaks(context.key):
        return None
    value = text.strip()
    if not said(value):
        return None
    start = text.index(value)
    for rule in _rules_for(context.key):
        if rule.shape(value):
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
        and worded(value)
    ):
        return Span(start, start + len(value), Entity.HEALTH, 0.8, KEY, "key")
    called = context.key.lower() in {"name", "nom", "nome", "naam"}
    if called and named(value) and value[:1].isupper() and (social or PERSON_PARENTS & parents):
        return Span(start, start + len(value), Entity.PERSON, 0.85, KEY, "key")
    return None


SOCIAL = frozenset(
    {Entity.PERSON, Entity.PHONE, Entity.EMAIL, Entity.DATE_OF_BIRTH, Entity.PASSWORD, Entity.ADDRESS, Entity.US_SSN, Entity.GENDER}
)
KEY_WORDS = frozenset().union(*(rule.keys for rule in RULES)) | NAME_KEYS | LATITUDE_LONGITUDE_KEYS | {"condition"}
