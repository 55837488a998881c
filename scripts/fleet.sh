#!/bin/sh
# Matches, data and tuning on several machines, divided by ranges of seeds.
#
#   scripts/fleet.sh part NUMBER GAMES FOLDER OPTIONS...   one part of a match, from 0, into FOLDER/NUMBER.jsonl
#   scripts/fleet.sh merge FOLDER [OPTIONS...]             all parts of the folder, as tables
#   scripts/fleet.sh sprt PROCESSES GAMES FOLDER "TEST" OPTIONS...
#                     parts of so many games side by side, until the test (elo0=0 elo1=5) is decided
#   scripts/fleet.sh data NUMBER GAMES FOLDER OPTIONS...   games to learn from, into FOLDER/NUMBER.games
#   scripts/fleet.sh tune NUMBER FOLDER OPTIONS...         margins of the search, into FOLDER/NUMBER.margins
#   scripts/fleet.sh mean FOLDER                           their mean over all parts
#
# OPTIONS are those of `kralle match`, `kralle datagen` and `kralle tune search`. GAMES of a match is
# even: a part has GAMES / 2 openings. A part that was broken off goes on when it is called again.
# Other machines do parts of their own; the folder is shared, or its files are brought together:
#
#   ssh host 'cd kralle && scripts/fleet.sh part 7 1000 runs OPTIONS'
#   sbatch --array=0-15 --wrap 'scripts/fleet.sh part $SLURM_ARRAY_TASK_ID 1000 runs OPTIONS'
#   parallel scripts/fleet.sh part {} 1000 runs OPTIONS ::: 0 1 2 3
#   parallel --sshlogin host1,host2 --wd kralle --return runs/{}.jsonl scripts/fleet.sh part {} ...
#
# KRALLE names the program, if it is not target/dist/kralle, target/release/kralle or `kralle`.
set -eu

usage() { sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0" >&2; exit 2; }

fail() { echo "fleet.sh: $*" >&2; exit 2; }

# From 0; a shell takes what begins with 0 for octal.
is_number() { case $1 in ''|*[!0-9]*|0?*) return 1;; esac; }

check_number() { is_number "$1" || fail "a part has a number from 0, not \`$1\`"; }

check_count() {
    case $1 in 0) ;; *) is_number "$1" && return;; esac
    fail "a number of $2, not \`$1\`"
}

# Both games of an opening are of one part.
check_games() {
    check_count "$1" games
    [ $(($1 % 2)) -eq 0 ] || fail "a part has an even number of games, two for each opening"
}

if [ -n "${KRALLE:-}" ]; then kralle=$KRALLE
elif [ -x target/dist/kralle ]; then kralle=target/dist/kralle
elif [ -x target/release/kralle ]; then kralle=target/release/kralle
else kralle=kralle
fi

part() {
    number=$1 games=$2 folder=$3; shift 3
    check_number "$number"
    check_games "$games"
    mkdir -p "$folder"
    resume=; [ -s "$folder/$number.jsonl" ] && resume=--resume
    # In place of this shell, so that who ends the part ends the games.
    exec "$kralle" match "$@" --games "$games" --seed $((number * games / 2 + 1)) \
        --json "$folder/$number.jsonl" $resume
}

merge() {
    folder=$1; shift
    [ -d "$folder" ] || fail "there is no folder \`$folder\`"
    "$kralle" match --merge "$folder"/*.jsonl "$@"
}

sprt() {
    processes=$1 games=$2 folder=$3 test=$4; shift 4
    check_count "$processes" processes
    check_games "$games"
    mkdir -p "$folder"
    next=0 running=
    # shellcheck disable=SC2086
    trap 'kill $running 2>/dev/null; wait; exit 130' INT TERM
    while :; do
        running=
        last=$((next + processes))
        while [ $next -lt $last ]; do
            part $next "$games" "$folder" "$@" >/dev/null 2>"$folder/$next.log" &
            running="$running $!"
            next=$((next + 1))
        done
        number=$((last - processes))
        for process in $running; do
            wait "$process" || fail "part $number ended: $(cat "$folder/$number.log")"
            number=$((number + 1))
        done
        # The words of the test are several.
        # shellcheck disable=SC2086
        found=$(merge "$folder" --sprt $test)
        case $found in *accepted*) printf '%s\n' "$found"; return;; esac
        printf '%s\n' "$found" | grep LLR
    done
}

data() {
    number=$1 games=$2 folder=$3; shift 3
    check_number "$number"
    check_count "$games" games
    mkdir -p "$folder"
    "$kralle" datagen "$@" --games "$games" --seed $((number + 1)) --output "$folder/$number.games"
}

tune() {
    number=$1 folder=$2; shift 2
    check_number "$number"
    mkdir -p "$folder"
    "$kralle" tune search "$@" --seed $((number + 1)) >"$folder/$number.margins.part"
    mv "$folder/$number.margins.part" "$folder/$number.margins"
}

# A margin that a part does not name has stayed what it was.
mean() {
    set -- "$1"/*.margins
    [ -e "$1" ] || fail "there are no margins in $(dirname "$1")"
    awk -v parts=$# '
        $1 ~ /:$/ { sum[$1] += $2; count[$1]++; was[$1] = $NF }
        END {
            for (name in sum) {
                value = (sum[name] + (parts - count[name]) * was[name]) / parts
                printf "        %s %.0f, // was %s\n", name, value, was[name]
            }
        }' "$@" | sort
}

[ $# -ge 2 ] || usage
order=$1; shift
case $order in
    part|data) [ $# -ge 3 ] || usage; "$order" "$@";;
    merge) merge "$@";;
    sprt) [ $# -ge 4 ] || usage; sprt "$@";;
    tune) [ $# -ge 2 ] || usage; tune "$@";;
    mean) mean "$1";;
    *) usage;;
esac
