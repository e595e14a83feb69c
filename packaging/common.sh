# Sourced by the scripts beside it: where the project is, and how to speak and build.
# shellcheck shell=bash

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)"

say() { printf '== %s\n' "$*"; }

fail() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}

# One compiler a processor: two at once need 2 to 7 GB.
export CMAKE_BUILD_PARALLEL_LEVEL="${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}"
# Tests that work windows wait for two thirds of their time: two more of them keep processors busy.
export CTEST_PARALLEL_LEVEL="${CTEST_PARALLEL_LEVEL:-$(($(nproc) + 2))}"

# quietly COMMAND...: prints the command's output only if it fails.
quietly() {
  local log status=0
  log="$(mktemp)"
  "$@" >"$log" 2>&1 </dev/null || status=$?
  if [ "$status" -ne 0 ]; then
    cat "$log" >&2
  fi
  rm -f "$log"
  return "$status"
}

# configure PRESET [CMAKE-OPTION...]
configure() {
  local preset="$1"
  shift
  say "Configuring build/$preset"
  (cd "$root" && quietly cmake --preset "$preset" "$@") || fail "cmake --preset $preset failed"
}

# build PRESET [--target NAME...]: the output is short on success (ninja rewrites one line).
build() {
  local preset="$1"
  shift
  say "Building build/$preset with $CMAKE_BUILD_PARALLEL_LEVEL jobs"
  (cd "$root" && cmake --build --preset "$preset" "$@" </dev/null) ||
    fail "the build of build/$preset failed"
}
