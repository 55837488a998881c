#!/usr/bin/env bash
# One archive of a release: program, licence, documents, man pages, completions.
#
#     scripts/release.sh [--deb] [TARGET [LEVEL]]
#     scripts/release.sh --browser
#
# TARGET is a Rust target (this machine's by default); LEVEL a level of x86-64: x86-64 (any
# processor), x86-64-v3 (2013 and later, the default) or x86-64-v4. The archive and its checksum
# are left in target/archives. With --deb there is a Debian package of the same program, too; that
# needs `cargo install cargo-deb`. With --browser it is an archive of the page as static files, with
# the engine as WebAssembly; scripts/browser.sh says what that needs.
set -euo pipefail
cd "$(dirname "$0")/.."

deb=
if [ "${1:-}" = --deb ]; then deb=yes; shift; fi
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
dist=target/archives

if [ "${1:-}" = --browser ]; then
    target=browser
    name=kralle-$version-browser
    mkdir -p "$dist"
    scripts/browser.sh "$dist/$name"
else
    host=$(rustc -vV | sed -n 's/^host: //p')
    target=${1:-$host}
    case $target in
        x86_64-*) level=${2:-x86-64-v3} ;;
        *) level= ;;
    esac
    name=kralle-$version-$target${level:+-$level}
    rm -rf "${dist:?}/$name"
    mkdir -p "$dist/$name"

    # In place of the flags in .cargo/config.toml, which are those of one level.
    export RUSTFLAGS="${level:+-C target-cpu=$level}"
    build=(--profile dist --locked --bin kralle --target "$target")
    # The manual is written by the program itself, where it runs.
    [ "$target" != "$host" ] || build+=(--features manual)
    cargo build "${build[@]}"
    program=target/$target/dist/kralle
    [ -f "$program" ] || program=$program.exe
    cp "$program" "$dist/$name"
    cp -r README.md LICENSE AUTHORS CHANGELOG.md protocol.md docs "$dist/$name"
    rm -rf "$dist/$name/docs/log"
    if [ "$target" = "$host" ]; then
        "$program" manual "$dist/$name"
    fi

    if [ -n "$deb" ]; then
        rm -rf target/manual
        cp -r "$dist/$name" target/manual
        cargo deb --no-build --profile dist --target "$target" --output "$dist"
    fi
fi

# The same input gives the same archive, byte by byte.
when=@$(git log -1 --format=%ct 2>/dev/null || date +%s)
cd "$dist"
case $target in
    *windows*) archive=$name.zip; rm -f "$archive"; zip -qr9X "$archive" "$name" ;;
    *) archive=$name.tar.gz
       tar=tar; command -v gtar >/dev/null && tar=gtar
       "$tar" --sort=name --owner=0 --group=0 --numeric-owner --mtime="$when" -c "$name" |
           gzip -9n >"$archive" ;;
esac
if command -v sha256sum >/dev/null; then sha256sum "$archive"; else shasum -a 256 "$archive"; fi |
    tee "$archive.sha256"
