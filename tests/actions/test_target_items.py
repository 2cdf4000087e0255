"""actions.target_items: path, query, Referer and cookies."""

from guardian_core.actions import read
from guardian_core.vocabulary import Place, Role
from tests.actions.kit import post, texts, the


def test_reads_path_and_query() -> None:
    reading = read(
        post(target="/u/dana.quill%40example.test/?q=I+am+Dana&contact%5Bmail%5D=a%2540b.test&j=%7B%22k%22%3A%22v%22%7D&bare")
    )
    assert texts(reading, "path/2") == ["dana.quill@example.test"]
    assert texts(reading, "query/q") == ["I am Dana"]
    assert texts(reading, "query/contact[mail]") == ["a@b.test"]
    assert texts(reading, "query/j/k") == ["v"]
    assert texts(reading, "query") == ["bare"]
    assert {item.place for item in reading.items} == {Place.TARGET}


def test_reads_absolute_targets_and_none() -> None:
    assert texts(read(post(target="http://x.test:80/a?b=c"))) == ["a", "b", "c"]
    assert texts(read(post(target=""))) == []
    assert texts(read(post(target="/Zo\xc3\xab"))) == ["Zoë"]
    assert texts(read(post(target="/Zo\xeb"))) == ["Zoë"]


def test_reads_referers_of_other_pages_as_not_ambient() -> None:
    other = read(post(Referer="https://page.test/a/b?email=dana%40x.test"))
    assert texts(other, "referer/query/email") == ["dana@x.test"]
    assert not any(item.ambient for item in other.items)
    assert all(item.ambient for item in read(post(Referer="https://X.test:443/a")).items)


def test_reads_cookies() -> None:
    reading = read(post(Cookie='sid=abc; mail="dana%40x.test"; bare;;  j=%7B%22a%22%3A%22b%20c%20d%22%7D'))
    assert texts(reading, "cookie/sid") == ["abc"]
    assert texts(reading, "cookie/mail") == ["dana@x.test"]
    assert texts(reading, "cookie/j/a") == ["b c d"]
    assert the(reading, "b c d").role is Role.IDENTIFIER
    assert all(item.ambient for item in reading.items)
    assert not any(item.ambient for item in read(post(Cookie="a=b", Sec_Fetch_Site="cross-site")).items)


def test_reads_what_stands_before_the_host_of_a_referer() -> None:
    reading = read(post(Referer="https://dana.quill%40example.test:x@page.test/a"))
    assert texts(reading, "referer/user") == ["dana.quill@example.test:x"]
    assert texts(reading, "referer/path/1") == ["a"]


def test_reads_names_of_cookies_that_are_no_names() -> None:
    reading = read(post(Cookie="sid=a; dana.quill@example.test=1", Sec_Fetch_Site="cross-site"))
    assert texts(reading, "cookie") == ["dana.quill@example.test"]
    assert texts(reading) == ["a", "dana.quill@example.test", "1"]
