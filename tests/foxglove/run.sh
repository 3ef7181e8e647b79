#!/usr/bin/env bash
# The daemon against Foxglove's @foxglove/rosmsg2-serialization, in both
# directions: bash tests/foxglove/run.sh. See README.md.
#
#   TRANSCDR_TARGET      a running daemon, "127.0.0.1:50051". Default: starts one.
#   TRANSCDRD            the binary to start. Default: that of the preset "dev".
#   TRANSCDR_SEED        of the random messages. Default: by the clock; printed.
#   TRANSCDR_ITERATIONS  messages of each schema. Default: 50.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)

fail() {
  echo "tests/foxglove/run.sh: $*" >&2
  exit 1
}
command -v npm >/dev/null || fail "needs npm (apt-get install nodejs npm)"

(cd "$here" && npm ci --no-audit --no-fund --loglevel=error >/dev/null)

work=$(mktemp -d)
daemon=
stop() {
  if [[ -n "$daemon" ]]; then
    kill "$daemon" 2>/dev/null || true
    wait "$daemon" || true
  fi
  rm -rf "$work"
}
trap stop EXIT

if [[ -z "${TRANSCDR_TARGET:-}" ]]; then
  binary=${TRANSCDRD:-$root/build/dev/server/transcdrd}
  [[ -x "$binary" ]] || fail "TRANSCDRD: '$binary' cannot be run"
  "$binary" --listen=127.0.0.1:0 --port-file="$work/port" \
    >"$work/log" 2>&1 </dev/null &
  daemon=$!
  for _ in $(seq 300); do
    [[ -s "$work/port" ]] && break
    kill -0 "$daemon" 2>/dev/null || break
    sleep 0.1
  done
  [[ -s "$work/port" ]] || fail "the daemon does not start: $(cat "$work/log")"
  TRANSCDR_TARGET=$(head -n 1 "$work/port")
fi

status=0
node "$here/diff.mjs" "$TRANSCDR_TARGET" || status=$?
exit "$status"
