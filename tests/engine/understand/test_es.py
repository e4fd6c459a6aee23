"""Spanish in a house of its own: what people there would say, and what must never act."""

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
    return house_of("es")


understand = partial(hear, "es")


def asked(understanding: Understanding) -> list[str]:
    """What is asked of whom, each as one line: service, targets, data."""
    calls = calls_of(understanding)
    return sorted(
        " ".join([call.full_name, ",".join(sorted(call.targets)), *map(str, call.data.values())])
        for call in calls
    )


COMMANDS = [
    (
        "apaga las luces de arriba",
        "light.turn_off light.espejo,light.mesilla,light.ninos,light.techo",
    ),
    ("hola, ¿me encenderías la luz del baño por favor?", "light.turn_on light.espejo"),
    (
        "enciende todas las luces de la planta baja",
        "light.turn_on light.arana,light.encimera,light.entrada,light.mesa,light.pie",
    ),
    ("da la luz en el dormitorio", "light.turn_on light.mesilla,light.techo"),
    (
        "¿puedes subir las persianas del salón a la mitad?",
        "cover.set_cover_position cover.grande,cover.pequena 50",
    ),
    (
        "pon las persianas del salón al 40 por ciento",
        "cover.set_cover_position cover.grande,cover.pequena 40",
    ),
    ("sube un poco la persiana grande", "cover.set_cover_position cover.grande 10"),
    ("cierra un poco la persiana pequeña", "cover.set_cover_position cover.pequena 90"),
    ("baja la persiana pequeña un 20%", "cover.set_cover_position cover.pequena 80"),
    ("pon la lámpara de pie de color azul", "light.turn_on light.pie [0, 0, 255]"),
    ("cambia el color de la lámpara de pie a morado", "light.turn_on light.pie [128, 0, 128]"),
    ("quiero la lámpara de pie naranja", "light.turn_on light.pie [255, 165, 0]"),
    ("pon la luz nocturna en rosa", "light.turn_on light.ninos [255, 192, 203]"),
    ("enciende la lámpara de la mesilla al mínimo", "light.turn_on light.mesilla 1"),
    ("apaga el televisor y la radio", "media_player.turn_off media_player.radio,media_player.tv"),
    ("sube el volumen de la cocina en 10", "media_player.volume_set media_player.radio 0.5"),
    ("pon el volumen de la radio a 20", "media_player.volume_set media_player.radio 0.2"),
    ("radio más baja", "media_player.volume_down media_player.radio"),
    ("sube un poco la radio", "media_player.volume_set media_player.radio 0.45"),
    ("reanuda la música en la cocina", "media_player.media_play media_player.radio"),
    ("para la música en la cocina", "media_player.media_stop media_player.radio"),
    ("pausa la radio", "media_player.media_pause media_player.radio"),
    ("enciende la calefacción del salón", "climate.turn_on climate.termostato"),
    ("apaga el termostato", "climate.turn_off climate.termostato"),
    ("termostato a 19", "climate.set_temperature climate.termostato 19.0"),
    ("pon el termostato a diecinueve grados", "climate.set_temperature climate.termostato 19.0"),
    ("temperatura del salón a 21", "climate.set_temperature climate.termostato 21.0"),
    ("quiero 20 grados en el salón", "climate.set_temperature climate.termostato 20.0"),
    ("enfría el despacho", "climate.set_temperature climate.despacho 23.0"),
    (
        "enciende el ventilador y ponlo al máximo",
        "fan.turn_on fan.despacho | fan.set_percentage fan.despacho 100",
    ),
    ("ventilador al 20% en el despacho", "fan.set_percentage fan.despacho 20"),
    ("enciende el extractor del baño", "fan.turn_on fan.bano"),
    ("abre portón", "cover.open_cover cover.porton"),
    ("cierra puerta garaje", "cover.close_cover cover.garaje"),
    ("bloquea la puerta principal", "lock.lock lock.entrada"),
    ("cierra con llave", "lock.lock lock.entrada"),
    ("inicia el robot", "vacuum.start vacuum.conga"),
    ("pon el robot a limpiar", "vacuum.start vacuum.conga"),
    ("manda la aspiradora a cargar", "vacuum.return_to_base vacuum.conga"),
    ("Conga limpia", "vacuum.start vacuum.conga"),
    ("para a Conga", "vacuum.stop vacuum.conga"),
    ("cierra el riego", "valve.close_valve valve.cesped"),
    ("apunta mantequilla en la lista de la compra", "todo.add_item todo.compra Mantequilla"),
    ("¿me añades manzanas a la lista de la compra?", "todo.add_item todo.compra Manzanas"),
    ("borra la leche de la lista de la compra", "todo.remove_item todo.compra Leche"),
    ("añade llamar al fontanero a recados", "todo.add_item todo.tareas Llamar al fontanero"),
    ("arma la alarma", "alarm_control_panel.alarm_arm_away alarm_control_panel.casa"),
    ("pon la escena cena", "scene.turn_on scene.cena"),
    ("lanza la rutina despertar suave", "script.turn_on script.despertar"),
    ("apaga el enchufe del escritorio", "switch.turn_off switch.enchufe"),
    ("desenchufa el enchufe del escritorio", "switch.turn_off switch.enchufe"),
    ("enciende luz espejo baño", "light.turn_on light.espejo"),
    (
        "en el salón apaga la tele y enciende la araña",
        "media_player.turn_off media_player.tv | light.turn_on light.arana",
    ),
    (
        "enciende la luz de la cocina, del baño y del dormitorio",
        "light.turn_on light.encimera,light.espejo,light.mesa,light.mesilla,light.techo",
    ),
    ("apágame la tele", "media_player.turn_off media_player.tv"),
    ("súbeme las persianas del salón", "cover.open_cover cover.grande,cover.pequena"),
    ("ciérrame la puerta con llave", "lock.lock lock.entrada"),
    ("prendeme la luz de la cocina", "light.turn_on light.encimera,light.mesa"),
    ("poné la araña al 50", "light.turn_on light.arana 50"),
    ("enciende la araña", "light.turn_on light.arana"),
    ("¿me enciendes la lámpara de pie?", "light.turn_on light.pie"),
    ("¿podrías apagar la araña, por favor?", "light.turn_off light.arana"),
    ("quiero encender las luces de la cocina", "light.turn_on light.encimera,light.mesa"),
    ("quiero que apagues la araña", "light.turn_off light.arana"),
    ("apague la luz de la entrada", "light.turn_off light.entrada"),
    (
        "apagad todas las luces de la primera planta",
        "light.turn_off light.espejo,light.mesilla,light.ninos,light.techo",
    ),
    ("encender luces salón", "light.turn_on light.arana,light.pie"),
    ("en la cocina enciende las luces", "light.turn_on light.encimera,light.mesa"),
    ("en la cocina, enciende las luces", "light.turn_on light.encimera,light.mesa"),
    ("las luces de la cocina enciéndelas", "light.turn_on light.encimera,light.mesa"),
    ("la persiana grande bájala", "cover.close_cover cover.grande"),
    ("enciéndeme la luz del espejo", "light.turn_on light.espejo"),
    ("prende la araña", "light.turn_on light.arana"),
    ("prendé la luz del baño", "light.turn_on light.espejo"),
    ("apagá la araña", "light.turn_off light.arana"),
    ("pon la araña al 30%", "light.turn_on light.arana 30"),
    ("pon la araña a la mitad", "light.turn_on light.arana 50"),
    ("araña al 20 por ciento", "light.turn_on light.arana 20"),
    ("baja la araña un 10%", "light.turn_on light.arana 40"),
    ("sube el brillo de la araña", "light.turn_on light.arana 70"),
    ("ajusta el brillo de la araña al setenta por ciento", "light.turn_on light.arana 70"),
    ("brillo de la araña al máximo", "light.turn_on light.arana 100"),
    ("pon la lámpara de pie roja", "light.turn_on light.pie [255, 0, 0]"),
    ("pon la lámpara de pie en azul al 40%", "light.turn_on light.pie [0, 0, 255] 40"),
    ("pon la lámpara de pie en blanco cálido", "light.turn_on light.pie 2700"),
    ("haz que la luz del cuarto de los niños esté azul", "light.turn_on light.ninos [0, 0, 255]"),
    ("haz más oscura la lámpara de la mesilla", "light.turn_on light.mesilla 80"),
    ("sube las persianas del salón", "cover.open_cover cover.grande,cover.pequena"),
    ("baja las persianas del salón", "cover.close_cover cover.grande,cover.pequena"),
    ("abre la persiana grande hasta la mitad", "cover.set_cover_position cover.grande 50"),
    ("abre la persiana pequeña al 30%", "cover.set_cover_position cover.pequena 30"),
    ("cierra todas las persianas menos la grande", "cover.close_cover cover.pequena"),
    ("recoge el toldo", "cover.close_cover cover.toldo"),
    ("abre el garaje", "cover.open_cover cover.garaje"),
    ("abre la puerta del garaje", "cover.open_cover cover.garaje"),
    ("cierra el portón", "cover.close_cover cover.porton"),
    ("cierra la puerta con llave", "lock.lock lock.entrada"),
    ("cierra con llave la puerta principal", "lock.lock lock.entrada"),
    ("echa la llave a la puerta principal", "lock.lock lock.entrada"),
    ("desbloquea la puerta", "lock.unlock lock.entrada"),
    ("abre la cerradura de la puerta principal", "lock.unlock lock.entrada"),
    ("pon el termostato a veintiuno y medio", "climate.set_temperature climate.termostato 21.5"),
    ("pon 22 grados en el salón", "climate.set_temperature climate.termostato 22.0"),
    ("sube el termostato dos grados", "climate.set_temperature climate.termostato 22.0"),
    ("sube el termostato medio grado", "climate.set_temperature climate.termostato 20.5"),
    ("baja la temperatura un grado en el salón", "climate.set_temperature climate.termostato 19.0"),
    ("pon más calor en el salón", "climate.set_temperature climate.termostato 21.0"),
    ("pon el aire del despacho en frío", "climate.set_hvac_mode climate.despacho cool"),
    ("enciende el aire acondicionado del despacho", "climate.turn_on climate.despacho"),
    ("sube el volumen de la tele", "media_player.volume_up media_player.tv"),
    ("baja el volumen de la radio", "media_player.volume_down media_player.radio"),
    ("baja la radio", "media_player.volume_down media_player.radio"),
    ("pon el volumen del televisor al 25%", "media_player.volume_set media_player.tv 0.25"),
    ("pon la tele más fuerte", "media_player.volume_up media_player.tv"),
    ("apaga la tele", "media_player.turn_off media_player.tv"),
    ("pon la tele", "media_player.turn_on media_player.tv"),
    ("pon la radio en pausa", "media_player.media_pause media_player.radio"),
    ("silencia la tele", "media_player.volume_mute media_player.tv True"),
    ("quita el sonido a la tele", "media_player.volume_mute media_player.tv True"),
    ("siguiente canción en la radio", "media_player.media_next_track media_player.radio"),
    ("pasa a la siguiente canción en la radio", "media_player.media_next_track media_player.radio"),
    ("pon la tele en Netflix", "media_player.select_source media_player.tv Netflix"),
    (
        "cambia la fuente del televisor a HDMI 1",
        "media_player.select_source media_player.tv HDMI 1",
    ),
    ("manda a Conga a limpiar", "vacuum.start vacuum.conga"),
    ("pon en marcha la aspiradora", "vacuum.start vacuum.conga"),
    ("Conga, vuelve a la base", "vacuum.return_to_base vacuum.conga"),
    ("manda el robot a la base", "vacuum.return_to_base vacuum.conga"),
    ("para el robot", "vacuum.stop vacuum.conga"),
    ("abre el riego", "valve.open_valve valve.cesped"),
    ("buenas noches", "scene.turn_on scene.noche"),
    ("activa la escena cena", "scene.turn_on scene.cena"),
    ("ejecuta despertar suave", "script.turn_on script.despertar"),
    (
        "añade leche y huevos a la lista de la compra",
        "todo.add_item todo.compra Leche | todo.add_item todo.compra Huevos",
    ),
    ("pon pan en la lista de la compra", "todo.add_item todo.compra Pan"),
    ("añade a la lista de la compra café", "todo.add_item todo.compra Café"),
    ("quita los huevos de la lista de la compra", "todo.remove_item todo.compra Huevos"),
    (
        "marca la leche como comprada en la lista de la compra",
        "todo.update_item todo.compra Leche completed",
    ),
    ("tacha la leche de la lista de la compra", "todo.update_item todo.compra Leche completed"),
    ("activa la alarma", "alarm_control_panel.alarm_arm_away alarm_control_panel.casa"),
    ("desactiva la alarma", "alarm_control_panel.alarm_disarm alarm_control_panel.casa"),
    (
        "activa la alarma en modo noche",
        "alarm_control_panel.alarm_arm_night alarm_control_panel.casa",
    ),
    ("enciende la cafetera", "switch.turn_on switch.cafe"),
    (
        "enciende la luz del baño y abre la cortina",
        "light.turn_on light.espejo | cover.open_cover cover.dormitorio",
    ),
    (
        "apaga las luces de la cocina y del baño",
        "light.turn_off light.encimera,light.espejo,light.mesa",
    ),
    (
        "apaga la araña, la lámpara de pie y la radio",
        "light.turn_off light.arana,light.pie | media_player.turn_off media_player.radio",
    ),
    ("pon la araña y la lámpara de pie al 30 por ciento", "light.turn_on light.arana,light.pie 30"),
    (
        "enciende la lámpara de pie al 50% y baja las persianas del salón",
        "light.turn_on light.pie 50 | cover.close_cover cover.grande,cover.pequena",
    ),
    (
        "sube el volumen de la tele y apaga la araña",
        "media_player.volume_up media_player.tv | light.turn_off light.arana",
    ),
    (
        "enciende la araña y luego baja las persianas del salón",
        "light.turn_on light.arana | cover.close_cover cover.grande,cover.pequena",
    ),
    (
        "pon la tele y pon la araña al 50%",
        "media_player.turn_on media_player.tv | light.turn_on light.arana 50",
    ),
    ("enicende la araña", "light.turn_on light.arana"),
    ("apaga la arana", "light.turn_off light.arana"),
    ("ciera el porton", "cover.close_cover cover.porton"),
    ("enciende la luz del salon", "light.turn_on light.arana,light.pie"),
    (
        "pon el termo en performance",
        "water_heater.set_operation_mode water_heater.termo performance",
    ),
    ("pon el ventilador al 60%", "fan.set_percentage fan.despacho 60"),
    ("velocidad del ventilador al máximo", "fan.set_percentage fan.despacho 100"),
    ("enciende las luces del jardín", "light.turn_on light.jardin"),
    ("enciende la luz del cuarto de los niños", "light.turn_on light.ninos"),
    ("enciende las luces de la cocina", "light.turn_on light.encimera,light.mesa"),
    ("sube la persiana grande", "cover.open_cover cover.grande"),
]


@pytest.mark.parametrize(("sentence", "calls"), COMMANDS)
def test_commands(house: SimulatedHome, sentence: str, calls: str) -> None:
    """The right service, of the right things, with the right data."""
    assert asked(understand(house, sentence)) == sorted(calls.split(" | "))


TURNS = [
    ("enciende la araña", "apágala", "light.turn_off light.arana"),
    ("enciende la araña", "ponla al 20%", "light.turn_on light.arana 20"),
    ("enciende la araña", "¿la puedes apagar?", "light.turn_off light.arana"),
    ("enciende la araña", "bájala un poco", "light.turn_on light.arana 40"),
    ("enciende las luces de la cocina", "apágalas", "light.turn_off light.encimera,light.mesa"),
    (
        "enciende las luces de la cocina",
        "apágalas todas",
        "light.turn_off light.encimera,light.mesa",
    ),
    ("sube la persiana grande", "párala", "cover.stop_cover cover.grande"),
    ("sube la persiana grande", "ciérrala", "cover.close_cover cover.grande"),
    ("¿está encendida la luz del baño?", "enciéndela", "light.turn_on light.espejo"),
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
    ("cocina", "enciende la luz", "light.turn_on light.encimera,light.mesa"),
    ("cocina", "apaga las luces", "light.turn_off light.encimera,light.mesa"),
]


@pytest.mark.parametrize(("room", "sentence", "calls"), IN_A_ROOM)
def test_the_room_of_the_speaker(
    house: SimulatedHome, room: str, sentence: str, calls: str
) -> None:
    assert asked(understand(house, sentence, room)) == sorted(calls.split(" | "))


QUESTIONS = [
    ("¿sigue encendida la luz del dormitorio?", "light.mesilla,light.techo", "on"),
    ("¿está abierta la ventana del baño?", "binary_sensor.v2", "on"),
    ("¿qué ventanas se han quedado abiertas?", "binary_sensor.v1,binary_sensor.v2", "on"),
    ("¿a cuánto está el termostato?", "climate.termostato", ""),
    ("¿está encendido el aire del despacho?", "climate.despacho", "heat_cool"),
    ("¿está encendida la luz del baño?", "light.espejo", "on"),
    ("¿la araña está encendida?", "light.arana", "on"),
    ("la araña está encendida", "light.arana", "on"),
    ("¿está encendida la araña?", "light.arana", "on"),
    ("esta encendida la araña?", "light.arana", "on"),
    ("¿hay alguna luz encendida en la cocina?", "light.encimera,light.mesa", "on"),
    (
        "¿qué luces están encendidas en la planta baja?",
        "light.arana,light.pie,light.encimera,light.mesa,light.entrada",
        "on",
    ),
    ("¿hay alguna ventana abierta?", "binary_sensor.v1,binary_sensor.v2", "on"),
    ("¿están cerradas las ventanas?", "binary_sensor.v1,binary_sensor.v2", "off"),
    ("¿me he dejado encendida la luz del baño?", "light.espejo", "on"),
    ("¿está la puerta principal cerrada con llave?", "lock.entrada", "locked"),
    ("dime si el portón está cerrado", "cover.porton", "closed"),
    ("comprueba si el garaje está abierto", "cover.garaje", "opening"),
    ("¿qué temperatura hay en el dormitorio?", "sensor.temp", ""),
    ("¿cuántos grados hace en el salón?", "climate.termostato", ""),
    ("¿cuál es la temperatura del salón?", "climate.termostato", ""),
    ("temperatura del salón", "climate.termostato", ""),
    ("humedad del baño", "sensor.hum", ""),
    ("¿a qué volumen está la radio?", "media_player.radio", ""),
    ("¿cómo de abierta está la persiana pequeña?", "cover.pequena", ""),
    ("¿está limpiando el robot?", "vacuum.conga", "cleaning"),
    ("¿hay movimiento en la entrada?", "binary_sensor.mov", "on"),
    ("¿quién está en casa?", "person.ana,person.luis", "home"),
    ("¿está Ana en casa?", "person.ana", "home"),
    ("¿qué tiempo hace?", "weather.casa", ""),
    (
        "¿qué hay encendido en la cocina?",
        "light.encimera,light.mesa,switch.cafe,media_player.radio",
        "playing",
    ),
    ("¿a cuánto está puesto el termostato?", "climate.termostato", ""),
    ("¿cómo está la puerta principal?", "lock.entrada", ""),
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
        ("apaga todas las luces menos la luz de la entrada", "light.entrada"),
        ("apaga todas las luces excepto las de la cocina", "light.encimera,light.mesa"),
        ("apaga todas las luces menos la araña y la lámpara de pie", "light.arana,light.pie"),
    ],
)
def test_exceptions_are_left_alone(house: SimulatedHome, sentence: str, spared: str) -> None:
    lights = {one for one in house.snapshot().states if one.startswith("light.")}
    left = ",".join(sorted(lights - set(spared.split(","))))
    assert asked(understand(house, sentence)) == [f"light.turn_off {left}"]


ASKED_BACK = [
    "enciende la luz",
    "pon la calefacción a 21 grados",
    "¿la luz está encendida?",
    "siguiente canción",
]


@pytest.mark.parametrize("sentence", ASKED_BACK)
def test_between_several_we_ask(house: SimulatedHome, sentence: str) -> None:
    assert isinstance(understand(house, sentence), Question)


NEVER = [
    "no enciendas la araña",
    "no apagues la luz",
    "ahora apago la luz",
    "he encendido la araña",
    "ya apagué la luz de la cocina",
    "Marta ha encendido la luz",
    "enciende la araña en diez minutos",
    "apaga la radio dentro de media hora",
    "enciende las luces a las ocho",
    "enciende las luces a las 20:30",
    "mañana por la mañana sube todas las persianas",
    "esta noche enciende los focos del camino",
    "cuando llegue enciende la luz de la entrada",
    "si llueve recoge el toldo",
    "enciende todas las luces cuando anochezca",
    "abre el riego durante media hora",
    "enciende la radio por diez minutos",
    "apaga todo luego",
    "apaga la luz después de cenar",
    "¿qué pasa si apago el termostato?",
    "¿puedo abrir el portón?",
    "¿debo apagar la luz?",
    "¿debería cerrar las persianas?",
    "¿por qué has apagado la luz?",
    "¿quién ha abierto el garaje?",
    "¿cómo se enciende la tele?",
    "me gusta la luz cálida",
    "recuérdame apagar el horno",
    "quería apagar la luz",
    "iba a encender la tele",
    "la araña",
    "la cocina",
    "abre una cuenta en el banco",
    "pon la mesa",
    "cierra los ojos",
    "enciende el horno",
    "enciende la luz del sótano",
    "abre la ventana de la cocina",
    "enciende la tele del dormitorio",
    "pon la puerta principal al 50%",
    "apaga",
    "enciende",
    "cierra",
    "todo",
    "no",
    "y",
    "cada noche cierra todas las persianas",
    "ojalá apagues la luz",
    "hace calor en el salón",
    "tengo frío",
    "la temperatura sube",
    "la persiana se baja",
    "antes de salir apaga las luces",
    "en cuanto llegue enciende la calefacción",
    "que nadie apague la luz",
    "es mejor apagar la luz",
    "imagina que apagas la luz",
    "la luz de la cocina se ha encendido",
    "pon un ejemplo",
    "para mañana enciende la luz",
    "¿encender o apagar la luz?",
    "apagar la luz ahorra dinero",
    "cuánto cuesta encender el aire",
    "a Marcos le gusta apagar la luz",
    "la tele la he apagado yo",
    "la luz la apago yo",
    "deja apagada la tele",
    "mantén cerradas las persianas",
    "la próxima vez apaga la luz",
    "mi mujer dice que apagues la tele",
    "me has pedido cerrar el portón",
    "¿has cerrado el portón?",
    "¿cerrado el portón?",
    "portón cerrado",
    "luz encendida",
    "luces encendidas en la cocina",
    "abre bien los oídos",
    "cierra la boca",
    "levanta la mano",
    "baja la voz",
    "baja",
    "sube",
    "apaga el cerebro",
    "para",
    "para la próxima",
    "sigue así",
    "vuelve a casa pronto",
    "vuelve",
    "salta la cena",
    "cambia de canal",
    "qué bonita luz en la cocina",
    "¿cuándo apagas la luz?",
    "estaría bien encender las luces",
    "encendería la luz con gusto",
    "encendía la luz cada noche",
    "han abierto el portón",
    "alguien ha dejado abierto el garaje",
    "el garaje se ha quedado abierto",
    "si apagas la tele te doy un premio",
    "no quiero que apagues la luz",
    "enciende la luz solo si es de noche",
    "enciende todas las luces después de las ocho",
    "apaga la luz antes de las diez",
    "sube todas las persianas al amanecer",
    "el domingo enciende todas las luces",
    "pon una alarma a las 7",
    "pon un temporizador de 10 minutos",
    "abre Netflix",
    "enciende las velas",
    "todas las luces",
    "las luces de la cocina y del baño",
    "araña 50",
    "30%",
    "20 grados",
    "rojo",
    "arriba",
    "abajo",
    "pon la lavadora",
    "pon atención",
    "haz la cena",
    "haz la cama",
    "pasa",
    "la puerta",
    "el aire está frío",
    "baja la temperatura del horno",
    "sube al coche",
]


@pytest.mark.parametrize("sentence", NEVER)
def test_nothing_is_done_where_nothing_should_be(house: SimulatedHome, sentence: str) -> None:
    """Questions, negations, statements, conditions, other times, and what is not there."""
    understanding = understand(house, sentence)
    if isinstance(understanding, Understood):
        assert asked(understanding) == []
    else:
        assert not isinstance(understanding, Question)
