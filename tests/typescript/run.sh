#!/usr/bin/env bash
# The types that `transcdr get --as typescript` writes, through the TypeScript
# compiler: bash tests/typescript/run.sh. TRANSCDR_CLI names the tool (default:
# that of the preset "dev"). See README.md.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
tool=${TRANSCDR_CLI:-$root/build/dev/clients/cli/transcdr}

fail() {
  echo "tests/typescript/run.sh: $*" >&2
  exit 1
}
command -v npm >/dev/null || fail "needs npm (apt-get install nodejs npm)"
[[ -x "$tool" ]] || fail "TRANSCDR_CLI: '$tool' cannot be run"

(cd "$here" && npm ci --no-audit --no-fund --loglevel=error >/dev/null)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
schema=(--local --idl "$here/types.idl" --type t::Root)

"$tool" get "${schema[@]}" --as typescript -o "$work/types_json.ts"
"$tool" get "${schema[@]}" --as typescript-msgpack \
  -o "$work/types_message_pack.ts"
cp "$here/message_pack.ts" "$work"

# What Decode gives is a value of the type; what it does not give is none.
"$tool" encode "${schema[@]}" <"$here/document.json" >"$work/payload"
{
  echo 'import type { t } from "./types_json";'
  echo 'export const sample: t.Root ='
  "$tool" decode "${schema[@]}" <"$work/payload"
  echo ';'
  echo '// @ts-expect-error: no such literal'
  echo 'export const colour: t.Root = { ...sample, colour: "BLUE" };'
  echo '// @ts-expect-error: a member of another case'
  echo 'export const choice: t.Choice = { $discriminator: "RED", bytes: "" };'
  echo '// @ts-expect-error: it has to be there'
  echo 'export const huge: t.Huge = { $discriminator: 1 };'
} >"$work/json.ts"

# The golden files: types that this tool cannot translate among them.
cp "$root"/tests/golden/render/*.ts "$work"

cd "$work"
"$here/node_modules/.bin/tsc" --noEmit --strict --exactOptionalPropertyTypes \
  --target ES2020 --module ES2020 --moduleResolution bundler \
  ./*.ts
echo "typescript: $(ls ./*.ts | wc -l) files"
