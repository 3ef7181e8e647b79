#!/usr/bin/env bash
# Shows transcdr at work: builds it, starts the daemon, registers a ROS 2 message
# type, and translates a real message to JSON and MessagePack and back.
#
#   bash clients/demo.sh
#
# Needs nothing but this clone. As root it installs the Debian packages that are
# missing; otherwise it prints the command that does, and stops. Builds into
# build/release, runs on a free loopback port, leaves no process behind.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '\n== %s\n' "$*"; }

fail() {
  printf '\ndemo.sh: %s\n' "$*" >&2
  exit 1
}

work="$(mktemp -d)"
daemon_pid=""
cleanup() {
  if [[ -n "$daemon_pid" ]]; then
    kill "$daemon_pid" 2>/dev/null || true
    wait "$daemon_pid" 2>/dev/null || true
  fi
  rm -rf "$work"
}
trap cleanup EXIT

say "Looking for the Debian packages that building takes"
bash .ci/install.sh build || exit 1
echo "All there."

say "Building the daemon and the tool (some minutes the first time)"
log="$work/build.log"
cmake --preset release >"$log" 2>&1 || {
  cat "$log" >&2
  fail "configuring the build failed"
}
# Ninja shows its progress itself.
cmake --build --preset release --parallel "$(nproc)" ||
  fail "the build failed"
transcdrd=build/release/server/transcdrd
transcdr=build/release/clients/cli/transcdr
"$transcdr" --version

say "Starting the daemon on a free port and a Unix socket"
"$transcdrd" --listen 127.0.0.1:0 --listen "unix:$work/transcdr.sock" \
  --port-file "$work/addresses" --log-level warn &
daemon_pid=$!
for _ in $(seq 100); do
  [[ -s "$work/addresses" ]] && break
  kill -0 "$daemon_pid" 2>/dev/null || fail "the daemon ended at once"
  sleep 0.1
done
[[ -s "$work/addresses" ]] || fail "the daemon does not serve"
cat "$work/addresses"
# Found by the tool; a Unix socket does as well (--target unix:PATH).
TRANSCDR_TARGET="$(head -n 1 "$work/addresses")"
export TRANSCDR_TARGET
echo "health over TCP: $("$transcdr" health)"
echo "health over the socket: $(
  "$transcdr" health --target "unix:$work/transcdr.sock"
)"

say "Registering sensor_msgs/msg/JointState, a .msg text as MCAP files hold it"
cat >"$work/joint_state.msg" <<'MSG'
std_msgs/Header header
string[] name
float64[] position
float64[] velocity
float64[] effort
================================================================================
MSG: std_msgs/Header
builtin_interfaces/Time stamp
string frame_id
================================================================================
MSG: builtin_interfaces/Time
int32 sec
uint32 nanosec
MSG
cat "$work/joint_state.msg"
echo
schema_id="$("$transcdr" register --ros-msg "$work/joint_state.msg" \
  --type sensor_msgs/msg/JointState)"
echo "schema id: $schema_id"

say "A message as ROS 2 puts it on the wire: 4 bytes that say how, then the data"
cat >"$work/payload.hex" <<'HEX'
00010000 00f15365 80b2e60e 0a000000 62617365 5f6c696e 6b000000 03000000
09000000 73686f75 6c646572 00000000 06000000 656c626f 77000000 06000000
77726973 74000000 03000000 00000000 0000e03f 00000000 0000f4bf 00000000
00000840 03000000 00000000 00000000 00000000 9a999999 9999b93f 9a999999
9999b9bf 00000000
HEX
cat "$work/payload.hex"

say "Decoded to JSON"
"$transcdr" decode --hex --schema-id "$schema_id" "$work/payload.hex" |
  tee "$work/document.json"

say "Decoded to MessagePack (in hex)"
"$transcdr" decode --hex --schema-id "$schema_id" --to msgpack \
  --output "$work/document.msgpack" "$work/payload.hex"
"$transcdr" decode --hex --schema-id "$schema_id" --to msgpack --output-hex \
  "$work/payload.hex" | fold -w 72

say "Both encoded again, and compared with the bytes above"
wanted="$(tr -d ' \n' <"$work/payload.hex")"
for format in json msgpack; do
  encoded="$("$transcdr" encode --schema-id "$schema_id" --from "$format" \
    --output-hex "$work/document.$format")"
  [[ "$encoded" == "$wanted" ]] ||
    fail "from $format came other bytes: $encoded"
  echo "from $format: the same $((${#wanted} / 2)) bytes"
done

say "Stopping the daemon"
kill "$daemon_pid"
status=0
wait "$daemon_pid" || status=$?
daemon_pid=""
[[ "$status" == 0 ]] || fail "the daemon ended with status $status"
echo "It finished its calls and ended with status 0."

printf '\nSuccess: a ROS 2 message went to JSON and MessagePack and came back '
printf 'byte for byte.\n'
