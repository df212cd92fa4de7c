# make demo   sets up and solves a deal           make long    the long runs (see CONTRIBUTING.md)
# make test   sets up and runs the tests          make bench   the benchmarks
PYTHON ?= python3
BIN = .venv/bin
SOURCES = pyproject.toml setup.py $(wildcard solver/ninefivetwo_solver/*.p* solver/ninefivetwo_solver/*.h)
SUPPORT = $(wildcard tests/support/*.p*)
CHECKED = build/checked/lib

.PHONY: demo test test-checked long bench clean

demo: .venv/installed
	$(BIN)/ninefivetwo deal --seed 952 --picture
	@echo
	$(BIN)/ninefivetwo solve "$$($(BIN)/ninefivetwo deal --seed 952)"

# Files of tests go to two processes: half the time, and what is set up for a file stays in it.
test: .venv/tested test-checked
	$(BIN)/python -m pytest -n 2 --dist loadfile

# The engine's own tests once more, in the build with every check on.
test-checked: $(CHECKED)/built
	PYTHONPATH=$(CHECKED) $(BIN)/python -m pytest -q tests/test_checked.py tests/test_arguments.py tests/test_search.py tests/test_table.py \
		tests/test_properties.py tests/test_dds.py tests/test_knowledge.py tests/test_quantal.py

long: .venv/tested
	$(BIN)/python -m pytest -m long -s

bench: .venv/tested
	$(BIN)/python benchmarks/timings.py

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/installed: .venv/bin/python $(SOURCES)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/tested: .venv/bin/python $(SOURCES) $(SUPPORT)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[test]"
	NINEFIVETWO_TEST_SUPPORT=1 $(BIN)/python setup.py --quiet build_ext --build-lib build/support
	@touch $@ .venv/installed

$(CHECKED)/built: .venv/tested
	NINEFIVETWO_CHECKED=1 $(BIN)/python setup.py --quiet build --build-base build/checked/base --build-lib $(CHECKED)
	NINEFIVETWO_CHECKED=1 NINEFIVETWO_TEST_SUPPORT=1 $(BIN)/python setup.py --quiet build_ext \
		--build-temp build/checked/base --build-lib $(CHECKED)
	@touch $@

clean:
	rm -rf .venv build dist src/*.egg-info solver/ninefivetwo_solver/*.so
