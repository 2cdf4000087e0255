"""run.py: everything, on a few invented texts and with a scripted model."""

import csv
import json
from dataclasses import replace

import pytest

from guardian_core.errors import SettingsError
from guardian_core.evaluation.anonymization.run import Pace
from guardian_core.evaluation.metrics.encoder import BertScore
from guardian_core.evaluation.tables import run as tables_run
from guardian_core.evaluation.tables.making import Wanted
from guardian_core.evaluation.tables.run import run
from tests.evaluation.anonymization.conftest import tab_record
from tests.llm.scripted import Server, obeys

METHODS = ("guardian-l3", "dp-prompt", "keep-all")


@pytest.fixture
def data(tmp_path, monkeypatch):
    monkeypatch.delenv("GUARDIAN_ENCODER", raising=False)
    tab, synthpai = tmp_path / "data" / "tab", tmp_path / "data" / "synthpai"
    tab.mkdir(parents=True)
    synthpai.mkdir()
    records = [tab_record(f"Ms Ann Quill met Bo Reed in {year}.", ("Ann Quill", "PERSON", "DIRECT")) for year in (1991, 1992)]
    (tab / "t.jsonl").write_text("\n".join(json.dumps(one) for one in records))
    profiles = [
        {
            "author": f"a{at}",
            "comments": [{"text": f"My flat in Leeds, number {at}."}],
            "predictions": {
                "human": {"city_country": {"guess": ["Leeds"]}, "sex": {"guess": ["female"]}},
                "ground_truth": {"sex": {"guess": ["female"]}},
            },
        }
        for at in range(3)
    ]
    (synthpai / "s.jsonl").write_text("\n".join(json.dumps(one) for one in profiles))
    return tmp_path / "data"


def wanted(data, tmp_path, **more):
    return Wanted(data, tmp_path / "out", **({"n": 2, "methods": METHODS, "parts": ("tab", "synthpai", "pii", "amrsf")} | more))


def test_writes_every_form_and_says_what_was_not_run(data, tmp_path):
    tables = {table.name: table for table in run(wanted(data, tmp_path), Pace())}
    out = tmp_path / "out"
    written = {path.name for path in out.iterdir()}
    assert {"tables.md", "results.jsonl", "pareto.svg", "table-01.csv", "table-01.tex", "table-02.csv"} <= written
    said = (out / "tables.md").read_text()
    assert "n = 2 texts of each data set, seed 42" in said
    assert "GUARDIAN_ENCODER does not name" in said
    rows = {(row["data"], row["method"]): row for row in csv.DictReader((out / "table-01.csv").open())}
    assert rows["TAB", "guardian-l3"]["privacy"] == "1.0"
    assert rows["TAB", "keep-all"]["privacy"] == "0.0"
    assert rows["TAB", "dp-prompt"]["n"] == "not run"
    assert rows["annotated PII texts", "keep-all"]["n"] == "not run"  # there are none
    assert any("--model URL" in note for note in tables["table-01"].notes)
    assert any("no file of pii" in note for note in tables["table-01"].notes)
    assert len(tables["attacks"].rows) == 2


def test_no_text_is_in_the_results(data, tmp_path):
    run(wanted(data, tmp_path), Pace())
    kept = (tmp_path / "out" / "results.jsonl").read_text()
    assert "Quill" not in kept
    assert "Leeds" not in kept


def test_goes_on_and_adds(data, tmp_path):
    run(wanted(data, tmp_path), Pace())
    path = tmp_path / "out" / "results.jsonl"
    before = path.read_text()
    run(wanted(data, tmp_path), Pace())
    assert path.read_text() == before
    run(wanted(data, tmp_path, seed=43, parts=("tab",)), Pace())
    assert path.read_text().startswith(before)
    assert len(path.read_text().splitlines()) == len(before.splitlines()) + 4  # two texts, two methods that need no model


def reply(messages):
    shown = messages[-1]["content"]
    if "privacy auditor" in messages[0]["content"]:
        return {"guesses": [], "max_confidence": 0}
    if "tells from what somebody wrote" in messages[0]["content"]:
        return {name: {"reasoning": "", "first": "female", "second": "", "third": ""} for name in json.loads(shown)["attributes"]}
    if "three scales" in messages[0]["content"]:
        return {"privacy": 4, "utility": 4, "fluency": 4}
    return {"text": "Somebody met somebody."} if "text" in shown else {"ok": True}


def test_with_a_model(data, tmp_path):
    with Server(obeys(reply), models=("scripted",)) as server:
        given = wanted(data, tmp_path, model=server.url, raters=(server.url,), parts=("tab", "synthpai"))
        tables = {table.name: table for table in run(given, Pace())}
        calls = server.calls
        run(given, Pace())
        assert server.calls - calls == 2  # only to see whether model and rater answer
    row = next(row for row in tables["table-01"].rows if row[:2] == ("TAB", "dp-prompt"))
    assert row[2] == 2
    assert row[3].value == 1.0
    (attacked,) = [row for row in tables["attacks-model"].rows if row[:2] == ("SynthPAI", "keep-all")]
    assert (attacked[2], attacked[3].value) == (2, 1.0)
    about = json.loads((tmp_path / "out" / "results.jsonl").read_text().splitlines()[0])
    assert about["model"] == "scripted"
    assert about["prompts"]["dp_prompt"]
    sixteen = tables["table-16"]
    assert sixteen.rows == ()  # none of its methods was asked for
    rated = [json.loads(line) for line in (tmp_path / "out" / "results.jsonl").read_text().splitlines()[1:]]
    assert {tuple(one["ratings"]) for one in rated if one["dataset"] == "synthpai"} == {("scripted",)}
    assert {tuple(one["ratings"]) for one in rated if one["dataset"] == "tab"} == {()}


def test_takes_the_papers_own_pii_texts_where_they_are(data, tmp_path):
    (data / "pii-masking-300k").mkdir()
    mask = [{"value": "Ann", "start": 3, "end": 6, "label": "GIVENNAME1"}]
    (data / "pii-masking-300k" / "a.jsonl").write_text(json.dumps({"source_text": "to Ann", "privacy_mask": mask}))
    (table, *_) = run(wanted(data, tmp_path, methods=("keep-all",), parts=("pii",)), Pace())
    (row,) = [row for row in table.rows if row[0] == "annotated PII texts"]
    assert row[2] == 1


def test_says_which_suites_have_no_data(data, tmp_path):
    tables = run(wanted(data, tmp_path, parts=("system1", "leaks")), Pace())
    assert [table.name for table in tables] == ["table-12", "table-19", "leaks"]
    assert all(table.notes[0].startswith("Not run: ") for table in tables)
    assert "### Table 12\n\n- Not run: there is no OPP-115" in (tmp_path / "out" / "tables.md").read_text()


def test_takes_short_texts_only_and_says_so(data, tmp_path):
    (table, *_) = run(wanted(data, tmp_path, methods=("keep-all",), parts=("tab",), longest=3), Pace())
    assert table.rows[0][2] == "not run"
    run(wanted(data, tmp_path, methods=("keep-all",), parts=("tab",), longest=7), Pace())
    assert "2 texts of each data set of at most 7 words" in (tmp_path / "out" / "tables.md").read_text()
    runs = [json.loads(line) for line in (tmp_path / "out" / "results.jsonl").read_text().splitlines()]
    assert [one["longest"] for one in runs if one["kind"] == "run"] == [3, 7]


def test_makes_the_tables_again_without_data_and_model(data, tmp_path):
    with Server(obeys(reply), models=("scripted",)) as server:
        first = run(wanted(data, tmp_path, model=server.url, parts=("tab", "synthpai")), Pace())
    out = tmp_path / "out"
    written = {path.name: path.read_text() for path in out.glob("*.csv")}
    assert written
    for path in out.glob("*.csv"):
        path.unlink()
    run(wanted(data, tmp_path, parts=("tab",), methods=("keep-all",)), Pace())  # another run, without a model, into the same folder
    again = run(Wanted(None, out, methods=METHODS, parts=("tab", "synthpai")), Pace())
    assert [table.rows for table in again] == [table.rows for table in first]
    assert {path.name: path.read_text() for path in out.glob("*.csv")} == written
    assert "model scripted" in (out / "tables.md").read_text()


def test_llmprivacy_is_attacked_by_the_model(data, tmp_path):
    person = {"sex": "female", "city_country": "Leeds, UK"}
    (data / "llmprivacy").mkdir()
    row = {"personality": person, "feature": "sex", "hardness": 1, "response": "My husband and I love Leeds."}
    (data / "llmprivacy" / "s.jsonl").write_text(json.dumps(row))
    with Server(obeys(reply), models=("scripted",)) as server:
        tables = run(wanted(data, tmp_path, model=server.url, methods=("keep-all",), parts=("llmprivacy",)), Pace())
    (row,) = next(table for table in tables if table.name == "attacks-model").rows
    assert row[:3] == ("llmprivacy", "keep-all", 1)
    assert row[4].value == 1.0


def test_measures_what_a_model_answered_before_without_asking_it(data, tmp_path):
    with Server(obeys(reply), models=("scripted",)) as server:
        asked = run(wanted(data, tmp_path, model=server.url, parts=("tab",)), Pace())
    kept = next((tmp_path / "out").glob("calls-*.jsonl"))
    (tmp_path / "later").mkdir()
    (tmp_path / "later" / kept.name).write_text(kept.read_text())
    more = {"model": "remembered:scripted", "parts": ("tab",), "methods": (*METHODS, "pissarra", "guardian")}
    made = run(replace(wanted(data, tmp_path, **more), out=tmp_path / "later"), Pace())
    rows = {row[1]: row for row in made[0].rows if row[0] == "TAB"}
    assert rows["dp-prompt"][:6] == next(row for row in asked[0].rows if row[:2] == ("TAB", "dp-prompt"))[:6]
    assert (rows["pissarra"][2], rows["guardian"][2]) == ("not run", "not run")  # which it was never asked
    with pytest.raises(SettingsError, match="no answers of a model 'other'"):
        run(wanted(data, tmp_path, model="remembered:other"), Pace())


class Twin:
    """An encoder to which everything is alike."""

    name = "twin"

    def similarity(self, *_):
        return 1.0

    def bert_score(self, *_):
        return BertScore(1.0, 1.0, 1.0)


def test_the_encoder_reads_synthpai_and_what_else_it_is_told(data, tmp_path, monkeypatch):
    monkeypatch.setattr(tables_run, "absent", lambda: "")
    monkeypatch.setattr(tables_run, "Encoder", Twin)
    more = {"methods": ("keep-all",), "parts": ("tab", "synthpai")}

    def scores():
        lines = (tmp_path / "out" / "results.jsonl").read_text().splitlines()
        return {(one["dataset"], one["bert_f1"]) for line in lines if (one := json.loads(line))["kind"] == "sample"}

    run(wanted(data, tmp_path, **more), Pace())
    assert scores() == {("tab", None), ("synthpai", 1.0)}
    run(wanted(data, tmp_path, encoded=("tab", "synthpai"), **more), Pace())  # another run: nothing is known of TAB yet
    assert ("tab", 1.0) in scores()
