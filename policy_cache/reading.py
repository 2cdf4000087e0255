"""A page that is a policy in, the document that is kept of it, with its annotated statements, out. Pure but for the clock."""

import hashlib
import time

from policy_cache.annotate import annotate
from policy_cache.extract import EXTRACTOR
from policy_cache.page import Fetched, Page, PolicyDocument
from policy_cache.segment import segment


def read_policy(
    domain: str,
    page: Page,
    answer: Fetched | None,
    *,
    url: str | None,
    companions: tuple[str, ...] = (),
    classifier: bool = True,
) -> PolicyDocument:
    """A page as a document with its annotated statements. Slow for long texts: call it in a thread."""
    statements = annotate(segment(page.blocks, page.language), classifier=classifier)
    text = page.text
    return PolicyDocument(
        domain=domain,
        url=url,
        hash=hashlib.sha256(text.encode("utf-8", "replace")).hexdigest(),
        fetched_at=time.time(),
        extractor=EXTRACTOR,
        title=page.title,
        language=statements[0].language if statements else page.language or "en",
        etag=answer.etag if answer else None,
        last_modified=answer.last_modified if answer else None,
        length=len(text),
        legal_basis=any(statement.legal_basis for statement in statements),
        rights=any(statement.rights for statement in statements),
        retention=any(statement.retention for statement in statements),
        companions=companions,
        statements=statements,
    )
