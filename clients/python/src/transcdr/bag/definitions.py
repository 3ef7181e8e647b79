"""ROS type names, and looking up .msg, .srv and .action files in a folder."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Dict, Iterator, List, Optional, Sequence, Tuple

# What .msg text names without a definition.
_BUILTIN = frozenset(
    "bool byte char float32 float64 int8 uint8 int16 uint16 int32 uint32 int64 "
    "uint64 string wstring".split())

# "Type name", "Type[3] name", "string<=5[] name": the type without its bounds.
# A constant ("int32 X=1") looks like a field; its type is always a builtin.
_FIELD = re.compile(r"^\s*([A-Za-z][\w/]*)(?:<=\d+)?(?:\[[^\]]*\])?\s+[A-Za-z]")


def normalize(type_name: str) -> str:
    """Gives "pkg/msg/Name" for "pkg/Name", as old recordings have it; anything
    else as it is."""
    parts = type_name.split("/")
    return f"{parts[0]}/msg/{parts[1]}" if len(parts) == 2 else type_name


# What rosidl appends to the name of a service or an action.
_DERIVED = {
    "srv": ("_Request", "_Response", "_Event"),
    "action": ("_SendGoal_Request", "_SendGoal_Response", "_SendGoal_Event",
               "_GetResult_Request", "_GetResult_Response", "_GetResult_Event",
               "_FeedbackMessage", "_Goal", "_Result", "_Feedback"),
}


def interface_of(type_name: str) -> str:
    """Gives "pkg/srv/Name" for "pkg/srv/Name_Event", likewise for the other
    types of services and actions; anything else as it is."""
    parts = type_name.split("/")
    if len(parts) == 3:
        for suffix in _DERIVED.get(parts[1], ()):
            if parts[2].endswith(suffix) and parts[2] != suffix:
                return type_name[:-len(suffix)]
    return type_name


def is_ros_type(type_name: str) -> bool:
    """Tells whether a name is "pkg/msg/Name", "pkg/srv/Name" or
    "pkg/action/Name"."""
    parts = type_name.split("/")
    return len(parts) == 3 and parts[1] in ("msg", *_DERIVED)


def used_types(type_name: str, text: str) -> List[str]:
    """Gives the types that the .msg text of `type_name` uses, each once."""
    package = type_name.split("/")[0]
    found: Dict[str, None] = {}
    for line in text.splitlines():
        match = _FIELD.match(line)
        if match is None or match.group(1) in _BUILTIN:
            continue
        name = match.group(1)
        if name == "Header":
            name = "std_msgs/msg/Header"
        elif "/" not in name:
            name = f"{package}/msg/{name}"
        found[normalize(name)] = None
    return list(found)


class MsgPath:
    """Folders with .msg files, searched like a library path.

    A type pkg/msg/Name is DIR/pkg/msg/Name.msg (an installation's share/), or a
    file pkg/msg/Name.msg anywhere below DIR (a source tree). A type of a service
    or an action is in the file of that, pkg/srv/Name.srv.
    """

    def __init__(self, folders: Sequence[str]) -> None:
        self._folders = [Path(folder) for folder in folders]
        self._index: Optional[Dict[str, Path]] = None

    def __bool__(self) -> bool:
        return bool(self._folders)

    def text(self, type_name: str) -> Optional[str]:
        """Gives the text that defines a type, or None."""
        path = self._find(type_name)
        if path is None:
            return None
        # Comments may be in any encoding.
        return path.read_text(encoding="utf-8", errors="replace")

    def collect(self, type_name: str) -> Optional[Tuple[str, Dict[str, str]]]:
        """Gives a type's text and those of all types that it uses, near or far.

        None when the type itself is not there. Missing dependencies are left
        out: the daemon knows some, and its error lists the others.
        """
        root = self.text(type_name)
        if root is None:
            return None
        texts: Dict[str, str] = {}
        open_names = used_types(type_name, root)
        while open_names:
            name = open_names.pop()
            if name in texts or name == type_name:
                continue
            text = self.text(name)
            if text is not None:
                texts[name] = text
                open_names += used_types(name, text)
        return root, texts

    def _find(self, type_name: str) -> Optional[Path]:
        name = interface_of(type_name)
        parts = name.split("/")
        if not is_ros_type(name) or not all(
                re.fullmatch(r"[A-Za-z_]\w*", part) for part in parts):
            return None
        for folder in self._folders:
            path = folder.joinpath(*parts[:2], f"{parts[2]}.{parts[1]}")
            if path.is_file():
                return path
        if self._index is None:
            self._index = dict(self._walk())
        return self._index.get(name)

    def _walk(self) -> Iterator[Tuple[str, Path]]:
        for folder in reversed(self._folders):  # The first folder wins.
            for root, _, names in os.walk(folder):
                where = Path(root)
                for name in names:
                    stem, dot, extension = name.rpartition(".")
                    if dot and extension == where.name:
                        yield (f"{where.parent.name}/{where.name}/{stem}",
                               where / name)
