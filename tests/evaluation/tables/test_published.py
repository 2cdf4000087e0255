"""published.py: transcribed without slips that can be seen."""

from guardian_core.evaluation.anonymization.methods import METHODS
from guardian_core.evaluation.tables import published


def test_every_row_is_of_a_method_that_exists_and_in_range():
    for table in (
        published.TABLE_1,
        published.TABLE_4,
        published.TABLE_5,
        published.TABLE_13,
        published.TABLE_15,
        published.TABLE_18,
    ):
        for (dataset, method), cells in table.items():
            assert dataset in published.DATASETS
            assert method in METHODS
            assert all(cell is None or 0 <= cell <= 1 for cell in cells[:2])


def test_tables_that_repeat_a_number_agree():
    """The paper's Tables 1, 4, 5 and 13 print the same privacy and utility of the whole stack, 4 and 5 within its rounding."""
    for dataset in published.DATASETS:
        whole = published.TABLE_1[dataset, "guardian"][:2]
        assert published.TABLE_4[dataset, "guardian"][:2] == published.TABLE_5[dataset, "guardian"][:2] == whole
    assert published.TABLE_13["tab", "guardian"] == published.TABLE_1["tab", "guardian"][:2]
    assert set(published.TABLE_21) <= METHODS.keys()
