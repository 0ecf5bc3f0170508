# Two commands on a fresh machine: make play, make test. They need Python 3.11+ and nothing else.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test check lint rom bench picture clean

play: $(VENV)/.play
	@$(BIN)/microchess $(ARGS) || [ $$? -eq 130 ]

test: $(VENV)/.dev
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

check: lint test
	$(if $(shell command -v ca65),$(BIN)/python -m rom.build --check,@echo "no ca65: the ROMs were not reassembled")

rom: $(VENV)/.dev
	$(BIN)/python -m rom.build

bench: $(VENV)/.dev
	$(BIN)/python -m bench.janus
	$(BIN)/python -m bench.costs
	$(BIN)/python -m bench.engine
	$(BIN)/python -m bench.boards
	$(BIN)/python -m bench.turbo
	$(BIN)/python -m bench.tapes

picture: $(VENV)/.dev
	$(BIN)/python -m bench.picture docs/play.svg
	$(BIN)/python -m bench.gallery docs/gallery.svg
	$(BIN)/python -m bench.turbo --picture docs/speed.svg

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

$(VENV)/.play: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml $(VENV)/.play
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev]"
	@touch $@
