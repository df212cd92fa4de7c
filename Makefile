# make demo   sets up and shows the main job      make long    the long runs (see CONTRIBUTING.md)
# make test   sets up and runs the tests          make bench   the benchmarks
# make docs   writes the API reference to build/docs
PYTHON ?= python3
BIN = .venv/bin
SOURCES = pyproject.toml setup.py $(wildcard solver/ninefivetwo_solver/*.p* solver/ninefivetwo_solver/*.h)
SUPPORT = $(wildcard tests/support/*.p*)
CHECKED_TESTS = $(addprefix tests/test_, $(addsuffix .py, checked arguments search table properties dds knowledge quantal playouts plain_rules playout_engine policies))

API = ninefivetwo ninefivetwo.game ninefivetwo.rules ninefivetwo.dealing ninefivetwo.record ninefivetwo.solve ninefivetwo.playouts ninefivetwo.knowledge ninefivetwo.advise ninefivetwo.review ninefivetwo.players ninefivetwo.session ninefivetwo.library ninefivetwo.share

.PHONY: demo docs test test-checked test-sanitized long bench clean

demo: .venv/installed
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh examples/demo.sh

docs: .venv/installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[docs]"
	$(BIN)/pdoc --output-directory build/docs $(API)

# Two processes have half of the tests each, so that what is set up for a file is mostly set up once; who is done first
# takes over some of the other's.
IN_TWO = -q -n 2 --dist worksteal

test: .venv/tested test-checked
	$(BIN)/python -m pytest $(IN_TWO)

# The engine's own tests once more, in the build with every check on.
test-checked: build/checked/built
	PYTHONPATH=build/checked/lib $(BIN)/python -m pytest $(IN_TWO) $(CHECKED_TESTS)

# And with the address sanitizer.  It must be loaded before Python; Python's own memory is not its concern.
test-sanitized: build/sanitized/built
	LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libstdc++.so)" PYTHONMALLOC=malloc \
		ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 PYTHONPATH=build/sanitized/lib \
		$(BIN)/python -m pytest -q $(CHECKED_TESTS)

long: .venv/tested test-sanitized
	$(BIN)/python -m pytest -m long -s

bench: .venv/tested
	$(BIN)/python -m benchmarks timings

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/installed: .venv/bin/python $(SOURCES)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/tested: .venv/bin/python $(SOURCES) $(SUPPORT)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[test]"
	NINEFIVETWO_TEST_SUPPORT=1 $(BIN)/python setup.py --quiet build_ext --build-lib build/support
	@touch $@ .venv/installed

# Not exported: what these builds rest on must not be built so too.
build/checked/built: BUILD = NINEFIVETWO_CHECKED=1
build/sanitized/built: BUILD = NINEFIVETWO_SANITIZED=1
build/checked/built build/sanitized/built: .venv/tested
	$(BUILD) $(BIN)/python setup.py --quiet build --build-base $(@D)/base --build-lib $(@D)/lib
	NINEFIVETWO_TEST_SUPPORT=1 $(BUILD) $(BIN)/python setup.py --quiet build_ext --build-temp $(@D)/base --build-lib $(@D)/lib
	@touch $@

clean:
	rm -rf .venv build dist src/*.egg-info solver/ninefivetwo_solver/*.so
