# For OpenBench and others who build engines with make: `make EXE=name` leaves the program
# here under that name. Everybody else uses cargo.

EXE ?= kralle

.PHONY: all
all:
	cargo rustc --release --locked --bin kralle -- --emit link="$(EXE)"

.PHONY: clean
clean:
	cargo clean
