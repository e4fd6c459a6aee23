# Home Agent. `make run` sets up what it needs and opens the chat; `make` alone lists the rest.
# Needs git, make and a python3; everything else is installed inside this folder.
PYTHON3 ?= python3
ARGS ?=
SHELL := /bin/sh
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.PHONY: help run test test-model test-clients test-chroma test-browser lint format bench reader develop lock clean

APP := .venv/.ready
MODEL := .venv-model/.ready
CLIENTS := .venv-clients/.ready
CHROMA := .venv-chroma/.ready
OLDEST := .venv-ha-oldest/.ready
NEWEST := .venv-ha-newest/.ready
BROWSER := .venv-browser/.ready
AXE := .venv-browser/axe/node_modules/axe-core/axe.min.js
READER := .venv-reader/.ready

# An environment whose interpreter is gone, or that was made in another folder, is made again.
# In plain shell, since this is all that a `make run` with nothing to install waits for.
.PHONY: $(shell for stamp in $(APP) $(MODEL) $(CLIENTS) $(CHROMA) $(OLDEST) $(NEWEST) $(BROWSER) $(READER); do \
	[ -x "$${stamp%/*}/bin/python" ] && read -r place <$$stamp && [ "$$place" = "$(CURDIR)" ] \
	|| echo $$stamp; done 2>/dev/null)

setup = @command -v $(PYTHON3) >/dev/null || { echo "Home Agent needs python3 (3.9 or later) \
	to set itself up. Install it (on Debian: apt install python3) and run this again." >&2; exit 1; }; \
	$(PYTHON3) -B -m scripts.setup

$(APP): locks/app.txt pyproject.toml
	$(setup) app

$(MODEL): locks/model.txt pyproject.toml
	$(setup) model

$(CLIENTS): locks/clients.txt pyproject.toml
	$(setup) clients

$(CHROMA): locks/chroma.txt
	$(setup) chroma

$(OLDEST): locks/ha-oldest.txt
	$(setup) ha-oldest

$(NEWEST): locks/ha-newest.txt
	$(setup) ha-newest

$(BROWSER): locks/browser.txt
	$(setup) browser

$(READER): locks/reader.txt
	$(setup) reader

help: ## list what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(APP) ## open the chat (or: make run ARGS="ask 'is the door closed?'")
	@.venv/bin/home-agent $(or $(ARGS),chat)

test: $(APP) $(OLDEST) $(NEWEST) ## run every test, against the oldest and newest Home Assistant
	@.venv/bin/python -m scripts.test $(ARGS)

test-model: $(MODEL) ## test with a real language model, a small one, on this machine
	@.venv-model/bin/python -m pytest --quiet $(ARGS) tests/model

test-clients: $(CLIENTS) ## test the server with the programs that people use
	@PYTEST_ADDOPTS="-p no:langsmith_plugin -W ignore" \
		.venv-clients/bin/python -m pytest --quiet $(ARGS) tests/clients

test-chroma: $(APP) $(CHROMA) ## test the search by meaning with a real ChromaDB
	@.venv/bin/python -m pytest --quiet $(ARGS) tests/chroma

$(AXE): ## what looks at the page for those who see little; it stays out of the repository
	@command -v npm >/dev/null || { echo "npm is not there, which fetches axe-core. On Debian: apt install npm"; exit 1; }
	@npm install --prefix .venv-browser/axe --no-save --ignore-scripts --no-audit --no-fund --silent axe-core@4.14.0

test-browser: $(APP) $(BROWSER) $(AXE) ## test in a real browser, which needs a Chromium on this machine
	@.venv-browser/bin/python -m pytest --quiet $(ARGS) tests/browser
	@.venv-browser/bin/python -m pytest --quiet $(ARGS) -p no:homeassistant tests/browser/page

lint: $(APP) $(NEWEST) ## check formatting, style, types and layers
	@.venv/bin/python -m scripts.lint

format: $(APP) ## put the code into shape
	@.venv/bin/ruff format
	@.venv/bin/ruff check --fix

bench: $(APP) $(MODEL) $(NEWEST) ## measure what we promise
	@.venv/bin/python -m scripts.bench $(ARGS)

SEMANTICS := custom_components/home_agent/engine/semantics
reader: $(APP) $(READER) ## train the reader anew: minutes with a GPU, an hour without
	@mkdir -p .training
	@.venv/bin/python -m training.reader.corpus .training/corpus.json
	@.venv-reader/bin/python -m training.reader.pretrained .training/minilm.npz
	@.venv-reader/bin/python -m training.reader.train \
		.training/corpus.json .training/minilm.npz $(SEMANTICS)/reader.npz

develop: $(NEWEST) ## start a real Home Assistant with this integration in it
	@.venv-ha-newest/bin/python -m scripts.develop $(ARGS)

lock: ## resolve the locked versions again (newer ones with ARGS=--upgrade)
	@$(PYTHON3) -B -m scripts.lock $(ARGS)

clean: ## remove everything that set-up and tests have made
	rm -rf .setup .training .venv .venv-model .venv-clients .venv-chroma .venv-reader .venv-ha-oldest
	rm -rf .venv-ha-newest .venv-browser build dist
	rm -rf .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
