"""Policies without the network: an action in, evidence from what is already stored out."""

from guardian_core.settings import Settings
from guardian_core.vocabulary import Action, Evidence, PolicyState
from policy_cache import PolicyCache


class StoredPolicies(PolicyCache):
    """The cache as it is; what it does not hold is unknown, and nothing is looked up."""

    async def evidence(self, action: Action) -> Evidence:
        """Evidence from the stored policy of the domain, else of the host; unknown if neither is there."""
        for site in dict.fromkeys((action.domain, action.destination)):
            document = self.show(site)
            if document is not None:
                wanted = self.search(
                    site, categories=action.categories, purposes=action.purposes, recipients=action.recipients, act=action.act
                )
                return Evidence(
                    state=PolicyState.KNOWN,
                    statements=wanted,
                    url=document.url,
                    length=document.length,
                    legal_basis=document.legal_basis,
                    rights=document.rights,
                    retention=document.retention,
                )
        return Evidence(state=PolicyState.UNKNOWN, reason="offline, and none is stored")


def stored_policies(settings: Settings) -> StoredPolicies:
    """The cache that `settings` name."""
    return StoredPolicies(settings.policy, home=settings.home)
