"""What the paper prints in its Tables 2, 3, 20, 22 and 23, cell by cell; None where a row has no such cell.

Shares are percent. `level_cf` is the counterfactual final level, `level_start` is ℓ₀, `level_final` the level after escalation.
"""

from dataclasses import dataclass

from guardian_core.vocabulary import Basis, Purpose, Recipient, Transparency

LIKELIHOOD = 0.7  # fixed over all of these tables
SAMPLES = 200

FULL = Transparency(text=True, category=True, purpose=True, legal_basis=True, rights=True, retention=True)
PARTIAL = Transparency(text=True, category=True, purpose=True)
BAND_ROWS = Transparency(text=True, legal_basis=True)  # M_T = 1.12: ours, the paper does not say what its T rows disclose
MISSING = Transparency()


@dataclass(frozen=True, slots=True)
class Context:
    """One action context: a row of Table 22 (C) or Table 3 (T)."""

    name: str
    recipient: Recipient
    purpose: Purpose
    basis: Basis
    disclosed: str  # the paper's word for the policy's transparency
    transparency: Transparency


CONTEXTS = (
    Context("C_low", Recipient.FIRST_PARTY, Purpose.FUNCTIONALITY, Basis.USER_INITIATED, "full", FULL),
    Context("C_med", Recipient.SERVICE_PROVIDER, Purpose.ANALYTICS, Basis.DEFAULT, "partial", PARTIAL),
    Context("C_high", Recipient.ADVERTISING, Purpose.PROFILING, Basis.BACKGROUND, "vague", MISSING),
    Context("C_ext", Recipient.DATA_BROKER, Purpose.ADVERTISING, Basis.BACKGROUND, "missing", MISSING),
    Context("T_mild", Recipient.FIRST_PARTY, Purpose.PERSONALIZATION, Basis.DEFAULT, "not printed", BAND_ROWS),
    Context("T_moderate", Recipient.SERVICE_PROVIDER, Purpose.PERSONALIZATION, Basis.DEFAULT, "not printed", BAND_ROWS),
    Context("T_strong", Recipient.SERVICE_PROVIDER, Purpose.MARKETING, Basis.DEFAULT, "not printed", BAND_ROWS),
    Context("T_near_deny", Recipient.ADVERTISING, Purpose.MARKETING, Basis.DEFAULT, "not printed", BAND_ROWS),
)

Cells = tuple[float | str, ...]

TABLE_2_COLUMNS = ("risk_mean", "risk_std", "allow", "transform", "deny", "level_cf_mean", "level_cf_std")
TABLE_2: dict[str, Cells] = {
    "C_low": (0.119, 0.017, 100.0, 0.0, 0.0, 2.02, 1.31),
    "C_med": (0.413, 0.057, 0.5, 98.0, 1.5, 2.10, 1.29),
    "C_high": (0.909, 0.016, 0.0, 0.5, 99.5, 4.33, 0.50),
    "C_ext": (0.909, 0.011, 0.0, 0.0, 100.0, 4.34, 0.49),
}

TABLE_3_COLUMNS = (
    *("risk_mean", "risk_std", "z_mean", "z_std", "transform", "level_start_mean"),
    *("level_1", "level_2", "level_3", "level_4", "level_final_mean"),
)
TABLE_3: dict[str, Cells] = {
    "T_mild": (0.340, 0.050, 0.252, 0.179, 99.0, 1.48, 65, 22, 13, 0, 2.37),
    "T_moderate": (0.457, 0.066, 0.538, 0.208, 89.0, 2.52, 1, 64, 16, 18, 2.93),
    "T_strong": (0.557, 0.082, 0.744, 0.170, 81.5, 3.33, 1, 0, 64, 35, 3.64),
    "T_near_deny": (0.704, 0.053, 0.980, 0.080, 13.0, 3.98, 0, 0, 0, 99, 4.42),
}

TABLE_20_COLUMNS = ("level_start_mean", "level_final_mean", "level_rise")
TABLE_20: dict[str, Cells] = {
    "T_mild": (1.48, 2.37, 0.89),
    "T_moderate": (2.52, 2.93, 0.41),
    "T_strong": (3.33, 3.64, 0.31),
    "T_near_deny": (3.98, 4.42, 0.44),
}

TABLE_22_COLUMNS = ("recipient", "purpose", "basis", "transparency")
TABLE_22: dict[str, Cells] = {
    "C_low": ("first_party", "functionality", "user_initiated", "full"),
    "C_med": ("service_provider", "analytics", "default", "partial"),
    "C_high": ("advertising", "profiling", "background", "vague"),
    "C_ext": ("data_broker", "advertising", "background", "missing"),
}

# R, decision and ℓ₀ are the same for its three texts; the final levels are those of TAB_0025.
TABLE_23_COLUMNS = ("risk", "decision", "level_start", "level_final")
TABLE_23: dict[str, Cells] = {
    "C_low": (0.108, "allow", 1, 1),
    "C_med": (0.376, "transform", 1, 1),
    "C_high": (0.910, "deny", 4, 4),
    "C_ext": (0.910, "deny", 4, 4),
}
