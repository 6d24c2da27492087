// What the server refuses, as sentences that say what to do. Those in lower case end "Not sent: …".

export const enErrors = {
  "error.already_set_up": "Parley is set up already. Sign in instead.",
  "error.bad_answer": "The server's answer could not be read",
  "error.content_too_long": "the message is too long; shorten it or send several",
  "error.forbidden": "You may see this but not change it. Ask an owner or admin.",
  "error.invalid_field.avatar_url":
    "Type the whole address of a picture, beginning with https://, or nothing.",
  "error.invalid_field.current_password":
    "This is not your password. Type the one you sign in with.",
  "error.invalid_field.default_avatar_url":
    "Type the whole address of a picture, beginning with https://, or nothing.",
  "error.invalid_field.display_name": "Type a name of 1 to 80 characters.",
  "error.invalid_field.ip_allowlist": "Type one IP address on each line, without names or ports.",
  "error.invalid_field.name": "Type a name of 1 to 80 characters.",
  "error.invalid_field.password": "Choose a password of at least 10 characters.",
  "error.invalid_field.rate_per_hour": "Type a whole number, or 0 for no limit.",
  "error.invalid_field.rate_per_minute": "Type a whole number, or 0 for no limit.",
  "error.invalid_field.username":
    "Use 1 to 32 letters, digits, dots, hyphens or underscores, with a letter or digit at both ends.",
  "error.not_found": "This is no longer here, or you may not see it",
  "error.offline": "the server cannot be reached",
  "error.rate_limit_exceeded": "too many attempts; wait a moment",
  "error.send_failed": "the server could not keep it; try again in a moment",
  "error.unavailable": "the server is busy; try again in a moment",
  "error.unexpected": "Something unexpected happened. Reload the page and try again.",
  "error.username_taken": "This username is taken. Choose another.",
  "error.wrong_password": "The username or the password is not right",
};

export const deErrors: typeof enErrors = {
  "error.already_set_up": "Parley ist schon eingerichtet. Melde dich an.",
  "error.bad_answer": "Die Antwort des Servers war nicht lesbar",
  "error.content_too_long": "die Nachricht ist zu lang; kürze sie oder sende mehrere",
  "error.forbidden":
    "Du darfst das sehen, aber nicht ändern. Frage jemanden aus Besitz oder Verwaltung.",
  "error.invalid_field.avatar_url":
    "Gib die ganze Adresse eines Bildes ein, mit https:// am Anfang, oder nichts.",
  "error.invalid_field.current_password":
    "Das ist nicht dein Passwort. Gib das ein, mit dem du dich anmeldest.",
  "error.invalid_field.default_avatar_url":
    "Gib die ganze Adresse eines Bildes ein, mit https:// am Anfang, oder nichts.",
  "error.invalid_field.display_name": "Gib einen Namen mit 1 bis 80 Zeichen ein.",
  "error.invalid_field.ip_allowlist":
    "Gib in jeder Zeile eine IP-Adresse ein, ohne Namen und Ports.",
  "error.invalid_field.name": "Gib einen Namen mit 1 bis 80 Zeichen ein.",
  "error.invalid_field.password": "Wähle ein Passwort mit mindestens 10 Zeichen.",
  "error.invalid_field.rate_per_hour": "Gib eine ganze Zahl ein, oder 0 für keine Grenze.",
  "error.invalid_field.rate_per_minute": "Gib eine ganze Zahl ein, oder 0 für keine Grenze.",
  "error.invalid_field.username":
    "Nimm 1 bis 32 Buchstaben, Ziffern, Punkte, Binde- oder Unterstriche, mit Buchstabe oder Ziffer an beiden Enden.",
  "error.not_found": "Das gibt es nicht mehr, oder du darfst es nicht sehen",
  "error.offline": "der Server ist nicht erreichbar",
  "error.rate_limit_exceeded": "zu viele Versuche; warte einen Moment",
  "error.send_failed": "der Server konnte sie nicht ablegen; versuche es gleich noch einmal",
  "error.unavailable": "der Server ist beschäftigt; versuche es gleich noch einmal",
  "error.unexpected":
    "Etwas Unerwartetes ist passiert. Lade die Seite neu und versuche es noch einmal.",
  "error.username_taken": "Dieser Benutzername ist vergeben. Wähle einen anderen.",
  "error.wrong_password": "Benutzername oder Passwort stimmt nicht",
};
