"""Official numbers of persons: of many countries, in the spellings people use; and what is none."""

import time

import pytest

from guardian_core.detect.context import Context
from guardian_core.detect.identifiers import ALONE, BESIDE, IDENTIFIER_KEYS, identifiers, valid
from guardian_core.vocabulary import Entity, Role

# Country, a sentence, the number in it. The numbers are those of the authorities' own examples, or follow the check digits only.
NUMBERS = [
    ("AR", "mi CUIT es 20-12345678-6", "20-12345678-6"),
    ("AT", "SVNR 1237 010180", "1237 010180"),
    ("AU", "TFN: 123 456 782", "123 456 782"),
    ("AU", "Medicare 2123 45670 1", "2123 45670 1"),
    ("BE", "rijksregisternummer 85.07.30-033.28", "85.07.30-033.28"),
    ("BG", "ЕГН 7523169263", "7523169263"),
    ("BR", "390.533.447-05 pago", "390.533.447-05"),
    ("BR", "CPF 39053344705", "39053344705"),
    ("CA", "SIN 123 456 782", "123 456 782"),
    ("CH", "AHV-Nr. 756.9217.0769.85", "756.9217.0769.85"),
    ("CL", "12.531.909-2 firmado", "12.531.909-2"),
    ("CN", "身份证号 11010519491231002X", "11010519491231002X"),
    ("CZ", "710319/2745 nar.", "710319/2745"),
    ("DE", "Steuer-ID 36574261809", "36574261809"),
    ("DE", "Krankenversichertennummer A123456780", "A123456780"),
    ("DE", "RVNR 15 070649 C 103", "15 070649 C 103"),
    ("DK", "CPR 211062-5629", "211062-5629"),
    ("EC", "cédula 171430710-3", "171430710-3"),
    ("EE", "isikukood 36805280109", "36805280109"),
    ("ES", "DNI 54362315K", "54362315K"),
    ("ES", "NIE: X-2482300W", "X-2482300W"),
    ("FI", "131052-308T", "131052-308T"),
    ("FR", "sécurité sociale 2 95 10 99 126 111 93", "2 95 10 99 126 111 93"),
    ("GB", "NHS number 943 476 5919", "943 476 5919"),
    ("GB", "her NI number is AB123456C", "AB123456C"),
    ("GB", "AB 12 34 56 C", "AB 12 34 56 C"),
    ("GR", "ΑΜΚΑ 01013099997", "01013099997"),
    ("HR", "OIB 33392005961", "33392005961"),
    ("IE", "PPSN 6433435F", "6433435F"),
    ("IL", "תעודת זהות 39337423", None),
    ("IL", "ת.ז. 039337423", "039337423"),
    ("IN", "Aadhaar 2341 2341 2346", "2341 2341 2346"),
    ("IN", "permanent account number ACUPA7085R", "ACUPA7085R"),
    ("IS", "kennitala 450401-3150", "450401-3150"),
    ("IT", "RCCMNL83S18D969H", "RCCMNL83S18D969H"),
    ("JP", "マイナンバー 6214 9832 0257", "6214 9832 0257"),
    ("KR", "주민등록번호 971013-9019902", "971013-9019902"),
    ("KZ", "ИИН 800101300016", "800101300016"),
    ("LT", "asmens kodas 33309240064", "33309240064"),
    ("LV", "personas kods 161175-19997", "161175-19997"),
    ("MX", "CURP BOXW310820HNERXN09", "BOXW310820HNERXN09"),
    ("MY", "NRIC 770305-02-1234", "770305-02-1234"),
    ("NL", "BSN 1112.22.333", "1112.22.333"),
    ("GB", "nhsnumber: 943 476 5919", "943 476 5919"),
    ("NO", "fødselsnummer 151086 95088", "151086 95088"),
    ("NZ", "NHI ZAC5361", "ZAC5361"),
    ("PK", "CNIC 34201-0891231-8", "34201-0891231-8"),
    ("PL", "PESEL 44051401359", "44051401359"),
    ("PT", "número de contribuinte 501 964 843", "501 964 843"),
    ("RO", "CNP 1630615123457", "1630615123457"),
    ("RS", "ЈМБГ 0101006500006", "0101006500006"),
    ("RU", "СНИЛС 112-233-445 95", "112-233-445 95"),
    ("RU", "ИНН 123456789047", "123456789047"),
    ("SE", "811218-9876", "811218-9876"),
    ("SG", "NRIC S1234567D", "S1234567D"),
    ("SK", "rodné číslo 710319/2745", "710319/2745"),
    ("TH", "3-1005-03319-24-2", None),
    ("TR", "T.C. Kimlik No 17291716060", "17291716060"),
    ("TW", "身分證字號 A123456789", "A123456789"),
    ("UA", "РНОКПП 1759013776", "1759013776"),
    ("US", "her MBI is 1EG4-TE5-MK73", "1EG4-TE5-MK73"),
    ("US", "NPI 1234567893", "1234567893"),
    ("VE", "RIF V-11470283-4", "V-11470283-4"),
    ("ZA", "SA ID 7503305044089", "7503305044089"),
    # with the small words that people write between
    ("AU", "my TFN is 123 456 782", "123 456 782"),
    ("CA", "my SIN is 123456782", "123456782"),
    ("CL", "mi RUT es 125319092", "125319092"),
    ("HR", "moj OIB je 33392005961", "33392005961"),
    ("ID", "NIK saya 3171046610990695", "3171046610990695"),
    ("NL", "mijn BSN-nummer is 111222333", "111222333"),
    ("NL", "het burgerservicenummer is 111222333", "111222333"),
    ("NO", "Personnummeret mitt er 15108695088", "15108695088"),
    ("PT", "o meu NIF é 501964843", "501964843"),
    ("RO", "CNP-ul meu este 1630615123457", "1630615123457"),
    ("SE", "personnumret är 8112189876", "8112189876"),
]
# One in ten such numbers is "valid", so none counts without a word or a field.
CHANCE = [
    "943 476 5919", "36574261809", "046454286", "123 456 782", "44051401359", "111222333", "33392005961", "A123456780",
    "2341 2341 2346", "54362315K", "AB123456C", "S1234567D", "1234567893", "6433435F", "ACUPA7085R", "1630615123457",
    "run 12345678-5", "please pan 12345674 left", "sin 046454286 pecado", "pin 123456782",
    "a sin is 123456782", "TFN holders paid 123456782", "SINGLE is 123456782",
]  # fmt: skip


def numbers_in(text: str, context: Context | None = None) -> list[str]:
    return [text[span.start : span.end] for span in identifiers(text, context or Context())]


@pytest.mark.parametrize(("country", "text", "number"), NUMBERS, ids=[f"{c} {t}" for c, t, _ in NUMBERS])
def test_finds_the_number_and_not_a_character_more(country, text, number):
    assert numbers_in(text) == ([number] if number else [])


def test_knows_at_least_fifty_countries():
    rows = {row.country for table in (ALONE, BESIDE) for rows in table.values() for row in rows}
    assert len(rows) >= 50


@pytest.mark.parametrize("text", CHANCE)
def test_leaves_a_number_that_is_valid_by_chance_where_nothing_names_it(text):
    assert numbers_in(text) == []


@pytest.mark.parametrize(
    ("key", "value", "entity"),
    [
        ("nhsNumber", "9434765919", Entity.NATIONAL_ID),
        ("pesel", "44051401359", Entity.NATIONAL_ID),
        ("tax_id", "36574261809", Entity.TAX_ID),
        ("krankenversichertennummer", "A123456780", Entity.NATIONAL_ID),
        ("national_id", "S1234567D", Entity.NATIONAL_ID),
        ("cpf", "39053344705", Entity.TAX_ID),
    ],
)
def test_finds_bare_digits_in_a_field_for_them(found, key, value, entity):
    assert found(value, key, Role.VALUE) == [(value, entity)]


@pytest.mark.parametrize("key", ["pin", "uid", "run", "id", "order_id", "x", "pan_x", "timestamp"])
def test_a_field_that_means_something_else_names_no_number(key):
    assert numbers_in("111222333", Context(key, Role.VALUE)) == []


def test_a_field_of_times_excuses_only_what_may_be_a_time():
    """The first is a Croatian number by its check digit."""
    assert numbers_in("15108695088", Context("ts", Role.VALUE)) == ["15108695088"]
    assert numbers_in("1733000000", Context("ts", Role.VALUE)) == []
    assert numbers_in("20250101123045", Context("timestamp", Role.VALUE)) == []


def test_a_strong_number_in_a_technical_field_needs_a_word():
    assert numbers_in("15108695088", Context("trace_id", Role.VALUE)) == []
    assert numbers_in("15108695088", Context("", Role.VALUE)) == ["15108695088"]


@pytest.mark.parametrize("wrong", ["DNI 54362315L", "NHS number 943 476 5918", "CPF 390.533.447-06", "BSN 111222334"])
def test_refuses_a_wrong_check_digit(wrong):
    assert numbers_in(wrong) == []


def test_every_check_is_total():
    """python-stdnum raises KeyError for places that its tables lack; a request must never be refused for that."""
    for table in (ALONE, BESIDE):
        for shape, rows in table.items():
            for row in rows:
                for digit, letter in (("0", "A"), ("9", "Z"), ("5", "X")):
                    assert valid(row, shape.replace("9", digit).replace("A", letter)) in {True, False}


def test_every_word_is_a_key_unless_it_means_something_else():
    assert {"cpf", "nhs", "nhsnumber", "pesel", "bsn", "steuerid"} <= IDENTIFIER_KEYS
    assert not {"pan", "pin", "run", "uid", "sin", "ci"} & IDENTIFIER_KEYS


@pytest.mark.parametrize("unit", ["12 ", "1234567 ", "personnummer 1 ", "A1-", "DNI ", "NHS 943 476 591 "])
def test_takes_linear_time(unit):
    def spent(count: int) -> float:
        start = time.thread_time()
        list(identifiers(unit * count, Context()))
        return time.thread_time() - start

    half = min(spent(1_000) for _ in range(3))
    assert min(spent(2_000) for _ in range(3)) < 3.2 * half + 0.02
