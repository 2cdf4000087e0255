"""Microsoft Presidio as it comes: its English recognisers, spaCy's small pipeline, its anonymizer's placeholders."""

from typing import Any

from guardian_core.evaluation.anonymization.installed import module, pipeline_name
from guardian_core.evaluation.anonymization.samples import Method, Output, Sample, without_overlaps


def method() -> Method:
    """Loads the engines once.

    Raises:
        NotInstalledError: the extra `eval` is missing.
    """
    analyzer, anonymizer = _engines()

    def rewrite(sample: Sample) -> Output:
        results = analyzer.analyze(text=sample.text, language="en")
        made = anonymizer.anonymize(text=sample.text, analyzer_results=results)
        found = without_overlaps([(result.start, result.end, result.entity_type) for result in results])
        written = sorted((item.start, item.end) for item in made.items)
        return Output(made.text, tuple((start, end) for start, end, _ in found), tuple(written))

    return rewrite


def _engines() -> tuple[Any, Any]:
    analysis, anonymization = module("presidio_analyzer"), module("presidio_anonymizer")
    engines = module("presidio_analyzer.nlp_engine")
    models = [{"lang_code": "en", "model_name": pipeline_name()}]
    provider = engines.NlpEngineProvider(nlp_configuration={"nlp_engine_name": "spacy", "models": models})
    analyzer = analysis.AnalyzerEngine(nlp_engine=provider.create_engine(), supported_languages=["en"])
    return analyzer, anonymization.AnonymizerEngine()
