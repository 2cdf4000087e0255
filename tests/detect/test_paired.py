"""Fields whose names stand in other fields of the same number."""

import pytest

from guardian_core.vocabulary import Entity

NUMBER, BORN = ("524713806", Entity.US_SSN), ("1984-03-12", Entity.DATE_OF_BIRTH)


@pytest.mark.parametrize(
    "body",
    [
        {"name1": "ssn", "value1": "524713806", "name2": "dob", "value2": "1984-03-12"},
        {"key_1": "ssn", "val_1": "524713806", "key_2": "dob", "val_2": "1984-03-12"},
        {"customField1Name": "ssn", "customField1Value": "524713806", "customField2Name": "dob", "customField2Value": "1984-03-12"},
        "fields[0][name]=ssn&fields[0][value]=524713806&fields[1][name]=dob&fields[1][value]=1984-03-12",
        "name[]=ssn&name[]=dob&value[]=524713806&value[]=1984-03-12",
        "name[]=ssn&value[]=524713806&name[]=dob&value[]=1984-03-12",
        "k1=ssn&v1=524713806&k2=dob&v2=1984-03-12",
        "name=plan&value=gold&name=ssn&value=524713806&name=dob&value=1984-03-12",
    ],
)
def test_names_a_value_by_the_field_of_its_number(found_in, body):
    assert {NUMBER, BORN} <= set(found_in(body))


def test_of_more_values_each_goes_by_the_name_before_it(found_in):
    body = "name[]=ssn&value[]=524713806&name[]=plan&value[]=gold&value[]=524713807"
    assert found_in(body) == [NUMBER]


@pytest.mark.parametrize(
    "body",
    [
        {"name1": "plan", "value1": "524713806"},
        {"name1": "ssn", "value2": "524713806"},
        {"a": {"name1": "ssn"}, "b": {"value1": "524713806"}},
        {"name1": "ssn", "value1": "none"},
        {"rename1": "ssn", "revalue1": "524713806"},
    ],
)
def test_leaves_values_that_nothing_names(found_in, body):
    assert found_in(body) == []
