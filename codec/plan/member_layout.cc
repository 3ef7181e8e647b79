#include "codec/plan/member_layout.h"

namespace transcdr {
namespace {

bool CountsAsPrimitive(const Schema& schema, TypeIndex index) {
  const TypeKind kind = schema.resolved(index).kind;
  if (IsPrimitive(kind)) return true;
  const bool is_number = kind == TypeKind::kEnum ||
                         kind == TypeKind::kBitmask ||
                         kind == TypeKind::kBitset;
  return is_number &&
         schema.profile().collection_headers == CollectionHeaders::kFastCdr2;
}

LengthCode OfSize(uint32_t bytes) {
  switch (bytes) {
    case 1:
      return LengthCode::k1Byte;
    case 2:
      return LengthCode::k2Bytes;
    case 4:
      return LengthCode::k4Bytes;
    case 8:
      return LengthCode::k8Bytes;
    default:
      return LengthCode::kNextInt;
  }
}

// Bytes of a primitive in XCDR2.
uint32_t PrimitiveSize(const Schema& schema, TypeKind kind) {
  switch (kind) {
    case TypeKind::kBoolean:
    case TypeKind::kByte:
    case TypeKind::kInt8:
    case TypeKind::kUInt8:
    case TypeKind::kChar8:
      return 1;
    case TypeKind::kInt16:
    case TypeKind::kUInt16:
      return 2;
    case TypeKind::kChar16:
      return schema.profile().wchar_width_xcdr2 == WcharWidth::k16 ? 2 : 4;
    case TypeKind::kInt32:
    case TypeKind::kUInt32:
    case TypeKind::kFloat32:
      return 4;
    case TypeKind::kInt64:
    case TypeKind::kUInt64:
    case TypeKind::kFloat64:
      return 8;
    default:  // kFloat128
      return 16;
  }
}

LengthCode OfWstring(WstringForm form) {
  switch (form) {
    case WstringForm::kBytes16:
    case WstringForm::kBytes16Nul:
      return LengthCode::kFirstInt;
    case WstringForm::kUnits16:
      return LengthCode::kNextInt;
    case WstringForm::kUnits32:
    case WstringForm::kUnits32Nul:
      return LengthCode::kFirstIntBy4;
  }
  return LengthCode::kNextInt;
}

LengthCode OfSequence(const Schema& schema, const TypeDescriptor& type) {
  const TypeKind element = schema.resolved(type.element).kind;
  if (!IsPrimitive(element)) return LengthCode::kNextInt;
  switch (PrimitiveSize(schema, element)) {
    case 1:
      return LengthCode::kFirstInt;
    case 4:
      return LengthCode::kFirstIntBy4;
    case 8:
      return LengthCode::kFirstIntBy8;
    default:
      return LengthCode::kNextInt;
  }
}

}  // namespace

uint8_t BytesForBits(uint32_t bits) {
  return bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8;
}

bool HasCollectionHeader(const Schema& schema, TypeIndex collection) {
  const TypeDescriptor& type = schema.type(collection);
  TypeIndex element = schema.Resolve(type.element);
  if (type.kind == TypeKind::kArray) {
    while (schema.type(element).kind == TypeKind::kArray) {
      element = schema.Resolve(schema.type(element).element);
    }
  }
  const bool plain_element = CountsAsPrimitive(schema, element);
  if (type.kind != TypeKind::kMap ||
      schema.profile().collection_headers == CollectionHeaders::kFastCdr2) {
    return !plain_element;
  }
  return !plain_element || !CountsAsPrimitive(schema, type.key);
}

LengthCode LengthCodeOf(const Schema& schema, TypeIndex index) {
  index = schema.Resolve(index);
  const TypeDescriptor& type = schema.type(index);
  switch (type.kind) {
    case TypeKind::kString8:
      return LengthCode::kFirstInt;
    case TypeKind::kString16:
      return OfWstring(schema.profile().wstring_form_xcdr2);
    case TypeKind::kEnum:
    case TypeKind::kBitmask:
      return OfSize(BytesForBits(type.bit_bound));
    case TypeKind::kBitset: {
      uint32_t bits = 0;
      for (const Bitfield* field : schema.AllBitfields(index)) {
        bits += field->width;
      }
      return OfSize(BytesForBits(bits));
    }
    case TypeKind::kSequence:
      return HasCollectionHeader(schema, index) ? LengthCode::kFirstInt
                                                : OfSequence(schema, type);
    case TypeKind::kArray:
    case TypeKind::kMap:
      return HasCollectionHeader(schema, index) ? LengthCode::kFirstInt
                                                : LengthCode::kNextInt;
    case TypeKind::kStruct:
    case TypeKind::kUnion:
      return type.extensibility == Extensibility::kFinal
                 ? LengthCode::kNextInt
                 : LengthCode::kFirstInt;
    default:
      return OfSize(PrimitiveSize(schema, type.kind));
  }
}

}  // namespace transcdr
