"""A span of the names model and its text in; out, whether it is part of something that is nobody's: a citation, a list, goods."""

import re

from guardian_core.detect.context import key_suffixes, table
from guardian_core.detect.names import NameSpan
from guardian_core.detect.rows import tells_nobody
from guardian_core.terms import Entity

# Where judgments are printed: volume, reporter, page; and the neutral citations of newer ones.
_CITED = re.compile(
    r"""(?x) (?<![\w.]) (?:
      \d{1,4} \s (?: U\.\s?S\. | S\.\s?Ct\. | L\.\s?Ed\.(?:\s?2d)? | F\.(?:\s?[234]d|\s?4th)? | F\.\s?Supp\.(?:\s?[23]d)?
        | Cal\.(?:\s?\dth|\s?[23]d)?
        | (?:A|P|N\.E|N\.W|S\.E|S\.W|So)\.(?:\s?[23]d) | N\.Y\.(?:\s?[23]d)? | Ill\. | Mass\. | B\.\s?R\. | Fed\.\s?Cl\. | Stat\. )
        \s \d{1,5} (?:,\s\d{1,5}(?:[\u2013-]\d{1,5})?)? (?: \s? \( (?:[\w.\s]{0,24}\s)? \d{4} \) )?
      | \d{1,3} \s (?:U\.S\.C\.|C\.F\.R\.) \s (?:\u00a7{1,2}\s?)? \d+(?:\.\d+)?
      | [\[(]\d{4}[\])] \s (?:\d{1,3}\s)? [A-Z][A-Za-z]{1,7}(?:\s(?:Civ|Crim|Admin|Ch|Fam|QB|KB))? \s \d{1,5}
      | ECLI:[A-Z]{2}:[A-Z0-9]{1,7}:\d{4}:[A-Z0-9.]{1,25}
    )"""
)
_REACH = 64  # characters of a citation
_GOODS = re.compile(r"(?<![\w.,])\d{1,5} ?[x\u00d7] (?:(?!(?:in|at|to|for|from|by|near|with|of)\b)[\w'\u2019-]+ ?){1,5}")
# "Qty 2", "SKU 12345 Oak Chair 2 pcs": what the model takes for a house and its number.
_STOCK = re.compile(r"(?i)(?:qty|sku|pcs|art\.?-?(?:nr|no)|item (?:no|number))\b")
_PIECES = re.compile(r"(?i)\s?(?:pcs|pieces|stk|stück|units|pack)\b")
_BEFORE_STOCK = re.compile(r"(?i)(?<!\w)(?:sku|qty|item no\.?)[\s:#]{1,3}$")
_ITEM = re.compile(r"[.)](?=\s)")  # behind the number of an item of a list
# Whom everybody knows from a book or a film. As the value of a person's field each is a name like others.
_CHARACTERS = table("""
    harry-potter hermione-granger ron-weasley albus-dumbledore lord-voldemort severus-snape frodo-baggins bilbo-baggins
    sherlock-holmes john-watson james-moriarty hercule-poirot miss-marple james-bond indiana-jones luke-skywalker han-solo
    princess-leia darth-vader obi-wan-kenobi james-kirk jean-luc-picard bruce-wayne clark-kent peter-parker tony-stark
    lois-lane bruce-banner mickey-mouse donald-duck minnie-mouse homer-simpson bart-simpson lisa-simpson marge-simpson
    bugs-bunny peter-pan captain-hook alice-in-wonderland mary-poppins winnie-the-pooh christopher-robin paddington-bear
    anna-karenina emma-bovary madame-bovary jane-eyre elizabeth-bennet oliver-twist david-copperfield ebenezer-scrooge
    robinson-crusoe don-quixote sancho-panza tom-sawyer huckleberry-finn captain-ahab moby-dick jay-gatsby holden-caulfield
    atticus-finch dorian-gray count-dracula van-helsing victor-frankenstein king-lear lady-macbeth romeo-montague
    juliet-capulet effi-briest pippi-longstocking pippi-langstrumpf nils-holgersson katniss-everdeen bella-swan edward-cullen
    lara-croft super-mario jon-snow tyrion-lannister walter-white tony-soprano forrest-gump rocky-balboa john-wick jason-bourne
    lisbeth-salander hannibal-lecter norman-bates santa-claus robin-hood king-arthur percy-jackson nancy-drew bridget-jones
    jack-sparrow ted-lasso michael-scott leslie-knope carmen-sandiego charlie-brown scooby-doo
    """)
_PERSONS_FIELD = table("""
    name fullname firstname lastname surname givenname familyname displayname username user customer patient contact author owner
    recipient sender employee member client cardholder accountholder
    """)


_INDENT = 16  # spaces and marks before the number of an item


def _begins_line(text: str, at: int) -> bool:
    before = text[max(0, at - _INDENT) : at]
    return not before.rpartition("\n")[2].strip(" \t>*-") and ("\n" in before or at <= _INDENT)


# What every list, form and table calls its parts, and we call what we take out.
_NOBODY = frozenset([
    "someone", "somebody", "anyone", "anybody", "nobody", "everyone", "everybody", "person", "people", "name", "names",
    "age", "date", "place", "address", "amount", "organisation", "organization", "thing", "something", "user", "number",
    "anonymous", "n/a", "tbd", "birth", "birthday", "born", "dob", "phone", "email", "e-mail", "city", "gender", "profession",
    "code", "title", "card",
])  # fmt: skip


def is_nobodys(name: NameSpan, text: str, key: str = "") -> bool:
    """Whether the span says nothing of anybody where it stands; `key`: the name of its field."""
    found = text[name.start : name.end]
    if found.casefold() in _NOBODY:
        return True
    if name.entity is Entity.PERSON and "-".join(found.casefold().split()) in _CHARACTERS:
        return not set(key_suffixes(key)) & _PERSONS_FIELD
    if found.isdigit() and len(found) < 4 and _ITEM.match(text, name.end) and _begins_line(text, name.start):
        return True
    around = (max(0, name.start - _REACH), min(len(text), name.end + _REACH))
    if any(cited.start() < name.end and name.start < cited.end() for cited in _CITED.finditer(text, *around)):
        return True
    if any(goods.start() <= name.start and name.end <= goods.end() for goods in _GOODS.finditer(text, *around)):
        return True
    return _is_stock(name, text) or tells_nobody(name, text)


def _is_stock(name: NameSpan, text: str) -> bool:
    if name.entity not in {Entity.ADDRESS, Entity.PLACE, Entity.ORGANIZATION}:
        return False
    before = text[max(0, name.start - _INDENT) : name.start]
    return bool(_STOCK.match(text, name.start) or _PIECES.match(text, name.end) or _BEFORE_STOCK.search(before))
