"""How often an attacker was right before and after, and how useful the text is, in; one number for the bargain out."""


def overall(attacked_original: float, attacked: float, utility: float, utility_original: float = 1.0) -> float:
    """The relative gain of privacy less the relative loss of utility (GRASP, Table 8, after SEAL).

    Args:
        attacked_original: the attacker's accuracy on the original texts, above 0.
        attacked: the same on the outputs.
        utility: of the outputs.
        utility_original: of the originals.

    GRASP's best round and SEAL's frontier rival as published (0.396, 0.292):

    >>> round(overall(0.620, 0.260, 0.815), 3), round(overall(0.620, 0.365, 0.880), 2)
    (0.396, 0.29)

    Raises:
        ValueError: an original that tells nothing, or is worth nothing: there is nothing to bargain with.
    """
    if attacked_original <= 0 or utility_original <= 0:
        message = "the overall score is relative to originals that tell something and are worth something"
        raise ValueError(message)
    return (attacked_original - attacked) / attacked_original - (utility_original - utility) / utility_original
