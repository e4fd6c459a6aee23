"""Frameworks for agents, by the OpenAI models that they have: LangChain's and pydantic-ai's."""

from collections.abc import Iterator

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langchain_openai import ChatOpenAI
from pydantic import SecretStr
from pydantic_ai import Agent
from pydantic_ai.exceptions import ModelHTTPError
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.openai import OpenAIProvider

from tests.engine.llm.scripted_server import ScriptedServer
from tests.standalone.server.running_server import RunningServer, start

DOOR = "is the front door locked?"


@pytest.fixture
def langchain(server: RunningServer) -> ChatOpenAI:
    key = SecretStr(server.keys["phone"])
    return ChatOpenAI(model="home-agent", base_url=f"{server.address}/v1", api_key=key)


@pytest.fixture
def model(server: RunningServer) -> OpenAIChatModel:
    provider = OpenAIProvider(base_url=f"{server.address}/v1", api_key=server.keys["phone"])
    return OpenAIChatModel("home-agent", provider=provider)


@pytest.fixture(scope="module")
def scripted() -> Iterator[ScriptedServer]:
    """A language model for ours to ask."""
    with ScriptedServer() as running:
        yield running


@pytest.fixture(scope="module")
def with_model(
    tmp_path_factory: pytest.TempPathFactory, scripted: ScriptedServer
) -> Iterator[RunningServer]:
    """A server that asks it."""
    settings = f'[[llm]]\nname = "small"\nmodel = "s"\nbase_url = "{scripted.url}"\n'
    running = start(tmp_path_factory.mktemp("with_model"), "--port", "0", settings=settings)
    running.add_key("phone")
    yield running
    running.stop()


def test_langchain(langchain: ChatOpenAI) -> None:
    reply = langchain.invoke(DOOR)
    assert "ocked" in str(reply.content)
    parts = [str(part.content) for part in langchain.stream(DOOR)]
    assert "".join(parts) == reply.content


async def test_langchain_goes_on(langchain: ChatOpenAI) -> None:
    first = "switch on the dining table lamp"
    reply = await langchain.ainvoke(first)
    messages = [HumanMessage(first), AIMessage(reply.content), HumanMessage("now switch it off")]
    await langchain.ainvoke(messages)
    assert "off" in str((await langchain.ainvoke("is the dining table lamp on?")).content).lower()


async def test_pydantic_ai(model: OpenAIChatModel) -> None:
    agent = Agent(model, instructions="Be brief.")
    reply = await agent.run(DOOR)
    assert "ocked" in reply.output
    async with agent.run_stream(DOOR) as stream:
        assert await stream.get_output() == reply.output


async def test_pydantic_ai_goes_on(model: OpenAIChatModel) -> None:
    agent = Agent(model)
    first = await agent.run("switch on the dining table lamp")
    await agent.run("now switch it off", message_history=first.all_messages())
    assert "off" in (await agent.run("is the dining table lamp on?")).output.lower()


async def test_pydantic_ai_is_told_what_there_is_not(model: OpenAIChatModel) -> None:
    """Data that fit a schema: that takes a tool to be called, and we call none of others."""
    agent = Agent(model, output_type=int)
    with pytest.raises(ModelHTTPError) as refused:
        await agent.run(DOOR)
    assert refused.value.status_code == 400


async def test_pydantic_ai_by_responses(server: RunningServer) -> None:
    """The newer of OpenAI's APIs, where somebody chooses that."""
    key = server.keys["phone"]
    provider = OpenAIProvider(base_url=f"{server.address}/v1", api_key=key)
    agent = Agent(OpenAIResponsesModel("home-agent", provider=provider))
    assert "ocked" in (await agent.run(DOOR)).output


def test_langchain_by_responses(server: RunningServer) -> None:
    langchain = ChatOpenAI(
        model="home-agent",
        base_url=f"{server.address}/v1",
        api_key=SecretStr(server.keys["phone"]),
        use_responses_api=True,
    )
    assert "ocked" in str(langchain.invoke(DOOR).content)


PIE = "how is apple pie made?"


def find_recipe(of: str) -> str:
    """Find a recipe."""
    return f"{of}: six apples"


@pytest.mark.parametrize("kind", [OpenAIChatModel, OpenAIResponsesModel])
async def test_pydantic_ai_has_its_tools_called(
    with_model: RunningServer,
    scripted: ScriptedServer,
    kind: type[OpenAIChatModel | OpenAIResponsesModel],
) -> None:
    """It carries them out itself, and is asked on with what came of them."""
    key = with_model.keys["phone"]
    provider = OpenAIProvider(base_url=f"{with_model.address}/v1", api_key=key)
    agent = Agent(kind("home-agent", provider=provider), tools=[find_recipe])
    for _way in ("whole", "stream"):
        scripted.call_tool("find_recipe", {"of": "apple pie"})
        scripted.say("You need six apples.")
    assert (await agent.run(PIE)).output == "You need six apples."
    async with agent.run_stream(PIE) as stream:
        assert await stream.get_output() == "You need six apples."
    assert "apple pie: six apples" in str(scripted.requests[-1].json["messages"])


def test_langchain_has_its_tools_called(
    with_model: RunningServer, scripted: ScriptedServer
) -> None:
    key = SecretStr(with_model.keys["phone"])
    home = ChatOpenAI(model="home-agent", base_url=f"{with_model.address}/v1", api_key=key)

    bound = home.bind_tools([find_recipe])
    scripted.call_tool("find_recipe", {"of": "apple pie"})
    asked = bound.invoke([HumanMessage(PIE)])
    assert isinstance(asked, AIMessage)
    (call,) = asked.tool_calls
    result = ToolMessage(find_recipe(**call["args"]), tool_call_id=call["id"])
    scripted.say("You need six apples.")
    done = bound.invoke([HumanMessage(PIE), asked, result])
    assert done.content == "You need six apples."
