# `make run` and `make test` do all set-up by themselves on a fresh machine.
VENV := .venv
BIN := $(VENV)/bin
SOURCES := addons certs guardian_core policy_cache
ARGS ?=

.PHONY: run demo test tiny test-llm test-llm-full check format lint types imports docs lock wheel bench clean

run: $(VENV)/.run            ## start the proxy (ARGS="--web" for mitmweb)
	$(BIN)/guardian run $(ARGS)

demo: $(VENV)/.run           ## a local internet, real requests through the proxy, before and after
	$(BIN)/guardian demo $(ARGS)

test: $(VENV)/.dev           ## every test (ARGS="-k name" for some)
	$(BIN)/python -m pytest $(ARGS)

tiny test-llm: export GUARDIAN_LLM_CACHE ?= $(CURDIR)/.cache/llm
tiny: $(VENV)/.llm           ## llama.cpp (34 MB) and a model that only shows whether all fits together (98 MB), kept in GUARDIAN_LLM_CACHE
	GUARDIAN_HOME="$$GUARDIAN_LLM_CACHE" $(BIN)/guardian llm install --tiny

test-llm: tiny               ## the whole way with that model
	$(BIN)/python -m pytest tests/llm/test_real_tiny.py tests/llm/test_engine_process.py $(ARGS)

test-llm-full: $(VENV)/.llm  ## the tests that ask a model for its judgement: that of GUARDIAN_LLM_URL, else one that is fetched once (1.1 GB)
	if [ -z "$$GUARDIAN_LLM_URL" ]; then $(BIN)/guardian llm install; fi
	$(BIN)/python -m pytest -m llm $(ARGS)

check: format lint types imports docs   ## what CI checks beside the tests

format: $(VENV)/.dev
	$(BIN)/ruff format --check .

lint: $(VENV)/.dev
	$(BIN)/ruff check .

types: $(VENV)/.dev .cache/types
	MYPYPATH=.cache/types $(BIN)/mypy -p guardian_core -p policy_cache -p guardian_addons -p guardian_certs

imports: $(VENV)/.dev
	$(BIN)/lint-imports

docs: $(VENV)/.dev
	$(BIN)/python scripts/docs.py --check

lock: $(VENV)/.dev           ## resolve the dependencies anew (needs uv)
	uv pip compile --universal --generate-hashes --no-emit-index-url --no-header -q --python-version 3.12 pyproject.toml -o requirements.lock
	uv pip compile --universal --generate-hashes --no-emit-index-url --no-header -q --python-version 3.12 --extra dev pyproject.toml -o requirements-dev.lock
	$(BIN)/python -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['optional-dependencies']['llm'], sep='\n')" | \
	  uv pip compile --universal --generate-hashes --no-emit-index-url --no-header -q --python-version 3.12 - -o requirements-llm.lock

wheel: $(VENV)/.dev
	$(BIN)/python -m build --wheel

bench: $(VENV)/.dev
	$(BIN)/guardian bench proxy $(ARGS)

clean:
	rm -rf $(VENV) .cache build dist *.egg-info

# Installed under names that differ from the folders (pyproject.toml): mypy finds them through these links.
.cache/types:
	mkdir -p $@ && ln -sfn ../../addons $@/guardian_addons && ln -sfn ../../certs $@/guardian_certs

$(VENV)/bin/python:
	python="$$(scripts/python)" && "$$python" -m venv $(VENV)

$(VENV)/.run: requirements.lock pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	touch $@

# Not among the locked dependencies of development: nothing else needs it.
$(VENV)/.llm: requirements-llm.lock | $(VENV)/.dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-llm.lock
	touch $@

$(VENV)/.dev: requirements-dev.lock pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	touch $@ $(VENV)/.run
