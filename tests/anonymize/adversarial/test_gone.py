"""gone.py: a value that is told in another order or form is not gone."""

import pytest

from guardian_core.anonymize.adversarial.gone import Gone, days
from guardian_core.vocabulary import Entity


@pytest.mark.parametrize(
    ("entity", "value", "original", "rewritten"),
    [
        (Entity.DATE, "27 April 2004", "Decided on 27 April 2004.", "Decided on April 27, 2004."),
        (Entity.DATE, "27 April 2004", "Decided on 27 April 2004.", "Decided on the 27th of April."),
        (Entity.DATE, "27 April 2004", "Decided on 27 April 2004.", "Decided on 27/04/2004."),
        (Entity.DATE, "27 April 2004", "Decided on 27 April 2004.", "Decided on 2004-04-27."),
        (Entity.DATE, "04/27/2004", "Decided on 04/27/2004.", "Decided on 27 Apr 2004."),
        (Entity.DATE, "April 2004", "In April 2004 we met.", "We met in 2004, in April."),
        (Entity.DATE_OF_BIRTH, "1980-05-17", "Born 1980-05-17.", "Born on the seventeenth, that is May 17."),
        (Entity.PERSON, "Nora Quist", "So says Nora Quist.", "So says Quist, Nora."),
        (Entity.ADDRESS, "12 Abbey Road, Leeds", "I live at 12 Abbey Road, Leeds.", "I live in Leeds, in Abbey Road."),
        (Entity.ORGANIZATION, "Ministry of Fisheries", "She led the Ministry of Fisheries.", "She led the Fisheries Ministry."),
        (Entity.PHONE, "+44 20 7946 0958", "Ring +44 20 7946 0958.", "Ring 020-7946-0958."),
        (Entity.AGE, "34", "Ann is 34.", "She is thirty-four."),
        (Entity.PERSON, "Quist", "So says Quist.", "So says QUIST."),
    ],
)
def test_is_told(entity, value, original, rewritten):
    assert Gone([(value, entity)]).told(original, rewritten)


@pytest.mark.parametrize(
    ("entity", "value", "original", "rewritten"),
    [
        (Entity.DATE, "27 April 2004", "Decided on 27 April 2004.", "Decided in 2004."),
        (Entity.DATE, "27 April 2004", "Decided on 27 April 2004, as on 3 May.", "Decided one day, as on May 3."),
        (Entity.DATE, "27 April 2004", "Decided on 27 April 2004.", "Decided in spring."),
        (Entity.ORGANIZATION, "Court of Appeal", "The Court of Appeal heard the appeal in court.", "A court heard the appeal."),
        (Entity.PHONE, "+44 20 7946 0958", "Ring +44 20 7946 0958, order 12345678.", "Ring us, order 12345678."),
        (Entity.AGE, "34", "Ann is 34.", "She is in her thirties."),
        (Entity.PERSON, "Nora Quist", "So says Nora Quist.", "So says a customer."),
    ],
)
def test_is_gone(entity, value, original, rewritten):
    assert not Gone([(value, entity)]).told(original, rewritten)


def test_reads_days_in_words_and_figures():
    assert days("May 3rd, 12.11.1999 and 31 June 2000, but 3 score and 2004") == {(3, 5), (12, 11), (11, 12), (31, 6)}
    assert days("Marching 12 miles in 1999-2004") == frozenset()
