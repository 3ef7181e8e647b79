#!/usr/bin/env bash
# Makes sure that the Debian packages of some sections of .ci/debian-packages
# are installed.
#
#   bash .ci/install.sh build          what building takes
#   bash .ci/install.sh build test     and what testing takes
#   bash .ci/install.sh --list build   only prints the names, one a line
#
# As root it installs what is missing. Otherwise it prints the command that
# does, and fails. Exit status: 0 all there; 1 something is missing; 2 usage.
set -euo pipefail

list_file="$(dirname "${BASH_SOURCE[0]}")/debian-packages"

fail() {
  echo "install.sh: $1" >&2
  exit "${2:-1}"
}

[[ -r "$list_file" ]] || fail "cannot read $list_file"

list_only=false
if [[ "${1:-}" == --list ]]; then
  list_only=true
  shift
fi
[[ $# -gt 0 ]] || fail "usage: bash .ci/install.sh [--list] build|test..." 2
for section in "$@"; do
  case "$section" in
    build | test) ;;
    *) fail "no section is called '$section': build, test" 2 ;;
  esac
done

# Prints "PACKAGE COMMAND..." for every line of the sections asked for.
read_list() {
  local line section rest package command
  while IFS= read -r line; do
    line="${line%%#*}"
    [[ "$line" == *:* ]] || continue
    section="${line%%:*}"
    [[ " $* " == *" $section "* ]] || continue
    rest="${line#*:}"
    # Package first, then the command, if any.
    read -r package command <<<"${rest/\?/}"
    echo "$package $command"
  done <"$list_file"
}

is_installed() {
  local status
  status="$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" ||
    return 1
  [[ "$status" == installed ]]
}

missing=()
while read -r package command; do
  if $list_only; then
    echo "$package"
    continue
  fi
  command -v dpkg-query >/dev/null ||
    fail "this is not Debian: install the packages of $list_file by hand"
  is_installed "$package" && continue
  # A tool that came from elsewhere does as well.
  if [[ -n "$command" ]] && bash -c "$command" >/dev/null 2>&1 </dev/null; then
    continue
  fi
  missing+=("$package")
done < <(read_list "$@")

[[ ${#missing[@]} -gt 0 ]] || exit 0

install="apt-get install -y --no-install-recommends ${missing[*]}"
if [[ "$(id -u)" != 0 ]]; then
  {
    echo "Some Debian packages are missing. Install them with"
    echo
    echo "  sudo apt-get update && sudo $install"
    echo
    echo "and run this again."
  } >&2
  exit 1
fi

echo "Installing ${#missing[@]} Debian packages: ${missing[*]}" >&2
export DEBIAN_FRONTEND=noninteractive
apt-get update -q >&2 || fail "apt-get update failed"
# shellcheck disable=SC2086 # one word a package
$install -q >&2 || fail "could not install: ${missing[*]}"
