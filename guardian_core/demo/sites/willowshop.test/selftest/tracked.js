// What a tag manager does on a page: sends what the visitor typed to whoever pays for it.
const person = {email: "wader1984@mailbox.example", phone: "+1 212 555 0143"};
const json = {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(person)};
navigator.sendBeacon("https://adlantern.test/lead", new URLSearchParams(person));
fetch("https://peoplebase.test/v2/profiles", json)
  .then(reply => reply.status, () => "no reply")
  .then(status => fetch("/selftest/seen?status=" + status));
