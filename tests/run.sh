#!/usr/bin/env bash
# Builds everything and runs every test. See tests/README.md for what they are.
#
#   bash tests/run.sh            all steps
#   bash tests/run.sh unit lint  those steps alone
#   bash tests/run.sh --list     the names of the steps
#
# Where a folder "shared" stands beside the project (or TRANSCDR_SHARED names
# one), the recordings and vectors in it are tested too. Logs: build/logs.
# Exit status: 0 when every step passed.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

root=$PWD
logs=$root/build/logs
jobs=$(nproc)
steps=(build architecture lint unit asan tsan python conformance foxglove idlc
  rosidl typescript)

# ---- The steps. Each is a function; its output goes to a log.

step_build() {
  cmake --preset dev && cmake --build --preset dev -j "$jobs"
}

step_architecture() {
  python3 tests/architecture/include_directions.py
}

# Formatting and the rules for protos.
step_lint() {
  git ls-files '*.h' '*.cc' | xargs clang-format --dry-run -Werror &&
    (cd tests/tools && npm ci --silent --no-audit --no-fund) &&
    (cd proto && ../tests/tools/node_modules/.bin/buf lint)
}

# Unit, property, corruption, interop and end-to-end tests in C++.
step_unit() {
  ctest --preset dev -j "$jobs"
}

step_asan() {
  cmake --preset asan && cmake --build --preset asan -j "$jobs" &&
    ctest --preset asan -j "$jobs"
}

# Concurrency of the codec: the registry and translations in parallel.
step_tsan() {
  cmake --preset tsan &&
    cmake --build --preset tsan -j "$jobs" --target codec_registry_test &&
    build/tsan/tests/codec/registry/codec_registry_test
}

# The Python client and its bag reader; leaves the environment that the next two
# steps use.
step_python() {
  bash clients/python/test.sh "$root/build/python"
}

step_conformance() {
  local files=(tests/conformance/cases/*.jsonl)
  if [[ -n "${TRANSCDR_SHARED:-}" ]]; then
    files+=("$TRANSCDR_SHARED"/vectors/*.jsonl)
    export TRANSCDR_README=$root/README.md  # its table is of these files
  fi
  bash tests/conformance/run.sh "${files[@]}"
}

step_foxglove() {
  bash tests/foxglove/run.sh
}

# Which IDL Cyclone's compiler takes, and which ours.
step_idlc() {
  python3 tests/interop/idlc/run.py
}

# Which .msg, .srv and .action texts rosidl's own parser takes, and which ours.
step_rosidl() {
  python3 tests/interop/rosidl/run.py
}

# The types that the tool writes, through the TypeScript compiler.
step_typescript() {
  bash tests/typescript/run.sh
}

# ---- Running them.

if [[ "${1:-}" == --list ]]; then
  printf '%s\n' "${steps[@]}"
  exit 0
fi
chosen=("$@")
[[ ${#chosen[@]} -gt 0 ]] || chosen=("${steps[@]}")
for step in "${chosen[@]}"; do
  if ! declare -F "step_$step" >/dev/null; then
    echo "run.sh: no step is called '$step' (bash tests/run.sh --list)" >&2
    exit 2
  fi
done

bash .ci/install.sh build test || exit 1

if [[ -z "${TRANSCDR_SHARED:-}" && -d ../shared/vectors ]]; then
  TRANSCDR_SHARED=$(cd ../shared && pwd)
fi
export TRANSCDR_SHARED="${TRANSCDR_SHARED:-}"
[[ -n "$TRANSCDR_SHARED" ]] || unset TRANSCDR_SHARED
export TRANSCDRD=$root/build/dev/server/transcdrd
export TRANSCDR_CLI=$root/build/dev/clients/cli/transcdr
export TRANSCDR_PYTHON=${TRANSCDR_PYTHON:-$root/build/python/venv/bin/python}

mkdir -p "$logs"
passed=0
failed=0
for step in "${chosen[@]}"; do
  log=$logs/$step.log
  start=$SECONDS
  if "step_$step" >"$log" 2>&1 </dev/null; then
    passed=$((passed + 1))
    printf 'ok    %-13s %4d s  %s\n' "$step" $((SECONDS - start)) \
      "$(grep -v '^\s*$' "$log" | tail -n 1 | cut -c 1-100)"
  else
    failed=$((failed + 1))
    printf 'FAIL  %-13s %4d s  %s\n' "$step" $((SECONDS - start)) "$log"
    tail -n 60 "$log" | sed 's/^/      /'
  fi
done
echo
echo "steps: $passed passed, $failed failed"
[[ $failed -eq 0 ]]
