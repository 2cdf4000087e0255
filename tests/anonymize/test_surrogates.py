"""surrogates.py: the same for the same value, never the same for two."""

import ipaddress

import phonenumbers
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guardian_core.anonymize import surrogates as module
from guardian_core.anonymize.invented import COINCIDING
from guardian_core.anonymize.surrogates import Surrogates, Wanted, as_number, normal
from guardian_core.anonymize.traces import Traces
from guardian_core.vocabulary import Entity, Level

KEY = b"k" * 32
L2 = Level.AGGRESSIVE


def one(memory: Surrogates, entity: Entity, value: str, level: Level = L2, destination: str = "shop.test", **more: bool) -> str:
    return memory.surrogate(Wanted(entity, value, level, destination, **more), Traces([(value, entity)]))


MANY = {
    Entity.PERSON: lambda n: f"Given{n} Family{n}",
    Entity.EMAIL: lambda n: f"user.{n}@quill.test",
    Entity.PHONE: lambda n: f"+44 20 8{n:03d} 0958"[:16] if n < 1000 else f"+1 202 555 {n}",
    Entity.CARD: lambda n: f"40128888{n:08d}",
    Entity.IBAN: lambda n: f"DE8937040044{n:010d}",
    Entity.US_SSN: lambda n: f"219-09-{n:04d}",
    Entity.IP: lambda n: f"8.8.{n // 250}.{n % 250 + 1}",
    Entity.DATE_OF_BIRTH: lambda n: f"{1950 + n // 336}-{n // 28 % 12 + 1:02d}-{n % 28 + 1:02d}",
    Entity.CITY: lambda n: f"Quillton {n:04d}",
    Entity.ADDRESS: lambda n: f"{n} Quill Road",
    Entity.ORGANIZATION: lambda n: f"Quill {n} Ltd",
    Entity.USERNAME: lambda n: f"quill{n}",
    Entity.PASSPORT: lambda n: f"AB{n:06d}",
    Entity.DEVICE_ID: lambda n: f"3f2504e0-4f89-41d3-9a0c-0305e82c{n:04d}",
    Entity.SECRET: lambda n: f"sk-quillsecret{n:05d}",
}


@pytest.mark.parametrize("entity", MANY, ids=str)
def test_is_injective_over_2000_values(entity):
    memory = Surrogates(KEY)
    values = [MANY[entity](n) for n in range(2_000)]
    made = [one(memory, entity, value) for value in values]
    assert len({normal(entity, text) for text in made}) == len(set(values)) == 2_000
    assert not any(text in values[: n + 1] for n, text in enumerate(made))
    assert [one(memory, entity, value) for value in values[:50]] == made[:50]


def test_gives_way_to_the_shape_where_a_type_has_too_few():
    memory = Surrogates(KEY)
    made = [one(memory, Entity.DATE_OF_BIRTH, str(1500 + n)) for n in range(300)]
    assert len(set(made)) == 300


def test_gives_up_the_shape_before_two_values_become_one():
    memory = Surrogates(KEY)
    made = [one(memory, Entity.POSTCODE, f"{n:02d}") for n in range(100)] + [
        one(memory, Entity.POSTCODE, f"{n}") for n in range(10)
    ]
    assert len(set(made)) == 110


def test_keeps_the_surrogate_of_a_value_however_it_is_written():
    memory = Surrogates(KEY)
    digits = [one(memory, Entity.CARD, value) for value in ("4012 8888 8888 1881", "4012-8888-8888-1881", "4012888888881881")]
    assert len({text.translate({32: None, 45: None}) for text in digits}) == 1
    phones = [one(memory, Entity.PHONE, value) for value in ("+44 20 7946 0958", "020 7946 0958")]
    assert len({phonenumbers.format_number(phonenumbers.parse(text, "GB"), 0) for text in phones}) == 1


def test_gives_each_destination_and_key_its_own():
    memory = Surrogates(KEY)
    made = {one(memory, Entity.EMAIL, "dana@quill.test", destination=host) for host in ("a.test", "b.test")}
    made.add(one(Surrogates(b"l" * 32), Entity.EMAIL, "dana@quill.test", destination="a.test"))
    assert len(made) == 3


def test_does_not_depend_on_the_order_of_values():
    one_way, other_way = Surrogates(KEY), Surrogates(KEY)
    values = [MANY[Entity.EMAIL](n) for n in range(50)]
    assert [one(one_way, Entity.EMAIL, v) for v in values] == [one(other_way, Entity.EMAIL, v) for v in reversed(values)][::-1]


def test_remembers_no_more_than_its_limit_and_derives_the_rest_again():
    memory = Surrogates(KEY, limit=10)
    made = [one(memory, Entity.EMAIL, MANY[Entity.EMAIL](n)) for n in range(50)]
    assert len(memory._attempts) == len(memory._owners) == 10
    assert [one(memory, Entity.EMAIL, MANY[Entity.EMAIL](n)) for n in range(50)] == made


def test_remembers_no_value():
    memory = Surrogates(KEY)
    one(memory, Entity.EMAIL, "dana@quill.test")
    assert "quill" not in repr(vars(memory))
    assert "quill" not in repr(Wanted(Entity.EMAIL, "dana@quill.test", L2, "shop.test"))


def test_never_uses_another_value_of_the_request():
    taken = one(Surrogates(KEY), Entity.PERSON, "Dana Quill")
    traces = Traces([("Dana Quill", Entity.PERSON), (taken, Entity.PERSON)])
    made = Surrogates(KEY).surrogate(Wanted(Entity.PERSON, "Dana Quill", L2, "shop.test"), traces)
    assert made != taken
    assert not traces.holds(made)


@pytest.mark.parametrize("level", [Level.TAGS, Level.MINIMAL_EDIT, Level.SEMANTIC])
def test_is_constant_from_level_3_on(level):
    memory = Surrogates(KEY)
    assert {one(memory, Entity.EMAIL, f"q{n}@quill.test", level) for n in range(5)} == {"anonymous@example.com"}


def test_tells_field_names_apart_at_every_level():
    memory = Surrogates(KEY)
    for level in Level:
        assert len({one(memory, Entity.EMAIL, f"d{n}@quill.test", level, distinct=True) for n in range(5)}) == 5


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12", "12"),
        ("-1.50", "-1.50"),
        ("+1 202-555", "1202555"),
        ("007", "7"),
        ("***", "0"),
        ("x", "0"),
        ("\uff11", "0"),
        ("1.2.3", "123"),
    ],
)
def test_writes_a_json_number(text, number):
    assert as_number(text) == number


@settings(deadline=None)
@given(st.sampled_from(list(Entity)), st.integers(0, 10**19), st.sampled_from(list(Level)))
def test_keeps_numbers_numbers(entity, value, level):
    made = one(Surrogates(KEY), entity, str(value), level, number=True)
    assert as_number(made) == made
    assert made != str(value) or value < 100


@settings(deadline=None)
@given(
    st.sampled_from([e for e in Entity if e not in COINCIDING]), st.text(min_size=1, max_size=30), st.text(min_size=1, max_size=30)
)
def test_never_gives_two_values_one_surrogate(entity, first, second):
    memory = Surrogates(KEY)
    made = [one(memory, entity, value) for value in (first, second, first)]
    assert made[0] == made[2]
    if normal(entity, first) != normal(entity, second) and not {made[0], made[1]} & {*module.WITHHELD}:
        assert made[0] != made[1]


def test_makes_addresses_that_stay_addresses_when_the_ranges_run_out():
    memory = Surrogates(KEY)
    for n in range(1_500):
        assert not ipaddress.ip_address(one(memory, Entity.IP, MANY[Entity.IP](n))).is_global
