"""The official numbers that are known: country, check, shapes and words; a table, read by identifiers.py.

Shapes are written with 9 for a digit, A for a letter, ? for either. `alone` lists those that need nothing more, exactly as printed:
their check holds for few random strings of the shape (bench/identifiers.py measures it), or the shape is that country's own and the
check is but the proof. `beside` lists those, without separators, that count only beside one of the words or in a field of that
name: one in ten random numbers passes a check of one digit. Checks are modules of python-stdnum, or "own." of identifier_checks.py.
"""

import re
from dataclasses import dataclass

from guardian_core.vocabulary import Entity

# Words that mean something else in another sentence ("run 12345678"): they count in capitals and directly before the number.
_COMMON = frozenset({
    "run", "pan", "pin", "uid", "sin", "ci", "ic", "cc", "ni", "tz", "ik", "rc", "tin", "nit",
    "nic", "nid", "nas", "cf", "fin", "cui", "rol", "kt", "mst", "dui", "spi", "naf", "epic", "tc",
})  # fmt: skip
# What stands between the word and the number: "CNP-ul meu este", "BSN-nummer is", "my SIN is", "NIF é", "NIK saya:".
_LINK = (
    r"(?:[ .:#-]{0,2}(?:[Nn][or]|[Nn]umber|[Nn]um|n°|nº|n\.º|[Ii][Dd]|ID|[Nn]ummer|ul))?"
    r"(?:\s(?:is|was|are|ist|war|lautet|est|es|era|è|é|je|jest|to|este|meu|mi|mio|moj|mój|mitt|mijn|er|är|on|saya|adalah|της?|είναι)"
    r"(?!\w)){0,2}[\s.:#°=\"'-]{0,4}$"
)
_ENDINGS = ("et", "en", "ul", "om", "em", "im", "am")  # "personnummeret", "adószámom"; of words of six letters and more
_STEM = 6


@dataclass(frozen=True, slots=True)
class Identifier:
    """One kind of number."""

    country: str
    check: str
    entity: Entity
    alone: str
    beside: str
    words: re.Pattern[str]  # searched in the 48 characters before the number
    keys: frozenset[str]  # names of fields
    heads: frozenset[str]  # one of these words of ASCII stands there wherever `words` does


def _ending(word: str) -> str:
    return f"(?:{'|'.join(_ENDINGS)})?" if len(word.rpartition(" ")[2]) >= _STEM else ""


def _row(country: str, check: str, alone: str, beside: str, words: str, entity: Entity = Entity.NATIONAL_ID) -> Identifier:  # noqa: PLR0917 - columns
    """`words` are separated by |; each is also a key, run together."""
    every = words.split("|")
    short = [word for word in every if len(word) <= 3]
    longer = "|".join(word.replace(".", r"\.?").replace(" ", r"[\s._-]?") + _ending(word) for word in every if word not in short)
    clear = "|".join(word for word in short if word not in _COMMON)
    capital = "|".join(word.upper() for word in short if word in _COMMON)
    near = "|".join(part for part in (clear and f"(?i:{clear})", capital) if part)
    either = [rf"(?<!\w)(?i:{longer})(?!\w)"] * bool(longer) + [rf"(?<!\w)(?:{near}){_LINK}"] * bool(near)
    heads = frozenset(match[0] for word in every if (match := re.search(r"[a-z0-9]+", word.lower())))
    heads |= {re.sub(r"[^a-z0-9]", "", word.lower()) for word in every if word.isascii()}  # written as one
    heads |= {head + ending for head in heads for ending in _ENDINGS if len(head) >= _STEM}
    named = {re.sub(r"[^\w]|_", "", word).lower() for word in every}
    more = {name + end for name in named for end in ("number", "no", "nr", "num", "id", "code")}
    return Identifier(
        country, check, entity, alone, beside, re.compile("|".join(either)), frozenset((named | more) - _COMMON), heads
    )


_TAX = Entity.TAX_ID
TABLE: tuple[Identifier, ...] = (
    _row("AL", "al.nipt", "", "A99999999A", "nipt|nuis", _TAX),
    _row("AR", "ar.cuit", "99-99999999-9", "99999999999", "cuit|cuil", _TAX),
    _row("AR", "ar.dni", "", "99999999|9999999", "dni|documento|documento nacional"),
    _row("AT", "at.vnr", "", "9999999999", "svnr|sozialversicherungsnummer|sv nummer|versicherungsnummer|sv nr"),
    _row("AT", "at.tin", "", "999999999", "steuernummer|abgabenkontonummer|steuer nr", _TAX),
    _row("AU", "au.tfn", "", "999999999|99999999", "tfn|tax file number|tax file", _TAX),
    _row("AU", "au.abn", "", "99999999999", "abn|australian business number", _TAX),
    _row("AU", "own.medicare_au", "", "9999999999|99999999999", "medicare|medicare card|medicare number"),
    _row("BA", "si.emso", "", "9999999999999", "jmbg|umcn|matični broj|maticni broj"),
    _row("BE", "be.nn", "99.99.99-999.99|99 99 99 999 99", "99999999999", "rijksregisternummer|numéro national|"
         "numero national|registre national|nrn|niss|insz|national register|rijksregister"),
    _row("BG", "bg.egn", "", "9999999999", "egn|егн|единен граждански номер"),
    _row("BR", "br.cpf", "999.999.999-99", "99999999999", "cpf", _TAX),
    _row("BR", "br.cnpj", "99.999.999/9999-99", "99999999999999", "cnpj", _TAX),
    _row("CA", "ca.sin", "", "999999999", "sin|nas|social insurance|numéro d'assurance sociale"),
    _row("CA", "ca.bc_phn", "", "9999999999", "phn|personal health number|health card|carecard|bc services card"),
    _row("CH", "ch.ssn", "999.9999.9999.99|9999999999999", "9999999999999", "ahv|avs|oasi|ahv nummer|ahv nr|numéro avs|"
         "sozialversicherungsnummer"),
    _row("CL", "cl.rut", "99.999.999-9|99.999.999-A|9.999.999-9|9.999.999-A", "999999999|99999999A|99999999|9999999A",
         "rut|run|rol único|rol unico|cedula|cédula", _TAX),
    _row("CN", "own.china", "999999999999999999|99999999999999999A", "999999999999999999|99999999999999999A",
         "身份证|居民身份证|身份证号|resident identity card|identity card|shenfenzheng"),
    _row("CO", "co.nit", "", "9999999999|999999999", "nit|cédula|cedula|cc", _TAX),
    _row("CR", "cr.cpf", "", "9999999999|999999999", "cédula|cedula|cedula de identidad"),
    _row("CU", "cu.ni", "", "99999999999", "carné de identidad|carne de identidad|número de identidad|numero de identidad"),
    _row("CZ", "cz.rc", "999999/9999", "9999999999|999999999", "rodné číslo|rodne cislo|rč|rc|r.č."),
    _row("DE", "de.idnr", "99 999 999 999", "99999999999", "steuer id|steueridentifikationsnummer|steuer identifikationsnummer|"
         "identifikationsnummer|idnr|steuerid|steuerliche identifikationsnummer|tax id", _TAX),
    _row("DE", "de.stnr", "", "9999999999|99999999999|9999999999999", "steuernummer|steuer nr|st.nr.|stnr", _TAX),
    _row("DE", "own.kvnr", "", "A999999999", "kvnr|krankenversichertennummer|versichertennummer|krankenkasse|versicherten nr|"
         "krankenversicherungsnummer|gesundheitskarte|egk"),
    _row("DE", "own.rvnr", "99 999999 A 999", "99999999A999", "rvnr|rentenversicherungsnummer|sozialversicherungsnummer|"
         "versicherungsnummer|sv nummer|rentenversicherung"),
    _row("DE", "own.ausweis", "", "?????????9", "ausweis|personalausweis|ausweisnummer|reisepass|passnummer|ausweis nr|"
         "personalausweisnummer"),
    _row("DK", "own.denmark", "", "9999999999", "cpr|cpr nummer|personnummer|cpr nr"),
    _row("DO", "do.cedula", "", "99999999999", "cédula|cedula"),
    _row("DZ", "dz.nif", "", "999999999999999|99999999999999999999", "nif|identification fiscale", _TAX),
    _row("EC", "ec.ci", "", "9999999999", "cédula|cedula|ci|cedula de identidad"),
    _row("EC", "ec.ruc", "", "9999999999999", "ruc", _TAX),
    _row("EE", "ee.ik", "", "99999999999", "isikukood|ik|personal code"),
    _row("ES", "es.dni", "99.999.999-A", "99999999A", "dni|nif|documento nacional|documento nacional de identidad|documento"),
    _row("ES", "es.nie", "A-9999999-A", "A9999999A", "nie|número de extranjero|numero de extranjero|extranjero|nif"),
    _row("ES", "own.spanish_insurance", "", "999999999999", "seguridad social|número de la seguridad social|nuss|naf|"
         "numero de la seguridad social|afiliación|afiliacion"),
    _row("FI", "fi.hetu", "999999-999A|999999-9999|999999A999A", "999999A999A|999999A9999",
         "hetu|henkilötunnus|henkilotunnus|personbeteckning"),
    _row("FR", "fr.nir", "9 99 99 99 999 999 99|9 99 99 99 999 999 - 99", "999999999999999|99999A999999999",
         "nir|sécurité sociale|securite sociale|numéro de sécurité sociale|insee|sécu|secu|sécurité sociale n°"),
    _row("FR", "fr.nif", "", "9999999999999", "nif|spi|numéro fiscal|numero fiscal|référence fiscale|n° fiscal", _TAX),
    _row("GB", "gb.nhs", "", "9999999999", "nhs|nhs number|nhs no|h.c. number|chi|chi number"),
    _row("GB", "own.nino", "AA 99 99 99 A", "AA999999A", "nino|ni|national insurance|n.i.|ni number|national insurance number"),
    _row("GB", "gb.utr", "", "9999999999", "utr|unique taxpayer|taxpayer reference|self assessment", _TAX),
    _row("GB", "own.uk_licence", "AAAAA999999AA9AA|AAAA9999999AA9AA|AAAAA999999A99AA|AAA99999999AA9AA",
         "?????999999????A", "driving licence|driver number|licence", Entity.DRIVING_LICENCE),
    _row("GH", "gh.tin", "", "A9999999999|A999999999A", "tin|ghana card", _TAX),
    _row("GR", "gr.amka", "", "99999999999", "amka|αμκα|α.μ.κ.α."),
    _row("GR", "gr.vat", "", "999999999", "αφμ|α.φ.μ.|afm", _TAX),
    _row("GT", "gt.nit", "", "99999999|9999999A|9999999", "nit", _TAX),
    _row("HK", "own.hong_kong", "", "A9999999|AA9999999|A999999A", "hkid|hong kong identity card|hkid card|身份證|香港身份證"),
    _row("HR", "hr.oib", "", "99999999999", "oib|osobni identifikacijski broj"),
    _row("HU", "hu.anum", "", "99999999", "adószám|adoszam|adóazonosító", _TAX),
    _row("ID", "id.nik", "", "9999999999999999", "nik|ktp|nomor induk kependudukan"),
    _row("ID", "id.npwp", "99.999.999.9-999.999", "999999999999999|9999999999999999", "npwp", _TAX),
    _row("IE", "ie.pps", "", "9999999A|9999999AA", "pps|ppsn|pps number|personal public service"),
    _row("IL", "il.idnr", "", "999999999", "teudat zehut|mispar zehut|tz|תעודת זהות|ת.ז.|מספר זהות|זהות"),
    _row("IN", "in_.aadhaar", "", "999999999999", "aadhaar|aadhar|uidai|आधार|uid"),
    _row("IN", "in_.pan", "", "AAAAA9999A", "pan|pan card|permanent account|permanent account number", _TAX),
    _row("IN", "in_.epic", "", "AAA9999999", "epic|voter|voter id|elector"),
    _row("IS", "is_.kennitala", "999999-9999", "9999999999", "kennitala|kt"),
    _row("IT", "it.codicefiscale", "AAAAAA99A99A999A|AAA AAA 99A99 A999A", "AAAAAA99A99A999A",
         "codice fiscale|c.f.|cf|cod. fiscale"),
    _row("JP", "jp.in_", "", "999999999999", "マイナンバー|個人番号|my number|mynumber"),
    _row("KE", "ke.pin", "", "A999999999A", "kra|kra pin|pin", _TAX),
    _row("KR", "kr.rrn", "999999-9999999", "9999999999999", "주민등록번호|주민번호|rrn|resident registration|외국인등록번호"),
    _row("KZ", "own.iin", "", "999999999999", "иин|жсн|iin"),
    _row("LT", "lt.asmens", "", "99999999999", "asmens kodas|asmens|personal code"),
    _row("LU", "own.luxembourg", "9999999999999", "9999999999999", "matricule|numéro d'identification|cns"),
    _row("LV", "lv.pvn", "", "99999999999", "personas kods|personas"),
    _row("MD", "md.idno", "", "9999999999999", "idnp|idno"),
    _row("ME", "si.emso", "", "9999999999999", "jmb|jmbg"),
    _row("MK", "mk.edb", "", "9999999999999|AA9999999999999", "едб|edb|embg|ембг", _TAX),
    _row("MU", "mu.nid", "A9999999999999|A999999999999A", "A9999999999999|A999999999999A", "nid|nic"),
    _row("MX", "mx.curp", "AAAA999999AAAAAA99|AAAA999999AAAAAAA9", "AAAA999999AAAAAA99|AAAA999999AAAAAAA9", "curp"),
    _row("MX", "mx.rfc", "", "AAAA999999???", "rfc", _TAX),
    _row("MY", "my.nric", "", "999999999999", "nric|mykad|kad pengenalan|no. k.p.|ic"),
    _row("MZ", "mz.nuit", "", "999999999", "nuit", _TAX),
    _row("NL", "nl.bsn", "", "999999999|99999999", "bsn|burgerservicenummer|sofinummer|sofi nummer|burger service nummer"),
    _row("NO", "no.fodselsnummer", "999999 99999|99999999999", "99999999999", "fødselsnummer|fodselsnummer|personnummer|d nummer|"
         "fødselsnr|fodselsnr"),
    _row("NZ", "nz.ird", "", "99999999|999999999", "ird|ird number|inland revenue", _TAX),
    _row("NZ", "own.nhi", "", "AAA9999", "nhi|nhi number|national health index"),
    _row("PE", "pe.cui", "", "999999999|99999999A|99999999", "dni|cui"),
    _row("PE", "pe.ruc", "", "99999999999", "ruc", _TAX),
    _row("PK", "pk.cnic", "", "9999999999999", "cnic|nicop|nadra|شناختی کارڈ"),
    _row("PL", "pl.pesel", "", "99999999999", "pesel"),
    _row("PL", "pl.nip", "", "9999999999", "nip", _TAX),
    _row("PT", "pt.nif", "", "999999999", "nif|contribuinte|número de contribuinte|nipc", _TAX),
    _row("PT", "pt.cc", "99999999 9 AA9", "999999999AA9|999999999??9", "cartão de cidadão|cartao de cidadao|cartão do cidadão|cc"),
    _row("RO", "ro.cnp", "", "9999999999999", "cnp|cod numeric personal"),
    _row("RS", "si.emso", "", "9999999999999", "jmbg|јмбг|матични број"),
    _row("RU", "ru.inn", "", "999999999999|9999999999", "инн|inn", _TAX),
    _row("RU", "own.snils", "999-999-999 99|999-999-999-99", "99999999999", "снилс|snils"),
    _row("SE", "se.personnummer", "999999-9999|99999999-9999", "9999999999|999999999999", "personnummer|personnr|"
         "samordningsnummer|person nr|personnumret"),
    _row("SG", "own.singapore", "", "A9999999A", "nric|fin|singpass|nric no|ic"),
    _row("SI", "si.emso", "", "9999999999999", "emšo|emso"),
    _row("SI", "si.ddv", "", "99999999", "davčna številka|davcna stevilka|davčna", _TAX),
    _row("SK", "sk.rc", "999999/9999", "9999999999|999999999", "rodné číslo|rodne cislo|rč"),
    _row("SV", "sv.nit", "9999-999999-999-9", "99999999999999", "nit|dui", _TAX),
    _row("TH", "th.pin", "9-9999-99999-99-9|9 9999 99999 99 9", "9999999999999", "เลขประจำตัวประชาชน|บัตรประชาชน|thai id"),
    _row("TR", "tr.tckimlik", "", "99999999999", "t.c. kimlik|kimlik no|tc kimlik no|tckn|kimlik|tc no|t.c."),
    _row("TW", "own.taiwan", "", "A999999999", "身分證|身份證|身分證字號|身分證號|national id"),
    _row("UA", "ua.rntrc", "", "9999999999", "рнокпп|іпн|ипн|ідентифікаційний код|ідентифікаційний номер|rnokpp", _TAX),
    _row("US", "own.mbi", "9A?9-A?9-AA99|9A?9A?9AA99", "9A?9A?9AA99", "mbi|medicare"),
    _row("US", "us.ein", "", "999999999", "ein|employer identification|fein", _TAX),
    _row("US", "us.ptin", "", "A99999999", "ptin", _TAX),
    _row("US", "own.npi", "", "9999999999", "npi|national provider|provider identifier|provider number"),
    _row("UY", "uy.rut", "", "999999999999", "rut", _TAX),
    _row("VE", "ve.rif", "", "A999999999", "rif|cédula|cedula", _TAX),
    _row("VN", "vn.mst", "", "9999999999|9999999999999", "mst|mã số thuế|ma so thue", _TAX),
    _row("ZA", "za.idnr", "", "9999999999999", "sa id|south african id|id number|identity number|rsa id"),
    _row("ZA", "za.tin", "", "9999999999", "tax reference|tax number|sars", _TAX),
)  # fmt: skip

# The first words of everything that may name a number: what stands beside most numbers is none of them.
TRIGGERS = frozenset(
    {"national", "personal", "citizen", "identity", "government", "id", "identification", "tax", "taxpayer"}
).union(*(row.heads for row in TABLE))
