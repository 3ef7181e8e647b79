#include "codec/render/json_schema.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "codec/render/document_types.h"
#include "codec/type/message_text.h"

namespace transcdr {
namespace {

using message_text::Concat;
using render::HoldsBytes;
using render::IntegerRange;
using render::JsonText;

std::string IntegerText(const IntegerRange& range) {
  if (!range.is_wide()) {
    return Concat(R"({"type":"integer","minimum":)", range.lowest,
                  R"(,"maximum":)", range.highest, "}");
  }
  const bool is_signed = range.lowest < 0;
  return Concat(R"({"anyOf":[{"type":"integer","minimum":)",
                is_signed ? -render::kMaxJsonInteger : 0, R"(,"maximum":)",
                render::kMaxJsonInteger, R"(},{"type":"string","pattern":"^)",
                is_signed ? "-?" : "", R"([0-9]+$"}]})");
}

class Printer {
 public:
  explicit Printer(const Schema& schema) : schema_(schema) {}

  std::string Print() {
    std::string out = Concat(
        R"({"$schema":"https://json-schema.org/draft/2020-12/schema",)", "\n",
        R"("title":)", JsonText(schema_.root_name()),
        ",\n\"$ref\":", Reference(schema_.root_name()), ",\n\"$defs\":{");
    bool is_first = true;
    const auto add = [&](std::string_view name, const std::string& text) {
      out += Concat(is_first ? "\n" : ",\n", JsonText(name), ":", text);
      is_first = false;
    };
    for (TypeIndex i = 0; i < schema_.types().size(); ++i) {
      const TypeDescriptor& type = schema_.type(i);
      if (!IsNamed(type.kind) || type.kind == TypeKind::kAlias) continue;
      add(type.name, Definition(i));
    }
    // Writing one may add others.
    while (!deep_.empty()) {
      const TypeIndex index = *deep_.begin();
      deep_.erase(deep_.begin());
      if (!written_.insert(index).second) continue;
      add(Concat("#", index), Collection(index, 0));
    }
    return out + "\n}}\n";
  }

 private:
  // Names are identifiers and "::": nothing that a fragment has to escape.
  static std::string Reference(std::string_view name) {
    return Concat("\"#/$defs/", name, "\"");
  }

  std::string Definition(TypeIndex index) {
    const TypeDescriptor& type = schema_.type(index);
    switch (type.kind) {
      case TypeKind::kStruct:
        return Struct(index);
      case TypeKind::kUnion:
        return Union(type);
      case TypeKind::kEnum: {
        std::string names;
        for (const Enumerator& literal : type.enumerators) {
          names += Concat(names.empty() ? "" : ",", JsonText(literal.name));
        }
        const IntegerRange range =
            render::SignedRange(render::HolderBits(type.bit_bound));
        return Concat(R"({"anyOf":[{"enum":[)", names, "]},",
                      IntegerText(range), "]}");
      }
      case TypeKind::kBitmask:
        return IntegerText(
            render::UnsignedRange(render::HolderBits(type.bit_bound)));
      default:  // a bitset: nothing else has a definition
        return Bitset(index);
    }
  }

  static std::string Object(const std::string& properties,
                            const std::string& required) {
    return Concat(
        R"({"type":"object","properties":{)", properties, "}",
        required.empty() ? "" : Concat(",\"required\":[", required, "]"),
        R"(,"additionalProperties":false})");
  }

  static void AddTo(std::string* list, const std::string& item) {
    if (!list->empty()) *list += ',';
    *list += item;
  }

  std::string Struct(TypeIndex index) {
    std::string properties;
    std::string required;
    for (const Member* member : schema_.AllMembers(index)) {
      AddTo(&properties,
            Concat(JsonText(member->name), ":", Use(member->type, 0)));
      if (!member->is_optional) AddTo(&required, JsonText(member->name));
    }
    return Object(properties, required);
  }

  std::string Bitset(TypeIndex index) {
    std::string properties;
    std::string required;
    for (const Bitfield* field : schema_.AllBitfields(index)) {
      if (field->name.empty()) continue;
      const TypeKind holder = field->holder.value_or(TypeKind::kUInt64);
      std::string text = R"({"type":"boolean"})";
      if (holder != TypeKind::kBoolean) {
        text = IntegerText(IsSignedInteger(holder)
                               ? render::SignedRange(field->width)
                               : render::UnsignedRange(field->width));
      }
      AddTo(&properties, Concat(JsonText(field->name), ":", text));
      AddTo(&required, JsonText(field->name));
    }
    return Object(properties, required);
  }

  std::string Union(const TypeDescriptor& type) {
    const TypeDescriptor& discriminator = schema_.resolved(type.element);
    const std::string any = Use(type.element, 0);
    std::string all_labels;
    std::string cases;
    for (const UnionCase& one : type.cases) {
      std::string labels;
      for (const int64_t label : one.labels) {
        AddTo(&labels, render::JsonLabel(discriminator, label));
      }
      if (!labels.empty()) AddTo(&all_labels, labels);
      if (one.is_default) continue;
      AddTo(&cases, Case(Concat("{\"enum\":[", labels, "]}"), one.member));
    }
    const auto but = [&](const std::string& labels) {
      if (labels.empty()) return any;
      return Concat("{\"allOf\":[", any, ",{\"not\":{\"enum\":[", labels,
                    "]}}]}");
    };
    for (const UnionCase& one : type.cases) {
      if (!one.is_default) continue;
      // All but the labels of the others.
      std::string others;
      for (const UnionCase& other : type.cases) {
        if (other.is_default) continue;
        for (const int64_t label : other.labels) {
          AddTo(&others, render::JsonLabel(discriminator, label));
        }
      }
      AddTo(&cases, Case(but(others), one.member));
    }
    if (!render::HasMemberAlways(schema_, type)) {
      AddTo(&cases, Object(Concat("\"$discriminator\":", but(all_labels)),
                           "\"$discriminator\""));
    }
    return Concat("{\"oneOf\":[", cases, "]}");
  }

  std::string Case(const std::string& discriminator, const Member& member) {
    std::string required = "\"$discriminator\"";
    if (!member.is_optional) AddTo(&required, JsonText(member.name));
    return Object(Concat("\"$discriminator\":", discriminator, ",",
                         JsonText(member.name), ":", Use(member.type, 0)),
                  required);
  }

  // `level` counts the collections around it.
  std::string Use(TypeIndex index, int level) {
    const TypeDescriptor& type = schema_.resolved(index);
    if (IsNamed(type.kind)) {
      return Concat("{\"$ref\":", Reference(type.name), "}");
    }
    if (IsInteger(type.kind)) {
      return IntegerText(render::RangeOfInteger(type.kind));
    }
    switch (type.kind) {
      case TypeKind::kBoolean:
        return R"({"type":"boolean"})";
      case TypeKind::kFloat32:
      case TypeKind::kFloat64:
        return R"({"anyOf":[{"type":"number"},)"
               R"({"enum":["NaN","Infinity","-Infinity"]}]})";
      case TypeKind::kFloat128:
        return Bytes(16, 16);
      case TypeKind::kChar8:
      case TypeKind::kChar16:
        return R"({"type":"string","minLength":1,"maxLength":1})";
      case TypeKind::kString8:
      case TypeKind::kString16:
        if (type.bound == 0) return R"({"type":"string"})";
        return Concat(R"({"type":"string","maxLength":)", type.bound, "}");
      default:
        break;
    }
    if (level < render::kMaxCollectionsInPlace) {
      return Collection(index, level);
    }
    deep_.insert(schema_.Resolve(index));
    // '#' has to be escaped in a fragment.
    return Concat("{\"$ref\":\"#/$defs/%23", schema_.Resolve(index), "\"}");
  }

  static std::string Bytes(uint64_t least, uint64_t most) {
    const auto length = [](uint64_t bytes) { return (bytes + 2) / 3 * 4; };
    std::string out = R"({"type":"string","contentEncoding":"base64")";
    if (least > 0) out += Concat(",\"minLength\":", length(least));
    if (most > 0) out += Concat(",\"maxLength\":", length(most));
    return out + "}";
  }

  static std::string List(const std::string& items, uint64_t least,
                          uint64_t most) {
    std::string out = Concat(R"({"type":"array","items":)", items);
    if (least > 0) out += Concat(",\"minItems\":", least);
    if (most > 0) out += Concat(",\"maxItems\":", most);
    return out + "}";
  }

  std::string Collection(TypeIndex index, int level) {
    const TypeDescriptor& type = schema_.resolved(index);
    if (type.kind == TypeKind::kMap) return Map(type, level);
    if (type.kind == TypeKind::kSequence) {
      if (HoldsBytes(schema_, type)) return Bytes(0, type.bound);
      return List(Use(type.element, level + 1), 0, type.bound);
    }
    // An array; the innermost dimension first.
    const uint32_t innermost = type.dimensions.back();
    std::string out =
        HoldsBytes(schema_, type)
            ? Bytes(innermost, innermost)
            : List(Use(type.element, level + 1), innermost, innermost);
    for (size_t i = type.dimensions.size() - 1; i-- > 0;) {
      out = List(out, type.dimensions[i], type.dimensions[i]);
    }
    return out;
  }

  std::string Map(const TypeDescriptor& type, int level) {
    const TypeDescriptor& key = schema_.resolved(type.key);
    const std::string value = Use(type.element, level + 1);
    if (!render::IsObjectKey(key.kind)) {
      return List(
          Concat(R"({"type":"array","prefixItems":[)", Use(type.key, level + 1),
                 ",", value, R"(],"items":false,"minItems":2})"),
          0, type.bound);
    }
    std::string out = R"({"type":"object",)";
    if (key.kind == TypeKind::kBoolean) {
      out += R"("propertyNames":{"enum":["true","false"]},)";
    } else if (IsInteger(key.kind)) {
      out += R"("propertyNames":{"pattern":"^-?[0-9]+$"},)";
    }
    out += Concat("\"additionalProperties\":", value);
    if (type.bound > 0) out += Concat(",\"maxProperties\":", type.bound);
    return out + "}";
  }

  const Schema& schema_;
  std::set<TypeIndex> deep_;
  std::set<TypeIndex> written_;
};

}  // namespace

std::string PrintJsonSchema(const Schema& schema) {
  return Printer(schema).Print();
}

}  // namespace transcdr
