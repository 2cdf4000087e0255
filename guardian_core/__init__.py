"""The core of GuardianAgent; read `guardian.py` first, then `vocabulary.py`."""
