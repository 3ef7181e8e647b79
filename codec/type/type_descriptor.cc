#include "codec/type/type_descriptor.h"

namespace transcdr {

std::string_view TypeKindName(TypeKind kind) {
  switch (kind) {
    case TypeKind::kBoolean:
      return "boolean";
    case TypeKind::kByte:
      return "byte";
    case TypeKind::kInt8:
      return "int8";
    case TypeKind::kUInt8:
      return "uint8";
    case TypeKind::kInt16:
      return "int16";
    case TypeKind::kUInt16:
      return "uint16";
    case TypeKind::kInt32:
      return "int32";
    case TypeKind::kUInt32:
      return "uint32";
    case TypeKind::kInt64:
      return "int64";
    case TypeKind::kUInt64:
      return "uint64";
    case TypeKind::kFloat32:
      return "float32";
    case TypeKind::kFloat64:
      return "float64";
    case TypeKind::kFloat128:
      return "float128";
    case TypeKind::kChar8:
      return "char8";
    case TypeKind::kChar16:
      return "char16";
    case TypeKind::kString8:
      return "string";
    case TypeKind::kString16:
      return "wstring";
    case TypeKind::kSequence:
      return "sequence";
    case TypeKind::kArray:
      return "array";
    case TypeKind::kMap:
      return "map";
    case TypeKind::kAlias:
      return "alias";
    case TypeKind::kEnum:
      return "enum";
    case TypeKind::kBitmask:
      return "bitmask";
    case TypeKind::kBitset:
      return "bitset";
    case TypeKind::kStruct:
      return "struct";
    case TypeKind::kUnion:
      return "union";
  }
  return "unknown";
}

}  // namespace transcdr
