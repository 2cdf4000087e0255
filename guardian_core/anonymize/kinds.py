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
    ("prison|jail|gaol|penitentiary", "a prison"),
    ("ministry|ministère|ministerium|department|office|authority|agency|commission|council", "a public body"),
    ("parliament|senate|assembly|bundestag|congress", "a parliament"),
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
    ("doctor|nurse|surgeon|physician|dentist|midwife|paramedic|therapist|pharmacist", "a health worker"),
    ("developer|engineer|programmer|technician|administrator|scientist|analyst", "a technical professional"),
    ("teacher|professor|lecturer|tutor|educator", "an educator"),
    ("lawyer|judge|solicitor|barrister|attorney|notary|prosecutor", "a legal professional"),
    ("officer|soldier|sergeant|captain|constable|detective", "a public servant"),
    ("manager|director|executive|chief|head|ceo|founder|owner", "a manager"),
    ("writer|journalist|editor|artist|designer|musician|actor|actress|photographer", "a creative professional"),
    ("student|pupil|apprentice|trainee", "a learner"),
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
    "|croatia|serbia|slovakia",
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


def organization_kind(name: str) -> str:
    """The kind of an organisation with its article: "Erzincan Assize Court" → "a court", "Zyx" → "an organisation"."""
    return next((kind for words, kind in _ORGANIZATION_KINDS if words.search(name)), "an organisation")


def profession_kind(name: str) -> str:
    """The field of a profession with its article: "game developer" → "a technical professional", "zyx" → "a professional"."""
    return next((kind for words, kind in _PROFESSION_KINDS if words.search(name)), "a professional")


def city_in(text: str) -> str | None:
    """The first city of the table that stands in `text` as a whole word, as written there; None where there is none."""
    found = _CITY.search(text)
    return found and found.group()


def country_of(text: str) -> str | None:
    """The country of the first known city in `text`: "10 Rue X, Paris" → "France"."""
    city = city_in(text)
    return city and COUNTRY_OF.get(city.lower())


def continent_of(name: str) -> str | None:
    """The part of the world of a country: "the Netherlands" → "Europe"; None for anything but a known country."""
    return CONTINENT_OF.get(name.strip().lower().removeprefix("the "))


def titled(name: str) -> str | None:
    """What a leading title says of its bearer: "Mrs Price" → "a woman"; None without a title."""
    first = name.split(maxsplit=1)[0] if name.strip() else ""
    return TITLES.get(first.rstrip(".").lower())
