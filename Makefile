# Everything starts from a clone with Python, pip and make; the environment is built when it is needed.
PYTHON ?= python3
BIN := .venv/bin
INSTALLED := .venv/.installed

.PHONY: test lint bench report lab clean

$(INSTALLED): pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[test]'
	touch $@

lint: $(INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: lint
	$(BIN)/pytest -n 2
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -q -n 2 tests/kernels -m 'not process'

report: $(INSTALLED)
	mkdir -p build
	$(BIN)/enfilade report exoshift-0.53.0 --out build/exoshift-0.53.0.pdf
	$(BIN)/enfilade report exoshift-0.60.1 --out build/exoshift-0.60.1.pdf
	$(BIN)/enfilade report xenocide-0.34 --out build/xenocide-0.34.pdf
	$(BIN)/enfilade report --compare exoshift-0.53.0 exoshift-0.60.1 --out build/exoshift-0.53.0-to-0.60.1.pdf

lab: $(INSTALLED)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[lab]'
	$(BIN)/enfilade lab

bench: $(INSTALLED)
	$(BIN)/python -m tests.benchmarks.bench

clean:
	rm -rf .venv build
