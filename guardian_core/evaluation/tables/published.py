"""What the paper prints in its tables of methods, by data set and method; None where it prints nothing.

Privacy, utility, guess, milliseconds. Utility is token Jaccard on TAB and PII-Masking-300k, BERTScore F1 on SynthPAI.
"""

from collections.abc import Mapping

type Cells = tuple[float | None, ...]
DATASETS = ("tab", "synthpai", "pii")
ALL_DATASETS = (*DATASETS, "llmprivacy")  # the last is in none of the paper's tables of methods
TITLES = {"tab": "TAB", "synthpai": "SynthPAI", "pii": "annotated PII texts", "llmprivacy": "llmprivacy"}
PAPER_N = {"tab": 811, "synthpai": 200, "pii": 500}

_TABLE_1: Mapping[str, tuple[Cells, Cells, Cells]] = {
    "guardian": ((0.945, 0.696, 0.283, 5052), (0.944, 0.888, 0.295, 9949), (0.901, 0.488, 0.213, 7453)),
    "staab": ((0.695, 0.564, 0.335, 25152), (0.975, 0.257, 0.098, 45418), (0.850, 0.384, 0.275, 24975)),
    "agentstealth": ((0.689, 0.789, 0.579, 16928), (0.864, 0.700, 0.260, 15485), (0.680, 0.634, 0.508, 19414)),
    "has": ((0.926, 0.669, 0.336, 5328), (0.811, 0.841, 0.477, 12892), (0.809, 0.586, 0.322, 8384)),
    "incognitext": ((0.178, 0.765, 0.538, 8341), (0.553, 0.855, 0.281, 10092), (0.315, 0.701, 0.624, 9819)),
    "confaide": ((0.913, 0.638, 0.307, 976), (0.842, 0.810, 0.254, 3092), (0.776, 0.533, 0.331, 1822)),
    "pissarra": ((0.903, 0.701, 0.257, 789), (0.815, 0.873, 0.395, 2943), (0.864, 0.548, 0.256, 2846)),
    "rescriber": ((0.719, 0.605, 0.393, 3774), (0.819, 0.432, 0.182, 3241), (0.892, 0.282, 0.178, 2752)),
    "dp-prompt": ((0.375, 0.478, 0.662, 837), (0.486, 0.539, 0.319, 3371), (0.524, 0.527, 0.505, 3611)),
    "presidio": ((0.703, 0.783, 0.216, 14), (0.659, 0.944, 0.375, 28), (0.511, 0.750, 0.489, 24)),
    "pba-llm": ((0.455, 0.809, 0.465, 81), (0.635, 0.956, 0.396, 170), (0.184, 0.906, 0.674, 9)),
}
TABLE_1: Mapping[tuple[str, str], Cells] = {
    (dataset, method): cells for method, three in _TABLE_1.items() for dataset, cells in zip(DATASETS, three, strict=True)
}
TABLE_4: Mapping[tuple[str, str], Cells] = {
    ("tab", "guardian-cap3"): (0.924, 0.709, 0.356),
    ("tab", "guardian-cap4"): (0.933, 0.706, 0.325),
    ("tab", "guardian"): (0.945, 0.696, 0.296),
    ("synthpai", "guardian-cap3"): (0.913, 0.897, 0.329),
    ("synthpai", "guardian-cap4"): (0.912, 0.905, 0.316),
    ("synthpai", "guardian"): (0.944, 0.888, 0.299),
    ("pii", "guardian-cap3"): (0.869, 0.533, 0.247),
    ("pii", "guardian-cap4"): (0.849, 0.539, 0.283),
    ("pii", "guardian"): (0.901, 0.488, 0.213),
}
# Its variants: NER only, + guesser, + LLM rewrite (one level), + L1-L5 adaptive. Privacy, utility, ms.
TABLE_5: Mapping[tuple[str, str], Cells] = {
    ("synthpai", "guardian-l3"): (0.483, 0.944, 23),
    ("synthpai", "guardian-cap3"): (0.569, 0.938, 729),
    ("synthpai", "guardian-l4"): (0.910, 0.899, 2518),
    ("synthpai", "guardian"): (0.944, 0.888, 9949),
    ("tab", "guardian-l3"): (0.848, 0.735, 11),
    ("tab", "guardian-cap3"): (0.895, 0.718, 2731),
    ("tab", "guardian-l4"): (0.915, 0.725, 831),
    ("tab", "guardian"): (0.945, 0.696, 5052),
    ("pii", "guardian-l3"): (0.389, 0.813, 14),
    ("pii", "guardian-cap3"): (None, None, None),
    ("pii", "guardian-l4"): (0.853, 0.546, 4084),
    ("pii", "guardian"): (0.901, 0.488, 7453),
}
TABLE_13: Mapping[tuple[str, str], Cells] = {
    ("tab", "guardian-l5"): (0.974, 0.628),
    ("tab", "guardian-l4"): (0.866, 0.740),
    ("tab", "guardian"): (0.945, 0.696),
    ("synthpai", "guardian-l5"): (0.942, 0.847),
    ("synthpai", "guardian-l4"): (0.892, 0.892),
    ("synthpai", "guardian"): (0.944, 0.888),
}
# Final level, upgrade rate, privacy, utility, ms.
TABLE_14: Mapping[tuple[str, str], Cells] = {
    ("synthpai", "guardian"): (3.52, 0.52, 0.975, 0.850, 6713),
    ("synthpai", "guardian-noverify"): (3.96, 0.80, 0.975, 0.834, 7350),
}
UNNECESSARY_UPGRADES = 0.320
# Privacy and utility over four seeds of 50.
TABLE_15: Mapping[tuple[str, str], Cells] = {
    ("tab", "guardian"): (0.941, 0.024, 0.695, 0.012),
    ("tab", "has"): (0.925, 0.017, 0.668, 0.020),
    ("tab", "confaide"): (0.899, 0.024, 0.641, 0.009),
    ("tab", "pissarra"): (0.881, 0.026, 0.712, 0.019),
    ("tab", "staab"): (0.667, 0.052, 0.586, 0.048),
    ("synthpai", "guardian"): (0.962, 0.015, 0.879, 0.034),
    ("synthpai", "has"): (0.797, 0.015, 0.845, 0.009),
    ("synthpai", "confaide"): (0.843, 0.026, 0.830, 0.020),
    ("synthpai", "pissarra"): (0.790, 0.055, 0.875, 0.023),
    ("synthpai", "staab"): (0.986, 0.018, 0.272, 0.042),
}
# SynthPAI, n = 50: Llama-3.2-3B's privacy and utility, then Llama-3.1-8B's.
TABLE_16: Mapping[str, Cells] = {"guardian": (0.975, 0.855, 1.000, 0.863), "staab": (0.975, 0.225, 0.950, 0.700)}
# Shares of clean_success, cascade, pii_retained, parse_fail.
TABLE_17: Mapping[str, Cells] = {"synthpai": (0.655, 0.165, 0.035, 0.010), "tab": (0.545, 0.220, 0.005, 0.000)}
# Qwen3-8B, n = 200: privacy, utility.
TABLE_18: Mapping[tuple[str, str], Cells] = {
    ("tab", "guardian"): (0.976, 0.628),
    ("tab", "staab"): (0.882, 0.549),
    ("tab", "has"): (0.879, 0.728),
    ("tab", "confaide"): (0.408, 0.848),
    ("tab", "pissarra"): (0.855, 0.707),
    ("synthpai", "guardian"): (0.927, 0.943),
    ("synthpai", "staab"): (0.920, 0.818),
    ("synthpai", "has"): (0.724, 0.938),
    ("synthpai", "confaide"): (0.464, 0.966),
    ("synthpai", "pissarra"): (0.593, 0.962),
}
# Privacy, utility, fluency, 1 to 5, three raters.
TABLE_21: Mapping[str, Cells] = {
    "guardian": (3.95, 4.16, 4.20),
    "guardian-l4": (3.74, 3.91, 4.22),
    "guardian-l5": (4.12, 3.54, 4.19),
    "presidio": (3.17, 3.64, 3.38),
    "has": (2.93, 2.99, 2.85),
    "dp-prompt": (3.19, 3.90, 4.27),
    "agentstealth": (3.71, 3.36, 3.68),
    "staab": (2.08, 1.95, 1.97),
}
# Marked with a dagger: the paired bootstrap's p is below .05 against guardian.
TABLE_21_DIFFERS: Mapping[str, tuple[str, ...]] = {
    "guardian-l5": ("utility",),
    "presidio": ("privacy", "utility", "fluency"),
    "has": ("privacy", "utility", "fluency"),
    "dp-prompt": ("privacy",),
    "agentstealth": ("utility", "fluency"),
    "staab": ("privacy", "utility", "fluency"),
}
TABLE_21_ALPHA: Cells = (0.68, 0.74, 0.75)
# Table 12: accuracy, precision, recall, F1, ECE, Brier, escalation; Table 19: events → accuracy, escalation.
TABLE_12: Mapping[str, float] = {
    "accuracy": 0.928,
    "precision": 1.000,
    "recall": 0.857,
    "f1": 0.923,
    "ece": 0.048,
    "brier": 0.058,
    "escalation": 0.0347,
}
