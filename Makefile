# What a newcomer needs: `make audit`, then `make test`. Everything is installed into .venv.
PYTHON ?= python3
JOBS ?= 2
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

# Public data sets for the tests and benchmarks that use them; without it those tests are skipped.
ifneq ($(wildcard ../shared/data),)
export PERIMETRY_DATA ?= $(abspath ../shared/data)
endif

.PHONY: audit test lint docs bench format clean

audit: .venv/base          ## audit the bundled encoder and say where the report is
	$(BIN)/perimetry audit

test: .venv/test           ## the whole test suite
	$(BIN)/python -m pytest -n $(JOBS) --dist loadfile

lint: .venv/lint           ## style, types and import rules
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

docs: .venv/test           ## the documentation, as pages in site/
	$(BIN)/python -m sphinx -W --keep-going -E -q -b html docs site
	@echo "Open site/index.html"

bench: .venv/test          ## the numbers that the docs quote
	$(BIN)/python benchmarks/startup.py
	$(BIN)/python benchmarks/audit.py
	$(BIN)/python benchmarks/encode.py
	$(BIN)/python benchmarks/guards.py

format: .venv/lint         ## let ruff rewrite what it can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:                     ## forget the environment
	rm -rf .venv

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "perimetry needs Python 3.11 or newer: make PYTHON=/path/to/python3.11 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv .venv

.venv/base: .venv/bin/python pyproject.toml
	$(PIP) --editable .
	$(BIN)/perimetry fetch
	@touch $@

.venv/test: .venv/base
	$(PIP) --editable '.[test]'
	@touch $@

.venv/lint: .venv/test
	$(PIP) --editable '.[lint]'
	@touch $@
