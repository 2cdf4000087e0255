"""Keys, tokens, passwords."""

import pytest

from guardian_core.vocabulary import Entity, Role

JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"
TOKENS = {
    "aws": "AKIA" + "ABCDEFGHIJ234567",
    "github": "ghp_" + "abcdefghijklmnopqrstuvwxyz0123456789",
    "github_pat": "github_pat_" + "11ABCDEFG0abcdefghijkl_mnop",
    "slack": "xoxb-" + "123456789012-abcdefGHIJ",
    "stripe": "sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc",
    "openai": "sk-" + "proj-abcdEFGH1234ijklMNOP5678",
    "anthropic": "sk-ant-" + "api03-abcdefghij1234567890KLMN",
    "google": "AIza" + "SyA1234567890abcdefghijklmnopqrstuv",
    "gitlab": "glpat-" + "abcdEFGH1234ijklMNOP",
    "npm": "npm_" + "abcdefghijklmnopqrstuvwxyz0123456789",
    "twilio": "SK" + "0123456789abcdef0123456789abcdef",
    "sendgrid": "SG." + "abcdefghij123456789012." + "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG",
    "hugging_face": "hf_" + "abcdefghijklmnopqrstuvwxyzABCD1234",
    "jwt": JWT,
}


@pytest.mark.parametrize("token", TOKENS.values(), ids=TOKENS)
def test_finds_a_providers_token(found, token):
    assert found(f"use {token} for it") == [(token, Entity.SECRET)]


def test_finds_a_private_key_to_its_end(found):
    key = "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA7\n-----END RSA PRIVATE KEY-----"
    assert found(f"here:\n{key}\nbye") == [(key, Entity.SECRET)]


@pytest.mark.parametrize(
    ("text", "value", "entity"),
    [
        ("password=hunter2x", "hunter2x", Entity.PASSWORD),
        ("My password is hunter2!", "hunter2", Entity.PASSWORD),
        ("Passwort: Geheim!23", "Geheim!23", Entity.PASSWORD),
        ('api_key: "abcd1234efgh"', "abcd1234efgh", Entity.SECRET),
        ("mot de passe : s3same-ouvre", "s3same-ouvre", Entity.PASSWORD),
        ("https://dana:s3cret@db.example.test/", "s3cret", Entity.PASSWORD),
        ("Authorization: Bearer abcDEF123456ghiJKL789", "abcDEF123456ghiJKL789", Entity.SECRET),
    ],
)
def test_finds_what_is_given_as_a_secret(found, text, value, entity):
    assert found(text) == [(value, entity)]


@pytest.mark.parametrize(
    "text",
    [
        "password is required", "password: string", "password=<redacted>", "password: ****", "api_key=YOUR_API_KEY",
        "max_tokens: 4096",
        "token_type: bearer", "secret = os.environ['SECRET']", "password=settings.PASSWORD", "The secret is out", "sk-" + "a" * 30,
        "api_key=${API_KEY}", "reset your password: https://example.test/reset/1",
    ],
)  # fmt: skip
def test_leaves_talk_about_secrets_and_placeholders(found, text):
    assert found(text) == []


def test_leaves_a_token_that_stands_by_chance_in_encoded_media(found):
    data = "iVBORw0KGgo" + "A1b2" * 40 + "/AKIAABCDEFGHIJKLMNOP" + "gg" * 40
    assert found(f"data:image/png;base64,{data}") == []


def test_finds_an_access_key_in_a_settings_file(found):
    text = "AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY"
    assert found(text) == [("wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY", Entity.SECRET)]


def test_finds_a_password_under_its_short_names(found):
    for key in ("pw", "user_pw", "passcode", "Kennwort"):
        assert found("Heron22!x", key, Role.VALUE) == [("Heron22!x", Entity.PASSWORD)]


@pytest.mark.parametrize(
    ("text", "value", "entity"),
    [
        ("redis://:Heron22x@cache.example.test:6379/0", "Heron22x", Entity.PASSWORD),
        ("Server=db;User Id=sa;Password=Heron22!x;Encrypt=true", "Heron22!x", Entity.PASSWORD),
        ("Authorization: Basic ZGFuYTpodW50ZXIy", "ZGFuYTpodW50ZXIy", Entity.SECRET),
        ("curl -u dana:Heron22x https://api.example.test", "Heron22x", Entity.PASSWORD),
        ("machine example.test login dana password Heron22x", "Heron22x", Entity.PASSWORD),
        ("DB_PASSWORD=Heron22!x", "Heron22!x", Entity.PASSWORD),
        ("MY_SERVICE_TOKEN=a1b2c3d4e5f6", "a1b2c3d4e5f6", Entity.SECRET),
        ("lösenord: Hägern22", "Hägern22", Entity.PASSWORD),
        ("пароль: Цапля22", "Цапля22", Entity.PASSWORD),
        ("パスワード：Sagi22x!", "Sagi22x!", Entity.PASSWORD),
    ],
)
def test_finds_passwords_in_connection_strings_commands_and_other_languages(found, text, value, entity):
    assert found(text) == [(value, entity)]


@pytest.mark.parametrize(
    "text", ["Basic understanding of it", "Basic abcdefgh", "curl -u dana:$PASSWORD x", "token is required here now"]
)
def test_leaves_words_that_only_look_so(found, text):
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "value", "entity"),
    [
        ('#define PASSWORD "Heron22!x"', "Heron22!x", Entity.PASSWORD),
        ('#define WIFI_PASSWORD "heronpond"', "heronpond", Entity.PASSWORD),
        ('#define API_KEY "a1b2c3d4e5f6g7h8"', "a1b2c3d4e5f6g7h8", Entity.SECRET),
        ("define('DB_PASSWORD', 'Heron22!x');", "Heron22!x", Entity.PASSWORD),
        ('os.environ["PASSWORD"] = "Heron22!x"', "Heron22!x", Entity.PASSWORD),
        (":password => 'Heron22!x'", "Heron22!x", Entity.PASSWORD),
        ("config.set('db.password', 'Heron22!x')", "Heron22!x", Entity.PASSWORD),
        ("ALTER USER dana WITH PASSWORD 'Heron22!x';", "Heron22!x", Entity.PASSWORD),
        ("CREATE USER dana IDENTIFIED BY 'Heron22!x'", "Heron22!x", Entity.PASSWORD),
        ("ENV DB_PASSWORD Heron22!x", "Heron22!x", Entity.PASSWORD),
        ("setx API_KEY a1b2c3d4e5f6g7h8", "a1b2c3d4e5f6g7h8", Entity.SECRET),
        ("deploy --db-password Heron22!x", "Heron22!x", Entity.PASSWORD),
        ("his password Heron22!x", "Heron22!x", Entity.PASSWORD),
        ("| password | Heron22!x |", "Heron22!x", Entity.PASSWORD),
    ],
)
def test_finds_secrets_as_programs_and_commands_write_them(found, text, value, entity):
    assert found(text) == [(value, entity)]


@pytest.mark.parametrize(
    "text",
    [
        '#define PASSWORD "password"', "#define MAX_PASSWORD 64", 'fields = ["password", "address2", "sha256"]',
        't("password", "form.password2")',
        "fill('password', '#field1')", 'label = "password" "Step2"', "the password Reset2 page", "--token $TOKEN",
        "--password <password1>",
        "set password rules 2", 'input type="password" id="field1"', "password strength 8+ characters", '"token", "id2"',
    ],
)  # fmt: skip
def test_leaves_programs_that_only_name_them(found, text):
    assert found(text) == []


CALLED = [
    "password", "passwd", "passphrase", "passcode", "pwd", "api key", "secret", "client_secret",
    "access token", "private key", "login pin", "pin code", "Passwort", "Kennwort", "mot de passe",
    "contraseña", "contrasena", "wachtwoord", "senha", "parola d'ordine", "passord", "lösenord", "losenord",
    "salasana", "hasło", "haslo", "heslo", "jelszó", "jelszo", "şifre", "sifre", "parola", "kodeord",
    "adgangskode", "пароль", "密码", "密碼", "パスワード", "비밀번호", "كلمة المرور", "סיסמה", "κωδικός", "db_password=",
]  # fmt: skip


@pytest.mark.parametrize("name", CALLED)
def test_hears_a_password_by_each_of_its_names(found, name):
    """What is looked for before the slower expression is tried holds a part of each."""
    text = f"the {name}{'' if name.endswith('=') else ': '}Heron-and-7!"
    assert "Heron-and-7" in " ".join(value for value, entity in found(text) if entity in {Entity.PASSWORD, Entity.SECRET})


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("user=dana pass=hunter2", "hunter2"),
        ("pw=hunter2x;", "hunter2x"),
        ("user: dq\npass: hunter2", "hunter2"),
        ("?pass=Re%d8!x", "Re%d8!x"),
        ("pass = hunter2x", "hunter2x"),
        ("user = mira\npass = hunter2x\nhost = a", "hunter2x"),
        ("pw: hunter2", "hunter2"),
        ("the pw = hunter2", "hunter2"),
        ("user: mira pass: hunter2", "hunter2"),
        ("mira@example.test / pass : hunter2", "hunter2"),
        ("password : hunter2", "hunter2"),
        ("my PIN: 4711.", "4711"),
        ("SMTP_HOST: a\nSMTP_PASS: hunter2x\n", "hunter2x"),
        ("pin=4711", "4711"),
        ("backup --user mira --password hunter2x --all", "hunter2x"),
        ("tool --passphrase 'Heron22!x' run", "Heron22!x"),
    ],
)
def test_finds_what_is_behind_a_short_word_for_a_password(found, text, value):
    assert (value, Entity.PASSWORD) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "pass=1280",
        "pass=95%",
        "pass=20kHz",
        "high-pass=20kHz2",
        "bypass=route66",
        "pass=true",
        "pass 2 of 3",
        "the second pass: x86_64",
        "pass = getPass2(x)",
        "  pass = hunter2x;",
        "pass = renderPass2",
        "first pass = x86_64",
        "render_pass: depth2x",
        "tests that pass : test_login2",
        "pw: 3.2mm",
        "pin: 13",
        "gpio_pin: 4711",
        "pin: 4711-B",
        "Pin code: 110001",
        "pin: 12,000",
        "--password PASSWORD --token TOKEN",
        "--token the-token",
        "run with --pass flag2",
        "pass: 1280",
        "pass=v1.2.3",
    ],
)
def test_takes_no_count_for_a_password(found, text):
    assert found(text) == []
