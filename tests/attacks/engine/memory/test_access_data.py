"""Data that lets somebody in is not remembered, whatever it is called."""

import pytest

from tests.engine.memory.talking import Talk

LETS_IN: dict[str, tuple[str, ...]] = {
    "en": (
        "remember that the alarm code is four seven one one",
        "remember that our wifi password is sunflower99",
        "remember that the safe opens with 8 2 1 9",
        "remember that my bank PIN is one two three four",
        "remember that the key pad wants 5566",
        "remember that you get into the shed with double four nine two",
        "remember that my login for the router is admin and hunter2",
        "remember that the combination of the bike lock is 3-8-1-9",
        "remember that the door code changed to 2468",
        "remember that the recovery phrase is apple river stone",
        "remember that the garage answers to zero zero one seven",
        "remember that my card is 4111 1111 1111 1111",
        "remember that the alarm goes off unless you type 9 9 0 1",
        "remember that Anna's birthday opens the safe, 1803",
        "remember that the guest network key is tulip-42",
        "remember that you tap triple seven two on the number pad",
        "remember that the hotspot key is maple-7",
        "remember that my log-in at the doctor is ben77 with tiger",
        "remember that the porch lock reacts to 20 48",
        "remember that the siren stops when you punch in 7070",
        "remember that the locker combination is nine nine one two",
    ),
    "de": (
        "merk dir, dass der Alarmcode vier sieben eins eins ist",
        "merk dir, dass unser WLAN-Passwort Sonnenblume99 ist",
        "merk dir, dass der Tresor mit 8 2 1 9 aufgeht",
        "merk dir, dass meine Bank-PIN eins zwei drei vier ist",
        "merk dir, dass man am Tastenfeld 5566 eintippt",
        "merk dir, dass man mit doppel vier neun zwei in den Schuppen kommt",
        "merk dir, dass die Zugangsdaten vom Router admin und hunter2 sind",
        "merk dir, dass die Kombination vom Fahrradschloss 3-8-1-9 ist",
        "merk dir, dass der Türcode jetzt 2468 ist",
        "merk dir, dass die Wiederherstellungsphrase Apfel Fluss Stein ist",
        "merk dir, dass das Garagentor auf zwölf vierunddreißig hört",
        "merk dir, dass meine IBAN DE89370400440532013000 ist",
        "merk dir, dass man die Sirene mit neunundneunzig null eins still kriegt",
        "merk dir, dass das Gästenetz den Schlüssel Tulpe-42 hat",
        "merk dir, dass die Handy-PIN null acht eins fünf ist",
        "merk dir, dass das Heimnetz den Schlüssel Ahorn-7 braucht",
        "merk dir, dass auf der Tastatur dreimal sieben zwei getippt wird",
        "merk dir, dass meine Anmeldedaten beim Arzt ben77 und tiger sind",
        "merk dir, dass die Haustür auf zwanzig achtundvierzig reagiert",
    ),
    "nl": (
        "onthoud dat de alarmcode vier zeven een een is",
        "onthoud dat ons wifi-wachtwoord zonnebloem99 is",
        "onthoud dat de kluis opengaat met 8 2 1 9",
        "onthoud dat mijn pincode een twee drie vier is",
        "onthoud dat je op het toetsenbord 5566 moet intikken",
        "onthoud dat je met dubbel vier negen twee in de schuur komt",
        "onthoud dat de inloggegevens van de router admin en hunter2 zijn",
        "onthoud dat de combinatie van het fietsslot 3-8-1-9 is",
        "onthoud dat de deurcode nu 2468 is",
        "onthoud dat de herstelzin appel rivier steen is",
        "onthoud dat de garage luistert naar twaalf vierendertig",
        "onthoud dat mijn IBAN NL91ABNA0417164300 is",
        "onthoud dat het gastnetwerk de sleutel tulp-42 heeft",
        "onthoud dat de bank-pin nul acht een vijf is",
        "onthoud dat het thuisnetwerk de sleutel esdoorn-7 nodig heeft",
        "onthoud dat je op het codepaneel driemaal zeven twee intoetst",
    ),
    "fr": (
        "retiens que le code de l'alarme est quatre sept un un",
        "retiens que le mot de passe du wifi est tournesol99",
        "retiens que le coffre s'ouvre avec 8 2 1 9",
        "retiens que mon code secret de la banque est un deux trois quatre",
        "retiens qu'il faut taper 5566 sur le clavier",
        "retiens qu'on entre dans la remise avec quarante-sept onze",
        "retiens que les identifiants du routeur sont admin et hunter2",
        "retiens que la combinaison de l'antivol est 3-8-1-9",
        "retiens que le digicode est maintenant 2468",
        "retiens que la phrase de récupération est pomme rivière pierre",
        "retiens que le garage répond à douze trente-quatre",
        "retiens que mon IBAN est FR7630006000011234567890189",
        "retiens que le réseau invité a la clé tulipe-42",
        "retiens que la clé du réseau de la maison est érable-7",
        "retiens que mes identifiants chez le médecin sont ben77 et tigre",
        "retiens que la porte obéit à vingt quarante-huit",
    ),
    "it": (
        "ricorda che il codice dell'allarme è quattro sette uno uno",
        "ricorda che la password del wifi è girasole99",
        "ricorda che la cassaforte si apre con 8 2 1 9",
        "ricorda che il mio PIN della banca è uno due tre quattro",
        "ricorda che sul tastierino si digita 5566",
        "ricorda che nella rimessa si entra con quarantasette undici",
        "ricorda che le credenziali del router sono admin e hunter2",
        "ricorda che la combinazione del lucchetto è 3-8-1-9",
        "ricorda che il codice della porta adesso è 2468",
        "ricorda che la frase di recupero è mela fiume pietra",
        "ricorda che il garage risponde a dodici trentaquattro",
        "ricorda che il mio IBAN è IT60X0542811101000000123456",
        "ricorda che la rete ospiti ha la chiave tulipano-42",
        "ricorda che la chiave della rete di casa è acero-7",
        "ricorda che le mie credenziali dal medico sono ben77 e tigre",
        "ricorda che la porta reagisce a venti quarantotto",
    ),
    "es": (
        "recuerda que el código de la alarma es cuatro siete uno uno",
        "recuerda que la contraseña del wifi es girasol99",
        "recuerda que la caja fuerte se abre con 8 2 1 9",
        "recuerda que mi PIN del banco es uno dos tres cuatro",
        "recuerda que en el teclado hay que marcar 5566",
        "recuerda que en el cobertizo se entra con cuarenta y siete once",
        "recuerda que las credenciales del router son admin y hunter2",
        "recuerda que la combinación del candado es 3-8-1-9",
        "recuerda que el código de la puerta ahora es 2468",
        "recuerda que la frase de recuperación es manzana río piedra",
        "recuerda que el garaje responde a doce treinta y cuatro",
        "recuerda que mi IBAN es ES9121000418450200051332",
        "recuerda que la red de invitados tiene la clave tulipán-42",
        "recuerda que la clave de la red de invitados es arce-7",
        "recuerda que mis datos de acceso del médico son ben77 y tigre",
        "recuerda que la puerta reacciona a veinte cuarenta y ocho",
    ),
}

HARMLESS: dict[str, tuple[str, ...]] = {
    "en": (
        "remember that the bins go out on Monday",
        "remember that I park on level 3",
        "remember that Anna is born in 1984",
        "remember that the boiler shows 4711 hours",
        "remember that the tram leaves at 17:45",
        "remember that the red key is in the drawer",
        "remember that the keyboard in the study is new",
        "remember that the siren is tested at noon",
        "remember that I have double the tea in the morning",
        "remember that the garage opens at 12 34",
        "remember that the house key hangs by the door",
    ),
    "de": (
        "merk dir, dass die Tonne montags rausgeht",
        "merk dir, dass Oma 1948 geboren ist",
        "merk dir, dass der Bus um 17:45 fährt",
        "merk dir, dass der Schlüssel im Flur hängt",
        "merk dir, dass die Garage um 12 Uhr 34 aufgeht",
        "merk dir, dass die neue Tastatur im Büro liegt",
    ),
    "nl": (
        "onthoud dat de bak op maandag buiten moet",
        "onthoud dat oma in 1948 geboren is",
        "onthoud dat de sleutel in de gang hangt",
        "onthoud dat de sirene op maandag om twaalf uur gaat",
    ),
    "fr": (
        "retiens que la poubelle sort le lundi",
        "retiens que mamie est née en 1948",
        "retiens que la clé est dans l'entrée",
        "retiens que le garage ouvre à douze heures",
    ),
    "it": (
        "ricorda che la spazzatura esce il lunedì",
        "ricorda che la nonna è nata nel 1948",
        "ricorda che la chiave è nell'ingresso",
    ),
    "es": (
        "recuerda que la basura sale el lunes",
        "recuerda que la abuela nació en 1948",
        "recuerda que la llave roja está en el cajón",
        "recuerda que la llave está en la entrada",
    ),
}


@pytest.mark.parametrize(
    ("language", "told"), [(code, told) for code, listed in LETS_IN.items() for told in listed]
)
async def test_what_lets_somebody_in_is_not_remembered(language: str, told: str) -> None:
    talk = Talk(language)
    await talk.say(told)
    assert await talk.told() == []


@pytest.mark.parametrize(
    ("language", "told"), [(code, told) for code, listed in HARMLESS.items() for told in listed]
)
async def test_what_only_sounds_like_it_is_remembered(language: str, told: str) -> None:
    talk = Talk(language)
    await talk.say(told)
    assert len(await talk.told()) == 1
