"""Builds the package; generates the protocol modules first: generate.py."""

import sys
from pathlib import Path

from setuptools import setup

sys.path.insert(0, str(Path(__file__).resolve().parent))

import generate  # noqa: E402  (lives beside this file)

generate.generate()

setup(install_requires=[
    "grpcio>=1.59,<2",
    generate.protobuf_requirement(),
    "googleapis-common-protos>=1.56.4",
    "msgpack>=1.0.5,<2",
])
