"""Twenty texts through the running proxy with a real model (make test-llm): nothing of theirs leaves, and none waits too long."""

import json
import sys
import time
from collections import Counter

import pytest

from guardian_core.audit import Journal
from guardian_core.demo.run import send_all
from guardian_core.demo.senders import PROTECTED, REWRITTEN, api, packed
from guardian_core.demo.traffic import RELAY, SHOP
from guardian_core.vocabulary import Verdict

pytestmark = [pytest.mark.llm, pytest.mark.timeout(1_800)]
SECONDS = 60  # that one request may wait for the model
TEXTS = {
    "My chair has not come yet, says Nora Quist, who waits for it.": "Nora Quist",
    "Please send the second parcel to 48 Sedge Road, Wexcombe, since nobody was at home.": "48 Sedge Road",
    "I am Idris Vantongeren and I would like the invoice in French.": "Vantongeren",
    "Call me back on +44 20 7946 0958 after six, the lamp hums.": "7946 0958",
    "Our neighbour Petra Holmqvist took the box; is that all right?": "Holmqvist",
    "The wrong name is on the order: it says Tomasz, it should be Tomasz Wieczorek.": "Wieczorek",
    "You can write to mira.okafor@mailbox.example about the refund.": "mira.okafor@mailbox.example",
    "My daughter Saoirse Delahunt turned nine and wants the same desk.": "Delahunt",
    "As a nurse at the Larkfield clinic in Dunmere I need quiet shoes, says Abeba Tesfaye.": "Abeba Tesfaye",
    "Mr Quentin Abernathy-Rhodes signed for it on 3 March 2021.": "Abernathy-Rhodes",
    "The card is in the name of Lucía Ferrándiz, the address is hers too.": "Ferrándiz",
    "I moved from Tarnbeck to 7 Plover Close last week, please change it. Yours, Gwen Ashdown": "Gwen Ashdown",
    "Hello, this is Yusuf Karahan again: the drawer is stuck.": "Karahan",
    "Could Henrike Sonnleitner pick it up in my place?": "Sonnleitner",
    "It is a present for Bertrand Lacombe-Vidal, so please no invoice in the parcel.": "Lacombe-Vidal",
    "The driver, Pavel Novotny, was very kind.": "Novotny",
    "Since my operation at St Brannoc I cannot lift it myself. Ines Caldeira": "Caldeira",
    "My husband Olu Fashola and I waited all day for the table.": "Fashola",
    "Is the discount also for teachers? Kind regards, Maeve Tyrwhitt": "Tyrwhitt",
    "Deliver to my mother, Rosalind Pemberton, she is 81 and at home.": "Pemberton",
}


def test_keeps_twenty_texts_with_a_real_model(world, real_url, capsys):
    wait = f"seconds = {{default = {SECONDS}, user_initiated = {SECONDS}}}"
    extra = f'[policy]\nenabled = false\n[model]\nurl = "{real_url}"\nwait = 100\n[rewrite]\n{wait}'
    proxy = world.proxy(extra=extra)
    times = []
    for number, (text, value) in enumerate(TEXTS.items()):
        step = api(
            f"relay: text {number}", RELAY, packed({"message": text, "topic": "garden"}), page=f"{SHOP}/help/contact",
            expect=PROTECTED | REWRITTEN, canaries=(value,), keeps=("garden",),
        )  # fmt: skip
        started = time.monotonic()
        (result,) = send_all(world, proxy, [step], each=lambda _: None, patience=SECONDS + 30)
        times.append(time.monotonic() - started)
        assert result.differences == (), (text, result.reasons)
        assert result.verdict is Verdict.TRANSFORM
        assert value not in json.loads(result.arrived[0].body)["message"]
        assert times[-1] < SECONDS + 10  # the journal is read, and the machine may be busy
    proxy.stop()
    rows = [row for row in Journal(proxy.journal, retention_days=1).rows(0, 100) if row["verdict"] == "transform"]
    by_rule = sum(bool(row["degraded"]) for row in rows)
    with capsys.disabled():
        mean, levels = sum(times) / len(times), Counter(row["level"] for row in rows)
        sys.stdout.write(
            f"\n{len(rows)} texts, final levels {dict(sorted(levels.items()))}, {by_rule} by rule in part or wholly, "
            f"{mean:.1f} s each, {max(times):.1f} s at most\n"
        )
    assert len(rows) == len(TEXTS)
    assert by_rule < len(rows), "the model answered nothing in time"
