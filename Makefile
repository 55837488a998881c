# For OpenBench and others who build engines with make: `make EXE=name` leaves the program
# here under that name. Everybody else uses cargo.

EXE ?= kralle

.PHONY: all
all:
	cargo rustc --profile dist --locked --bin kralle -- --emit link="$(EXE)"

.PHONY: clean
clean:
	cargo clean
