# Everything starts from a clone with Python, pip and make; the environment is built when it is needed.
PYTHON ?= python3
BIN := .venv/bin
INSTALLED := .venv/.installed

.PHONY: test lint bench clean

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
	$(BIN)/pytest
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -q tests/kernels -m 'not process'

bench: $(INSTALLED)
	$(BIN)/python -m tests.benchmarks.bench

clean:
	rm -rf .venv build
