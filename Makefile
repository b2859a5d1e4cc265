# make play   a match in the terminal
# make test   everything that must hold before a change goes in (.ci/run calls it)
# make nightly  the same tests with many more generated examples, a fuzzer of sizes, and masses of matches
# make fuzz   only the fuzzer of sizes, 400 inputs (FUZZ_INPUTS=n: others); those with findings are kept in build/fuzz
# make masses  only the matches: 10,000 of each mode of the whole games (MATCHES=n: fewer)
# make extras the tests that need other libraries (a Dask cluster, PettingZoo, OpenSpiel, charts), in an environment of their own
# make docs   build the documentation site in build/docs/site
# make studio the studio: builds its page (needs Node 20) and serves it (WORKSPACE=folder: another workspace)
# make vscode the VS Code extension in build/vscode (needs Node 20)
# make lock   write the hashed requirements anew (UPGRADE=1: with the newest versions)
# make fmt    one style for the Python
# make clean  remove what make made

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
DOCS := $(VENV)/.docs
LOCK := build/lock

PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
# The oldest Python makes the lock: its packages are good for the newer ones too.
LOCK_PYTHON ?= python3.11

export PIP_DISABLE_PIP_VERSION_CHECK := 1
unexport PYTHONPATH PYTHONHOME PYTHONDONTWRITEBYTECODE

.PHONY: help install play studio studio_page test nightly extras fuzz masses vscode lock fmt clean style types imports pytest wheel docs beside_the_tests

help:
	@sed -n 's/^# make /make /p' Makefile

# An environment does not survive a move, nor the loss of its Python. The stamp keeps its place; a wrong one is made anew.
ifneq ($(shell $(BIN)/python -c '' 2>/dev/null && cat $(STAMP) 2>/dev/null),$(CURDIR))
.PHONY: $(STAMP)
FRESH := yes
endif

install: $(STAMP)

$(STAMP): requirements.txt pyproject.toml botwright.py py.typed
	@test -n "$(PYTHON)" || { echo "Botwright needs Python 3.11 or newer" >&2; exit 1; }
	$(if $(FRESH),$(PYTHON) -m venv --clear $(VENV))
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements.txt
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	@printf '%s\n' '$(CURDIR)' > $(STAMP)

# The match that `make play` begins; any other game with GAME=name, by name or folder.
GAME ?= $(firstword $(notdir $(wildcard rulesets/robomon)) scrapyard)

play: install
	@$(BIN)/botwright play $(GAME)

WORKSPACE ?= .

studio: studio_page
	$(BIN)/botwright studio $(WORKSPACE)

# The page is built beside its sources, from a copy, so that no packages lie among the sources. It ships in the wheel.
PAGE := tools/studio/page
PAGE_SOURCES := $(wildcard $(PAGE)/src/* $(PAGE)/*.json $(PAGE)/*.ts $(PAGE)/index.html $(PAGE)/.npmrc)

studio_page: install
	@if command -v node > /dev/null; then $(MAKE) --no-print-directory $(PAGE)/dist/index.html; \
	else echo "the page of the studio is not built: that needs Node 20 or newer"; fi

$(PAGE)/dist/index.html: $(PAGE_SOURCES)
	mkdir -p build/studio
	cp -R $(PAGE_SOURCES) build/studio/
	rm -rf build/studio/src && cp -R $(PAGE)/src build/studio/src
	cd build/studio && npm ci --no-fund --no-audit --silent
	cd build/studio && npm run --silent check && npm run --silent build -- --outDir $(CURDIR)/$(PAGE)/dist --emptyOutDir --logLevel warn
	@touch $@

# The quick steps first, and what installs packages. Then the others run beside the tests, one after another, so that two
# cores are busy until the end; the output of each is shown when it is done.
test: style imports $(DOCS) studio_page
	@$(MAKE) --no-print-directory -j 2 pytest beside_the_tests

beside_the_tests:
	@$(MAKE) --no-print-directory --output-sync=target types wheel docs

style: install
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: install
	$(BIN)/mypy --strict dsl interpreter tools botwright.py

imports: install
	$(BIN)/lint-imports

pytest: install
	$(BIN)/pytest -q -n 2 --dist worksteal

wheel: install
	$(BIN)/python tests/wheel_check.py

docs: $(DOCS)
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m tools.docs

$(DOCS): requirements-docs.txt $(STAMP)
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements-docs.txt
	@touch $(DOCS)

nightly: install
	$(BIN)/pytest -q -n 2 --dist worksteal --hypothesis-profile=nightly
	$(MAKE) fuzz
	$(MAKE) masses

EXTRAS := build/extras

extras:
	$(PYTHON) -m venv --clear $(EXTRAS)
	$(EXTRAS)/bin/python -m pip install --quiet -e '.[dev,dask,openspiel,rl,stats]'
	$(EXTRAS)/bin/pytest -q tests/cluster tests/learning tests/balance

FUZZ_INPUTS ?= 400
FUZZ_SEED ?= 0

# Sizes, chain lengths and depths vary; each input is read in processes with a limit of time and memory.
fuzz: install
	$(BIN)/python -m tests.fuzz.run --inputs $(FUZZ_INPUTS) --seed $(FUZZ_SEED)

MATCHES ?= 10000
# A mode, and the number of players if it is not the fewest that the mode allows.
MODES := gekido/duel gekido/standard \
	$(addprefix robomon/,first_encounter practice wild competitive battleground) \
	robotblow/quick robotblow/expert \
	montoons/standard montoons/standard/3 montoons/standard/4 montoons/standard/5 montoons/in_training \
	$(addprefix pblrobots/,traditional quick_draft three_player three_player_time_limit blow_off_race series celebrity \
	three_pilot_rotation challenge challenge_community predetermination maximum_limit no_bombs pilot_and_gunner \
	two_robots_four_hands tournament keeper_league salary_draft ultimate_robot mercy_league showdown showdown_full)

# Random matches reach every corner of the rules; a match that breaks is named with its seed.
masses: install
	@set -e; for mode in $(MODES); do \
		set -- $$(echo $$mode | tr / ' '); \
		seats=$$(for seat in $$(seq $${3:-0}); do printf ' --seat random'; done); \
		$(BIN)/botwright simulate $$1 --mode $$2 $$seats -n $(MATCHES); \
	done

COMPILE := --quiet --generate-hashes --strip-extras --allow-unsafe --no-config --newline=lf \
	--no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-emit-options

VSCODE := tools/editors/vscode

# The .vsix holds the extension and its grammar; the language server is `botwright lsp`.
vscode: install
	@command -v node > /dev/null || { echo "make vscode needs Node 20 or newer" >&2; exit 1; }
	$(BIN)/python -m tools.editors.textmate
	mkdir -p build/vscode
	cp -R $(VSCODE)/. build/vscode/
	cd build/vscode && npm ci --no-fund --no-audit
	cd build/vscode && npm run --silent check && npm run --silent build && npm run --silent package
	$(BIN)/pytest -q tests/editors/test_vscode.py

lock: export CUSTOM_COMPILE_COMMAND := make lock
lock:
	$(LOCK_PYTHON) -c 'import sys; sys.exit("make lock needs Python 3.11" if sys.version_info[:2] != (3, 11) else 0)'
	$(LOCK_PYTHON) -m venv --clear $(LOCK)
	$(LOCK)/bin/python -m pip install --quiet pip==26.3 pip-tools==7.6.2
	$(LOCK)/bin/pip-compile $(COMPILE) $(if $(UPGRADE),--upgrade) --extra dev -o requirements.txt pyproject.toml
	$(LOCK)/bin/pip-compile $(COMPILE) --upgrade -c requirements.txt -o requirements-run.txt pyproject.toml
	$(LOCK)/bin/pip-compile $(COMPILE) --upgrade -c requirements.txt --extra docs -o requirements-docs.txt pyproject.toml

fmt: install
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
