# `make demo` and `make test` set up all they need; a second run is quick.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
COMPILED := $(wildcard src/chouma/*.pyx src/chouma/*.pxi src/chouma/batch/*.pyx src/chouma/riichi/*.py)

.PHONY: demo test lint types bench clean

demo: $(VENV)/.base
	@$(BIN)/chouma demo

# pytest comes last, so that its own summary is the last line
test: lint
	@$(BIN)/python -m pytest -q

lint: $(VENV)/.dev
	@$(BIN)/ruff check
	@PYTHONPATH=src $(BIN)/lint-imports

types: $(VENV)/.dev
	@$(BIN)/mypy

# BENCH=--memory measures the memory for ten million hands too, which takes minutes
bench: $(VENV)/.bench
	@$(BIN)/python bench/run.py $(BENCH)

clean:
	rm -rf $(VENV) build dist src/*.egg-info .pytest_cache .hypothesis .ruff_cache .mypy_cache .import_linter_cache
	find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.base: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,batch]'
	@touch $(VENV)/.base $@

# what is measured must be what is there: the compiled part is built again when its sources change
$(VENV)/.bench: pyproject.toml setup.py $(COMPILED) | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	@touch $(VENV)/.base $@
