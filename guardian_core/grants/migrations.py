"""The schema of the grants, forward only: one function per step, named for what it does."""

from sqlite_utils import Database, Migrations

grants = Migrations("guardian_grants")


@grants()
def create_grants_and_changes(db: Database) -> None:
    """One row per decision of a person, and one per thing that happened to it."""
    db.execute(
        "create table grants (id integer primary key autoincrement, kind text not null, site text not null, host text not null,"
        ' subjects text not null, "values" text not null, made_at real not null, expires_at real, once integer not null,'
        " by text not null, ended_at real, ended text not null default '')"
    )
    db.execute("create index grants_that_count on grants (ended_at)")
    db.execute(
        "create table changes (id integer primary key, at real not null, what text not null, by text not null,"
        ' "grant" integer not null, text text not null)'
    )
