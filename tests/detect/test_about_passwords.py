"""detect.about_passwords: labels and messages of forms, which are no passwords, and passwords of words, which are."""

import json

import pytest

from guardian_core import actions
from guardian_core.detect import Detector
from guardian_core.detect.about_passwords import tells
from guardian_core.settings import DetectSettings
from guardian_core.vocabulary import Entity
from tests.actions.kit import post


@pytest.fixture(scope="module")
def detector():
    return Detector(DetectSettings(names=False))


def passwords(detector, body):
    found = detector.find(actions.read(post(json.dumps(body, ensure_ascii=False).encode(), "application/json")).items)
    return [finding for finding in found if finding.entity is Entity.PASSWORD]


LABELS = [
    "Password", "Passwort", "PASSWORT", "Kennwort", "Contraseña", "contrasena", "Mot de passe", "Senha",
    "Palavra-passe", "Wachtwoord", "Lösenord", "Passord", "Adgangskode", "Kodeord", "Salasana", "Hasło",
    "Heslo", "Jelszó", "Parolă", "Şifre", "Lozinka", "Пароль", "Κωδικός", "סיסמה", "كلمة المرور", "पासवर्ड",
    "รหัสผ่าน", "Mật khẩu", "Kata sandi", "密码", "密碼", "パスワード", "비밀번호", "Password:", "Passwort *",
    "Neues Passwort", "Passwort wiederholen", "Passwort vergessen?", "Confirm password",
    "Forgot your password?", "Enter your new password", "Confirmer le mot de passe", "Mot de passe oublié ?",
    "Nueva contraseña", "¿Olvidaste tu contraseña?", "Nuova password", "Conferma password", "Nytt lösenord",
    "Новый пароль", "Введите пароль", "Jelszó megerősítése", "新しいパスワード",
    "パスワードを入力してください", "请输入密码", "비밀번호 확인",
]  # fmt: skip
MESSAGES = [
    "Password is too short", "Your password must contain at least 8 characters.", "Password can't be blank",
    "Passwords do not match", "is too short", "is too short (minimum is 8 characters)",
    "must be at least {{min}} characters", "must contain a number", "ist zu kurz",
    "Das Passwort muss mindestens 8 Zeichen lang sein", "Passwort ist zu kurz",
    "Le mot de passe est trop court", "Le mot de passe doit contenir au moins 8 caractères",
    "La contraseña es demasiado corta", "La password deve contenere almeno 8 caratteri",
    "Het wachtwoord is te kort", "Lösenordet måste innehålla minst 8 tecken",
    "Hasło musi zawierać co najmniej 8 znaków", "Пароль слишком короткий", "パスワードは8文字以上で入力してください", "密码错误",
]  # fmt: skip
ANSWERS = [
    "required",
    "incorrect",
    "Invalid.",
    "can't be blank",
    "does not match",
    "falsch",
    "darf nicht leer sein",
    "ungültig",
    "requis",
]
REAL = [
    "correct horse battery staple", "swordfish", "hunter2", "Passwort1", "passwort2024",
    "password is swordfish", "Tr0ub4dor&horse!9", "hunter2 is too short", "my password is hunter2",
    "Mein Passwort ist Sonnenblume7", "sonnenblume", "violet umbrella", "パスワード123", "PIN 4711", "пароль123",
    "short", "winter garden piano", "wrong horse battery staple",
]  # fmt: skip


@pytest.mark.parametrize("value", LABELS)
def test_the_word_for_a_password_is_none(detector, value):
    for body in ({"login.password": value}, {"password": value, "user": "x"}, {"form": {"new_password": value}}, {"senha": value}):
        assert passwords(detector, body) == []


@pytest.mark.parametrize("value", MESSAGES)
def test_what_is_said_of_a_password_is_none(detector, value):
    for body in ({"password": value}, {"errors": {"password": [value]}}, {"validation": {"fields": {"password": value}}}):
        assert passwords(detector, body) == []


@pytest.mark.parametrize("value", ANSWERS)
@pytest.mark.parametrize("name", ["errors", "error", "validationErrors", "messages", "fehler"])
def test_what_answers_to_a_form_say_of_its_field_is_none(detector, name, value):
    assert passwords(detector, {name: {"password": [value]}}) == []
    assert passwords(detector, {name: {"user": {"password": value}}}) == []


@pytest.mark.parametrize("value", REAL)
def test_a_password_stays_one(detector, value):
    for body in ({"password": value}, {"user": "x", "login": {"password": value}}):
        assert len(passwords(detector, body)) == 1


@pytest.mark.parametrize("value", [value for value in REAL if value != "short"])
def test_a_password_stays_one_in_an_answer_that_quotes_it(detector, value):
    assert len(passwords(detector, {"errors": {"password": [value]}})) == 1


def test_long_values_and_paths_take_no_time():
    assert not tells("password " * 100_000)
    assert tells("too short", "/".join(["body", "errors", *["a"] * 10_000, "password"]))
