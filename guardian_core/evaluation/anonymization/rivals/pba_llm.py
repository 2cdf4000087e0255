"""PBa-LLM: named entities are taken out of a text by a recogniser before a language model gets it (Mancera et al. 2025,
arXiv 2507.02966). No language model rewrites anything.

Differs: the paper compares several recognisers on résumés; ours is spaCy's small English pipeline, persons, places and
organisations alone (`spacy` in the table is the same pipeline with every kind of entity).
"""

from guardian_core.evaluation.anonymization.installed import pipeline
from guardian_core.evaluation.anonymization.samples import Method, Output, Sample, replaced

KINDS = {"PERSON": "PERSON", "GPE": "LOCATION", "LOC": "LOCATION", "FAC": "LOCATION", "ORG": "ORGANIZATION"}


def method() -> Method:
    """Loads the pipeline once.

    Raises:
        NotInstalledError: the extra `eval` is missing.
    """
    nlp = pipeline()

    def rewrite(sample: Sample) -> Output:
        kept = [one for one in nlp(sample.text).ents if one.label_ in KINDS]
        return replaced(sample.text, [(one.start_char, one.end_char, f"[{KINDS[one.label_]}]") for one in kept])

    return rewrite
