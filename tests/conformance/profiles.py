"""Which WireProfile a row of a vector file is read with. README.md argues the
table; the bytes alone do not tell any of this."""

from __future__ import annotations

import re
from typing import Any, Dict, List, Tuple

from google.protobuf import json_format
from transcdr import pb

# A tag is one vendor's habit, and one setting.
SETTING_OF_TAG: Dict[str, Dict[str, int]] = {
    "wstring-32bit-units": {
        "wstring_form": pb.WSTRING_FORM_UNITS_32},
    "wstring-utf16-unit-count": {
        "wstring_form": pb.WSTRING_FORM_UNITS_16},
    "wstring-bytes-with-nul": {
        "wstring_form": pb.WSTRING_FORM_BYTES_16_NUL},
    "wchar-4-bytes": {
        "wchar_width": pb.WCHAR_WIDTH_32},
    "longdouble-x87-image": {
        "long_double_form": pb.LONG_DOUBLE_FORM_X87},
    "xcdr1-origin-not-restored-after-parameter": {
        "optional_origin": pb.OPTIONAL_ORIGIN_KEPT},
    "no-dheader-for-enum-or-bitmask-collections": {
        "collection_headers": pb.COLLECTION_HEADERS_FAST_CDR_2},
    "map-dheader-only-by-value-type": {
        "collection_headers": pb.COLLECTION_HEADERS_FAST_CDR_2},
}

# Who wrote the bytes, by the beginning of the row's origin.
PRESET_OF_ORIGIN: List[Tuple[str, int]] = [
    (r"generated with eProsima Fast CDR 1\.", pb.WIRE_PRESET_FAST_CDR_1),
    (r"generated with eProsima Fast CDR 2\.", pb.WIRE_PRESET_FAST_CDR_2),
    (r"eProsima/Fast-CDR@", pb.WIRE_PRESET_FAST_CDR_2),
    (r"generated with .*[Cc]yclone ?(DDS|dds)", pb.WIRE_PRESET_CYCLONE),
    (r"captured from .* Cyclone DDS", pb.WIRE_PRESET_CYCLONE),
    (r"eclipse-cyclonedds/", pb.WIRE_PRESET_CYCLONE),
    (r"OpenDDS/", pb.WIRE_PRESET_OPENDDS),
    (r"RTI Connext", pb.WIRE_PRESET_RTI),
    (r"generated with ros2/", pb.WIRE_PRESET_ROS2),
]


def profiles(row: Dict[str, Any]) -> List[Tuple[str, pb.WireProfile]]:
    """Gives the profiles that a row has to pass with, and what to call them.

    The first: the row's own, or the default preset with the settings of the
    row's tags. The second, where the origin is a vendor with a preset: that one
    alone, since it has to imply what the tags say.
    """
    if "profile" in row:
        return [("profile", json_format.ParseDict(row["profile"],
                                                  pb.WireProfile()))]
    settings: Dict[str, int] = {}
    for tag in row["quirks"]:
        settings.update(SETTING_OF_TAG.get(tag, {}))
    # The files mean the specification's default by a type without annotation.
    if row["schema_kind"] == "idl":
        settings["default_extensibility"] = pb.EXTENSIBILITY_APPENDABLE
    result = [("tags", pb.WireProfile(**settings))]
    for origin, preset in PRESET_OF_ORIGIN:
        if re.match(origin, row["origin"]):
            extensibility = settings.get("default_extensibility", 0)
            result.append((pb.WirePreset.Name(preset), pb.WireProfile(
                preset=preset, default_extensibility=extensibility)))
            break
    return result
