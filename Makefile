# `make` alone lists the targets. Everything runs inside .venv, which is built when it is missing or out of date.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
CODE   := -p kontor
MANUAL := service/http/manual/site.zip
T      ?=
# Tests at once: more than two cores can run, since a quarter of their time is spent waiting.
N      ?= 3

# Where this is set each process reads all of Kontor anew, and tests start hundreds.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# --- the environment ---------------------------------------------------------------------------------------------

.PHONY: install
install: $(STAMP) ## build .venv from the lock (nothing to do if it is up to date)

# uv installs in seconds what takes pip a minute; where uv cannot be had, or cannot fetch (it trusts certificates of its
# own, not a company's), pip reads the same lock with the same hashes.
PIP   = $(BIN)/python -m pip install -q --disable-pip-version-check
UV    = VIRTUAL_ENV=$(VENV) $(BIN)/uv pip
BEGUN := $(shell date +%s)
SAY   = printf '%5d.0 s  %s …\n' "$$(($$(date +%s) - $(BEGUN)))"

$(STAMP): requirements-dev.txt requirements-uv.txt pyproject.toml
	@command -v $(PYTHON) >/dev/null 2>&1 || { \
		echo "Kontor needs Python 3.11 or newer, and there is no '$(PYTHON)' here; try: make PYTHON=python3.11" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Kontor needs Python 3.11 or newer; '$(PYTHON)' is $$($(PYTHON) --version 2>&1). Try: make PYTHON=python3.11" >&2; exit 1; }
	@test -x $(BIN)/pip || { $(SAY) 'making $(VENV)'; $(PYTHON) -m venv $(VENV); } || { \
		echo "'$(PYTHON)' cannot make a virtual environment; on Debian: apt-get install python3-venv" >&2; exit 1; }
	@$(SAY) 'fetching the installer'; \
	if ! $(PIP) --require-hashes -r requirements-uv.txt; then \
		echo "uv cannot be had here; going on with pip, which takes a minute longer" >&2; \
	elif $(SAY) 'installing what Kontor needs'; \
		$(UV) sync -q --compile-bytecode --require-hashes requirements-dev.txt && \
		$(UV) install -q --no-deps --no-build-isolation --config-setting editable_mode=compat -e .; then \
		exit 0; \
	else \
		echo "uv cannot install here (see above; it does not know a company's certificates); going on with pip" >&2; \
	fi; \
	$(SAY) 'installing what Kontor needs, with pip' && $(PIP) --require-hashes -r requirements-dev.txt && \
	$(PIP) --no-deps --no-build-isolation --config-settings editable_mode=compat -e .
	@touch $@

# The lock names no index: each installer uses the one it is set up with. Pins stay unless UPGRADE=1.
COMPILE = $(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-emit-find-links --custom-compile-command 'make lock' $(if $(UPGRADE),--upgrade)

.PHONY: lock
lock: ## refresh requirements*.txt after a change of pyproject.toml (UPGRADE=1: newest versions)
	@test -x $(BIN)/uv || { test -x $(BIN)/pip || $(PYTHON) -m venv $(VENV); $(BIN)/pip install -q uv; }
	$(COMPILE) --all-extras pyproject.toml -o requirements-dev.txt
	@# deploy/Dockerfile builds the package with what is installed: without setuptools that would be the old one of Python
	echo setuptools | $(COMPILE) -c requirements-dev.txt --extra server --extra embedded pyproject.toml - -o requirements.txt
	echo uv | $(COMPILE) -c requirements-dev.txt - -o requirements-uv.txt
	echo playwright | $(COMPILE) -c requirements-dev.txt - -o requirements-browser.txt
	printf 'cyclonedx-bom\npip-audit\n' | $(COMPILE) - -o requirements-audit.txt
	echo aics-witness | $(subst 3.11,3.12,$(COMPILE)) - -o requirements-witness.txt
	printf 'datamodel-code-generator\nopenapi-generator-cli\n' | $(COMPILE) -c requirements-dev.txt - -o requirements-clients.txt

# --- running it --------------------------------------------------------------------------------------------------

.PHONY: run
run: install ## start everything on this machine: PostgreSQL, Redis, API, workers; PORT=9000 listens there
	@{ nice $(MAKE) -s $(MANUAL) || echo "The manual was not built (see above); /manual/ has the last one, if any." >&2; } &
	$(BIN)/kontor up$(if $(PORT), --port $(PORT))

.PHONY: bench
bench: install ## measure what docs/performance.md claims, in one table (S=60: the long form); B=name runs bench/name.py alone
	$(BIN)/python -m bench$(if $(B),.$(B))$(if $(S), --seconds $(S))

# --- judging it --------------------------------------------------------------------------------------------------

SPREAD  := --dist loadgroup --no-loadscope-reorder
LONG_FAULTS := $(addprefix tests/faults/,test_faults.py test_bots.py test_orphans.py)
NOT_NOW := $(LONG_FAULTS:%=--ignore=%) --ignore=tests/clients --ignore=tests/browser
UNIT    := $(addprefix tests/,domain properties games pictures library tiny)

.PHONY: test
test: install ## run the tests; T=path runs one file, folder or test, N=0 without parallel processes
	$(BIN)/pytest -n $(N) $(SPREAD) $(or $(T),$(NOT_NOW))

.PHONY: unit
unit: install ## run the tests of rules, boards, bots and pictures: no process, no server, a minute
	$(BIN)/pytest -n 2 $(SPREAD) -m unit $(or $(T),$(UNIT))

.PHONY: flakes
flakes: install ## run all tests RUNS=20 times in random orders, every fourth run beside busy loops; SEED=7 begins with that order
	$(BIN)/python -m tests.tools.flakes --runs $(or $(RUNS),20) --seed $(or $(SEED),1) -- -n $(N) $(SPREAD) $(or $(T),$(NOT_NOW))

.PHONY: alone
alone: install ## run each test file alone in one process; T=folder only those
	$(BIN)/python -m tests.tools.alone $(NOT_NOW:--ignore=%=--ignore %) $(T)

# Not a part of `make test`: it needs npm, Java and a registry. What is fetched is pinned by tests/clients/package-lock.json and
# requirements-clients.txt. The Go client needs Go, and one of the two Java clients the jars of Debian's libokhttp-java.
.PHONY: clients
clients: $(VENV)/.clients ## lint openapi/, generate clients in many languages, check their types, play games with them (needs npm and Java)
	@command -v npm >/dev/null 2>&1 || { \
		echo "make clients needs Node 20 or newer and npm, and there is no 'npm' here; on Debian: apt-get install npm" >&2; exit 1; }
	@command -v java >/dev/null 2>&1 || { \
		echo "make clients needs Java 11 or newer, and there is no 'java' here; on Debian: apt-get install default-jre-headless" >&2; exit 1; }
	cd tests/clients && npm ci --silent
	$(BIN)/pytest -n 0 $(or $(T),tests/clients)

# Not a part of `make test`: it needs Chromium, and 50 MB that drive it. Three processes, each with one server and one browser for all
# of its tests.
BROWSERS ?= 3
CHROMIUM ?= $(firstword $(foreach each,chromium chromium-browser google-chrome,$(shell command -v $(each) 2>/dev/null)))

.PHONY: test-browser chromium
test-browser: chromium $(VENV)/.browser $(MANUAL) ## open pages in a real browser (needs Chromium; CHROMIUM=path names one; LONG=1: a whole game of two, too)
	@if command -v npm >/dev/null; then (cd tests/browser && npm ci --silent) && $(MAKE) -s verifier-page; \
		else echo "no npm here: what axe-core would say of the pages, and the verifier page, are left out"; fi
	CHROMIUM="$(CHROMIUM)" LONG="$(LONG)" $(BIN)/pytest -n $(BROWSERS) --dist worksteal $(or $(T),tests/browser)

chromium:
	@test -x "$(CHROMIUM)" || { echo "make test-browser needs Chromium, and there is none here;" \
		"on Debian: apt-get install chromium; elsewhere: make test-browser CHROMIUM=path" >&2; exit 1; }

$(VENV)/.%: requirements-%.txt $(STAMP)
	@if test -x $(BIN)/uv; then VIRTUAL_ENV=$(VENV) $(BIN)/uv pip install -q --require-hashes -r $<; \
	else $(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r $<; fi
	@touch $@

.PHONY: faults
faults: install ## the fault list, then 220 faults by lot under load; FAULTS=20 fewer, SEED=7 that order, KINDS=redis-flush,… only these
	FAULTS_AWAY=30 $(BIN)/pytest -q -s $(LONG_FAULTS)
	$(BIN)/python -m tests.faults.campaign --faults $(or $(FAULTS),220)$(if $(SEED), --seed $(SEED))$(if $(KINDS), --kinds $(KINDS))

.PHONY: planted
planted: install ## plant five bugs and show that the campaign of make faults finds each of them with SEEDS=1,2,3; BUGS=dropped-append,… only these
	$(BIN)/python -m tests.faults.planted --seeds $(or $(SEEDS),1,2,3)$(if $(BUGS), --bugs $(BUGS))

.PHONY: soak
soak: install ## play on `kontor up` for MINUTES=120, measure every process, table, Redis key family and file thrice: all stay level
	$(BIN)/python -m tests.soak --minutes $(or $(MINUTES),120) --players $(or $(PLAYERS),4) --seed $(or $(SEED),1)

.PHONY: fuzz
fuzz: install ## the long form of tests/fuzz, then Schemathesis with all checks on all rulesets (EXAMPLES=100 of each operation, SEED=1)
	FUZZ_LONG=1 $(BIN)/pytest -q -s -n 0 tests/fuzz tests/service/audit/test_mutations.py
	$(BIN)/python -m tests.fuzz.contract --examples $(or $(EXAMPLES),100) --seed $(or $(SEED),1)

# Not a part of `make test`: it needs Debian's packages, and minutes.
.PHONY: drill
drill: install ## kill the machines of PostgreSQL (Patroni), Redis (Sentinel) and etcd while games are played, then cut the network; KILLS=5 PARTITIONS=20 SEED=1
	$(BIN)/python -m deploy.drill --kills $(or $(KILLS),5) --partitions $(or $(PARTITIONS),20) --seed $(or $(SEED),1)

# With it, tests of cosigning ask a witness of another author. Its package needs a Python newer than ours: one of this
# machine (also of pyenv, whose commands without a chosen version only fail), else one that uv fetches.
WITNESS := .venv-witness
PYTHONS  = python3.12 python3.13 python3.14 python3 $(wildcard $(HOME)/.pyenv/versions/3.1[2-9].*/bin/python)

.PHONY: third-party-witness
third-party-witness: install $(WITNESS)/.installed ## let a witness of another author cosign our log and refuse its forks (aics-witness from PyPI; WITNESS_PYTHON=path: a Python 3.12)
	TEST_WITNESS=$(CURDIR)/$(WITNESS)/bin/aics-witness $(BIN)/pytest -n 0 $(or $(T),tests/service/tlog/test_cosigning.py)

$(WITNESS)/.installed: requirements-witness.txt $(STAMP)
	@for each in $(or $(WITNESS_PYTHON),$(PYTHONS)); do \
		found=$$($$each -c 'import sys; print(sys.executable if sys.version_info >= (3, 12) else "")' 2>/dev/null) || found=; \
		if test -n "$$found"; then break; fi; \
	done; $(BIN)/uv venv -q --clear --python "$${found:-3.12}" $(WITNESS) || { \
		echo "make third-party-witness needs Python 3.12 or newer, and uv could not fetch one: name one with WITNESS_PYTHON=path" >&2; exit 1; }
	@VIRTUAL_ENV=$(WITNESS) $(BIN)/uv pip install -q --require-hashes -r $<
	@touch $@

# Both look at what is locked, with tools that Kontor itself does not need: in an environment of their own.
AUDIT := .venv-audit

.PHONY: sbom pip-audit
sbom: $(AUDIT)/.installed ## write dist/kontor.cdx.json: what a server is made of (CycloneDX), from the lock
	@mkdir -p dist
	$(AUDIT)/bin/cyclonedx-py requirements --pyproject pyproject.toml --output-reproducible -o dist/kontor.cdx.json.part requirements.txt
	@mv dist/kontor.cdx.json.part dist/kontor.cdx.json

pip-audit: $(AUDIT)/.installed ## ask whether anything that is locked has a known hole (needs the internet)
	@said=$$($(AUDIT)/bin/pip-audit --require-hashes --disable-pip --timeout 10 -r requirements.txt 2>&1); found=$$?; \
	if echo "$$said" | grep -q ConnectionError; then \
		echo "make pip-audit asks a public list of known holes, which does not answer from here: nothing was checked" >&2; exit 2; \
	fi; echo "$$said"; \
	if unknown=$$(echo "$$said" | grep -c 'could not be audited'); then \
		echo "make pip-audit: the list that answers here does not know $$unknown of what is locked: these were not checked" >&2; exit 2; \
	fi; exit $$found

$(AUDIT)/.installed: requirements-audit.txt
	@test -x $(AUDIT)/bin/pip || $(PYTHON) -m venv $(AUDIT)
	@$(AUDIT)/bin/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements-audit.txt
	@touch $@

# Each check is a target of its own; a new one is written below and named here.
CHECKS := check-ruff check-format check-types check-imports check-openapi check-client-types check-prose

.PHONY: lint $(CHECKS)
lint: $(CHECKS) ## ruff, formatting, types, import rules, drift of the OpenAPI document and of the client's types, prose

check-ruff: install
	$(BIN)/ruff check .

check-format: install
	$(BIN)/ruff format --check .

check-types: install
	$(BIN)/mypy $(CODE)

check-imports: install
	$(BIN)/lint-imports

check-openapi: install
	$(BIN)/python -m kontor.service.http.openapi --check

check-client-types: install
	$(BIN)/python -m tests.tools.client_types --check
	$(BIN)/python -m tests.tools.javascript_types --check

check-prose: install
	$(BIN)/python -m tests.tools.prose

# --- judging the rulesets: R=hansa names one -------------------------------------------------------------------------

R ?=
RULESETS := $(or $(R),$(notdir $(patsubst %/rulebook,%,$(wildcard domain/*/rulebook))))

.PHONY: coverage
coverage: install ## refresh docs/rules-coverage.md: each rule, its code, its tests
	$(BIN)/python -m tests.tools.coverage

.PHONY: count
count: install ## lines of product code without comments, blank lines and docstrings; files over 300 lines
	$(BIN)/python -m tests.tools.count

.PHONY: bites
bites: install ## take out each refusal in turn: some test must fail; R=hansa, ONLY=establish.py one file
	$(foreach r,$(RULESETS),$(BIN)/python -m tests.tools.bites $(r) --jobs $(N) --only "$(ONLY)" &&) true

.PHONY: schema-soak
schema-soak: N = 100000
schema-soak: install ## N=100000 commands per board made from their schema: accepted must mean listed; R=hansa
	$(foreach r,$(RULESETS),$(BIN)/python -m tests.tools.soak $(r) $(N) --board "$(BOARD)" &&) true

.PHONY: record
record: install ## play the recorded games of tests/games/ anew (R=hansa: of one ruleset) and count positions
	$(BIN)/python -m tests.tools.record "$(R)"

.PHONY: recorded
recorded: install ## let bots play the games anew that come with the rulesets and are replayed on / of a fresh server (R=hansa: one)
	$(BIN)/python -m tests.tools.recorded "$(R)"

.PHONY: pictures
pictures: install ## draw the golden pictures of tests/pictures/ anew; look at them before you commit
	$(BIN)/python -m tests.pictures.drawn

.PHONY: openapi
openapi: install ## write the OpenAPI documents in openapi/ anew, after a change of resources, schemas, commands or events
	$(BIN)/python -m kontor.service.http.openapi

.PHONY: client-types
client-types: install ## generate the types of the Python and JavaScript clients from the OpenAPI documents, after make openapi
	$(BIN)/python -m tests.tools.client_types
	$(BIN)/python -m tests.tools.javascript_types

.PHONY: reference
reference: install ## write docs/reference/ anew, after a change of commands, events, settings, problems or the command line
	$(BIN)/python -m tests.tools.reference

# `make run` builds the manual in the background if a source has changed: the start does not wait for it.
$(MANUAL): $(shell find docs tests/tools/site mkdocs.yml *.md */README.md domain/*/rulebook/rules.md openapi/examples -name '[!.]*' -type f -not -name '*.pyc' 2>/dev/null)
	$(BIN)/python -m tests.tools.site >/dev/null

.PHONY: docs
docs: install ## build the site of docs/ in build/site, and pack it for the service, which shows it at /manual/
	$(BIN)/python -m tests.tools.site

# Not a part of the wheel: it contains 9 MB of Pyodide. openapi/verifiers/page/package-lock.json pins what npm downloads.
.PHONY: verifier-page
verifier-page: install ## build build/verifier.html: one file that checks games in a browser, from disk and offline (needs npm)
	@command -v npm >/dev/null 2>&1 || { \
		echo "make verifier-page needs npm, and there is no 'npm' here; on Debian: apt-get install npm" >&2; exit 1; }
	@mkdir -p build/verifier && cp openapi/verifiers/page/package*.json build/verifier
	cd build/verifier && npm ci --silent
	$(BIN)/python -m tests.tools.verifier_page

# From nothing, as a stranger has it: build wheel and sdist, install the wheel in an empty environment, play a game there.
.PHONY: wheel
wheel: install docs ## build dist/ and show that the wheel runs `kontor up` in an empty environment
	rm -rf build/lib dist
	$(BIN)/python -c "from setuptools import build_meta as made; made.build_sdist('dist'); made.build_wheel('dist')"
	$(BIN)/python -m tests.tools.wheel dist

# Not a part of `make test`, which links the packages from .venv instead: this downloads a hundred of them.
.PHONY: image
image: install ## run all steps of deploy/Dockerfile without a Docker engine, start compose.yaml from the result, play a game
	IMAGE=download $(BIN)/pytest -n 0 tests/deploy/test_image.py

.PHONY: questions
questions: install ## print questions for newcomers: which page, which file? KEY=1 prints the answers
	@$(BIN)/python -m tests.tools.questions$(if $(KEY), --key)

.PHONY: sample
sample: install ## draw docstrings, messages and paragraphs for readers to judge (SEED=1); KEY=1 prints file and line of each
	@$(BIN)/python -m tests.tools.sample --seed $(or $(SEED),1)$(if $(KEY), --key)

.PHONY: prose
prose: install ## report text that is not plain English, in the areas in force; ALL=1 in all areas; P=docs/ only below that path
	@$(BIN)/python -m tests.tools.prose$(if $(ALL), --all) $(P)

.PHONY: format
format: install ## format the code and repair what ruff can repair
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

.PHONY: clean
clean: ## remove .venv, caches and build products (never .kontor/, your games)
	rm -rf $(VENV) $(AUDIT) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
