#!/usr/bin/env bash
# The last plies of a game as an animated picture, drawn by the program itself.
#
#     scripts/animate.sh GAME.bpgn OUT.gif [PLIES [WIDTH]]
#
# Needs `kralle` on the path, rsvg-convert (librsvg2-bin) and convert (imagemagick).
set -euo pipefail
game=$1 out=$2 plies=${3:-30} width=${4:-720}
frames=$(mktemp -d)
trap 'rm -rf "$frames"' EXIT

read -r -a words <<<"$(kralle convert "$game" --to moves | head -n 1)"
moves=("${words[@]:2}")
variant=$(sed -n 's/^\[Variant "\(.*\)"\]/\1/p' "$game" | head -n 1)
first=$((${#moves[@]} > plies ? ${#moves[@]} - plies : 0))
for ((ply = first; ply <= ${#moves[@]}; ply++)); do
    kralle picture --variant "${variant,,}" --moves "${moves[@]:0:ply}" |
        rsvg-convert -w "$width" -o "$frames/$(printf %04d "$ply").png"
done
last=$(printf '%s/%04d.png' "$frames" "${#moves[@]}")
mapfile -t pictures < <(find "$frames" -name '*.png' | sort)
convert -delay 70 "${pictures[@]}" -delay 400 "$last" -loop 0 +dither -colors 64 -fuzz 1% \
    -layers OptimizeFrame -layers OptimizeTransparency "$out"
