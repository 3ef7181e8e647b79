"""Where a schema comes from: what `register` takes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Mapping, Optional, Sequence, Union

from transcdr import pb
from transcdr._proto.transcdr.v1 import schema_service_pb2

__all__ = ["Descriptors", "Idl", "RosMsg", "SchemaSource"]


@dataclass(frozen=True)
class RosMsg:
    """ROS 2 .msg, .srv or .action text, or a built-in type's name alone.

    Either the text of one type, with the texts of the types it uses in
    `dependencies`, or an MCAP "ros2msg" bundle verbatim. Common types of ROS 2
    that no text defines are built into the daemon.
    """

    type: str
    """The type that payloads hold, "sensor_msgs/msg/Imu"; of a service or an
    action one of its types, "std_srvs/srv/SetBool_Request"."""
    text: Optional[str] = None
    """Its text, or the bundle; the whole .srv or .action. None: the type is
    built in, or among the dependencies."""
    dependencies: Mapping[str, str] = field(default_factory=dict)
    """From name ("geometry_msgs/msg/Point", "pkg/srv/Name") to text."""
    profile: Optional[pb.WireProfile] = None
    """Vendor habits. Default: those of ROS 2."""

    def to_request(self) -> schema_service_pb2.RegisterSchemaRequest:
        """Gives the registration."""
        return schema_service_pb2.RegisterSchemaRequest(
            ros_msg=schema_service_pb2.RosMsgSource(
                text=self.text,
                dependencies=[
                    schema_service_pb2.RosMsgFile(type_name=name, text=text)
                    for name, text in self.dependencies.items()]),
            root_type=self.type,
            profile=self.profile)

    def may_hold_maps(self) -> bool:
        """Tells whether a value can hold a map with keys of its own."""
        return False


@dataclass(frozen=True)
class Idl:
    """OMG IDL text.

    One text, with the files it includes in `files`, or an MCAP "omgidl" or
    "ros2idl" text verbatim.
    """

    text: str = ""
    """The text; may be empty where all is in `files`."""
    root_type: str = ""
    """The type that payloads hold, "demo::Point". Optional when there is one
    struct or union that no other type uses."""
    files: Mapping[str, str] = field(default_factory=dict)
    """From the name that #include gives to the text."""
    ros2: Optional[bool] = None
    """True: as rosidl writes it, with all types final. False: OMG. Default:
    True for a "ros2idl" bundle, else False."""
    profile: Optional[pb.WireProfile] = None
    """Vendor habits. Default: those of ROS 2 or of the OMG specification."""

    def to_request(self) -> schema_service_pb2.RegisterSchemaRequest:
        """Gives the registration."""
        dialect = schema_service_pb2.IDL_DIALECT_UNSPECIFIED
        if self.ros2 is not None:
            dialect = (schema_service_pb2.IDL_DIALECT_ROS2 if self.ros2
                       else schema_service_pb2.IDL_DIALECT_OMG)
        return schema_service_pb2.RegisterSchemaRequest(
            idl=schema_service_pb2.IdlSource(
                dialect=dialect,
                text=self.text,
                files=[schema_service_pb2.IdlFile(name=name, text=text)
                       for name, text in self.files.items()]),
            root_type=self.root_type,
            profile=self.profile)

    def may_hold_maps(self) -> bool:
        """Tells whether a value can hold a map with keys of its own."""
        return True


@dataclass(frozen=True)
class TypeObject:
    """An XTypes TypeObject, as DDS discovery carries it."""

    type_object: bytes
    """The CompleteTypeObject of a struct or union, in XCDR2, with or without
    its encapsulation header."""
    dependencies: Sequence[bytes] = ()
    """The types that it uses, in any order: each one TypeObject, or the
    sequence of pairs of a TypeLookup getTypes reply."""
    root_type: str = ""
    """The type's name, which is in `type_object` too: optional."""
    profile: Optional[pb.WireProfile] = None
    """Vendor habits. Default: those of the OMG specification."""

    def to_request(self) -> schema_service_pb2.RegisterSchemaRequest:
        """Gives the registration."""
        return schema_service_pb2.RegisterSchemaRequest(
            type_object=schema_service_pb2.TypeObjectSource(
                type_object=self.type_object,
                dependencies=self.dependencies),
            root_type=self.root_type,
            profile=self.profile)

    def may_hold_maps(self) -> bool:
        """Tells whether a value can hold a map with keys of its own."""
        return True


@dataclass(frozen=True)
class Descriptors:
    """Structured descriptors; see transcdr.pb for how to build them."""

    types: pb.TypeDescriptorSet
    """The types, the root and all that it uses."""
    root_type: str = ""
    """The type that payloads hold. Optional when there is one struct or union
    that no other type uses."""
    profile: Optional[pb.WireProfile] = None
    """Vendor habits. Default: those of the OMG specification."""

    def to_request(self) -> schema_service_pb2.RegisterSchemaRequest:
        """Gives the registration."""
        return schema_service_pb2.RegisterSchemaRequest(
            descriptors=self.types,
            root_type=self.root_type,
            profile=self.profile)

    def may_hold_maps(self) -> bool:
        """Tells whether a value can hold a map with keys of its own."""
        return True


SchemaSource = Union[RosMsg, Idl, TypeObject, Descriptors]
"""What `register` takes."""
