"""Text in, spans of keys and tokens with a provider's own prefix out: prefixes are documented, made for scanners to find."""

import re
from collections.abc import Iterator

from guardian_core.detect.spans import CHECKED, Span
from guardian_core.vocabulary import Entity

# What must stand in a text before the expression of a row is tried, and the expression. A row may stand for several providers.
PROVIDERS: tuple[tuple[str, str], ...] = (
    ("A", r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}"),  # Amazon Web Services: base32
    ("ABSK", r"ABSK[A-Za-z0-9+/]{100,270}={0,2}"),  # Amazon Bedrock
    ("gh", r"gh[pousr]_[A-Za-z0-9]{36,255}"),  # GitHub
    ("github_pat_", r"github_pat_[A-Za-z0-9_]{22,255}"),
    ("xox", r"xox[abceoprs]-[A-Za-z0-9-]{10,250}"),  # Slack
    ("xapp-", r"xapp-\d-[A-Za-z0-9-]{10,250}"),
    ("k_", r"[sr]k_(?:live|test|prod)_[A-Za-z0-9]{16,250}"),  # Stripe; pk_ is published in pages on purpose
    ("sk_org_", r"sk_org_(?:live|test)_[A-Za-z0-9_]{20,250}"),
    ("whsec_", r"whsec_[A-Za-z0-9+/]{24,90}"),
    ("sk-", r"sk-(?:ant-|proj-|svcacct-|admin-|or-v1-|lf-)?[A-Za-z0-9_-]{20,250}"),  # OpenAI, Anthropic, OpenRouter, Langfuse
    ("AIza", r"AIza[A-Za-z0-9_-]{35}"),  # Google
    ("ya29.", r"ya29\.[A-Za-z0-9_-]{20,2048}"),
    ("1//", r"1//0[A-Za-z0-9_-]{40,256}"),  # Google's refresh tokens
    ("AQ.Ab", r"AQ\.Ab[A-Za-z0-9_-]{40,80}"),
    ("GOCSPX-", r"GOCSPX-[A-Za-z0-9_-]{28}"),
    ("gl", r"(?:glpat|glptt|gldt|glrt|glrtr|glcbt|glft|glsoat|glagent|glimt|glffct|gloas|glwt)-[A-Za-z0-9_.-]{20,250}"),  # GitLab
    ("npm_", r"npm_[A-Za-z0-9]{36}"),
    ("pypi-", r"pypi-[A-Za-z0-9_-]{50,250}"),
    ("rubygems_", r"rubygems_[0-9a-f]{48}"),
    ("oy2", r"oy2[a-z0-9]{43}"),  # NuGet
    ("dckr_", r"dckr_(?:pat|oat)_[A-Za-z0-9_-]{27,64}"),  # Docker
    ("K", r"SK[0-9a-f]{32}"),  # Twilio
    ("AC", r"AC[0-9a-f]{32}"),
    ("SG.", r"SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,64}"),  # SendGrid
    ("hf_", r"hf_[A-Za-z0-9]{30,60}"),  # Hugging Face
    ("api_org_", r"api_org_[A-Za-z0-9]{30,60}"),
    ("gsk_", r"gsk_[A-Za-z0-9]{40,60}"),  # Groq
    ("r8_", r"r8_[A-Za-z0-9]{37}"),  # Replicate
    ("pplx-", r"pplx-[A-Za-z0-9]{40,64}"),  # Perplexity
    ("xai-", r"xai-[A-Za-z0-9]{70,90}"),
    ("pcsk_", r"pcsk_[A-Za-z0-9_]{40,90}"),  # Pinecone
    ("lsv2_", r"lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}"),  # LangSmith
    ("tvly-", r"tvly-[A-Za-z0-9-]{20,60}"),  # Tavily
    ("_v1_", r"(?:dop|doo|dor)_v1_[0-9a-f]{64}"),  # DigitalOcean
    ("shp", r"shp(?:at|ss|ca|pa|ua)_[0-9a-fA-F]{32}"),  # Shopify
    ("key-", r"key-[0-9a-f]{32}"),  # Mailgun
    ("-", r"[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}"),
    ("-us", r"[0-9a-f]{32}-us\d{1,2}"),  # Mailchimp
    ("xkeysib-", r"xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}"),  # Brevo
    ("AccountKey=", r"AccountKey=[A-Za-z0-9+/]{86}=="),  # Azure storage
    ("SharedAccessKey=", r"SharedAccessKey=[A-Za-z0-9+/]{43}="),  # Azure service bus
    ("8Q~", r"[A-Za-z0-9_~.-]{3}8Q~[A-Za-z0-9_~.-]{31,34}"),  # Azure client secret
    ("JQQJ99", r"[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{26}"),  # Azure AI services
    ("AzSe", r"[A-Za-z0-9]{42}AzSe[A-D][A-Za-z0-9]{5}"),  # Azure search
    ("AzFu", r"[A-Za-z0-9_-]{44}AzFu[A-Za-z0-9_-]{5}[AQgw]=="),  # Azure functions
    ("AZDO", r"[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}"),  # Azure DevOps
    ("dapi", r"dapi[0-9a-f]{32}(?:-\d)?"),  # Databricks
    ("hv", r"hv[sbr]\.[A-Za-z0-9_-]{24,250}"),  # HashiCorp Vault
    (".atlasv1.", r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{60,70}"),  # HashiCorp Terraform
    ("dp.", r"dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}"),  # Doppler
    ("pscale_", r"pscale_(?:tkn|oauth|pw)_[A-Za-z0-9_.-]{32,64}"),  # PlanetScale
    ("sb", r"sb(?:p|_secret)_[A-Za-z0-9_-]{30,50}"),  # Supabase
    ("sntry", r"sntry[su]_[A-Za-z0-9+/=_-]{60,300}"),  # Sentry
    ("gl", r"gl(?:sa_[A-Za-z0-9]{32}_[0-9a-f]{8}|c_[A-Za-z0-9+/]{32,400}={0,2})"),  # Grafana
    ("NRAK-", r"NRAK-[A-Z0-9]{27}"),  # New Relic
    ("AT", r"AT(?:ATT3|CTT3|BB)[A-Za-z0-9_=-]{24,300}"),  # Atlassian, Bitbucket
    ("lin_", r"lin_(?:api|oauth)_[A-Za-z0-9]{40,64}"),  # Linear
    ("ntn_", r"ntn_[A-Za-z0-9]{40,50}"),  # Notion
    ("secret_", r"secret_[A-Za-z0-9]{43}"),
    ("pat", r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}"),  # Airtable
    ("fig", r"fig(?:d|dr|u|ur|oh|o)_[A-Za-z0-9_-]{40,60}"),  # Figma
    ("PMAK-", r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}"),  # Postman
    ("sq0", r"sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,60}"),  # Square
    ("access_token$", r"access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[0-9a-f]{32}"),  # PayPal
    ("EAA", r"EAA[A-Za-z0-9]{60,400}"),  # Meta, Square
    ("AAAA", r"AAAAAAAAAAAAAAAAAAAAA[A-Za-z0-9%]{60,200}"),  # X
    ("AAAA", r"AAAA[A-Za-z0-9_-]{7}:APA91b[A-Za-z0-9_-]{120,200}"),  # Firebase
    (":AA", r"\d{8,10}:AA[A-Za-z0-9_-]{33}"),  # Telegram
    (".", r"[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,42}"),  # Discord
    ("HRKU-", r"HRKU-[A-Za-z0-9_-]{36,64}"),  # Heroku
    ("fm", r"fm[12][a-z]?_[A-Za-z0-9+/=_-]{60,1000}"),  # Fly
    ("nfp_", r"nfp_[A-Za-z0-9]{36}"),  # Netlify
    ("vc", r"vc[akipr]_[A-Za-z0-9]{24,60}"),  # Vercel
    ("sl.", r"sl\.(?:u\.)?[A-Za-z0-9_-]{100,1300}"),  # Dropbox
    ("AGE-SECRET-KEY-1", r"AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}"),
    ("ops_", r"ops_eyJ[A-Za-z0-9+/=_-]{100,2000}"),  # 1Password
    ("cf", r"cf(?:k|ut|at)_[A-Za-z0-9]{40,60}"),  # Cloudflare
    ("v1.0-", r"v1\.0-[0-9a-f]{24}-[0-9a-f]{146}"),
    ("nvapi-", r"nvapi-[A-Za-z0-9_-]{60,80}"),  # NVIDIA
    ("tgp_v1_", r"tgp_v1_[A-Za-z0-9_-]{40,60}"),  # Together
    ("csk-", r"csk-[a-z0-9]{40,60}"),  # Cerebras
    ("fw_", r"fw_[A-Za-z0-9]{20,40}"),  # Fireworks
    ("rpa_", r"rpa_[A-Z0-9]{40,50}"),  # RunPod
    ("ph", r"ph[sx]_[A-Za-z0-9]{40,60}"),  # PostHog; phc_ is published in pages on purpose
    ("re_", r"re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}"),  # Resend
    ("sq", r"sq[aup]_[0-9a-f]{40}"),  # SonarQube
    ("sgp_", r"sgp_(?:[0-9a-f]{16}_|local_)?[0-9a-f]{40}"),  # Sourcegraph
    ("pul-", r"pul-[0-9a-f]{40}"),  # Pulumi
    ("bk", r"bk(?:ua|at|ct)_[0-9a-f]{40,64}"),  # Buildkite
    ("CCIPAT_", r"CCIPAT_[A-Za-z0-9]{22}_[0-9a-f]{40}"),  # CircleCI
    ("dt0", r"dt0[a-z]\d{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}"),  # Dynatrace
    ("napi_", r"napi_[a-z0-9]{40,70}"),  # Neon
    ("mdb_sa_sk_", r"mdb_sa_sk_[A-Za-z0-9_-]{40}"),  # MongoDB Atlas
    ("rnd_", r"rnd_[A-Za-z0-9]{28,40}"),  # Render
    ("apify_api_", r"apify_api_[A-Za-z0-9]{36,40}"),
    ("CFPAT-", r"CFPAT-[A-Za-z0-9_-]{43}"),  # Contentful
    ("AstraCS:", r"AstraCS:[A-Za-z]{24}:[0-9a-f]{64}"),  # DataStax
    ("EZ", r"EZ[AT]K[A-Za-z0-9]{54}"),  # EasyPost
    ("AKCp", r"AKCp[A-Za-z0-9]{69}"),  # Artifactory
    ("cio", r"cio[A-Za-z0-9]{32}"),  # crates.io
    ("LTAI", r"LTAI[A-Za-z0-9]{20}"),  # Alibaba Cloud
    ("AQVN", r"AQVN[A-Za-z0-9_-]{35,38}"),  # Yandex Cloud
    ("pnu_", r"pnu_[A-Za-z0-9]{36}"),  # Prefect
    ("ory_", r"ory_[as]t_[A-Za-z0-9_-]{32,100}\.[A-Za-z0-9_-]{32,100}"),  # Ory
    ("tskey-", r"tskey-(?:auth|api|client|scim)-[A-Za-z0-9]{8,24}-[A-Za-z0-9]{20,40}"),  # Tailscale
)
_RUN = re.compile(r"[A-Za-z0-9+/_.=:$~-]{15}")  # every token holds one; most sentences do not
# What may not stand before a token is asked of what is found: asked first it would cost the search for the letters it begins with.
_COMPILED = tuple((mark, re.compile(rf"(?:{token})(?![A-Za-z0-9])")) for mark, token in PROVIDERS)
# By a sign that their marks hold, which is asked once for all of them.
_SIGNS = tuple(
    (sign, tuple(row for row in _COMPILED if sign == next((one for one in "_-.:~=" if one in row[0]), "")))
    for sign in ("", *"_-.:~=")
)
_BEFORE = re.compile(r"[A-Za-z0-9+/_]")
# Addresses that are keys: whoever has them may post.
_HOOKS = re.compile(
    r"(?i)https://(?:hooks\.slack\.com/(?:services|workflows|triggers)/|(?:ptb\.|canary\.)?discord(?:app)?\.com/api/webhooks/\d{15,20}/|"
    r"[\w-]{1,60}\.webhook\.office\.com/webhookb2/|api\.telegram\.org/bot)(?P<key>[\w@:/-]{20,300})"
)
# A signature that opens one object to whoever has the link: Azure, Amazon, Google.
_SIGNED = re.compile(r"(?i)[?&](?:sig|X-Amz-Signature|X-Goog-Signature)=(?P<key>[A-Za-z0-9%+/=]{40,700})")


def tokens(text: str) -> Iterator[Span]:
    """Only what also looks drawn at random, so that `sk-some-long-css-class-name-of-a-page` is none."""
    rows = [row for sign, some in _SIGNS if sign in text for row in some] if _RUN.search(text) else ()
    for mark, pattern in rows:
        if mark in text:
            for match in pattern.finditer(text):
                begins = match.start() == 0 or not _BEFORE.match(text, match.start() - 1)
                if begins and (drawn(match[0]) or _letters(match[0])):
                    yield Span(*match.span(), Entity.SECRET, 0.97, CHECKED)
    if "://" in text or "=" in text:
        for pattern in (_HOOKS, _SIGNED):
            for match in pattern.finditer(text):
                yield Span(*match.span("key"), Entity.SECRET, 0.95, CHECKED)


def drawn(token: str) -> bool:
    """Whether `token` looks drawn at random: a digit and several different characters.

    >>> drawn("4eC39HqLyjWDarjtT1zdp7dc"), drawn("sk-button-primary-large-outline"), drawn("sk-aaaaaaaaaaaaaaaaaaaa1")
    (True, False, False)
    """
    return any(character.isdigit() for character in token) and len(set(token)) >= 8


_TAIL = re.compile(r"[A-Za-z]{24,}\Z")
_CAPITALS = (0.27, 0.73)  # of the letters; of words written together about a fifth are


def _letters(token: str) -> bool:
    """Whether a token ends in letters alone that look drawn at random, as Hugging Face issues them.

    >>> _letters("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"), _letters("sk-SomeLongNameOfAnOutlinedButtonComponent")
    (True, False)
    """
    tail = _TAIL.search(token)
    if tail is None or len(set(tail[0].lower())) < 10:
        return False
    if token.startswith("hf_"):
        return True
    low, high = _CAPITALS
    return low <= sum(character.isupper() for character in tail[0]) / len(tail[0]) <= high
