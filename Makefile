# Everything starts from a clone with Python, pip and make; the environment is built when it is needed.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
INSTALLED := .venv/.installed
# Byte code is made on all cores and kept, whatever the shell says: tests start many processes, and each would compile
# all it imports. A template of a package that is no Python does no harm.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: test tests checked lint bench report lab clean

$(INSTALLED): pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(PIP) --no-compile --editable '.[test]'
	$(BIN)/python -m compileall -q -j 0 -x '[/\\]tests[/\\]' .venv/lib || true
	touch $@

lint: $(INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Three workers for two cores: when one of them is done, the other two still use both.
test: lint
	$(MAKE) -j 2 tests checked

# Half of the files a worker, who meets the kernels that it has compiled; who is done takes from the other.
tests: $(INSTALLED)
	$(BIN)/pytest -n 2 --dist worksteal

# Kernels with bounds checks, beside all tests and printed in one piece at the end. What is checked does not depend on
# LLVM, so its least optimisation will do, and such code is kept apart from what users run.
checked: $(INSTALLED)
	mkdir -p build
	NUMBA_BOUNDSCHECK=1 NUMBA_OPT=1 ENFILADE_CACHE=build/checked $(BIN)/pytest -q -p no:cacheprovider tests/kernels \
		-m 'not process' > build/checked.txt 2>&1; status=$$?; cat build/checked.txt; exit $$status

report: $(INSTALLED)
	mkdir -p build
	$(BIN)/enfilade report exoshift-0.53.0 --out build/exoshift-0.53.0.pdf
	$(BIN)/enfilade report exoshift-0.60.1 --out build/exoshift-0.60.1.pdf
	$(BIN)/enfilade report xenocide-0.34 --out build/xenocide-0.34.pdf
	$(BIN)/enfilade report --compare exoshift-0.53.0 exoshift-0.60.1 --out build/exoshift-0.53.0-to-0.60.1.pdf

lab: $(INSTALLED)
	$(PIP) --editable '.[lab]'
	$(BIN)/enfilade lab

bench: $(INSTALLED)
	$(BIN)/python -m tests.benchmarks.bench

clean:
	rm -rf .venv build
