#!/usr/bin/env python3
"""Generates src/transcdr/_proto from the repository's .proto files.

setup.py calls this before it builds, so `pip install` needs no extra step; run
it by hand (`python generate.py`, with grpcio-tools installed) after a change of
a .proto file when the package is installed in editable mode.

protoc names the generated modules after the .proto files, `transcdr.v1.x_pb2`.
They are moved below `transcdr._proto`, so that they cannot meet a module of the
same name; the names inside the descriptor pool stay "transcdr/v1/x.proto".
google/rpc is not generated: googleapis-common-protos has it, and a descriptor
pool takes each file only once.
"""

import re
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROTO_ROOT = HERE.parent.parent / "proto"
OUTPUT = HERE / "src" / "transcdr" / "_proto"

# In an import, and as the __module__ of the message classes.
_MODULE = re.compile(r"(^from |')transcdr\.v1\b(?= import|\.\w+_pb2')",
                     re.MULTILINE)
_GENCODE = re.compile(r"^# Protobuf Python Version: (\d+)\.(\d+)\.(\d+)",
                      re.MULTILINE)


def generate() -> None:
    """Writes the generated package anew; raises RuntimeError when protoc fails.

    Outside of the repository (in an unpacked source distribution) there are no
    .proto files; then what is there already stays.
    """
    protos = sorted(PROTO_ROOT.glob("transcdr/v1/*.proto"))
    if not protos:
        if not (OUTPUT / "transcdr" / "v1").is_dir():
            raise RuntimeError(
                f"no .proto files in {PROTO_ROOT}, and no {OUTPUT}; build from "
                "a clone of the repository")
        return

    import grpc_tools
    from grpc_tools import protoc

    well_known = Path(grpc_tools.__file__).parent / "_proto"
    shutil.rmtree(OUTPUT, ignore_errors=True)
    OUTPUT.mkdir(parents=True)
    arguments = ["protoc", f"-I{PROTO_ROOT}", f"-I{well_known}",
                 f"--python_out={OUTPUT}", f"--pyi_out={OUTPUT}"]
    arguments += [str(path.relative_to(PROTO_ROOT)) for path in protos]
    if protoc.main(arguments) != 0:
        raise RuntimeError("protoc failed: " + " ".join(arguments))

    for folder in (OUTPUT, OUTPUT / "transcdr", OUTPUT / "transcdr" / "v1"):
        (folder / "__init__.py").write_text("", encoding="utf-8")
    for path in (OUTPUT / "transcdr" / "v1").glob("*_pb2.py*"):
        text = path.read_text(encoding="utf-8")
        path.write_text(_MODULE.sub(r"\1transcdr._proto.transcdr.v1", text),
                        encoding="utf-8")


def protobuf_requirement() -> str:
    """Gives the protobuf versions that run what generate() wrote.

    Generated code refuses an older runtime, and one that is two major versions
    newer.
    """
    path = OUTPUT / "transcdr" / "v1" / "encoding_pb2.py"
    match = _GENCODE.search(path.read_text(encoding="utf-8"))
    if match is None:
        return "protobuf"
    major, minor, patch = match.groups()
    return f"protobuf>={major}.{minor}.{patch},<{int(major) + 2}"


if __name__ == "__main__":
    try:
        generate()
    except RuntimeError as error:
        sys.exit(str(error))
    print(f"wrote {OUTPUT}")
