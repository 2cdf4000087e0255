"""Values in; out, whether one only holds the place of a secret: `<password>`, `${TOKEN}`, `YOUR_API_KEY`, `****`."""

import re

PLACEHOLDER = re.compile(
    r"(?i)^(?:[<\[{$%].*|.*\*{3,}.*|x{3,}.*|\.{3,}|•+|(?:your|my|the|new|old|current|user)?[_ -]?(?:password|passwd|api[_-]?key|"
    r"token|secret|key)s?(?:[_-]?here)?|"
    r"redacted|hidden|masked|filtered|none|null|nil|undefined|true|false|string|required|optional|changeme|example|dummy|test|empty|unset|n/?a|"
    r"\[?filtered\]?|(?:process\.env|os\.environ|os\.getenv|settings|config|env|self|this)\b.*)$"
)
