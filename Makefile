# `make` builds every kit into output/; `make test` runs every test.  `make help` lists the rest.
# Another Python: PYTHON=python3.12 make

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
LOCKED := requirements
INSTALL := $(PIP) install --no-deps --require-hashes --requirement $(LOCKED)

# The names of the stamps carry the version of Python, so that another PYTHON gets a new venv.
VERSION := $(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)
READY := $(VENV)/.ready-$(VERSION)
PEERS := $(VENV)/.peers-$(VERSION)
SITE := $(VENV)/.site-$(VERSION)
APP := build/app-venv

SOAK_GAMES ?= 2000
SOAK_LAWS ?= 1000000
SOAK_LEDGER ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/grimoire-laws.json
SOAK_CASES ?= 10000
SOAK_KILLS ?= 1000

.PHONY: build
build: $(READY)  ## build every kit into output/ (this is what plain `make` does)
	@$(BIN)/grimoire schema  # first, so that what ends the output are the files to open
	@$(BIN)/grimoire build grumbles --language de
	@$(BIN)/grimoire build

.PHONY: test
test: $(READY)  ## run every test (about nine minutes on two cores)
	@$(BIN)/python -m compileall -q generator  # hundreds of commands start, some where none would keep it
	@env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m pytest -n auto --dist worksteal  # compiles the tests once, not in each run

.PHONY: soak
soak: $(READY)  ## run the tests for longer, a million games with all laws, 10,000 fuzzed cases, 1,000 kills of each command that writes
	@GRIMOIRE_LAW_GAMES=$(SOAK_GAMES) GRIMOIRE_CHECK_CHANGES=400 $(BIN)/python -m pytest -n auto --dist worksteal \
	    --hypothesis-profile soak
	@$(BIN)/python -m tests.law_soak --games $(SOAK_LAWS) --ledger $(SOAK_LEDGER) --jobs 2
	@$(BIN)/python -m tests.fuzz --cases $(SOAK_CASES) --jobs 2
	@$(BIN)/python -m tests.fuzz --kills $(SOAK_KILLS)

.PHONY: lint
lint: $(READY)  ## ruff and mypy --strict, of the tests too
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

.PHONY: bench
bench: $(READY)  ## compare Grimoire with other tools (BENCH="--rounds 3" for a quick look)
	@test $(PEERS) -nt $(READY) || { $(INSTALL)/bench.txt && touch $(PEERS); } || \
	    echo 'Not all of the other tools could be installed; the bench says which.' >&2
	@$(BIN)/python -m tests.bench $(BENCH)

.PHONY: gallery
gallery: build  ## draw the small pictures that the README shows, output/gallery/
	@$(BIN)/python .ci/gallery.py output output/gallery
	@$(BIN)/python .ci/gallery.py output/grumbles output/gallery
	@$(BIN)/python -m tests.readme_steps output/tutorial
	@$(BIN)/python .ci/gallery.py output/tutorial/output output/gallery
	@$(BIN)/python .ci/studio_gallery.py output/tutorial output/gallery
	@$(BIN)/python -m tests.readme_steps output/pieces pieces
	@$(BIN)/python .ci/gallery.py output/pieces/output output/gallery
	@rm output/gallery/pieces-rulebook-a4.png
	@$(BIN)/python .ci/pieces_gallery.py kinds output/gallery/pieces-kinds.png
	@$(BIN)/python .ci/pieces_gallery.py looks output/gallery/looks.png
	@$(BIN)/grimoire export gruff --for showcase --dpi 127
	@cp output/gruff/export-showcase/hand.png output/gallery/gruff-showcase-hand.png
	@$(BIN)/grimoire build grudge --only pieces --cutter silhouette-4
	@$(BIN)/python .ci/cut_gallery.py output/grudge/pieces output/gallery/grudge-cut.png
	@$(BIN)/grimoire build grudge --only pieces --paper letter --precut round-22
	@$(BIN)/python .ci/label_gallery.py output/grudge/pieces output/gallery/grudge-labels.png
	@$(BIN)/grimoire export grumbles --for pitch
	@$(BIN)/python .ci/gallery.py output/grumbles output/gallery
	@$(BIN)/grimoire export grumbles --for web
	@$(BIN)/python .ci/web_gallery.py output/grumbles/export-web output/gallery

.PHONY: reference
reference: $(READY)  ## regenerate the reference pages of game.yaml, turns.yaml and scene markup
	@$(BIN)/python .ci/reference.py output/gallery/markup

.PHONY: architecture
architecture: $(READY)  ## draw the packages and their imports, docs/architecture.svg
	@$(BIN)/python .ci/architecture.py

.PHONY: docs
docs: $(READY)  ## build the documentation as a site, output/site/
	@test $(SITE) -nt $(READY) || { $(INSTALL)/docs.txt && touch $(SITE); }
	@$(BIN)/sphinx-build -q -W --keep-going -c docs -d $(VENV)/.doctrees . output/site
	@echo output/site/docs/index.html

.PHONY: app
app:  ## pack the program that needs no Python into dist/, and prove it (five minutes)
	@test $(APP)/.ready -nt $(LOCKED)/app.txt || { rm -rf $(APP) && $(PYTHON) -m venv $(APP) && \
	    $(APP)/bin/python -m pip --disable-pip-version-check --quiet install --no-deps --require-hashes \
	    --requirement $(LOCKED)/app.txt && touch $(APP)/.ready; }
	@$(APP)/bin/python .ci/app.py dist
	@$(APP)/bin/python .ci/prove_app.py dist/grimoire

.PHONY: lock
lock:  ## write requirements/ anew: the newest versions of all dependencies, with their checksums
	@$(PYTHON) .ci/lock.py $(LOCKED)

.PHONY: clean
clean:  ## remove what make has made: .venv, caches and output/ but for its gallery
	@rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage build dist
	@test ! -d output || find output -mindepth 1 -maxdepth 1 ! -name gallery -exec rm -rf {} +
	@find generator tests .ci -name __pycache__ -prune -exec rm -rf {} +

.PHONY: help
help:  ## list the targets
	@sed -n 's/^\([a-z]*\):.*  ## /\1|/p' Makefile | while IFS='|' read -r name does; \
	    do printf '  make %-12s %s\n' "$$name" "$$does"; done

# No stamp: the venv is missing, half made or of another Python, so it is made from nothing.
$(READY): pyproject.toml $(LOCKED)/dev.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	    echo 'Grimoire needs Python 3.11 or newer, and "$(PYTHON)" is $(or $(VERSION),missing).' \
	         'Install one and name it: PYTHON=python3.12 make' >&2; exit 2; }
	@test -e $@ || { echo 'Setting up $(VENV) (once, a minute or so)'; \
	    $(PYTHON) -m venv --clear $(VENV); }
	@$(INSTALL)/dev.txt
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@
