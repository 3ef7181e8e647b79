#include "codec/schema/ros_type_hash.h"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string_view>

#include "codec/base/base64.h"
#include "codec/schema/ros_msg_names.h"

namespace transcdr {
namespace {

// Of type_description_interfaces/msg/FieldType. Collections add to the element.
enum FieldTypeId : uint32_t {
  kNested = 1,
  kBoundedString = 21,
  kBoundedWstring = 22,
  kArrayOffset = 48,
  kBoundedSequenceOffset = 96,
  kSequenceOffset = 144,
};

// 0: rosidl has no such type.
uint32_t SimpleTypeId(TypeKind kind) {
  switch (kind) {
    case TypeKind::kInt8:
      return 2;
    case TypeKind::kUInt8:
      return 3;
    case TypeKind::kInt16:
      return 4;
    case TypeKind::kUInt16:
      return 5;
    case TypeKind::kInt32:
      return 6;
    case TypeKind::kUInt32:
      return 7;
    case TypeKind::kInt64:
      return 8;
    case TypeKind::kUInt64:
      return 9;
    case TypeKind::kFloat32:
      return 10;
    case TypeKind::kFloat64:
      return 11;
    case TypeKind::kFloat128:
      return 12;
    case TypeKind::kChar8:
      return 13;
    case TypeKind::kChar16:
      return 14;
    case TypeKind::kBoolean:
      return 15;
    case TypeKind::kByte:
      return 16;
    case TypeKind::kString8:
      return 17;
    case TypeKind::kString16:
      return 18;
    case TypeKind::kSequence:
    case TypeKind::kArray:
    case TypeKind::kMap:
    case TypeKind::kAlias:
    case TypeKind::kEnum:
    case TypeKind::kBitmask:
    case TypeKind::kBitset:
    case TypeKind::kStruct:
    case TypeKind::kUnion:
      return 0;
  }
  return 0;
}

struct FieldTypeText {
  uint32_t id = 0;
  uint64_t capacity = 0;
  uint64_t string_capacity = 0;
  std::string nested;

  std::string Json() const {
    return "{\"type_id\": " + std::to_string(id) +
           ", \"capacity\": " + std::to_string(capacity) +
           ", \"string_capacity\": " + std::to_string(string_capacity) +
           ", \"nested_type_name\": \"" + nested + "\"}";
  }
};

std::optional<FieldTypeText> ElementType(const TypeDescriptor& type) {
  FieldTypeText text;
  if (type.kind == TypeKind::kStruct) {
    text.id = kNested;
    text.nested = ros_msg::DisplayName(type.name);
    return text;
  }
  text.id = SimpleTypeId(type.kind);
  if (text.id == 0) return std::nullopt;
  text.string_capacity = type.bound;
  if (type.bound > 0) {
    text.id =
        type.kind == TypeKind::kString8 ? kBoundedString : kBoundedWstring;
  }
  return text;
}

std::optional<FieldTypeText> FieldTypeOf(const Schema& schema,
                                         TypeIndex index) {
  const TypeDescriptor& type = schema.resolved(index);
  const bool is_array = type.kind == TypeKind::kArray;
  if (!is_array && type.kind != TypeKind::kSequence) {
    return ElementType(type);
  }
  if (is_array && type.dimensions.size() != 1) return std::nullopt;
  std::optional<FieldTypeText> text =
      ElementType(schema.resolved(type.element));
  if (!text.has_value()) return std::nullopt;
  text->capacity = is_array ? type.dimensions[0] : type.bound;
  text->id += is_array          ? kArrayOffset
              : type.bound == 0 ? kSequenceOffset
                                : kBoundedSequenceOffset;
  return text;
}

// pkg::msg::Name and its like.
bool IsRosName(std::string_view name) {
  const size_t first = name.find("::");
  if (first == std::string_view::npos) return false;
  const size_t second = name.find("::", first + 2);
  if (second == std::string_view::npos) return false;
  const std::string_view middle = name.substr(first + 2, second - first - 2);
  return name.find("::", second + 2) == std::string_view::npos &&
         (middle == "msg" || middle == "srv" || middle == "action");
}

std::optional<std::string> TypeJson(const Schema& schema,
                                    const TypeDescriptor& type) {
  if (type.extensibility != Extensibility::kFinal || type.base.has_value() ||
      !IsRosName(type.name)) {
    return std::nullopt;
  }
  std::string json = "{\"type_name\": \"" + ros_msg::DisplayName(type.name) +
                     "\", \"fields\": [";
  const auto add_field = [&](std::string_view name, const FieldTypeText& text) {
    if (!json.ends_with('[')) json += ", ";
    json.append("{\"name\": \"").append(name).append("\", \"type\": ");
    json += text.Json() + "}";
  };
  for (const Member& member : type.members) {
    const auto text = FieldTypeOf(schema, member.type);
    if (member.is_optional || !text.has_value()) return std::nullopt;
    add_field(member.name, *text);
  }
  if (type.members.empty()) {
    // rosidl writes an octet that C needs into the type.
    add_field("structure_needs_at_least_one_member",
              {.id = SimpleTypeId(TypeKind::kUInt8)});
  }
  return json + "]}";
}

std::string Sha256Hex(std::string_view text) {
  std::array<char, 32> digest{};
  unsigned int size = 0;
  // As for SchemaId: without SHA-256 no hash could be right.
  if (EVP_Digest(text.data(), text.size(),
                 reinterpret_cast<unsigned char*>(digest.data()), &size,
                 EVP_sha256(), nullptr) != 1 ||
      size != digest.size()) {
    std::abort();
  }
  return HexEncode({digest.data(), digest.size()});
}

}  // namespace

std::optional<std::string> RosTypeHash(const Schema& schema) {
  std::map<std::string_view, std::string> others;  // by name, as rosidl sorts
  std::string root;
  for (TypeIndex i = 0; i < schema.types().size(); ++i) {
    const TypeDescriptor& type = schema.type(i);
    if (!IsNamed(type.kind) || type.kind == TypeKind::kAlias) continue;
    if (type.kind != TypeKind::kStruct) return std::nullopt;
    std::optional<std::string> json = TypeJson(schema, type);
    if (!json.has_value()) return std::nullopt;
    if (i == schema.root()) {
      root = *std::move(json);
    } else {
      others[type.name] = *std::move(json);
    }
  }
  if (root.empty()) return std::nullopt;
  std::string text = "{\"type_description\": " + root +
                     ", \"referenced_type_descriptions\": [";
  for (const auto& [name, json] : others) {
    if (!text.ends_with('[')) text += ", ";
    text += json;
  }
  return "RIHS01_" + Sha256Hex(text + "]}");
}

}  // namespace transcdr
