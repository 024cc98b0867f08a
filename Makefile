# `make demo` and `make test` set up all they need; a second run is quick.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
# what the compiled part is made of: it is built again when one of these changes
COMPILED := pyproject.toml setup.py $(wildcard src/chouma/locale/*/LC_MESSAGES/*.po) $(wildcard src/chouma/*.px[di] src/chouma/*.pyx src/chouma/batch/*.px[di] src/chouma/batch/*.pyx \
	src/chouma/declaring.py src/chouma/features.py src/chouma/impossible.py src/chouma/lang.py src/chouma/layout.py src/chouma/rulesets.py src/chouma/switches.py \
	src/chouma/riichi/*.py)
# what the page is made of
PAGE := $(wildcard page/*.ts page/*.js page/*.json page/index.html page/public/* page/tools/* page/src/* page/src/lib/* page/src/parts/* page/src/views/*)

.PHONY: demo test lint types bench docs messages page clean

demo: $(VENV)/.base
	@$(BIN)/chouma demo

# on all cores, a file of tests on one of them; pytest comes last, so that its own summary is the last line
test: lint
	@$(BIN)/python -m pytest -q -rs -n logical --dist loadfile

lint: $(VENV)/.dev
	@$(BIN)/ruff check
	@PYTHONPATH=src $(BIN)/lint-imports

types: $(VENV)/.dev
	@$(BIN)/mypy

# BENCH=--memory measures the memory for ten million hands too, which takes minutes
bench: $(VENV)/.bench
	@$(BIN)/python bench/run.py $(BENCH)

# the site, in docs/_build/html; a warning is an error
docs: $(VENV)/.dev
	@$(BIN)/python -m sphinx -W --keep-going -q -b html docs docs/_build/html
	@echo "docs/_build/html/index.html"

# the page, into the package; it takes Node 20 or later, and without it all but the page works
page: src/chouma/web/page/index.html

src/chouma/web/page/index.html: page/node_modules/.stamp $(PAGE)
	cd page && npm run --silent check && npm run --silent build

page/node_modules/.stamp: page/package.json page/package-lock.json
	cd page && npm ci --silent --no-audit --no-fund
	@touch $@

# after a sentence changed: brings the catalogues of the other languages to it
messages: $(VENV)/.dev
	@$(BIN)/python tools/messages.py update

clean:
	rm -rf $(VENV) build dist docs/_build docs/reference src/*.egg-info page/node_modules page/src/drawn src/chouma/web/page tests/shots .pytest_cache .hypothesis .ruff_cache .mypy_cache .import_linter_cache
	find src tests bench docs -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.base: $(COMPILED) | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@$(BIN)/python -m compileall -q src
	@touch $@

$(VENV)/.dev: $(COMPILED) | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,batch]'
	@$(BIN)/python -m compileall -q src
	@touch $(VENV)/.base $@

$(VENV)/.bench: $(COMPILED) | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	@touch $(VENV)/.base $@
