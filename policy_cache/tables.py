"""The tables of the policy store and the statements that read and write them; a transaction is the caller's affair (`store.py`)."""

import json
import time
from typing import Any

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from guardian_core.vocabulary import PolicyState, Statement
from policy_cache.page import PolicyDocument, PolicySummary

migrations = Migrations("policy_cache")

type _Row = dict[str, Any]

_VERSIONS = 5  # kept per domain
_LOG_ROWS = 5_000
_SITES = 5_000  # domains remembered
_MAX_BYTES = 1 << 29  # of the database; above, the sites that were not looked up for longest go
FIELDS = ("domain", "url", "hash", "fetched_at", "extractor", "title", "language", "etag", "last_modified", "length",
           "legal_basis", "rights", "retention", "companions")  # fmt: skip


@migrations()
def create_documents_statements_sites_and_fetches(db: Database) -> None:
    """The first form."""
    for sql in (
        "create table documents (id integer primary key, domain text not null, url text, hash text not null, fetched_at real not "
        "null,"
        " extractor integer not null, title text not null, language text not null, etag text, last_modified text,"
        " length integer not null, legal_basis integer not null, rights integer not null, retention integer not null,"
        " unique (domain, hash, extractor))",
        "create table statements (document integer not null references documents(id) on delete cascade, position integer not null,"
        " body text not null, primary key (document, position)) without rowid",
        "create table sites (domain text primary key, state text not null, reason text not null, document integer,"
        " checked_at real not null, again_at real not null)",
        "create table fetches (id integer primary key, domain text not null, url text not null, at real not null, outcome text "
        "not null,"
        " reason text not null)",
        "create index documents_by_domain on documents (domain, fetched_at)",
        "create index fetches_by_domain on fetches (domain, at)",
    ):
        db.execute(sql)


@migrations()
def add_companions_and_failures(db: Database) -> None:
    """Which notices were read with a policy, and how often in a row a site could not be read."""
    db.execute("alter table documents add column companions text not null default '[]'")
    db.execute("alter table sites add column failures integer not null default 0")


SUMMARY = """select s.domain, s.state, s.reason, s.document, s.checked_at, s.again_at, s.failures, d.url, d.fetched_at,
 coalesce(d.length, 0) as length,
 (select count(*) from documents v where v.domain = s.domain) as versions,
 (select count(*) from statements t where t.document = s.document) as statements
 from sites s left join documents d on d.id = s.document"""


def rows(db: Database, sql: str, values: list[Any]) -> list[dict[str, Any]]:
    """Every row that a query gives."""
    return list(db.query(sql, values))


def summary(row: dict[str, Any]) -> PolicySummary:
    """A row of SUMMARY as what is known of a domain."""
    return PolicySummary(**{name: row[name] for name in PolicySummary.model_fields})


def document_of(db: Database, key: int) -> PolicyDocument | None:
    """One version with its statements."""
    found = rows(db, f"select {', '.join(FIELDS)} from documents where id = ?", [key])  # noqa: S608
    if not found:
        return None
    bodies = rows(db, "select body from statements where document = ? order by position", [key])
    return version(found[0], tuple(Statement.model_validate_json(row["body"]) for row in bodies))


def version(row: _Row, statements: tuple[Statement, ...] = ()) -> PolicyDocument:
    """A row of documents as a version."""
    return PolicyDocument(**row | {"companions": json.loads(row["companions"])}, statements=statements)


def save(db: Database, document: PolicyDocument, again_at: float) -> int:
    """Insert or renew a version and make it the current one; its id."""
    values = document.model_dump(include=set(FIELDS)) | {"companions": json.dumps(document.companions)}
    known = rows(
        db,
        "select id from documents where domain = ? and hash = ? and extractor = ?",
        [document.domain, document.hash, document.extractor],
    )
    if known:
        key = int(known[0]["id"])
        db.table("documents").update(
            key, {name: values[name] for name in ("url", "fetched_at", "etag", "last_modified", "title", "companions")}
        )
    else:
        db.table("documents").insert(values)
        key = int(rows(db, "select last_insert_rowid() as id", [])[0]["id"])
        db.table("statements").insert_all(
            {"document": key, "position": position, "body": json.dumps(statement.model_dump(mode="json"), ensure_ascii=False)}
            for position, statement in enumerate(document.statements)
        )
    _site(db, document.domain, PolicyState.KNOWN, "", document=key, again_at=again_at)
    # The current version may be older than others by its own date, when a slow reader writes last: it is one of those kept.
    db.execute(
        "delete from documents where domain = ? and id <> ? and id not in"
        " (select id from documents where domain = ? and id <> ? order by fetched_at desc, id desc limit ?)",
        [document.domain, key, document.domain, key, _VERSIONS - 1],
    )
    return key


def mark(db: Database, domain: str, state: PolicyState, reason: str, again_at: float, *, keep: bool) -> None:
    """Write down how a lookup ended; with `keep` a known document stays the current one."""
    known = rows(db, "select document, failures from sites where domain = ?", [domain])
    document = known[0]["document"] if known and keep else None
    failures = (known[0]["failures"] if known else 0) + 1 if state is PolicyState.UNKNOWN else 0
    state = PolicyState.KNOWN if document is not None else state
    _site(db, domain, state, reason, document=document, again_at=again_at, failures=failures)


def _site(
    db: Database, domain: str, state: PolicyState, reason: str, *, document: int | None, again_at: float, failures: int = 0
) -> None:
    row = {
        "domain": domain,
        "state": str(state),
        "reason": reason,
        "document": document,
        "checked_at": time.time(),
        "again_at": again_at,
        "failures": failures,
    }
    db.table("sites").upsert(row, pk="domain")
    oldest = "select domain from sites order by checked_at desc limit -1 offset ?"
    for gone in rows(db, oldest, [_SITES if _size(db) < _MAX_BYTES else _SITES // 10]):
        forget(db, gone["domain"])


def _size(db: Database) -> int:
    """Bytes in use; pages that were freed are used again before the file grows."""
    pages, free, size = (int(rows(db, f"pragma {name}", [])[0][name]) for name in ("page_count", "freelist_count", "page_size"))
    return (pages - free) * size


def log(db: Database, rows: list[dict[str, Any]]) -> None:
    """Append to the fetch log; the oldest lines go."""
    db.table("fetches").insert_all(rows)
    db.execute("delete from fetches where id <= (select max(id) from fetches) - ?", [_LOG_ROWS])


def forget(db: Database, domain: str | None) -> int:
    """Remove a domain, or with None everything; how many were known."""
    where, values = ("", []) if domain is None else (" where domain = ?", [domain])
    count = len(rows(db, f"select domain from sites{where}", list(values)))  # noqa: S608
    for table in ("documents", "sites", "fetches"):
        db.execute(f"delete from {table}{where}", values)  # noqa: S608
    return count
