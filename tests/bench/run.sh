#!/usr/bin/env bash
# Builds the preset "bench" and prints the table: bash tests/bench/run.sh
# Arguments go to codec_bench: --benchmark_filter='JointState-8/.*msgpack' ...
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

cmake --preset bench >/dev/null
cmake --build --preset bench --target codec_bench -j "$(nproc)" >&2
exec build/bench/tests/bench/codec_bench "$@"
