# For OpenBench and others who build engines with make: `make EXE=name` leaves the program
# here under that name, `EVALFILE=file` builds a network in, for the game that it was trained
# for. Everybody else uses cargo.

EXE ?= kralle

ifdef EVALFILE
export EVALFILE := $(abspath $(EVALFILE))
FEATURES := --features evalfile
endif

.PHONY: all
all:
	cargo rustc --profile dist --locked $(FEATURES) --bin kralle -- --emit link="$(EXE)"

.PHONY: clean
clean:
	cargo clean
