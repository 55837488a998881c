#!/bin/sh
# One match on several machines, divided by ranges of openings.
#
#   scripts/fleet.sh part NUMBER GAMES FOLDER OPTIONS...      one part, from 0, into FOLDER/NUMBER.jsonl
#   scripts/fleet.sh merge FOLDER [OPTIONS...]                all parts of the folder, as tables
#   scripts/fleet.sh sprt PROCESSES GAMES FOLDER "TEST" OPTIONS...
#                     parts of so many games side by side, until the test (elo0=0 elo1=5) is decided
#
# OPTIONS are those of `kralle match`; GAMES is even. Two players: a part has GAMES / 2 openings. A
# part that was broken off goes on when it is called again. Other machines do parts of their own:
#
#   ssh host 'cd kralle && scripts/fleet.sh part 7 1000 runs OPTIONS'
#   sbatch --array=0-15 --wrap 'scripts/fleet.sh part $SLURM_ARRAY_TASK_ID 1000 runs OPTIONS'
#   parallel --sshlogin host1,host2 scripts/fleet.sh part {} 1000 runs OPTIONS ::: 0 1 2 3
#
# KRALLE names the program, if it is not target/dist/kralle or `kralle`.
set -eu

usage() { sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0" >&2; exit 2; }

kralle() {
    if [ -n "${KRALLE:-}" ]; then "$KRALLE" "$@"
    elif [ -x target/dist/kralle ]; then target/dist/kralle "$@"
    else command kralle "$@"
    fi
}

part() {
    number=$1 games=$2 folder=$3; shift 3
    mkdir -p "$folder"
    resume=; [ -s "$folder/$number.jsonl" ] && resume=--resume
    kralle match "$@" --games "$games" --seed $((number * games / 2 + 1)) \
        --json "$folder/$number.jsonl" $resume
}

merge() {
    folder=$1; shift
    kralle match --merge "$folder"/*.jsonl "$@"
}

sprt() {
    processes=$1 games=$2 folder=$3 test=$4; shift 4
    next=0
    while :; do
        running=
        last=$((next + processes))
        while [ $next -lt $last ]; do
            part $next "$games" "$folder" "$@" >/dev/null 2>"$folder.$next.log" &
            running="$running $!"
            next=$((next + 1))
        done
        for process in $running; do wait "$process"; done
        # The words of the test are several.
        # shellcheck disable=SC2086
        found=$(merge "$folder" --sprt $test)
        printf '%s\n' "$found" | grep 'LLR'
        case $found in *accepted*) printf '%s\n' "$found"; return;; esac
    done
}

[ $# -ge 2 ] || usage
order=$1; shift
case $order in
    part) [ $# -ge 3 ] || usage; part "$@";;
    merge) merge "$@";;
    sprt) [ $# -ge 4 ] || usage; mkdir -p "$3"; sprt "$@";;
    *) usage;;
esac
