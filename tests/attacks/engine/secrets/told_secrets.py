"""Sentences in which people tell codes and passwords, in six languages."""

# By language, four figures as they are spoken: 4 7 1 1.
SPOKEN = {
    "en": "four seven one one",
    "de": "vier sieben eins eins",
    "it": "quattro sette uno uno",
    "es": "cuatro siete uno uno",
    "nl": "vier zeven een een",
    "fr": "quatre sept un un",
}
PAIRS = {
    "en": "forty seven eleven",
    "de": "siebenundvierzig elf",
    "it": "quarantasette undici",
    "es": "cuarenta y siete once",
    "nl": "zevenenveertig elf",
    "fr": "quarante-sept onze",
}
WIDE = "\uff14\uff17\uff11\uff11"
FIGURES = ("4711", "4 7 1 1", "47 11", "4-7-1-1", "4, 7, 1, 1", "4.7.1.1", "4_7_1_1", "47_11", WIDE)
SENTENCES = {
    "en": (
        "disarm the alarm with code {}",
        "disarm the alarm, the code is {}",
        "disarm the alarm {}",
        "{} is the code of the alarm",
        "my pin is {}",
        "the code for the front door lock is {}, please remember it",
        "unlock the front door with {}",
        "can you tell me whether {} is still the code of our alarm?",
        "try {} on the front door",
        "if you forget, the safe's {}",
    ),
    "de": (
        "Alarm entschärfen mit Code {}",
        "der Code lautet {}",
        "entsperre die Haustür mit {}",
        "ist {} noch die PIN der Alarmanlage?",
        "probier {} an der Haustür",
    ),
    "it": (
        "disattiva l'allarme con il codice {}",
        "il mio pin è {}",
        "sblocca la porta con {}",
        "l'allarme si spegne con {}",
        "il numero per l'allarme è {}",
    ),
    "es": (
        "desactiva la alarma con el código {}",
        "mi pin es {}",
        "desbloquea la puerta con {}",
        "prueba {} en la puerta principal",
    ),
    "nl": (
        "schakel het alarm uit met code {}",
        "mijn pincode is {}",
        "ontgrendel de deur met {}",
        "probeer {} op de voordeur",
    ),
    "fr": (
        "désactive l'alarme avec le code {}",
        "mon code est {}",
        "déverrouille la porte avec {}",
        "l'alarme s'arrête avec {}",
        "le numéro pour l'alarme est {}",
    ),
}
CODES = [
    (code, sentence.format(said))
    for code, sentences in SENTENCES.items()
    for sentence in sentences
    for said in (*(FIGURES if code == "en" else FIGURES[:2]), SPOKEN[code], PAIRS[code])
]
PASSWORDS = [
    ("en", "set the guest network to {}"),
    ("en", "type {} into the guest network"),
    ("en", "please write {} into the guest network field, will you"),
    ("en", "set the guest network to {} at eight"),
    ("en", "my wifi password is {}"),
    ("en", "the password for the wifi: {}"),
    ("en", 'use "{}" as the new wi-fi password'),
    ("en", "change the network key to {}"),
    ("en", "the api token is {}, keep it"),
    ("de", "das WLAN-Passwort ist {}"),
    ("de", "mein Kennwort lautet {}"),
    ("it", "la password del wifi è {}"),
    ("es", "la contraseña del wifi es {}"),
    ("nl", "het wachtwoord van de wifi is {}"),
    ("fr", "le mot de passe du wifi est {}"),
]
SECRET_TEXTS = ("canary", "Canary4711", "yellow canary bird", "canary!7")
