#!/usr/bin/env bash
# Runs vector files against a daemon: bash tests/conformance/run.sh FILE.jsonl...
# Without files: those of cases/. See README.md for the files' format.
#
#   TRANSCDR_PYTHON  interpreter in whose environment the package transcdr of
#                    clients/python is installed. Default: python3.
#   TRANSCDR_TARGET  a running daemon, "127.0.0.1:50051". Default: starts one.
#   TRANSCDRD        the binary to start. Default: that of the preset "dev".
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
export TRANSCDRD=${TRANSCDRD:-$root/build/dev/server/transcdrd}
export PYTHONDONTWRITEBYTECODE=1
python=${TRANSCDR_PYTHON:-python3}

# The comparator first: a comparator that finds no difference proves nothing.
"$python" "$here/compare_test.py" --quiet
exec "$python" "$here/run.py" "$@"
