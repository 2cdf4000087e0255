"""A local internet on loopback: sites with policies, requests to them through the real proxy, and what arrived."""

from guardian_core.demo.run import run_demo
from guardian_core.demo.world import DOMAINS, Proxy, ProxyStartError, World

__all__ = ["DOMAINS", "Proxy", "ProxyStartError", "World", "run_demo"]
