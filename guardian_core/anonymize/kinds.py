"""The small tables behind a generalisation: a name goes in, its kind comes out ("Erzincan Assize Court" → "a court").

Every table is read top to bottom and the first word that fits decides; no table is complete, and the fall-through is
the vaguer word.
"""

import re

# Titles before a name, and what may be said of their bearer without the name.
TITLES: dict[str, str] = {
    **dict.fromkeys(("mrs", "ms", "miss", "lady", "dame", "madam", "frau", "mme", "madame", "mlle", "sra", "señora"), "a woman"),
    **dict.fromkeys(("mr", "sir", "lord", "herr", "monsieur", "sr", "señor"), "a man"),
    **dict.fromkeys(("dr", "doctor"), "a doctor"),
    **dict.fromkeys(("prof", "professor"), "a professor"),
    **dict.fromkeys(("judge", "justice"), "a judge"),
    "mx": "a person",
}

_ORGANIZATIONS: tuple[tuple[str, str], ...] = (
    ("court|tribunal|gericht|cour", "a court"),
    ("hospital|klinikum|krankenhaus|hôpital|infirmary|hospice", "a hospital"),
    ("clinic|klinik|clinique|surgery|practice|praxis", "a clinic"),
    ("university|universität|université|universidad|college|polytechnic|institute of technology", "a university"),
    ("school|academy|gymnasium|lycée|kindergarten|nursery", "a school"),
    ("bank|banque|sparkasse|building society|credit union", "a bank"),
    ("insurance|assurance|versicherung", "an insurer"),
    ("police|constabulary|sheriff", "a police force"),
    ("prison|jail|gaol|penitentiary|detention centre", "a prison"),
    ("prosecutors?|prosecution", "a prosecutor"),
    ("ministry|ministère|ministerium", "a ministry"),
    ("government", "a government"),
    ("parliament|senate|assembly|bundestag|congress|house of (?:lords|commons|representatives)", "a parliament"),
    ("army|armed forces|navy|air force|military|gendarmerie|garrison|regiment", "an armed force"),
    ("municipality|city hall|borough|commune", "a municipality"),
    *((word, f"a {word}") for word in ("council", "commission", "committee", "board", "department", "directorate", "registry")),
    *((word, f"an {word}") for word in ("authority", "agency", "office", "inspectorate")),
    ("kingdom|republic|state of", "a state"),
    ("railways?", "a railway"),
    ("party", "a political party"),
    ("church|mosque|synagogue|temple|parish|diocese", "a religious community"),
    ("union|federation|association|society|club|league|verein", "an association"),
    ("foundation|charity|trust|stiftung", "a charity"),
    ("times|herald|gazette|tribune|zeitung|newspaper|press|daily", "a newspaper"),
    ("airlines|airways|airline", "an airline"),
    ("hotel|inn|hostel", "a hotel"),
    ("law firm|solicitors|chambers|llp", "a law firm"),
    ("inc|ltd|llc|plc|gmbh|ag|corp|corporation|company|co|sa|sarl|bv|kg|group|holdings?|limited|labs?|stores?|shop", "a company"),
)

_PROFESSIONS: tuple[tuple[str, str], ...] = (
    (
        "doctor|nurse|surgeon|physician|dentist|midwife|paramedic|therapist|pharmacist|psychiatrist|psychologist|practitioner",
        "a health worker",
    ),
    (
        "developer|engineer|programmer|technician|administrator|scientist|analyst|electrician|mechanic|architect",
        "a technical professional",
    ),
    ("teacher|professor|lecturer|tutor|educator|research assistant|researcher", "an educator"),
    ("lawyer|judge|solicitor|barrister|attorney|notary|prosecutor|advocate|counsel|paralegal", "a legal professional"),
    (
        "officers?|soldiers?|sergeant|captain|constable|detective|civil servants?|governor|mayor|conscripts?|politician|diplomat",
        "a public servant",
    ),
    (
        "manager|director|executive|chief|head|ceo|founder|owner|principal|chair(?:man|woman|person)|president|entrepreneur",
        "a manager",
    ),
    (
        "writer|journalist|editor|artist|designer|musician|actor|actress|photographer|dancers?|singer|publisher",
        "a creative professional",
    ),
    ("student|pupil|apprentice|trainee", "a learner"),
    (
        "driver|guard|cleaner|cook|chef|waiter|waitress|farmer|fisherman|builder|labourer|worker|cashier|clerk|secretary|hairdresser|pilot",
        "a worker",
    ),
    ("retired|pensioner", "a pensioner"),
)

_CITIES: dict[str, str] = {
    "Argentina": "buenos aires|córdoba|rosario",
    "Australia": "sydney|melbourne|brisbane|perth|adelaide|canberra",
    "Austria": "vienna|wien|graz|linz|salzburg|innsbruck",
    "Belgium": "brussels|bruxelles|antwerp|ghent|liège|bruges",
    "Brazil": "são paulo|rio de janeiro|brasília|salvador",
    "Canada": "toronto|montreal|vancouver|ottawa|calgary|quebec",
    "China": "beijing|shanghai|shenzhen|guangzhou|hong kong|wuhan",
    "Czechia": "prague|praha|brno|ostrava",
    "Denmark": "copenhagen|aarhus|odense",
    "Egypt": "cairo|alexandria|giza",
    "Finland": "helsinki|tampere|turku",
    "France": "paris|lyon|marseille|toulouse|nice|nantes|strasbourg|bordeaux|lille",
    "Germany": "berlin|hamburg|munich|münchen|cologne|köln|frankfurt|stuttgart|düsseldorf|leipzig|dresden|bremen|bonn",
    "Greece": "athens|thessaloniki|patras",
    "Hungary": "budapest|debrecen|szeged",
    "India": "mumbai|delhi|new delhi|bangalore|bengaluru|chennai|kolkata|hyderabad|pune",
    "Ireland": "dublin|cork|galway|limerick",
    "Israel": "tel aviv|haifa|jerusalem",
    "Italy": "rome|roma|milan|milano|naples|turin|florence|bologna|venice|palermo",
    "Japan": "tokyo|osaka|kyoto|yokohama|nagoya|sapporo",
    "Kenya": "nairobi|mombasa",
    "Mexico": "mexico city|guadalajara|monterrey",
    "the Netherlands": "amsterdam|rotterdam|the hague|utrecht|eindhoven",
    "New Zealand": "auckland|wellington|christchurch",
    "Nigeria": "lagos|abuja|kano",
    "Norway": "oslo|bergen|trondheim",
    "Poland": "warsaw|warszawa|kraków|krakow|gdańsk|wrocław|poznań|łódź",
    "Portugal": "lisbon|lisboa|porto",
    "Romania": "bucharest|cluj|timișoara",
    "Russia": "moscow|saint petersburg|st petersburg|kazan",
    "South Africa": "johannesburg|cape town|durban|pretoria",
    "South Korea": "seoul|busan|incheon",
    "Spain": "madrid|barcelona|valencia|seville|sevilla|bilbao|zaragoza",
    "Sweden": "stockholm|gothenburg|malmö|uppsala",
    "Switzerland": "zurich|zürich|geneva|basel|bern|lausanne",
    "Turkey": "istanbul|ankara|izmir|erzincan|diyarbakır|diyarbakir|bursa|antalya",
    "Ukraine": "kyiv|kiev|lviv|odesa|kharkiv",
    "the United Kingdom": "london|manchester|birmingham|leeds|glasgow|edinburgh|liverpool|bristol|cardiff|belfast|sheffield"
    "|york|oxford",
    "the United States": "new york|los angeles|chicago|houston|phoenix|philadelphia|san antonio|san diego|dallas|austin|seattle"
    "|boston|denver|washington|miami|atlanta|san francisco|portland|detroit",
}
_CONTINENTS: dict[str, str] = {
    "Europe": "austria|belgium|czechia|denmark|finland|france|germany|greece|hungary|ireland|italy|netherlands|norway|poland"
    "|portugal|romania|russia|spain|sweden|switzerland|ukraine|united kingdom|uk|england|scotland|wales|bulgaria"
    "|croatia|serbia|slovakia|cyprus|northern ireland|estonia|latvia|lithuania|slovenia|moldova|albania|malta|luxembourg|iceland",
    "Asia": "china|india|israel|japan|south korea|turkey|iran|iraq|pakistan|thailand|vietnam|indonesia|singapore",
    "Africa": "egypt|kenya|nigeria|south africa|morocco|algeria|ethiopia|ghana|tunisia",
    "the Americas": "argentina|brazil|canada|mexico|united states|usa|us|chile|colombia|peru|cuba",
    "Oceania": "australia|new zealand",
}
COUNTRY_OF: dict[str, str] = {city: country for country, cities in _CITIES.items() for city in cities.split("|")}
CONTINENT_OF: dict[str, str] = {country: land for land, countries in _CONTINENTS.items() for country in countries.split("|")}


def _compiled(table: tuple[tuple[str, str], ...]) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE), kind) for words, kind in table)


_ORGANIZATION_KINDS = _compiled(_ORGANIZATIONS)
_PROFESSION_KINDS = _compiled(_PROFESSIONS)
_CITY = re.compile(r"(?<!\w)(?:" + "|".join(sorted(map(re.escape, COUNTRY_OF), key=len, reverse=True)) + r")(?!\w)", re.IGNORECASE)

_COUNTRY = re.compile(
    r"(?<!\w)(?:" + "|".join(sorted(map(re.escape, CONTINENT_OF), key=len, reverse=True)) + r")(?!\w)", re.IGNORECASE
)


def organization_kind(name: str) -> str:
    """The kind of an organisation with its article: "Erzincan Assize Court" → "a court", "Zyx" → "an organisation"."""
    return known_organization(name) or "an organisation"


def known_organization(name: str) -> str | None:
    """The kind of an organisation of the table, None for any other name."""
    return next((kind for words, kind in _ORGANIZATION_KINDS if words.search(name)), None)


def profession_kind(name: str) -> str:
    """The field of a profession with its article: "game developer" → "a technical professional", "zyx" → "a professional"."""
    return known_profession(name) or "a professional"


def known_profession(name: str) -> str | None:
    """The field of a profession of the table, None for any other word."""
    return next((kind for words, kind in _PROFESSION_KINDS if words.search(name)), None)


def city_in(text: str) -> str | None:
    """The first city of the table that stands in `text` as a whole word, as written there; None where there is none."""
    found = _CITY.search(text)
    return found and found.group()


def country_of(text: str) -> str | None:
    """The country of the first known city in `text`: "10 Rue X, Paris" → "France"."""
    city = city_in(text)
    return city and COUNTRY_OF.get(city.lower())


def country_in(text: str) -> str | None:
    """The country named beside something smaller: "Quillstadt, Poland" → "Poland"; None for a country alone."""
    found = _COUNTRY.search(text)
    return found.group() if found and name_of(text) != name_of(found.group()) else None


def name_of(country: str) -> str:
    """A country's name as the tables have it: "The Netherlands " → "netherlands"."""
    return country.strip().lower().removeprefix("the ")


def continent_of(name: str) -> str | None:
    """The part of the world of a country: "the Netherlands" → "Europe"; None for anything but a known country."""
    return CONTINENT_OF.get(name_of(name))


def title_of(name: str) -> str | None:
    """The title before a name, as written: "Mrs. Price" → "Mrs."; None without one."""
    first = name.split(maxsplit=1)[0] if name.strip() else ""
    return first if first.rstrip(".").lower() in TITLES else None


def titled(name: str) -> str | None:
    """What a leading title says of its bearer: "Mrs Price" → "a woman"; None without a title."""
    title = title_of(name)
    return TITLES[title.rstrip(".").lower()] if title else None
