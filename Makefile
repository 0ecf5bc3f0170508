# Two commands on a fresh machine: make play, make test. They need Python 3.11+ and nothing else.

PYTHON ?= python3
# make test PYTHON=python3.13 has an environment of its own beside .venv
VENV := .venv$(if $(filter command,$(word 1,$(origin PYTHON))),-$(shell $(PYTHON) -c "import sys; print('%d.%d' % sys.version_info[:2])"))
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip --quiet --disable-pip-version-check install --no-build-isolation
LOCKED := $(INSTALL) --require-hashes --requirement .ci/lock
UV_RELEASE := 0.13.9

.PHONY: play test shake environment check lint fuzz lock rom bench page serve site dist clean

play: $(VENV)/.play
	@$(BIN)/microchess $(ARGS) || [ $$? -eq 130 ]

test: $(VENV)/.dev
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

# The tests five times in random order: quiet, beside four busy processes, on one processor, in
# Python's development mode, and with sessions that answer late; then every command that writes,
# ended in every way, every command on several processes with every fault, and the monkeys.
SEED ?= $(shell date +%s)
SHAKEN = env PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -p randomly -p "no:cacheprovider" \
	--randomly-seed $(SEED) -n auto --dist worksteal $(ARGS)
shake: $(VENV)/.dev
	$(SHAKEN)
	for n in 1 2 3 4; do (while :; do :; done) & busy="$$busy $$!"; done; \
		$(SHAKEN); code=$$?; kill $$busy; exit $$code
	$(if $(shell command -v taskset),taskset -c 0) $(SHAKEN)
	PYTHONDEVMODE=1 $(SHAKEN)
	$(SHAKEN) --shake $(SEED)
	REPEATS=1 $(SHAKEN) --slow tests/tui/cli/test_outfile.py tests/microchess/test_faults.py \
		tests/tui/screen/test_monkey.py tests/tui/page/test_monkey.py

# Sets up, and tells with which Python.
environment: $(VENV)/.dev
	@echo $(BIN)/python

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

check: lint test
	$(if $(shell command -v ca65),$(BIN)/python -m rom.build --check,@echo "no ca65: the ROMs were not reassembled")

SECONDS ?= 60
fuzz: $(VENV)/.dev
	SEED=$(SEED) $(BIN)/python -m pytest -q -n auto --slow tests/test_damaged.py
	$(BIN)/microchess kim fuzz --seconds $(SECONDS)

rom: $(VENV)/.dev
	$(BIN)/python -m rom.build

# Measures what the documents show, and writes it there, pictures as well.
bench: $(VENV)/.dev
	$(BIN)/python -m bench

# The page that microchess serve opens; it needs npm and node as well.
PAGE := tui/page/built/service.js
page: $(VENV)/.dev $(PAGE)

$(PAGE): $(shell command -v find >/dev/null && find emu microchess rom tui .ci/npm .ci/lock/play.txt -type f ! -name "*.pyc" ! -path "*/built/*") | $(VENV)/.play
	$(BIN)/python -m tui.page.build

# Opens the page in a browser; without npm the one that was made before.
serve: $(VENV)/.play $(if $(shell command -v npm),$(PAGE))
	@$(BIN)/microchess serve $(ARGS) || [ $$? -eq 130 ]

# The page for any web host, in build/site, and the documents in build/site/docs.
site: page
	rm -rf build/site
	cp -R tui/page/built build/site
	$(BIN)/python -m sphinx -q -n -W --keep-going -d build/doctrees docs build/site/docs

# What a release is: the wheel and the sources, the page in both, the same to the byte for one commit.
dist: page
	rm -rf dist
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(BIN)/python -m hatchling build -d dist -t sdist -t wheel
	@wc -c dist/*

# The locks, for every platform and Python, from pyproject.toml. What they name stays as far as it
# still fits; make lock ARGS=--upgrade takes the newest of everything.
lock: COMPILE = $(VENV)-lock/bin/uv --quiet pip compile --universal --generate-hashes \
	--python-version 3.11 --custom-compile-command "make lock" $(ARGS)
lock:
	$(PYTHON) -m venv $(VENV)-lock
	$(VENV)-lock/bin/python -m pip --quiet --disable-pip-version-check install uv==$(UV_RELEASE)
	$(COMPILE) --group build --output-file .ci/lock/build.txt
	$(COMPILE) pyproject.toml --constraint .ci/lock/build.txt --output-file .ci/lock/play.txt
	$(COMPILE) pyproject.toml --all-extras --constraint .ci/lock/build.txt \
		--constraint .ci/lock/play.txt --output-file .ci/lock/dev.txt
	$(COMPILE) --group release --constraint .ci/lock/build.txt --constraint .ci/lock/dev.txt \
		--output-file .ci/lock/release.txt

clean:
	rm -rf .venv .venv-* build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

# What the locks name, by hash, then the checkout itself without a look at any index.
$(VENV)/.play: pyproject.toml microchess/__init__.py .ci/lock/build.txt .ci/lock/play.txt
	$(PYTHON) -m venv $(VENV)
	$(LOCKED)/build.txt
	$(LOCKED)/play.txt
	$(INSTALL) --no-index --no-deps --editable .
	@touch $@

$(VENV)/.dev: .ci/lock/dev.txt $(VENV)/.play
	$(LOCKED)/dev.txt --no-compile
	@touch $@
