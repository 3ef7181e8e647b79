#!/usr/bin/env bash
# Builds the libFuzzer targets with AddressSanitizer and UBSan and runs each, as
# many at a time as there are processors:
#
#   bash tests/fuzz/run.sh [SECONDS [TARGET...]]     600 and all by default
#
# Starts from the corpora here and writes nothing into them: what is found goes to
# build/fuzz/found. Exit status: 1 when a target has a finding.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

seconds=${1:-600}
[ $# -eq 0 ] || shift
build=$PWD/build/fuzz
cmake --preset fuzz && cmake --build --preset fuzz || exit 1

# Takes a target's name; says what came of it and returns its verdict.
run_target() {
  local found=$build/found/$1 log=$build/found/$1.log
  mkdir -p "$found"
  if "$build/tests/fuzz/fuzz_$1" -max_total_time="$seconds" -timeout=10 \
    -rss_limit_mb=2048 -print_final_stats=1 -artifact_prefix="$found/" \
    "$found" "tests/fuzz/corpus/$1" >"$log" 2>&1; then
    printf 'ok    %-20s %s\n' "$1" "$(grep -o 'number_of_executed_units: .*' "$log")"
  else
    printf 'FAIL  %-20s %s\n' "$1" "$log"
    return 1
  fi
}
export -f run_target
export build seconds

if [ $# -eq 0 ]; then
  targets=("$build"/tests/fuzz/fuzz_*)
  set -- "${targets[@]##*/fuzz_}"
fi
# xargs gives 123 where a target failed.
printf '%s\n' "$@" | xargs -P "$(nproc)" -I{} bash -c 'run_target {}'
exit $(($? != 0))
