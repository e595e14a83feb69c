# Sourced by the tests beside it, which are called with the program, the plug-in and the program
# half_sent. They work in an empty folder, with a diagram of which some runs fail and some are
# stopped.
# shellcheck shell=bash
set -euo pipefail

program="$(realpath -- "$1")"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cp "$(dirname "${BASH_SOURCE[0]}")/../cli/cases/montecarlo_resume/input.loop.json" "$work"
cd "$work"

# All on this machine, however few processors it has, and whoever runs the tests.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_btl=self,vader,tcp
# many RUNS: so many, and under the sanitizers, which take thirty times as long, a quarter of them.
part=1
if [ -n "${ASAN_OPTIONS:-}" ]; then part=4; fi
many() {
  printf '%s' $(($1 / part))
}

# Open MPI leaves memory behind that it has for as long as a process is there.
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"

fail() {
  printf '%s\n' "$*" >&2
  if [ -s notes ]; then cat notes >&2; fi
  exit 1
}

# A command that fails ends the test (set -e), and what it said may be in a file: both are told.
set -E
trap 'printf "%s, line %s: exit code %s\n" "$0" "$LINENO" "$?" >&2
  cat notes expected_notes >&2 2>/dev/null || true' ERR

# study OUT RUNS [OPTION...]: the arguments of a study that writes OUT.csv and OUT_ensemble.csv
study() {
  arguments=(montecarlo input.loop.json --grid 0.1 --measures 'last = final(gain.y); samples = count(noise)'
    --out "$1.csv" --ensemble "$1_ensemble.csv" --runs "${@:2}")
}

# same A B: both tables have the same bytes.
same() {
  cmp "$1.csv" "$2.csv" && cmp "$1_ensemble.csv" "$2_ensemble.csv" || fail "$1 and $2 differ"
}

# launched: waits for mpirun, whose process number is in `launcher`, and has its exit code. Where one
# of its processes was killed, Open MPI 4's mpirun can wait forever for a lock of its own after all
# of them have ended (in PMIx_server_finalize): where none has been there for 20 s, it is killed.
launched() {
  local alone=0
  while kill -0 "$launcher" 2>/dev/null && [ "$alone" -lt 100 ]; do
    alone=$((alone + 1))
    if ps --ppid "$launcher" -o stat= | grep -qv '^Z'; then alone=0; fi
    sleep 0.2
  done
  if kill -KILL "$launcher" 2>/dev/null; then echo "mpirun did not end by itself"; fi
  wait "$launcher"
}

# interrupted CHECKPOINT: runs the study, which goes on from that file, until it has written one of
# its own (started with the sanitizers it takes a second until it makes runs), interrupts it, and
# prints how many runs it says it has made. A study that ends before that has said nothing of it.
interrupted() {
  local checkpoint="$1" begin
  begin="$(mktemp -p "$work")"
  "$program" "${arguments[@]}" 2>notes &
  until [ "$checkpoint" -nt "$begin" ] || ! kill -0 $! 2>/dev/null; do sleep 0.02; done
  kill -INT $! || true
  wait $! || true
  grep -o 'interrupted after [0-9]*' notes | grep -o '[0-9]*'
}
