# make demo   sets up and shows the main job      make long    the long runs (see CONTRIBUTING.md)
# make test   sets up and runs the tests          make bench   the benchmarks
# make coverage   the same, with the lines and branches that the tests reach
# make docs   builds the site of the docs in build/docs          make engines   the pages in three browsers
# make lint   checks the style, the types, the pages' scripts, the workflows and the docs
# make lock   writes requirements-dev.txt, with the newest versions that pyproject.toml allows
PYTHON ?= python3
BIN = .venv/bin
SOURCES = pyproject.toml setup.py $(wildcard solver/ninefivetwo_solver/*.p* solver/ninefivetwo_solver/*.h)
SUPPORT = $(wildcard tests/support/*.p*)
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check
EDITABLE = NINEFIVETWO_BUILT=1 $(PIP) --no-build-isolation --editable
LOCK = requirements-dev.txt
# What the lock has, besides the package's own requirements.
EXTRA = dev
BUILD = $(BIN)/python setup.py --quiet
COMPILE = UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-annotate --upgrade --quiet
NPM = $(BIN)/python -m tools.npm --prefix tools/javascript
NPM_TOOLS = tools/javascript/node_modules/.package-lock.json
CHECKED_TESTS = $(addprefix tests/test_, $(addsuffix .py, checked arguments search table properties dds knowledge max_n playouts plain_rules playout_engine policies))
PATHS_TESTS = $(addprefix tests/test_, $(addsuffix .py, playouts playout_engine plain_rules policies rollout_values likelihood answers))

# Builds and pip's downloads go side by side.
MAKEFLAGS += -j2
# What one process has compiled, those that tests start need not compile again.
export PYTHONDONTWRITEBYTECODE =

.PHONY: demo docs test lint lint-python lint-scripts lint-workflows browser test-checked test-sanitized test-paths test-arm coverage pictures engines wheel long bench lock clean

demo: .venv/installed
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh examples/demo.sh

docs: .venv/tools build/engine
	rm -rf build/docs
	$(BIN)/python -m tools.site build/docs

# Two processes have half of the tests each, so that what is set up for a file is mostly set up once; who is done first
# takes over some of the other's.
IN_TWO = -q -n 2 --dist worksteal

test: .venv/tested test-checked
	$(BIN)/python -m pytest $(IN_TWO) $(COVERAGE)

# All tests, which must reach the share of lines and branches in pyproject.toml; tests of processes do not count.
coverage: COVERAGE = --cov --cov-report=term:skip-covered
coverage: test

# What is found without running the program: style, types and stubs of Python; types and faults of the pages' scripts;
# faults of the workflows. Then the site of the docs is built, and the tests put faults in that these checks must find.
lint: lint-python lint-scripts lint-workflows
	$(BIN)/python -m pytest $(IN_TWO) -m lint

lint-python: .venv/tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest --ignore-missing-stub $(addprefix ninefivetwo_solver., engine worlds playout)

lint-scripts: $(NPM_TOOLS)
	$(NPM) run --silent check

lint-workflows: .venv/tools
	$(BIN)/actionlint -no-color
	$(BIN)/zizmor --offline --quiet --persona auditor .

# The engine's own tests once more, in the build with every check on.
test-checked: .venv/tested build/checked/built
	PYTHONPATH=build/checked/lib $(BIN)/python -m pytest $(IN_TWO) $(CHECKED_TESTS)

# And with the address sanitizer.  It must be loaded before Python; Python's own memory is not its concern.
test-sanitized: .venv/tested build/sanitized/built
	LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libstdc++.so)" PYTHONMALLOC=malloc \
		ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 PYTHONPATH=build/sanitized/lib \
		$(BIN)/python -m pytest -q $(CHECKED_TESTS)

# The tests of playouts, and the answers that were kept, on every path of the arithmetic.
test-paths: .venv/tested
	for path in $$($(BIN)/python -c "from ninefivetwo_solver.playout import paths; print(*paths())"); do \
		NINEFIVETWO_PATH=$$path $(BIN)/python -m pytest $(IN_TWO) $(PATHS_TESTS) || exit 1; done

# The paths of an ARM processor, in an emulator: needs gcc-aarch64-linux-gnu and qemu-user.
test-arm:
	mkdir -p build
	aarch64-linux-gnu-gcc -O3 -static -Isolver/ninefivetwo_solver tests/support/paths_check.c -o build/paths_check
	qemu-aarch64 build/paths_check

long: .venv/tested test-sanitized test-paths
	$(BIN)/python -m pytest -m long -s

# Every page and state of the table at all sizes, looked at by rules.
pictures: .venv/tested
	$(BIN)/python tests/pictures.py build/pictures

# The pages in Chromium, Firefox and WebKitGTK, which must all be installed (see CONTRIBUTING.md).
engines: .venv/tested
	$(BIN)/python -m pytest -q -m engines tests/test_engines.py

bench: .venv/tested
	$(BIN)/python -m benchmarks search

# The package as it is published, built twice, checked and tried under every Python here, without a compiler.
wheel: .venv/tools
	$(BIN)/python -m tools.wheel dist $(PYTHONS)

lock: .venv/tools
	$(COMPILE) --extra $(EXTRA) --group tools pyproject.toml --output-file $(LOCK)
	$(COMPILE) --group pyproject.toml:browser --output-file tools/browser/requirements.txt
	$(COMPILE) --group pyproject.toml:node --output-file tools/javascript/requirements.txt

# With what builds require, whose part of the lock is short.
.venv/bin/python:
	$(PYTHON) -m venv .venv
	awk '/^[a-z]/ {keep = /^(cython|setuptools)==/} keep' $(LOCK) > .venv/build.txt
	$(PIP) --require-hashes --requirement .venv/build.txt

.venv/installed: build/engine
	$(EDITABLE) .
	@touch $@

.venv/tested: .venv/tools build/engine build/support/built | browser
	@touch $@ .venv/installed

# A browser for the tests of the pages, if the machine has none; without one, those tests fail.
browser: .venv/tools
	@$(BIN)/python -m tools.browser

.venv/tools: .venv/bin/python $(LOCK) pyproject.toml setup.py
	$(PIP) --require-hashes --requirement $(LOCK)
	$(EDITABLE) . --no-deps
	@touch $@

$(NPM_TOOLS): .venv/tools tools/javascript/package.json tools/javascript/package-lock.json
	$(NPM) ci --ignore-scripts --no-audit --no-fund --silent
	@touch $@

build/engine: .venv/bin/python $(SOURCES)
	rm -f solver/ninefivetwo_solver/*.so
	$(BUILD) build_ext --inplace
	@touch $@

build/support/built: .venv/bin/python $(SOURCES) $(SUPPORT)
	NINEFIVETWO_TEST_SUPPORT=1 $(BUILD) build_ext --build-lib $(@D)
	@touch $@

# Not exported: what these builds rest on must not be built so too.
build/checked/%: CHECKS = NINEFIVETWO_CHECKED=1
build/sanitized/%: CHECKS = NINEFIVETWO_SANITIZED=1

build/checked/built build/sanitized/built: %/built: %/engine %/support
	@touch $@

build/checked/engine build/sanitized/engine: .venv/bin/python $(SOURCES)
	$(CHECKS) $(BUILD) build_ext --build-temp $(@D)/base --build-lib $(@D)/lib
	cp solver/ninefivetwo_solver/__init__.py solver/ninefivetwo_solver/__main__.py $(@D)/lib/ninefivetwo_solver
	@touch $@

build/checked/support build/sanitized/support: .venv/bin/python $(SOURCES) $(SUPPORT)
	NINEFIVETWO_TEST_SUPPORT=1 $(CHECKS) $(BUILD) build_ext --build-temp $(@D)/base --build-lib $(@D)/lib
	@touch $@

clean:
	rm -rf .venv build dist tools/*/node_modules src/*.egg-info solver/ninefivetwo_solver/*.so
