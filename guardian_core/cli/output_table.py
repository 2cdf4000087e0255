"""Which command prints what with `--json`, and the schema that is made of it: docs/schemas/output.json."""

from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from guardian_core.cli import outputs, policy_outputs, setup_outputs
from guardian_core.cli.bench import bench
from policy_cache.page import PolicyDocument, PolicySummary

OUTPUTS: dict[str, tuple[type[BaseModel], ...]] = {
    "guardian anonymize": (outputs.Anonymized, outputs.AnonymizedFile),
    "guardian audit": (outputs.Audit,),
    "guardian browser": (setup_outputs.Browser,),
    "guardian ca install": (setup_outputs.CaChange,),
    "guardian ca remove": (setup_outputs.CaChange,),
    "guardian ca show": (setup_outputs.CaShow,),
    "guardian ca status": (setup_outputs.CaStatus,),
    "guardian completion": (setup_outputs.Completion,),
    "guardian config profile": (outputs.Profile,),
    "guardian config schema": (setup_outputs.Schema,),
    "guardian config show": (outputs.ConfigShow,),
    "guardian decide": (outputs.Decide,),
    "guardian demo": (setup_outputs.Demo,),
    "guardian doctor": (setup_outputs.Doctor,),
    "guardian exceptions forget": (policy_outputs.ExceptionsForgotten,),
    "guardian exceptions list": (policy_outputs.Exceptions,),
    "guardian exec": (setup_outputs.Exec,),
    "guardian grants allow": (setup_outputs.Grant,),
    "guardian grants deny": (setup_outputs.Grant,),
    "guardian grants list": (setup_outputs.Grants, setup_outputs.AllGrants),
    "guardian grants revoke": (setup_outputs.Revoked,),
    "guardian identities add": (setup_outputs.IdentitiesAdded,),
    "guardian identities list": (setup_outputs.Identities,),
    "guardian identities remove": (setup_outputs.IdentitiesRemoved,),
    "guardian lists show": (setup_outputs.Lists,),
    "guardian lists update": (setup_outputs.ListUpdates,),
    "guardian llm install": (setup_outputs.LlmInstall,),
    "guardian llm serve": (setup_outputs.LlmServe,),
    "guardian llm status": (setup_outputs.LlmStatus,),
    "guardian open": (setup_outputs.Open,),
    "guardian pause": (setup_outputs.Paused,),
    "guardian policy diff": (policy_outputs.PolicyDiff, policy_outputs.PolicyUnchanged),
    "guardian policy fetch": (PolicySummary, policy_outputs.PolicyUnknown),
    "guardian policy forget": (policy_outputs.Forgotten,),
    "guardian policy import": (policy_outputs.DocumentHead,),
    "guardian policy list": (policy_outputs.PolicyList,),
    "guardian policy search": (policy_outputs.PolicySearch,),
    "guardian policy show": (PolicyDocument,),
    "guardian policy warm": (policy_outputs.PolicyWarm,),
    "guardian report": (policy_outputs.Report,),
    "guardian resume": (setup_outputs.Resumed,),
    "guardian rules add": (outputs.RuleAdded,),
    "guardian rules list": (outputs.Rules,),
    "guardian rules remove": (outputs.RuleRemoved,),
    "guardian rules test": (outputs.RulesTest,),
    "guardian run": (outputs.Run,),
    "guardian score": (outputs.Score,),
    "guardian system-proxy off": (setup_outputs.SystemProxyChange,),
    "guardian system-proxy on": (setup_outputs.SystemProxyChange,),
    "guardian system-proxy status": (setup_outputs.SystemProxy,),
    **{f"guardian bench {name}": (policy_outputs.Rows,) for name in bench.commands},
}


def schema() -> dict[str, Any]:
    """Every command's output: "commands" says which of "$defs" it is."""
    models: list[type[BaseModel]] = [outputs.Error, *dict.fromkeys(model for several in OUTPUTS.values() for model in several)]
    where, made = models_json_schema([(model, "serialization") for model in models], by_alias=True)
    named: dict[type[BaseModel], Any] = {model: where[model, "serialization"] for model in models}
    fault = named[outputs.Error]
    commands = {path: {"anyOf": [*(named[model] for model in several), fault]} for path, several in sorted(OUTPUTS.items())}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What GuardianAgent's commands print with --json",
        "description": "commands: the schema of each, a reference into $defs; a fault is an Error",
        "commands": commands,
        "$defs": made["$defs"],
    }
