"""Made-up rows in the formats of APP-350, PolicyIE and PI-Extract."""

import json

from guardian_core.evaluation.policy_cross import cross_checks


def test_reads_each_format(tmp_path):
    rows = {
        "app350/test.json": {"text": "We collect your email address.", "label": ["Contact_E_Mail_Address"]},
        "policyie/json/intent_classification_test.json": {
            "sentence": "We collect your email address.",
            "label": "data-collection-usage",
        },
        "piextract/CollectUse_test.json": {
            "tokens": ["We", "collect", "your", "email", "."],
            "labels": ["O"] * 3 + ["B-COLLECT", "O"],
        },
    }
    for name, row in rows.items():
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(json.dumps(row))
    found = {(row["dataset"], row["label"]): row["recall"] for row in cross_checks(tmp_path) if row["method"] == "classifier"}
    assert (
        found[("APP-350", "Email")] == found[("PolicyIE", "First Party Collection/Use")] == found[("PI-Extract", "collection")] == 1
    )
