"""Reading datasets: which files, which home, what tasks are called, and what is wrong with them."""

from pathlib import Path

import pytest

from home_agent.engine.errors import InventoryError, LanguageError
from home_agent.evaluation import Dataset, DatasetError, Task, UnreadableTask, read_dataset
from home_agent.evaluation.task_file import record_id, slug, task_id

from .conftest import HOME, Folder, on

TEST = {"sentences": ["Turn on the lamp"], "expect_changes": on("light.lamp")}


def only_task(dataset: Dataset) -> Task:
    """The one task of a dataset."""
    (entry,) = dataset.entries
    assert isinstance(entry, Task)
    return entry


def problem(dataset: Dataset) -> str:
    """What is wrong with the one entry of a dataset."""
    (entry,) = dataset.entries
    assert isinstance(entry, UnreadableTask)
    return entry.problem


class TestNames:
    """Tasks are called by their file and sentence."""

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("Set the lamp to 50%!", "set_the_lamp_to_50"),
            ("trader joe's list", "trader_joe_s_list"),
            ("Öffne die Straße", "offne_die_strasse"),
            ("accendi la luce, è buio", "accendi_la_luce_e_buio"),
        ],
    )
    def test_slug(self, text: str, expected: str) -> None:
        assert slug(text) == expected

    def test_other_scripts_are_told_apart(self) -> None:
        assert slug("включи свет").isascii()
        assert slug("включи свет") != slug("выключи свет")

    def test_id_is_of_path_and_first_line(self) -> None:
        record = record_id(Path("My home/light_HassTurnOn.yaml"))
        assert record == "my_home_light_hassturnon"
        assert task_id(record, "Lamp on.\nPlease!") == "my_home_light_hassturnon-lamp_on"

    def test_last_of_two_with_one_id_wins(self, folder: Folder) -> None:
        again = {"sentences": ["turn on the LAMP!"], "expect_response": ["again"]}
        folder.tests(TEST, again)
        assert only_task(folder.read()).sentence == "turn on the LAMP!"


class TestFiles:
    """Which files are read."""

    def test_task_files_are_all_but_a_few(self, folder: Folder) -> None:
        folder.tests(TEST, name="house/deep/er/tasks.yaml")
        for name in ("_home", "solution", "dataset_card"):
            folder.write(f"house/{name}.yaml", "entities: [")
        folder.write("house/notes.txt", "tests: [")
        assert only_task(folder.read()).task_id == "house_deep_er_tasks-turn_on_the_lamp"

    def test_name_from_the_card_else_the_folder(self, folder: Folder) -> None:
        folder.tests(TEST)
        assert folder.read().name == "dataset"
        folder.write("dataset_card.yaml", {"name": "lamps", "count": 3})
        assert folder.read().name == "lamps"

    def test_single_file_is_called_as_in_its_dataset(self, folder: Folder) -> None:
        folder.write("dataset_card.yaml", {"name": "lamps"})
        file = folder.tests(TEST, name="house/more/tasks.yaml")
        dataset = read_dataset(file)
        assert dataset.name == "lamps"
        assert only_task(dataset) == only_task(folder.read())

    def test_single_file_without_a_card(self, folder: Folder) -> None:
        dataset = read_dataset(folder.tests(TEST))
        assert dataset.name == "tasks"
        assert only_task(dataset).task_id == "tasks-turn_on_the_lamp"

    def test_category_from_the_file_else_its_name(self, folder: Folder) -> None:
        folder.write("house/b.yaml", {"tests": [TEST]})
        folder.write("house/a.yaml", {"category": "lights", "tests": [TEST]})
        assert [entry.category for entry in folder.read().entries] == ["lights", "b"]

    def test_nearest_home_upwards(self, folder: Folder) -> None:
        folder.write("house/wing/_fixtures.yaml", {"entities": []})
        folder.tests(TEST, name="house/wing/tasks.yaml")
        assert not only_task(folder.read()).house.inventory.entities

    def test_another_home(self, folder: Folder, tmp_path: Path) -> None:
        folder.tests(TEST)
        (tmp_path / "own.yaml").write_text("entities: []")
        task = only_task(folder.read(home=tmp_path / "own.yaml"))
        assert not task.house.inventory.entities

    @pytest.mark.parametrize("name", ["nowhere", "nowhere.yaml", "house/_fixtures.yaml", "empty"])
    def test_no_dataset(self, folder: Folder, name: str) -> None:
        (folder.root / "empty").mkdir()
        with pytest.raises(DatasetError, match=name):
            read_dataset(folder.root / name)

    def test_no_home(self, tmp_path: Path) -> None:
        file = Folder(tmp_path / "dataset").tests(TEST, name="../tasks.yaml")
        with pytest.raises(DatasetError, match="--home"):
            read_dataset(file)

    def test_other_home_that_cannot_be_used(self, folder: Folder, tmp_path: Path) -> None:
        folder.tests(TEST)
        with pytest.raises(InventoryError, match=r"nowhere\.yaml"):
            folder.read(home=tmp_path / "nowhere.yaml")


class TestLanguage:
    """What is spoken: what was asked for, else the home's, the card's, and English."""

    def test_order(self, folder: Folder) -> None:
        folder.tests(TEST)
        assert only_task(folder.read()).house.language == "en"
        folder.write("dataset_card.yaml", {"language": "it"})
        assert only_task(folder.read()).house.language == "it"
        folder.write("house/_fixtures.yaml", {**HOME, "language": "de-AT"})
        assert only_task(folder.read()).house.language == "de"
        assert only_task(folder.read(language="fr")).house.language == "fr"

    def test_unknown(self, folder: Folder) -> None:
        folder.tests(TEST)
        with pytest.raises(LanguageError):
            folder.read(language="klingon")
        folder.write("house/_fixtures.yaml", {**HOME, "language": "klingon"})
        assert "klingon" in problem(folder.read())


class TestTasks:
    """What a task file says."""

    def test_what_expects_nothing_is_skipped(self, folder: Folder) -> None:
        folder.tests({"sentences": ["hello"], "expect_changes": {}, "expect_response": []})
        dataset = folder.read()
        assert dataset.entries == ()
        assert [task.sentence for task in dataset.skipped] == ["hello"]

    def test_ignored_as_list_and_mapping(self, folder: Folder) -> None:
        ignored = {"light.LAMP": ["color_mode"], "light.spot": {"state": None, "effect": None}}
        folder.tests({**TEST, "ignore_changes": ignored})
        assert only_task(folder.read()).expected.ignored == {
            "light.lamp": {"color_mode"},
            "light.spot": {"state", "effect"},
        }

    @pytest.mark.parametrize("device", ["hall_speaker", "Hall Speaker"])
    def test_device_that_hears(self, folder: Folder, device: str) -> None:
        folder.tests({**TEST, "context_device": device})
        assert only_task(folder.read()).area_id == "hall"

    @pytest.mark.parametrize(
        ("now", "expected"),
        [
            ("2025-07-01 18:30:00", "2025-07-01T18:30:00+02:00"),
            ("2025-07-01T18:30:00-07:00", "2025-07-02T03:30:00+02:00"),
            ("2025-07-01", "2025-07-01T00:00:00+02:00"),
        ],
    )
    def test_time(self, folder: Folder, now: str, expected: str) -> None:
        changes = "expect_changes: {light.lamp: {state: 'on'}}"
        folder.write(
            "house/tasks.yaml", f"tests: [{{sentences: [hi], context_now: {now}, {changes}}}]"
        )
        moment = only_task(folder.read()).now
        assert moment is not None
        assert moment.isoformat() == expected

    def test_filter(self, folder: Folder) -> None:
        folder.tests(TEST, {"sentences": ["Spot on", "hello"], "expect_response": ["on"]})
        dataset = folder.read()
        assert [entry.sentence for entry in dataset.only("SPOT").entries] == ["Spot on"]
        assert [entry.sentence for entry in dataset.only("tasks-hello").entries] == ["hello"]
        assert dataset.only("") == dataset


class TestTrouble:
    """What is wrong in one place does not touch the others."""

    @pytest.mark.parametrize(
        ("content", "named"),
        [
            ("tests: [", "YAML"),
            ("- tests", "tests"),
            ("", "tests"),
            ("tests: 5", "tests"),
            ("tests: [5]", "sentences"),
            ("tests: [{sentences: hello}]", "sentences"),
        ],
    )
    def test_file(self, folder: Folder, content: str, named: str) -> None:
        folder.write("house/broken.yaml", content)
        folder.tests(TEST)
        broken, task = folder.read().entries
        assert isinstance(broken, UnreadableTask)
        assert broken.task_id.startswith("house_broken")
        assert named in broken.problem
        assert isinstance(task, Task)

    @pytest.mark.parametrize(
        "wrong",
        [
            {"context_device": "nobody"},
            {"context_now": "noon"},
            {"setup": ["light.lamp"]},
            {"setup": {"light.lamp": "on"}},
            {"setup": {"light.lamp": {"brightness": 5}}},
            {"expect_changes": {"light.lamp": {"attributes": "bright"}}},
            {"expect_response": {"a": "b"}},
            {"ignore_changes": {"light.lamp": "state"}},
        ],
        ids=str,
    )
    def test_one_test(self, folder: Folder, wrong: dict[str, object]) -> None:
        folder.tests({**TEST, **wrong}, {**TEST, "sentences": ["lamp on"]})
        broken, task = folder.read().entries
        assert isinstance(broken, UnreadableTask)
        assert broken.sentence == "Turn on the lamp"
        assert isinstance(task, Task)

    def test_home(self, folder: Folder) -> None:
        folder.tests(TEST)
        folder.write("house/_fixtures.yaml", ["lamp"])
        assert "expected a mapping with 'entities', not a list" in problem(folder.read())
        folder.write("house/_fixtures.yaml", "entities: [")
        assert "YAML" in problem(folder.read())

    def test_a_home_with_mistakes_is_read_as_far_as_it_can_be(self, folder: Folder) -> None:
        folder.tests(TEST)
        lamp = {"id": "light.lamp", "name": "Lamp", "attributes": {"brightness": "very"}}
        robot = {"id": "vacuum.robot", "state": "off"}
        folder.write("house/_fixtures.yaml", {"entities": [{"id": "lamp"}, lamp, robot]})
        dataset = folder.read()
        (task,) = dataset.entries
        assert isinstance(task, Task)
        assert [*task.house.inventory.entities] == ["light.lamp", "vacuum.robot"]
        no_domain, brightness, state = dataset.mended
        assert "entities number 1: id: expected a domain and a name" in no_domain
        assert "light.lamp: brightness must be a number" in brightness
        assert "vacuum.robot: 'off' is not one of its states" in state

    def test_one_bad_file_of_a_collection_stops_nothing(self, folder: Folder) -> None:
        folder.tests(TEST)
        folder.write("attic/_fixtures.yaml", "entities: [")
        folder.tests(TEST, name="attic/tasks.yaml")
        folder.write("house/broken.yaml", "a: [")
        kinds = [type(entry) for entry in folder.read().entries]
        assert sorted(kind.__name__ for kind in kinds) == [
            "Task",
            "UnreadableTask",
            "UnreadableTask",
        ]

    def test_card(self, folder: Folder) -> None:
        folder.tests(TEST)
        folder.write("dataset_card.yaml", "name: [")
        dataset = folder.read()
        assert dataset.name == "dataset"
        assert len(dataset.entries) == 2

    def test_file_without_a_home(self, folder: Folder) -> None:
        folder.tests(TEST, name="outside.yaml")
        folder.tests(TEST)
        task, broken = folder.read().entries
        assert isinstance(task, Task)
        assert isinstance(broken, UnreadableTask)
