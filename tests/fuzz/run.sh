#!/usr/bin/env bash
# Builds the libFuzzer targets with AddressSanitizer and UBSan and runs each, all
# at once:
#
#   bash tests/fuzz/run.sh [SECONDS]     600 by default
#
# Starts from the corpora here and writes nothing into them: what is found goes to
# build/fuzz/found. Exit status: 1 when a target has a finding.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

seconds=${1:-600}
build=$PWD/build/fuzz
cmake --preset fuzz && cmake --build --preset fuzz || exit 1

pids=()
names=()
for target in "$build"/tests/fuzz/fuzz_*; do
  name=$(basename "$target")
  name=${name#fuzz_}
  mkdir -p "$build/found/$name"
  "$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 \
    -print_final_stats=1 -artifact_prefix="$build/found/$name/" \
    "$build/found/$name" "tests/fuzz/corpus/$name" \
    >"$build/found/$name.log" 2>&1 &
  pids+=($!)
  names+=("$name")
done

failed=0
for i in "${!pids[@]}"; do
  log=$build/found/${names[i]}.log
  if wait "${pids[i]}"; then
    printf 'ok    %-20s %s\n' "${names[i]}" "$(tail -n 100 "$log" |
      grep -o 'number_of_executed_units: .*')"
  else
    printf 'FAIL  %-20s %s\n' "${names[i]}" "$log"
    failed=1
  fi
done
exit $failed
