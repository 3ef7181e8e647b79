"""Options mirror the protocol, and the nearest setting wins."""

import enum

import pytest

import transcdr
from transcdr import options
from transcdr._core import Settings
from transcdr._proto.transcdr.v1 import encoding_pb2

FIELDS = [*encoding_pb2.MappingOptions.DESCRIPTOR.fields,
          *encoding_pb2.PayloadOptions.DESCRIPTOR.fields]


def test_every_field_of_the_protocol_is_there_and_no_other():
    assert ([field.name for field in FIELDS] ==
            [field for field in transcdr.Options.__dataclass_fields__])


ENUMS = [f.enum_type for f in FIELDS if f.enum_type] + [
    encoding_pb2.ByteOrder.DESCRIPTOR]


@pytest.mark.parametrize("descriptor", ENUMS, ids=lambda d: d.name)
def test_every_value_of_every_enum_is_there(descriptor):
    mirror = getattr(options, descriptor.name)
    assert issubclass(mirror, enum.IntEnum)
    # "NON_FINITE_FORM_" and the like; digits stay with the word before them.
    common = descriptor.values[0].name[:-len("UNSPECIFIED")]
    assert ({value.name[len(common):]: value.number
             for value in descriptor.values if value.number} ==
            {value.name: value.value for value in mirror})


def test_unset_options_are_not_sent():
    assert transcdr.Options().to_proto() == encoding_pb2.MappingOptions()
    assert (transcdr.Options().payload_to_proto() ==
            encoding_pb2.PayloadOptions())


def test_set_options_are_sent():
    message = transcdr.Options(
        struct_form=transcdr.StructForm.ARRAY, lenient_booleans=False,
        strict=True).to_proto()
    assert message.struct_form == encoding_pb2.STRUCT_FORM_ARRAY
    assert message.HasField("lenient_booleans")
    assert message.lenient_booleans is False
    assert message.strict is True


def test_what_the_payload_is_goes_apart():
    options = transcdr.Options(
        representation=transcdr.Representation.XCDR2, key_only=True,
        want_key_hash=True)
    assert options.to_proto() == encoding_pb2.MappingOptions()
    assert options.payload_to_proto() == encoding_pb2.PayloadOptions(
        representation=encoding_pb2.REPRESENTATION_XCDR2, key_only=True,
        want_key_hash=True)


def test_the_call_wins_over_the_client_and_both_over_the_default():
    settings = Settings(transcdr.Options(
        enum_form=transcdr.EnumForm.NUMBER,
        bytes_form=transcdr.BytesForm.ARRAY), None)
    job = settings.decode_job("python", transcdr.Options(
        enum_form=transcdr.EnumForm.NAME))
    assert job.options.enum_form == encoding_pb2.ENUM_FORM_NAME
    assert job.options.bytes_form == encoding_pb2.BYTES_FORM_ARRAY
    assert (job.options.numeric_array_form ==
            encoding_pb2.NUMERIC_ARRAY_FORM_TYPED)


def test_arrays_are_typed_for_python_with_numpy_only():
    typed = encoding_pb2.NUMERIC_ARRAY_FORM_TYPED
    listed = encoding_pb2.NUMERIC_ARRAY_FORM_LIST
    unset = encoding_pb2.NUMERIC_ARRAY_FORM_UNSPECIFIED

    def form(use_numpy, output):
        job = Settings(None, use_numpy).decode_job(output, None)
        return job.options.numeric_array_form

    assert form(True, "python") == typed
    assert form(False, "python") == listed
    assert form(True, "json") == unset
    assert form(True, "msgpack") == unset


def test_floats_are_rounded_for_python_only():
    settings = Settings(None, None)
    round_ = encoding_pb2.INEXACT_FLOAT32_POLICY_ROUND
    unset = encoding_pb2.INEXACT_FLOAT32_POLICY_UNSPECIFIED

    def policy(form, given=None):
        return settings.encode_job(
            form, given, None).options.inexact_float32_policy

    assert policy("python") == round_
    assert policy("msgpack") == unset
    assert policy("python", transcdr.Options(
        inexact_float32_policy=transcdr.InexactFloat32Policy.ERROR)) == (
            encoding_pb2.INEXACT_FLOAT32_POLICY_ERROR)


def test_byte_order_is_sent():
    settings = Settings(None, None)
    schema = transcdr.Client("127.0.0.1:1").schema("00")
    request = settings.encode_job("json", None, transcdr.ByteOrder.BIG_ENDIAN
                                  ).request(schema, "{}")
    assert request.byte_order == encoding_pb2.BYTE_ORDER_BIG_ENDIAN
    request = settings.encode_job("json", None, None).request(schema, "{}")
    assert request.byte_order == encoding_pb2.BYTE_ORDER_UNSPECIFIED


def test_an_unknown_form_is_refused():
    with pytest.raises(ValueError, match="'yaml' is none of"):
        Settings(None, None).decode_job("yaml", None)
