# Every target calls bootstrap.py once. Without make: python3 bootstrap.py lab (Windows: py bootstrap.py lab).
PYTHON ?= $(shell command -v python3 || command -v python)
LESSONS ?=
LESSON ?=
PORT ?=
NO_BROWSER ?=
ARGS ?=
MORE = $(if $(ARGS),-- $(ARGS))
LAB = $(if $(LESSONS),--lessons "$(LESSONS)") $(if $(PORT),--port $(PORT)) $(if $(filter-out 0 no false,$(NO_BROWSER)),--no-browser)

.PHONY: lab test test-more test-floors test-scale mutants lint notebooks site slides handout lecture lite bench wheel release-check replicate pins clean
lab: ; @$(PYTHON) bootstrap.py lab $(LAB)
test: ; @$(PYTHON) bootstrap.py test
test-more: ; @$(PYTHON) bootstrap.py test-more $(MORE)
test-floors: ; @$(PYTHON) bootstrap.py test-floors $(MORE)
test-scale: ; @$(PYTHON) bootstrap.py test-scale
mutants: ; @$(PYTHON) bootstrap.py mutants $(MORE)
lint: ; @$(PYTHON) bootstrap.py lint
notebooks: ; @$(PYTHON) bootstrap.py notebooks
site: ; @$(PYTHON) bootstrap.py site
slides: ; @$(PYTHON) bootstrap.py slides $(if $(LESSON),--lesson $(LESSON))
handout: ; @$(PYTHON) bootstrap.py handout $(if $(LESSON),--lesson $(LESSON))
lecture: ; @$(PYTHON) bootstrap.py lecture $(if $(LESSON),--lesson $(LESSON))
lite: ; @$(PYTHON) bootstrap.py lite
bench: ; @$(PYTHON) bootstrap.py bench
wheel: ; @$(PYTHON) bootstrap.py wheel
release-check: ; @$(PYTHON) bootstrap.py release-check
replicate: ; @$(PYTHON) bootstrap.py replicate
pins: ; @$(PYTHON) bootstrap.py pins
clean: ; @$(PYTHON) bootstrap.py clean
