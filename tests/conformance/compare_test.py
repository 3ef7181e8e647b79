"""Tests of the comparator: what has to differ does. run.sh runs them first."""

from __future__ import annotations

import json
import struct
import unittest
from typing import Any

from compare import (as_document, compare_json, compare_msgpack, is_default,
                     split_defaulted, with_binary128, x87_images)
from documents import (Float32, MalformedDocument, Pairs, read_json,
                       read_msgpack)


def agree(expected: str, typed: Any, text: str) -> bool:
    """Whether both documents are the value; `expected` and `text` are JSON."""
    wanted = json.loads(expected)
    return (compare_msgpack(wanted, typed) is None
            and compare_json(wanted, read_json(text.encode()), typed) is None)


class CompareTest(unittest.TestCase):

    def test_scalars(self) -> None:
        self.assertTrue(agree("1", 1, "1"))
        self.assertFalse(agree("1", 2, "1"))
        self.assertFalse(agree("1", 1, "2"))
        self.assertFalse(agree("1", True, "true"))
        self.assertFalse(agree("true", 1, "1"))
        self.assertFalse(agree("1", 1, "1.0"))
        self.assertFalse(agree("1", 1, '"1"'))
        self.assertFalse(agree('"1"', 1, "1"))
        self.assertTrue(agree('"a"', "a", '"a"'))
        self.assertFalse(agree('"a"', b"a", '"a"'))

    def test_integers_beyond_double(self) -> None:
        big = 2**53 + 1
        self.assertTrue(agree(str(big), big, f'"{big}"'))
        self.assertFalse(agree(str(big), big, str(big)))
        self.assertFalse(agree(str(big), big - 1, f'"{big}"'))
        self.assertFalse(agree(str(2**53 - 1), 2**53 - 1, f'"{2**53 - 1}"'))

    def test_floats(self) -> None:
        tenth = struct.unpack("<f", struct.pack("<f", 0.1))[0]
        exact = repr(tenth)
        self.assertTrue(agree(exact, Float32(tenth), "0.1"))
        self.assertFalse(agree(exact, tenth, "0.1"))
        self.assertFalse(agree(exact, Float32(tenth), "0.11"))
        self.assertTrue(agree("1.0", 1.0, "1"))
        self.assertFalse(agree("1.0", 1, "1"))
        self.assertTrue(agree("-0.0", -0.0, "-0"))
        self.assertFalse(agree("-0.0", 0.0, "-0"))
        self.assertFalse(agree("-0.0", -0.0, "0"))
        self.assertTrue(agree('"NaN"', float("nan"), '"NaN"'))
        self.assertFalse(agree('"NaN"', float("nan"), "null"))
        self.assertFalse(agree('"Infinity"', float("inf"), '"-Infinity"'))
        self.assertFalse(agree('"NaN"', 1.0, '"NaN"'))

    def test_structs(self) -> None:
        typed = Pairs([("a", 1), ("b", 2)])
        self.assertTrue(agree('{"a":1,"b":2}', typed, '{"a":1,"b":2}'))
        self.assertFalse(agree('{"a":1,"b":2}', typed, '{"b":2,"a":1}'))
        self.assertFalse(agree('{"a":1}', typed, '{"a":1,"b":2}'))
        self.assertFalse(agree('{"a":1,"b":2}', typed, '{"a":1}'))
        self.assertFalse(agree('{"a":1,"b":2}', typed, '{"a":1,"b":3}'))
        self.assertTrue(agree('{"a":1,"b":2,"c":null}', typed,
                              '{"a":1,"b":2}'))
        self.assertTrue(agree('{"_d":1,"x":2}',
                              Pairs([("$discriminator", 1), ("x", 2)]),
                              '{"$discriminator":1,"x":2}'))

    def test_bytes_and_lists(self) -> None:
        self.assertTrue(agree("[1,255]", b"\x01\xff", '"Af8="'))
        self.assertFalse(agree("[1,255]", b"\x01\xff", "[1,255]"))
        self.assertFalse(agree("[1,254]", b"\x01\xff", '"Af8="'))
        self.assertTrue(agree("[1,2]", [1, 2], "[1,2]"))
        self.assertFalse(agree("[1,2]", [1, 2], "[1]"))
        self.assertFalse(agree("[1,2]", [1], "[1,2]"))
        self.assertTrue(agree('"float128:00' + "ff" * 15 + '"',
                              b"\xff" * 15 + b"\x00",
                              '"////////////////////AA=="'))

    def test_maps(self) -> None:
        typed = Pairs([(1, "a"), (2, "b")])
        self.assertTrue(agree('[[1,"a"],[2,"b"]]', typed, '{"1":"a","2":"b"}'))
        self.assertFalse(agree('[[2,"b"],[1,"a"]]', typed,
                               '{"1":"a","2":"b"}'))
        self.assertFalse(agree('[[1,"a"],[2,"b"]]', typed,
                               '{"1":"a","3":"b"}'))
        self.assertFalse(agree('[[1,"a"],[2,"c"]]', typed,
                               '{"1":"a","2":"b"}'))

    def test_documents(self) -> None:
        for broken in (b"", b"\x01\x01", b"\xa2a", b"\xc1", b"\x92\x01",
                       b"\xd4\x74\x00"):
            with self.assertRaises(MalformedDocument, msg=broken.hex()):
                read_msgpack(broken)
        with self.assertRaises(ValueError):
            read_json(b"NaN")
        with self.assertRaises(ValueError):
            read_json(b'"\xff"')

    def test_as_document(self) -> None:
        self.assertEqual(as_document({"u": {"_d": 1, "x": None}, "v": [True]}),
                         {"u": {"$discriminator": 1}, "v": [True]})

    def test_split_defaulted(self) -> None:
        typed = Pairs([("a", 1), ("l", [Pairs([("x", 2), ("y", 0)])]),
                       ("m", Pairs([(7, Pairs([("z", "")]))])),
                       ("u", Pairs([("$discriminator", 1), ("v", 3)]))])
        expected = {"l": [{"x": 2}], "m": [[7, {}]], "u": {"_d": 1, "v": 3}}
        kept, defaulted = split_defaulted(expected, typed)
        self.assertEqual(kept, Pairs([
            ("l", [Pairs([("x", 2)])]), ("m", Pairs([(7, Pairs())])),
            ("u", Pairs([("$discriminator", 1), ("v", 3)]))]))
        self.assertEqual(defaulted, [("a", 1), ("l[0].y", 0), ("m[0].z", "")])
        self.assertEqual(split_defaulted({"a": None}, Pairs([("a", 1)])),
                         (Pairs([("a", 1)]), []))

    def test_is_default(self) -> None:
        for value in (0, False, "", 0.0, [], [0, 0], b"", b"\0\0",
                      Pairs([("a", 0), ("b", Pairs())])):
            self.assertTrue(is_default(value), value)
        for value in (1, True, "a", -0.0, float("nan"), [1], b"\1",
                      Pairs([("a", 1)])):
            self.assertFalse(is_default(value), value)
        self.assertTrue(is_default(5, "@default(5) long a;"))
        self.assertFalse(is_default(5, "@default(55) long a;"))

    def test_x87(self) -> None:
        images = {"3fff8000000000000000": "3fff" + "0" * 28,  # 1
                  "bffec000000000000000": "bffe8" + "0" * 27,  # -0.75
                  "00000000000000000000": "0" * 32,
                  "00000000000000000001": "0" * 19 + "2" + "0" * 12,
                  "00018000000000000000": "0001" + "0" * 28,  # Least normal.
                  "00008000000000000000": "0001" + "0" * 28,
                  "7fff8000000000000000": "7fff" + "0" * 28,  # Infinity
                  "7fffc000000000000000": "7fff8" + "0" * 27,  # NaN
                  "3ffbcccccccccccccccd":
                      "3ffb999999999999999a" + "0" * 12}  # 0.1
        for image, binary128 in images.items():
            self.assertEqual(
                with_binary128({"a": ["float128:55cb40a00000" + image, 1]}),
                {"a": ["float128:" + binary128, 1]})
        self.assertEqual(x87_images({"a": ["float128:" + "0f" * 16], "b": 1}),
                         [b"\x0f" * 16])


if __name__ == "__main__":
    unittest.main()
