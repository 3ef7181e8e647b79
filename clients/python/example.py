"""Registers a schema, encodes a message and decodes it again.

Usage: python example.py [ADDRESS]   (default: 127.0.0.1:50051)
"""

import sys

import transcdr

address = sys.argv[1] if sys.argv[1:] else "127.0.0.1:50051"
with transcdr.Client(address) as client:
    schema = client.register(transcdr.RosMsg(
        "demo/msg/Reading", "string sensor\nfloat64[] values"))
    payload = schema.encode({"sensor": "lidar", "values": [1.5, 2.0]})
    print(payload.hex(" ", 4))
    print(schema.decode(payload))
    print(schema.decode_json(payload))
