# Kralle for a bot or a server: `docker build -t kralle .`, then `docker run -i kralle` speaks UCI.
# LEVEL is the level of x86-64 that the program needs: x86-64, x86-64-v3, x86-64-v4.
FROM rust:1-slim-bookworm AS build
ARG LEVEL=x86-64-v3
WORKDIR /kralle
COPY . .
RUN case "$(uname -m)" in x86_64) export RUSTFLAGS="-C target-cpu=$LEVEL" ;; esac; \
    cargo build --profile dist --locked --bin kralle

FROM debian:bookworm-slim
COPY --from=build /kralle/target/dist/kralle /usr/local/bin/kralle
USER nobody
ENTRYPOINT ["kralle"]
