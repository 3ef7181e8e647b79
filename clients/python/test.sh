#!/usr/bin/env bash
# Builds, checks and tests the Python client:
#   TRANSCDRD=/path/of/transcdrd [TRANSCDR_SHARED=/path] clients/python/test.sh [DIR]
# DIR keeps the virtual environment between runs (default: a temporary folder).
# Works on a copy, so that nothing is built inside the repository.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)

fail() {
  echo "clients/python/test.sh: $*" >&2
  exit 1
}

[[ -n "${TRANSCDRD:-}" ]] || fail "TRANSCDRD has to name the daemon's binary"
[[ -x "$TRANSCDRD" ]] || fail "TRANSCDRD: $TRANSCDRD cannot be run"
TRANSCDRD=$(realpath "$TRANSCDRD")
export TRANSCDRD
command -v npm > /dev/null || fail "needs npm (apt-get install nodejs npm)"

if [[ $# -gt 0 ]]; then
  mkdir -p "$1"
  work=$(cd "$1" && pwd)
else
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
fi

venv=$work/venv
python=$venv/bin/python
if [[ ! -x "$python" ]]; then
  python3 -m venv "$venv" || fail "needs the module venv (apt-get install python3-venv)"
fi

# The same layout as in the repository: the build reads ../../proto.
tree=$work/tree
rm -rf "$tree"
mkdir -p "$tree"
tar -C "$root" --exclude=node_modules --exclude=_proto --exclude=__pycache__ \
  --exclude='*.egg-info' --exclude=.mypy_cache --exclude=.pytest_cache \
  --exclude=clients/python/build -cf - proto clients/python |
  tar -C "$tree" -xf -
cd "$tree/clients/python"

export PIP_DISABLE_PIP_VERSION_CHECK=1
"$python" -m pip install --quiet -r requirements.txt
"$python" -m pip install --quiet --force-reinstall --no-deps \
  --no-build-isolation .
"$python" -m pip check
(cd tests/foxglove_reader && npm ci --omit=optional --no-audit --no-fund \
  --loglevel=error > /dev/null)

"$python" -m mypy
# Prints one line at its end: "N passed, N skipped in N s".
"$python" -m pytest -q -p no:cacheprovider
