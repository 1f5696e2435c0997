# Every target works alone on a fresh Debian machine with python3, make and git: `setup` brings what is missing.
SHELL := /bin/bash
PYTHON := .venv/bin/python
SOURCES := run_bot.py bot calibration capture control engine files policy practice vision

.PHONY: help setup demo test sweep check types bench format golden lock clean

help:            ## this list
	@grep -hE '^[a-z]+: .*##|^[a-z]+: +##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*##/\t/' | expand -t 12

setup:           ## system packages, .venv with pinned packages
	@scripts/setup

demo: setup      ## watch the bot open a Bilging window, calibrate on it and play 30 moves
	@$(PYTHON) run_bot.py demo bilging --moves 30

test:            ## the tests, real windows on a virtual display included
	@scripts/setup --tests
	@scripts/test

sweep:           ## the cases of many of one kind that `make test` leaves out
	@scripts/setup --tests
	@scripts/test --sweep

check: setup     ## lint, format, types; those of the sources as they are on Windows and macOS, too
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	@$(MAKE) --no-print-directory --jobs=2 --output-sync types types-win32 types-darwin

types:
	$(PYTHON) -m mypy

types-%:
	$(PYTHON) -m mypy --platform $* --no-warn-unreachable --cache-dir .mypy_cache/$* $(SOURCES)

bench: setup     ## the tables of docs/results.md, measured now
	@$(PYTHON) run_bot.py bench

golden: setup    ## write the golden playthroughs and successor counts anew
	$(PYTHON) -m tests.engine.golden_bilging
	$(PYTHON) -m tests.engine.golden_square_stacker
	$(PYTHON) -m tests.engine.golden_columns
	$(PYTHON) -m tests.engine.golden_hypersonic
	$(PYTHON) -m tests.engine.golden_swap3

format: setup    ## apply lint fixes and formatting
	$(PYTHON) -m ruff check --fix .
	$(PYTHON) -m ruff format .

lock: setup      ## pins with hashes from requirements/*.in (needs uv)
	uv pip compile --universal --python-version 3.11 --override requirements/overrides.txt --generate-hashes \
	  --no-emit-index-url --no-header --quiet requirements/dev.in -o requirements/requirements.lock
	awk -f requirements/drop_unused.awk requirements/requirements.lock > requirements/requirements.part
	mv requirements/requirements.part requirements/requirements.lock

clean:           ## remove .venv and caches
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
