#!/usr/bin/env bash
# The page with the engine in it, as a folder of static files that any host can serve.
#
#     scripts/browser.sh [FOLDER]
#
# FOLDER is target/browser without. Needs npm and cargo. The standard library is built for threads,
# so a compiler is needed whose library has its sources here: that of rustup (rust-src), or Debian's
# rustc-web, which is fetched into target/debian and not installed.
set -euo pipefail
folder=${1:+$(realpath -m "$1")}
cd "$(dirname "$0")/.."
folder=${folder:-$PWD/target/browser}

# The flags are those of wasm/.cargo/config.toml; others would take their place.
unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS
export RUSTC_BOOTSTRAP=1

debian() {
    command -v apt-get >/dev/null || {
        echo "the compiler lacks the sources of its library: rustup component add rust-src" >&2
        exit 1
    }
    echo "== fetching Debian's rustc-web"
    local run=; [ "$(id -u)" = 0 ] || run=sudo
    local archives=$PWD/target/debian/archives
    mkdir -p "$archives/partial" target/debian/root
    $run apt-get update -qq
    $run apt-get install -y -qq --download-only --no-install-recommends \
        -o Dir::Cache::archives="$archives" -o APT::Sandbox::User=root \
        rustc-web rust-web-src lld >/dev/null
    for archive in "$archives"/*.deb; do dpkg -x "$archive" target/debian/root; done
}

sources() { [ -d "$(rustc --print sysroot)/lib/rustlib/src/rust/library/std" ]; }
sources || { command -v rustup >/dev/null && rustup component add rust-src >/dev/null 2>&1; } || true
if ! sources; then
    # Where Debian's is installed, it is there.
    root=/usr
    [ -x $root/bin/rustc ] && [ -d $root/lib/rustlib/src/rust/library/std ] || root=$PWD/target/debian/root/usr
    [ -x "$root/bin/rustc" ] || debian
    export RUSTC=$root/bin/rustc PATH=$PATH:$root/bin
    export LD_LIBRARY_PATH=$root/lib/x86_64-linux-gnu${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
    export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld
fi
(cd wasm && cargo build --release --locked)

cd web
[ -d node_modules ] || npm ci --no-audit --no-fund --silent
rm -rf "$folder"
node build.mjs --static ../target/wasm/wasm32-unknown-unknown/release/kralle_wasm.wasm "$folder"
cp ../LICENSE "$folder"
