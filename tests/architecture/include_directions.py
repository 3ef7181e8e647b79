#!/usr/bin/env python3
"""Fails on an include that points against the design's directions.

The list below is the rule; codec/README.md draws it. Folders not named on the
right of an entry may not be included from it. Includes of system and library
headers are held to one rule: codec/ knows no gRPC, Protobuf or spdlog.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Who may include whom, besides itself.
ALLOWED = {
    "codec/base": [],
    "codec/type": ["codec/base"],
    "codec/schema": ["codec/base", "codec/type"],
    "codec/render": ["codec/base", "codec/type"],
    "codec/compare": ["codec/base", "codec/type"],
    "codec/plan": ["codec/base", "codec/type"],
    "codec/wire": ["codec/base", "codec/type", "codec/plan"],
    "codec/document": ["codec/base", "codec/type", "codec/plan"],
    "codec/transcode": [
        "codec/base", "codec/type", "codec/plan", "codec/wire", "codec/document",
    ],
    "codec/typeobject": [
        "codec/base", "codec/type", "codec/schema", "codec/plan",
        "codec/document", "codec/transcode",
    ],
    "codec/registry": [
        "codec/base", "codec/type", "codec/schema", "codec/plan",
        "codec/transcode", "codec/typeobject",
    ],
    "server": [
        "codec/base", "codec/type", "codec/schema", "codec/plan", "codec/wire",
        "codec/document", "codec/transcode", "codec/registry", "codec/render",
        "codec/compare", "transcdr/v1", "google/rpc",
    ],
    # The tool translates in its own process too (--local).
    "clients/cli": [
        "codec/base", "codec/type", "codec/schema", "codec/plan", "codec/wire",
        "codec/document", "codec/transcode", "codec/registry", "codec/render",
        "codec/compare", "transcdr/v1", "google/rpc",
    ],
}
# Single files that may be included besides.
ALLOWED_FILES = {
    # Descriptors are mapped in one place.
    "clients/cli": [
        "server/descriptor_mapping.h", "server/proto_mapping.h",
        "server/schema_answers.h", "server/status_mapping.h",
    ],
}
FORBIDDEN_IN_CODEC = re.compile(
    r"^(grpc|grpcpp|google/protobuf|spdlog|fmt)/|\.pb\.h$")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def folder_of(path):
    """The entry of ALLOWED that a path of the repository belongs to."""
    for folder in sorted(ALLOWED, key=len, reverse=True):
        if path.startswith(folder + "/"):
            return folder
    return None


def check(path):
    """Yields the faults of one file."""
    name = path.relative_to(ROOT).as_posix()
    folder = folder_of(name)
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        match = INCLUDE.match(line)
        if not match:
            continue
        target = match.group(2)
        if folder.startswith("codec/") and FORBIDDEN_IN_CODEC.search(target):
            yield f"{name}:{number}: codec/ must not include {target}"
            continue
        if match.group(1) == "<" or "/" not in target:
            continue
        wanted = folder_of(target) or "/".join(target.split("/")[:2])
        if wanted == folder or wanted in ALLOWED[folder]:
            continue
        if target in ALLOWED_FILES.get(folder, []):
            continue
        if wanted.split("/")[0] in ("codec", "server", "clients", "transcdr",
                                    "google", "tests"):
            yield f"{name}:{number}: {folder} must not include {target}"


def main():
    files = [
        path for folder in ALLOWED for suffix in ("*.h", "*.cc")
        for path in sorted((ROOT / folder).glob(suffix))
    ]
    faults = [fault for path in files for fault in check(path)]
    for fault in faults:
        print(fault)
    # Every folder with code says what lives there.
    for folder in list(ALLOWED) + ["proto", "tests", "clients"]:
        if not (ROOT / folder / "README.md").is_file():
            faults.append(folder)
            print(f"{folder}: no README.md")
    top = {p.name for p in ROOT.iterdir() if not p.name.startswith(".")}
    allowed_top = {
        "server", "proto", "codec", "clients", "tests", "docker",
        "CMakeLists.txt", "README.md", "LICENSE", "CMakePresets.json", "build",
    }
    for name in sorted(top - allowed_top):
        faults.append(name)
        print(f"{name}: not one of the agreed top level names")
    print(f"include_directions: {len(files)} files, {len(faults)} faults")
    return 1 if faults or not files else 0


if __name__ == "__main__":
    sys.exit(main())
