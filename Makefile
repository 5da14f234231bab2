# Every task of a developer. `make` alone lists them.

comma := ,
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
BUF_VERSION := 1.75.0
BUF := .tools/node_modules/.bin/buf
BUF_INSTALLED := .tools/.buf-$(BUF_VERSION)
PB := arena/protocol/pb
PROTOS := proto/mus/arena/v1
# The path of the generated code stands for the folder of the protos: so its imports come out right.
PROTOC = $(BIN)/python -m grpc_tools.protoc -I$(PB)=$(PROTOS) \
	--plugin=protoc-gen-mypy=$(BIN)/protoc-gen-mypy \
	--plugin=protoc-gen-mypy_grpc=$(BIN)/protoc-gen-mypy_grpc
PROTOC_FILES := $(patsubst $(PROTOS)/%,$(PB)/%,$(wildcard $(PROTOS)/*.proto))
# The first Python that is new enough; `make PYTHON=/path/to/python3` overrides it.
PYTHON := $(shell for python in python3.11 python3 python3.12 python3.13 python3.14; do \
	"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo "$$python" && break; done)

FUZZ_SECONDS := 60

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help install compiled pure demo bots test test-all test-compiled soak fuzz instructions check \
	lint types layers proto-lint proto-breaking proto-fresh \
	format proto build clean

help: ## List the tasks
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 18

install: $(INSTALLED) ## Install the arena and its tools into .venv

compiled: $(INSTALLED) ## Compile the path of one decision (needs a C compiler); make pure undoes it
	MUS_ARENA_COMPILED=1 $(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'

pure: ## Be pure Python again, as after make install
	rm -rf build/compiled arena__mypyc.*.so
	find arena -name '*.so' -delete

test-compiled: compiled ## Run the quick tests of what is compiled, then be pure Python again
	$(BIN)/pytest -m "not slow and not soak" tests/engine tests/protocol tests/match tests/test_sdk.py
	$(MAKE) pure

demo: $(INSTALLED) ## Play a small league of the sample bots and show the standings
	$(BIN)/mus-arena demo

bots: $(INSTALLED) ## Build the sample bots in all languages whose tools are here
	$(BIN)/mus-arena bots

test: $(INSTALLED) ## Run the quick tests
	$(BIN)/pytest -m "not slow and not soak"

test-all: $(INSTALLED) ## Run the slow tests, too
	$(BIN)/pytest -m "not soak"

soak: $(INSTALLED) ## Run the tests that take many minutes each
	$(BIN)/pytest -m soak

fuzz: $(INSTALLED) ## Fuzz all that bots, records and league files may hold, FUZZ_SECONDS each
	$(BIN)/pip install --quiet --disable-pip-version-check 'atheris>=3,<4'
	for target in messages actions players records leagues; do \
		$(BIN)/python -m tests.fuzz $$target $(FUZZ_SECONDS) || exit 1; done

instructions: $(INSTALLED) ## Count the instructions that a decision takes (needs valgrind)
	$(BIN)/python -m arena.bench.instructions

check: lint types layers proto-lint proto-breaking proto-fresh ## Check style, types, layers and the proto (needs npm)

lint: $(INSTALLED)
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(INSTALLED)
	$(BIN)/mypy

layers: $(INSTALLED)
	$(BIN)/lint-imports --no-logo

proto-lint: $(BUF_INSTALLED)
	$(BUF) lint proto
	$(BUF) format --diff --exit-code proto

# The last release, if there is one: within v1 there are only additions.
LAST_TAG := $(shell git describe --tags --abbrev=0 2>/dev/null)

proto-breaking: $(BUF_INSTALLED)
	$(if $(LAST_TAG),$(BUF) breaking proto --against '.git#tag=$(LAST_TAG)$(comma)subdir=proto',\
		@echo "proto: no release yet to stay compatible with")

proto-fresh: $(INSTALLED)
	@fresh=$$(mktemp -d) && trap 'rm -rf "$$fresh"' EXIT \
	&& $(PROTOC) --python_out="$$fresh" --grpc_python_out="$$fresh" \
		--mypy_out=quiet:"$$fresh" --mypy_grpc_out=quiet:"$$fresh" $(PROTOC_FILES) \
	&& diff --recursive --brief --exclude=__init__.py --exclude=__pycache__ "$$fresh/$(PB)" $(PB) \
	|| { echo "error: $(PB) is not what $(PROTOS) generates: run 'make proto'." >&2; exit 1; }

format: $(INSTALLED) ## Format the Python code, and the proto if buf is there
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format
	if [ -x $(BUF) ]; then $(BUF) format --write proto; fi

proto: $(INSTALLED) ## Generate arena/protocol/pb from the proto
	rm -f $(PB)/*_pb2*
	$(PROTOC) --python_out=. --grpc_python_out=. --mypy_out=quiet:. --mypy_grpc_out=quiet:. \
		$(PROTOC_FILES)

build: $(INSTALLED) ## Build the wheel and the source archive into dist/
	$(BIN)/hatchling build

clean: ## Remove everything that was built or installed here
	rm -rf $(VENV) .tools build dist .coverage .hypothesis .import_linter_cache .mypy_cache \
		.pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(INSTALLED): pyproject.toml
	@[ -n "$(PYTHON)" ] || { echo "error: no Python 3.11 or newer found: install it," \
		"or name it with 'make PYTHON=/path/to/python3'." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

$(BUF_INSTALLED):
	@command -v npm >/dev/null || { echo "error: npm not found: 'make check' needs Node.js" \
		"with npm to install buf, the linter of the proto." >&2; exit 1; }
	npm install --silent --no-audit --no-fund --no-save --ignore-scripts --prefix .tools \
		@bufbuild/buf@$(BUF_VERSION)
	@rm -f .tools/.buf-* && touch $@
