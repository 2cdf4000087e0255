"""The schema of who may open the control page, forward only: one function per step, named for what it does."""

from sqlite_utils import Database, Migrations

doors = Migrations("guardian_control")


@doors()
def create_links_and_sessions(db: Database) -> None:
    """Digests only: whoever reads this file learns no link and no cookie."""
    for name in ("links", "sessions"):
        db.execute(f"create table {name} (digest text primary key, expires_at real not null)")
