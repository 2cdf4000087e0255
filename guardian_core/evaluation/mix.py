"""The samples behind the paper's Tables 2 and 3 as we assume them: a context and a category in, one weighed sample out."""

from guardian_core.evaluation.published import LIKELIHOOD, Context
from guardian_core.risk import assess, decide
from guardian_core.vocabulary import Category, Decision, Risk

# Ours: the share of each S_d among the 200 PII-Masking texts, by a category of that weight. The paper does not print it.
MIX: tuple[tuple[Category, float], ...] = (
    (Category.EMAIL, 0.01),  # S_d .55
    (Category.CONTENT, 0.55),  # .65
    (Category.PHONE, 0.09),  # .70
    (Category.LOCATION, 0.12),  # .75
    (Category.LOCATION_PRECISE, 0.10),  # .85
    (Category.SSN, 0.10),  # .90
    (Category.FINANCIAL, 0.03),  # .95
)
TEXT_OF_TABLE_23 = Category.CONTENT  # S_d .65, under which the fit gives both of its unsaturated rows


def weigh(context: Context, category: Category) -> tuple[Risk, Decision]:
    """One sample in one context, with the paper's L."""
    where = ({category}, {context.recipient}, {context.purpose}, context.basis)
    risk = assess(*where, context.transparency, LIKELIHOOD)
    return risk, decide(risk)
