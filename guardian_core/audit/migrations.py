"""The schema of the journal, forward only: one function per step, named for what it does."""

from sqlite_utils import Database, Migrations

journal = Migrations("guardian_audit")


@journal()
def create_decisions(db: Database) -> None:
    """One row per request that was decided about."""
    texts = "flow host domain method recipients purposes basis categories verdict tier L_source policy_state policy_url"
    texts += " reasons entities degraded timings"
    numbers = "time z R S_d S_eff M_tr M_p M_b M_T L L_uncertainty L_floor"
    columns: dict[str, type] = {"id": int}
    columns |= dict.fromkeys(numbers.split(), float) | dict.fromkeys(texts.split(), str)
    columns |= dict.fromkeys(("level", "provisional", "edits"), int)
    table = db.table("decisions")
    table.create(columns, pk="id")
    table.create_index(["time"])


@journal()
def add_observed(db: Database) -> None:
    """Whether the decision was only recorded (observe mode) or carried out."""
    db.table("decisions").add_column("observed", int, not_null_default=0)
