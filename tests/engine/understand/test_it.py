"""Italian in a house of its own: what people there would say, and what must never act."""

from functools import partial

import pytest

from home_agent.engine.home.simulated import SimulatedHome
from home_agent.engine.plan import CallStep, QueryStep
from home_agent.engine.understand import (
    Question,
    Understanding,
    Understood,
)

from .speaking import calls_of, hear, house_of


@pytest.fixture(scope="module")
def house() -> SimulatedHome:
    return house_of("it")


understand = partial(hear, "it")


def asked(understanding: Understanding) -> list[str]:
    """What is asked of whom, each as one line: service, targets, data."""
    calls = calls_of(understanding)
    return sorted(
        " ".join([call.full_name, ",".join(sorted(call.targets)), *map(str, call.data.values())])
        for call in calls
    )


COMMANDS = [
    (
        "spegni le luci al piano di sopra",
        "light.turn_off light.cameretta,light.comodino,light.plafoniera_camera,light.specchio",
    ),
    ("accendi il lampadario", "light.turn_on light.lampadario"),
    ("mi accendi la piantana?", "light.turn_on light.piantana"),
    ("per favore potresti spegnere il lampadario", "light.turn_off light.lampadario"),
    ("vorrei accendere le luci della cucina", "light.turn_on light.piano_cucina,light.tavolo"),
    ("spenga la luce dell'ingresso", "light.turn_off light.ingresso"),
    (
        "spegnete tutte le luci al primo piano",
        "light.turn_off light.cameretta,light.comodino,light.plafoniera_camera,light.specchio",
    ),
    ("accendere luci soggiorno", "light.turn_on light.lampadario,light.piantana"),
    ("in cucina accendi le luci", "light.turn_on light.piano_cucina,light.tavolo"),
    ("in cucina, accendi le luci", "light.turn_on light.piano_cucina,light.tavolo"),
    ("le luci della cucina accendile", "light.turn_on light.piano_cucina,light.tavolo"),
    ("la tapparella grande abbassala", "cover.close_cover cover.soggiorno"),
    ("accendimi la luce dello specchio", "light.turn_on light.specchio"),
    ("imposta il lampadario al 30%", "light.turn_on light.lampadario 30"),
    ("metti il lampadario a metà", "light.turn_on light.lampadario 50"),
    ("lampadario al 20 percento", "light.turn_on light.lampadario 20"),
    ("abbassa il lampadario del 10%", "light.turn_on light.lampadario 40"),
    ("alza la luminosità del lampadario", "light.turn_on light.lampadario 70"),
    (
        "porta la luminosità del lampadario al settanta per cento",
        "light.turn_on light.lampadario 70",
    ),
    ("luminosità lampadario al massimo", "light.turn_on light.lampadario 100"),
    ("metti la piantana rossa", "light.turn_on light.piantana [255, 0, 0]"),
    ("colora di verde la piantana", "light.turn_on light.piantana [0, 128, 0]"),
    ("imposta la piantana su blu al 40%", "light.turn_on light.piantana [0, 0, 255] 40"),
    ("metti la piantana bianco caldo", "light.turn_on light.piantana 2700"),
    ("fai la luce della cameretta azzurra", "light.turn_on light.cameretta [173, 216, 230]"),
    ("rendi l'abat-jour più scura", "light.turn_on light.comodino 80"),
    ("alza le tapparelle del soggiorno", "cover.open_cover cover.soggiorno,cover.soggiorno2"),
    ("tira su la persiana", "cover.open_cover cover.camera"),
    ("tira giù le tapparelle in soggiorno", "cover.close_cover cover.soggiorno,cover.soggiorno2"),
    ("apri la tapparella grande a metà", "cover.set_cover_position cover.soggiorno 50"),
    ("apri la tapparella piccola al 30%", "cover.set_cover_position cover.soggiorno2 30"),
    ("tapparelle giù in soggiorno", "cover.close_cover cover.soggiorno,cover.soggiorno2"),
    (
        "chiudi tutte le tapparelle tranne quella grande",
        "cover.close_cover cover.camera,cover.soggiorno2",
    ),
    ("ritira la tenda da sole", "cover.close_cover cover.tenda"),
    ("apri il garage", "cover.open_cover cover.garage"),
    ("apri il cancello", "cover.open_cover cover.cancello"),
    ("chiudi la porta a chiave", "lock.lock lock.ingresso"),
    ("chiudi a chiave la porta d'ingresso", "lock.lock lock.ingresso"),
    ("sblocca la porta", "lock.unlock lock.ingresso"),
    ("apri la serratura della porta d'ingresso", "lock.unlock lock.ingresso"),
    ("metti il termostato a ventuno e mezzo", "climate.set_temperature climate.termostato 21.5"),
    ("metti 22 gradi in soggiorno", "climate.set_temperature climate.termostato 22.0"),
    ("alza il termostato di mezzo grado", "climate.set_temperature climate.termostato 20.5"),
    (
        "abbassa la temperatura di un grado in soggiorno",
        "climate.set_temperature climate.termostato 19.0",
    ),
    ("fai più caldo in soggiorno", "climate.set_temperature climate.termostato 21.0"),
    ("metti il climatizzatore in raffreddamento", "climate.set_hvac_mode climate.studio cool"),
    ("metti il climatizzatore su deumidificazione", "climate.set_hvac_mode climate.studio dry"),
    ("accendi l'aria condizionata nello studio", "climate.turn_on climate.studio"),
    ("alza il volume della tv", "media_player.volume_up media_player.tv"),
    ("abbassa il volume della radio", "media_player.volume_down media_player.radio"),
    ("abbassa la radio", "media_player.volume_down media_player.radio"),
    ("metti il volume del televisore al 25%", "media_player.volume_set media_player.tv 0.25"),
    ("volume della radio al massimo", "media_player.volume_set media_player.radio 1.0"),
    ("metti il televisore più forte", "media_player.volume_up media_player.tv"),
    ("spegni la tele", "media_player.turn_off media_player.tv"),
    ("metti in pausa la radio", "media_player.media_pause media_player.radio"),
    ("silenzia la tv", "media_player.volume_mute media_player.tv True"),
    ("togli l'audio alla tv", "media_player.volume_mute media_player.tv True"),
    ("prossima canzone sulla radio", "media_player.media_next_track media_player.radio"),
    ("metti la tv su Netflix", "media_player.select_source media_player.tv Netflix"),
    (
        "cambia la sorgente del televisore in HDMI 1",
        "media_player.select_source media_player.tv HDMI 1",
    ),
    ("manda Pippo a pulire", "vacuum.start vacuum.pippo"),
    ("fai partire l'aspirapolvere", "vacuum.start vacuum.pippo"),
    ("Pippo, torna alla base", "vacuum.return_to_base vacuum.pippo"),
    ("rimanda il robot alla base", "vacuum.return_to_base vacuum.pippo"),
    ("ferma il robot", "vacuum.stop vacuum.pippo"),
    ("accendi l'irrigazione", "valve.open_valve valve.prato"),
    ("buonanotte", "scene.turn_on scene.buonanotte"),
    ("attiva la scena cena", "scene.turn_on scene.cena"),
    ("avvia sveglia dolce", "script.turn_on script.sveglia"),
    (
        "aggiungi latte e uova alla lista della spesa",
        "todo.add_item todo.spesa Latte | todo.add_item todo.spesa Uova",
    ),
    ("metti il pane nella spesa", "todo.add_item todo.spesa Pane"),
    ("aggiungi alla lista della spesa il caffè", "todo.add_item todo.spesa Caffè"),
    ("togli le uova dalla spesa", "todo.remove_item todo.spesa Uova"),
    (
        "segna il latte come comprato nella lista della spesa",
        "todo.update_item todo.spesa Latte completed",
    ),
    ("inserisci l'allarme", "alarm_control_panel.alarm_arm_away alarm_control_panel.casa"),
    ("disattiva l'allarme", "alarm_control_panel.alarm_disarm alarm_control_panel.casa"),
    (
        "attiva l'allarme in modalità notte",
        "alarm_control_panel.alarm_arm_night alarm_control_panel.casa",
    ),
    ("accendi la macchina del caffe", "switch.turn_on switch.caffe"),
    (
        "accendi la luce in bagno e apri la persiana",
        "light.turn_on light.specchio | cover.open_cover cover.camera",
    ),
    (
        "spegni le luci in cucina e in bagno",
        "light.turn_off light.piano_cucina,light.specchio,light.tavolo",
    ),
    (
        "spegni la luce della cucina e del soggiorno",
        "light.turn_off light.lampadario,light.piano_cucina,light.piantana,light.tavolo",
    ),
    (
        "accendi la piantana al 50% e abbassa le tapparelle del soggiorno",
        "light.turn_on light.piantana 50 | cover.close_cover cover.soggiorno,cover.soggiorno2",
    ),
    (
        "metti il lampadario e la piantana al 30 per cento",
        "light.turn_on light.lampadario,light.piantana 30",
    ),
    ("spegni tutto il riscaldamento", "climate.turn_off climate.studio,climate.termostato"),
    ("acendi il lampadario", "light.turn_on light.lampadario"),
    ("spengi il lampadaroi", "light.turn_off light.lampadario"),
    ("chiudi il cancelo", "cover.close_cover cover.cancello"),
    (
        "imposta lo scaldabagno su performance",
        "water_heater.set_operation_mode water_heater.boiler performance",
    ),
    ("accendi il ventilatore al 60%", "fan.set_percentage fan.studio 60"),
    ("velocità del ventilatore al massimo", "fan.set_percentage fan.studio 100"),
    ("aumenta la velocità del ventilatore", "fan.set_percentage fan.studio 100"),
    ("accendi le luci in giardino", "light.turn_on light.giardino"),
    ("accendi la luce in camera", "light.turn_on light.comodino,light.plafoniera_camera"),
    (
        "accendi la luce nella camera da letto",
        "light.turn_on light.comodino,light.plafoniera_camera",
    ),
    ("ciao, mi accenderesti la luce in bagno per piacere", "light.turn_on light.specchio"),
    ("fai luce in camera", "light.turn_on light.comodino,light.plafoniera_camera"),
    (
        "puoi alzare le tapparelle del soggiorno a metà?",
        "cover.set_cover_position cover.soggiorno,cover.soggiorno2 50",
    ),
    (
        "metti le tapparelle del soggiorno al 40 percento",
        "cover.set_cover_position cover.soggiorno,cover.soggiorno2 40",
    ),
    ("alza di un po' la tapparella grande", "cover.set_cover_position cover.soggiorno 10"),
    ("chiudi un po' la tapparella piccola", "cover.set_cover_position cover.soggiorno2 90"),
    ("abbassa la tapparella piccola del 20%", "cover.set_cover_position cover.soggiorno2 80"),
    ("accendi la piantana di blu", "light.turn_on light.piantana [0, 0, 255]"),
    ("cambia il colore della piantana in viola", "light.turn_on light.piantana [128, 0, 128]"),
    ("voglio la piantana arancione", "light.turn_on light.piantana [255, 165, 0]"),
    ("metti la luce della cameretta su rosa", "light.turn_on light.cameretta [255, 192, 203]"),
    ("accendi l'abat jour al minimo", "light.turn_on light.comodino 1"),
    ("spegni l'abat-jour in camera", "light.turn_off light.comodino"),
    ("spegni il televisore e la radio", "media_player.turn_off media_player.radio,media_player.tv"),
    ("accendi la tv in soggiorno", "media_player.turn_on media_player.tv"),
    ("alza il volume in cucina di 10", "media_player.volume_set media_player.radio 0.5"),
    ("metti il volume della radio a 20", "media_player.volume_set media_player.radio 0.2"),
    ("radio più bassa", "media_player.volume_down media_player.radio"),
    ("alza un po' la radio", "media_player.volume_set media_player.radio 0.45"),
    ("riprendi la musica in cucina", "media_player.media_play media_player.radio"),
    ("ferma la musica in cucina", "media_player.media_stop media_player.radio"),
    ("stop alla radio", "media_player.media_stop media_player.radio"),
    ("accendi il riscaldamento in soggiorno", "climate.turn_on climate.termostato"),
    ("spegni il termostato", "climate.turn_off climate.termostato"),
    ("termostato a 19", "climate.set_temperature climate.termostato 19.0"),
    ("porta il termostato a diciannove gradi", "climate.set_temperature climate.termostato 19.0"),
    ("temperatura soggiorno a 21", "climate.set_temperature climate.termostato 21.0"),
    ("voglio 20 gradi in soggiorno", "climate.set_temperature climate.termostato 20.0"),
    ("rinfresca lo studio", "climate.set_temperature climate.studio 23.0"),
    (
        "accendi il ventilatore e mettilo al massimo",
        "fan.turn_on fan.studio | fan.set_percentage fan.studio 100",
    ),
    ("ventola al 20% nello studio", "fan.set_percentage fan.studio 20"),
    ("accendi l'aspiratore del bagno", "fan.turn_on fan.bagno"),
    ("apri cancello", "cover.open_cover cover.cancello"),
    ("chiudi porta garage", "cover.close_cover cover.garage"),
    ("blocca la porta d'ingresso", "lock.lock lock.ingresso"),
    ("chiudi a chiave", "lock.lock lock.ingresso"),
    ("serra la porta", "lock.lock lock.ingresso"),
    ("avvia il robot", "vacuum.start vacuum.pippo"),
    ("fai pulire il robot", "vacuum.start vacuum.pippo"),
    ("manda il robottino in carica", "vacuum.return_to_base vacuum.pippo"),
    ("Pippo pulisci", "vacuum.start vacuum.pippo"),
    ("ferma Pippo", "vacuum.stop vacuum.pippo"),
    ("spegni l'irrigazione", "valve.close_valve valve.prato"),
    ("scrivi burro nella lista della spesa", "todo.add_item todo.spesa Burro"),
    ("mi aggiungi le mele alla spesa?", "todo.add_item todo.spesa Mele"),
    ("cancella il latte dalla lista della spesa", "todo.remove_item todo.spesa Latte"),
    (
        "aggiungi chiamare l'idraulico ai lavoretti",
        "todo.add_item todo.lavori Chiamare l'idraulico",
    ),
    ("arma l'allarme", "alarm_control_panel.alarm_arm_away alarm_control_panel.casa"),
    ("disinserisci l'allarme", "alarm_control_panel.alarm_disarm alarm_control_panel.casa"),
    ("metti la scena cena", "scene.turn_on scene.cena"),
    ("lancia la routine sveglia dolce", "script.turn_on script.sveglia"),
    ("spegni quella presa", "switch.turn_off switch.presa"),
    ("spegni la presa della scrivania", "switch.turn_off switch.presa"),
    ("stacca la presa della scrivania", "switch.turn_off switch.presa"),
    ("accendi luce specchio bagno", "light.turn_on light.specchio"),
    (
        "in soggiorno spegni la tv e accendi il lampadario",
        "media_player.turn_off media_player.tv | light.turn_on light.lampadario",
    ),
    ("metti il termostato a 21 e mezzo", "climate.set_temperature climate.termostato 21.5"),
    (
        "aumenta il volume della tv e spegni il lampadario",
        "media_player.volume_up media_player.tv | light.turn_off light.lampadario",
    ),
    ("accendi le luci della cucina", "light.turn_on light.piano_cucina,light.tavolo"),
    ("alza la tapparella grande", "cover.open_cover cover.soggiorno"),
]


@pytest.mark.parametrize(("sentence", "calls"), COMMANDS)
def test_commands(house: SimulatedHome, sentence: str, calls: str) -> None:
    """The right service, of the right things, with the right data."""
    assert asked(understand(house, sentence)) == sorted(calls.split(" | "))


TURNS = [
    ("accendi il lampadario", "spegnilo", "light.turn_off light.lampadario"),
    ("accendi il lampadario", "mettilo al 20%", "light.turn_on light.lampadario 20"),
    ("accendi il lampadario", "lo puoi spegnere?", "light.turn_off light.lampadario"),
    ("accendi il lampadario", "abbassalo un po'", "light.turn_on light.lampadario 40"),
    ("accendi le luci della cucina", "spegnile", "light.turn_off light.piano_cucina,light.tavolo"),
    (
        "accendi le luci della cucina",
        "adesso spegnile tutte",
        "light.turn_off light.piano_cucina,light.tavolo",
    ),
    ("alza la tapparella grande", "fermala", "cover.stop_cover cover.soggiorno"),
    ("alza la tapparella grande", "richiudila", "cover.close_cover cover.soggiorno"),
    ("la luce in bagno è accesa?", "accendila", "light.turn_on light.specchio"),
]


@pytest.mark.parametrize(("first", "then", "calls"), TURNS)
def test_pronouns_mean_what_was_last_spoken_of(
    house: SimulatedHome, first: str, then: str, calls: str
) -> None:
    before = understand(house, first)
    assert isinstance(before, Understood), before
    mentioned = tuple(
        entity_id
        for step in before.plan.steps
        for entity_id in (
            step.call.targets
            if isinstance(step, CallStep)
            else step.entity_ids
            if isinstance(step, QueryStep)
            else ()
        )
    )
    assert asked(understand(house, then, mentioned=mentioned)) == sorted(calls.split(" | "))


IN_A_ROOM = [
    ("cucina", "accendi la luce", "light.turn_on light.piano_cucina,light.tavolo"),
    ("cucina", "spegni le luci", "light.turn_off light.piano_cucina,light.tavolo"),
    ("camera_da_letto", "accendi la plafoniera", "light.turn_on light.plafoniera_camera"),
]


@pytest.mark.parametrize(("room", "sentence", "calls"), IN_A_ROOM)
def test_the_room_of_the_speaker(
    house: SimulatedHome, room: str, sentence: str, calls: str
) -> None:
    assert asked(understand(house, sentence, room)) == sorted(calls.split(" | "))


QUESTIONS = [
    ("c'è ancora la luce accesa in camera?", "light.comodino,light.plafoniera_camera", "on"),
    ("è aperta la finestra del bagno?", "binary_sensor.fin_bagno", "on"),
    (
        "quali finestre sono rimaste aperte?",
        "binary_sensor.fin_camera,binary_sensor.fin_bagno",
        "on",
    ),
    ("a quanto sta il termostato?", "climate.termostato", ""),
    ("il climatizzatore è acceso?", "climate.studio", "heat_cool"),
    ("la luce in bagno è accesa?", "light.specchio", "on"),
    ("il lampadario è acceso?", "light.lampadario", "on"),
    ("il lampadario e acceso?", "light.lampadario", "on"),
    ("è acceso il lampadario", "light.lampadario", "on"),
    ("e' acceso il lampadario?", "light.lampadario", "on"),
    ("c'è qualche luce accesa in cucina?", "light.piano_cucina,light.tavolo", "on"),
    (
        "quali luci sono accese al piano terra?",
        "light.lampadario,light.piantana,light.piano_cucina,light.tavolo,light.ingresso",
        "on",
    ),
    ("che finestre sono aperte?", "binary_sensor.fin_camera,binary_sensor.fin_bagno", "on"),
    ("c'è una finestra aperta?", "binary_sensor.fin_camera,binary_sensor.fin_bagno", "on"),
    ("le finestre sono chiuse?", "binary_sensor.fin_camera,binary_sensor.fin_bagno", "off"),
    ("sono chiuse tutte le tapparelle?", "cover.soggiorno,cover.soggiorno2,cover.camera", "closed"),
    ("ho lasciato accesa la luce in bagno?", "light.specchio", "on"),
    ("ho chiuso la porta a chiave?", "lock.ingresso", "locked"),
    ("la porta d'ingresso è chiusa a chiave?", "lock.ingresso", "locked"),
    ("la porta d'ingresso è bloccata", "lock.ingresso", "locked"),
    ("dimmi se il cancello è chiuso", "cover.cancello", "closed"),
    ("controlla se il garage è aperto", "cover.garage", "opening"),
    ("puoi dirmi se la tv è accesa?", "media_player.tv", "playing"),
    ("che temperatura c'è in camera da letto?", "sensor.temp_camera", ""),
    ("quanti gradi ci sono in camera?", "sensor.temp_camera", ""),
    ("qual è la temperatura in soggiorno?", "climate.termostato", ""),
    ("temperatura soggiorno", "climate.termostato", ""),
    ("quanto è umido il bagno?", "sensor.umid", ""),
    ("umidità in bagno", "sensor.umid", ""),
    ("a quanto è impostato il termostato?", "climate.termostato", ""),
    ("a che volume è la radio?", "media_player.radio", ""),
    ("quanto è aperta la tapparella piccola?", "cover.soggiorno2", ""),
    ("il robot sta pulendo?", "vacuum.pippo", "cleaning"),
    ("Pippo è in carica?", "vacuum.pippo", "docked"),
    ("c'è movimento nell'ingresso?", "binary_sensor.mov", "on"),
    ("chi c'è in casa?", "person.anna,person.luca", "home"),
    ("Anna è a casa?", "person.anna", "home"),
    ("che tempo fa?", "weather.casa", ""),
    ("com'è il tempo oggi?", "weather.casa", ""),
    ("qual è lo stato della porta d'ingresso", "lock.ingresso", ""),
    (
        "cosa è acceso in cucina?",
        "light.piano_cucina,light.tavolo,switch.caffe,media_player.radio",
        "playing",
    ),
    ("la radio sta suonando?", "media_player.radio", "playing"),
    ("il termostato sta scaldando?", "climate.termostato", "heat"),
    ("quale tapparella è aperta?", "cover.soggiorno,cover.soggiorno2,cover.camera", "opening"),
    ("le luci in soggiorno sono tutte spente?", "light.lampadario,light.piantana", "off"),
]


@pytest.mark.parametrize(("sentence", "entity_ids", "wanted"), QUESTIONS)
def test_questions_look_at_the_right_things(
    house: SimulatedHome, sentence: str, entity_ids: str, wanted: str
) -> None:
    understanding = understand(house, sentence)
    assert isinstance(understanding, Understood), understanding
    [step] = understanding.plan.steps
    assert isinstance(step, QueryStep)
    assert sorted(step.entity_ids) == sorted(entity_ids.split(","))
    assert not wanted or wanted in step.wanted


@pytest.mark.parametrize(
    ("sentence", "spared"),
    [
        ("spegni tutte le luci tranne la luce ingresso", "light.ingresso"),
        ("spegni tutte le luci eccetto quelle della cucina", "light.piano_cucina,light.tavolo"),
        (
            "spegni tutte le luci tranne il lampadario e la piantana",
            "light.lampadario,light.piantana",
        ),
    ],
)
def test_exceptions_are_left_alone(house: SimulatedHome, sentence: str, spared: str) -> None:
    lights = {one for one in house.snapshot().states if one.startswith("light.")}
    left = ",".join(sorted(lights - set(spared.split(","))))
    assert asked(understand(house, sentence)) == [f"light.turn_off {left}"]


ASKED_BACK = [
    "accendi la luce",
    "imposta il riscaldamento a 21 gradi",
    "la luce è accesa?",
    "salta questo brano",
]


@pytest.mark.parametrize("sentence", ASKED_BACK)
def test_between_several_we_ask(house: SimulatedHome, sentence: str) -> None:
    assert isinstance(understand(house, sentence), Question)


NEVER = [
    "fa più caldo in soggiorno",
    "non accendere il lampadario",
    "non spegnere la luce",
    "ho acceso il lampadario",
    "ho già spento la luce in cucina",
    "Marco ha acceso la luce",
    "la luce della cucina è accesa",
    "il lampadario è troppo forte",
    "accendi il lampadario tra dieci minuti",
    "spegni la radio fra mezz'ora",
    "accendi le luci alle otto",
    "accendi le luci alle 20:30",
    "domani mattina apri tutte le tapparelle",
    "stasera accendi i faretti del vialetto",
    "quando arrivo accendi la luce in ingresso",
    "se piove chiudi la tenda da sole",
    "accendi la piantana quando fa buio",
    "accendi l'irrigazione per mezz'ora",
    "accendi la radio per dieci minuti",
    "spegni tutto dopo cena",
    "cosa succede se spengo il termostato",
    "posso aprire il cancello?",
    "devo spegnere la luce?",
    "dovrei chiudere le tapparelle?",
    "perché hai spento la luce?",
    "chi ha aperto il garage?",
    "come si accende la tv?",
    "mi piace la luce calda",
    "vorrei che fosse estate",
    "ricordami di spegnere il forno",
    "avrei voluto spegnere la luce",
    "stavo per accendere la tv",
    "il lampadario",
    "la cucina",
    "apri un conto in banca",
    "metti su un po' di peso",
    "chiudi un occhio",
    "accendi il forno",
    "accendi la luce in cantina",
    "apri la finestra della cucina",
    "accendi la tv in camera da letto",
    "imposta la porta d'ingresso al 50%",
    "spegni",
    "accendi",
    "chiudi",
    "tutto",
    "non",
    "e",
    "ogni sera chiudi tutte le tapparelle",
    "ogni volta che esco spegni le luci",
    "mi sembra che la luce sia accesa",
    "qualcuno accende la luce?",
    "spero che tu spenga la luce",
    "fa caldo in soggiorno",
    "la temperatura aumenta",
    "la tapparella si abbassa",
    "prima di uscire spegni le luci",
    "appena torno accendi il riscaldamento",
    "fino a domani tieni spenta la tv",
    "nessuno spenga la luce",
    "è meglio spegnere la luce",
    "immagina di spegnere la luce",
    "accendere o spegnere la luce?",
    "spegnere la luce fa risparmiare",
    "quanto costa accendere il climatizzatore",
    "a Marco piace spegnere la luce",
    "la tv l'ho spenta io",
    "la luce la spengo io",
    "lascia spenta la tv",
    "tieni chiuse le tapparelle",
    "la prossima volta spegni la luce",
    "l'ultima volta che hai spento la luce",
    "mia moglie dice di spegnere la tv",
    "mi hai chiesto di chiudere il cancello",
    "hai chiuso il cancello?",
    "chiuso il cancello?",
    "cancello chiuso",
    "luce accesa",
    "luci accese in cucina",
    "apri bene le orecchie",
    "chiudi la bocca",
    "alza la mano",
    "abbassa la voce",
    "abbassa la cresta",
    "accendi la mente",
    "spegni il cervello",
    "ferma",
    "metti giù il telefono",
    "vai avanti così",
    "torna a casa presto",
    "salta la cena",
    "cambia canale",
    "che bella luce in cucina",
    "quando spegni la luce?",
    "potresti dirmi come accendere la tv",
    "sarebbe bello accendere le luci",
    "accenderei volentieri la luce",
    "accendevo la luce ogni sera",
    "hanno aperto il cancello",
    "qualcuno ha lasciato aperto il garage",
    "il garage è rimasto aperto",
    "se spegni la tv ti do un premio",
    "non voglio che spegni la luce",
    "accendi la luce solo se è buio",
    "accendi la piantana dopo le otto",
    "spegni la luce entro le dieci",
    "apri tutte le tapparelle all'alba",
    "domenica accendi il riscaldamento",
    "imposta una sveglia alle 7",
    "imposta un timer di 10 minuti",
    "aggiungi un promemoria",
    "apri Netflix",
    "chiudi Netflix",
    "accendi la luce della luna",
    "spegni le candele",
    "tutte le luci",
    "le luci della cucina e del bagno",
    "lampadario 50",
    "30%",
    "20 gradi",
    "rosso",
    "su",
    "giù",
]


@pytest.mark.parametrize("sentence", NEVER)
def test_nothing_is_done_where_nothing_should_be(house: SimulatedHome, sentence: str) -> None:
    """Questions, negations, statements, conditions, other times, and what is not there."""
    understanding = understand(house, sentence)
    if isinstance(understanding, Understood):
        assert asked(understanding) == []
    else:
        assert not isinstance(understanding, Question)
