"""Certificate authorities: the one that intercepts, and the demo's own."""

from guardian_certs.authority import Authority, Leaf, make_authority
from guardian_certs.hints import Interception, interception_ca, trust_hints

__all__ = ["Authority", "Interception", "Leaf", "interception_ca", "make_authority", "trust_hints"]
