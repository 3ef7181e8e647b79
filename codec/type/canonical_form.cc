// The grammar (lines end in \n; one space between words; `name` and the words
// in quotes stand for themselves):
//
//   form      = "transcdr schema 1" profile type*       types as they are first
//                                       mentioned, depth first from the root
//   profile   = "profile wstring=" wform " wchar=" ("16" | "32")
//               " empty_struct=" ("none" | "octet") setting*
//   setting   = " wstring_xcdr2=" wform         where it differs from wstring
//             | " wchar_xcdr2=" ("16" | "32")   where it differs from wchar
//             | " long_double=x87" | " optional_origin=kept"
//             | " collection_headers=fast_cdr_2" | " alignment_origin=header"
//             | " ros_service_header=present"   in this order
//   wform     = "bytes16" | "bytes16nul" | "units16" | "units32" | "units32nul"
//   type      = struct | union | enum | bitmask | bitset
//   struct    = "struct" scoped ext [":" scoped] member*
//   ext       = "final" | "appendable" | "mutable"
//   scoped    = ("::" name)+
//   member    = "  " name id use ["optional"] ["key"] ["must_understand"]
//               ["default=" literal]
//   union     = "union" scoped ext "switch" use ["key"] case*
//   case      = "  case" label ("," label)* member    without its indentation
//   label     = number | "default"                    "default" last
//   enum      = "enum" scoped bits literal*
//   literal   = "  " name value ["default"]    not where it is the first anyway
//   bitmask   = "bitmask" scoped bits ("  " name position)*
//   bitset    = "bitset" scoped [":" scoped] ("  " name width kind |
//                                             "  -" width)*
//   use       = kind | scoped | "string" [bound] | "wstring" [bound]
//             | "sequence<" use ["," number] ">" | "map<" use "," use
//               ["," number] ">" | "array<" use ",[" number ("," number)* "]>"
//   bound     = "<" number ">"
//   literal   = "true" | "false" | number | string | "[" literals "]"
//
// Numbers: decimal, floats the shortest that reads back the same, "nan", "inf",
// "-inf". Strings: in double quotes; \" \\ and \u00xx for control characters.
// An array of arrays is told from one of more dimensions, although both have
// the same bytes.

#include "codec/type/canonical_form.h"

#include <charconv>
#include <cstddef>
#include <limits>
#include <string_view>
#include <variant>
#include <vector>

namespace transcdr {
namespace {

std::string_view ExtensibilityName(Extensibility extensibility) {
  switch (extensibility) {
    case Extensibility::kFinal:
      return "final";
    case Extensibility::kAppendable:
      return "appendable";
    case Extensibility::kMutable:
      return "mutable";
  }
  return "";
}

std::string_view WstringFormName(WstringForm form) {
  switch (form) {
    case WstringForm::kBytes16:
      return "bytes16";
    case WstringForm::kBytes16Nul:
      return "bytes16nul";
    case WstringForm::kUnits16:
      return "units16";
    case WstringForm::kUnits32:
      return "units32";
    case WstringForm::kUnits32Nul:
      return "units32nul";
  }
  return "";
}

std::string_view EmptyStructFormName(EmptyStructForm form) {
  switch (form) {
    case EmptyStructForm::kNoBytes:
      return "none";
    case EmptyStructForm::kDummyOctet:
      return "octet";
  }
  return "";
}

void AppendText(std::string_view text, std::string* out) {
  static constexpr char kDigits[] = "0123456789abcdef";
  *out += '"';
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      *out += '\\';
      *out += c;
    } else if (byte < 0x20 || byte == 0x7f) {
      *out += "\\u00";
      *out += kDigits[byte >> 4];
      *out += kDigits[byte & 15];
    } else {
      *out += c;
    }
  }
  *out += '"';
}

void AppendLiteral(const Literal& literal, std::string* out) {
  struct Visitor {
    std::string* out;

    void operator()(std::monostate) const {}
    void operator()(bool value) const { *out += value ? "true" : "false"; }
    void operator()(int64_t value) const { *out += std::to_string(value); }
    void operator()(uint64_t value) const { *out += std::to_string(value); }
    void operator()(double value) const {
      char text[32];
      out->append(text, std::to_chars(text, text + sizeof(text), value).ptr);
    }
    void operator()(const std::string& value) const { AppendText(value, out); }
    void operator()(const std::vector<Literal>& elements) const {
      *out += '[';
      for (size_t i = 0; i < elements.size(); ++i) {
        if (i > 0) *out += ',';
        AppendLiteral(elements[i], out);
      }
      *out += ']';
    }
  };
  std::visit(Visitor{out}, literal.value);
}

class Writer {
 public:
  explicit Writer(const Schema& schema) : schema_(schema) {}

  std::string Write() {
    const WireProfile& profile = schema_.profile();
    Add("transcdr schema 1\nprofile wstring=",
        WstringFormName(profile.wstring_form),
        " wchar=", profile.wchar_width == WcharWidth::k16 ? "16" : "32",
        " empty_struct=", EmptyStructFormName(profile.empty_struct_form));
    AddUncommonSettings(profile);
    Add("\n");
    for (const TypeDescriptor& type : schema_.types()) AddType(type);
    return std::move(out_);
  }

 private:
  void AddUncommonSettings(const WireProfile& profile) {
    if (profile.wstring_form_xcdr2 != profile.wstring_form) {
      Add(" wstring_xcdr2=", WstringFormName(profile.wstring_form_xcdr2));
    }
    if (profile.wchar_width_xcdr2 != profile.wchar_width) {
      Add(" wchar_xcdr2=",
          profile.wchar_width_xcdr2 == WcharWidth::k16 ? "16" : "32");
    }
    if (profile.long_double_form == LongDoubleForm::kX87) {
      Add(" long_double=x87");
    }
    if (profile.optional_origin == OptionalOrigin::kKept) {
      Add(" optional_origin=kept");
    }
    if (profile.collection_headers == CollectionHeaders::kFastCdr2) {
      Add(" collection_headers=fast_cdr_2");
    }
    if (profile.alignment_origin == AlignmentOrigin::kHeader) {
      Add(" alignment_origin=header");
    }
    if (profile.ros_service_header == RosServiceHeader::kPresent) {
      Add(" ros_service_header=present");
    }
  }

  template <typename... Parts>
  void Add(const Parts&... parts) {
    (out_.append(std::string_view(parts)), ...);
  }
  template <typename Number>
  void AddNumber(Number number) {
    out_ += std::to_string(number);
  }

  void AddName(const TypeDescriptor& type) { Add("::", type.name); }

  // Recursion: TypeBuilder limits how deep collections nest.
  void AddUse(TypeIndex index) {
    const TypeDescriptor& type = schema_.resolved(index);
    if (IsNamed(type.kind)) return AddName(type);
    Add(TypeKindName(type.kind));
    switch (type.kind) {
      case TypeKind::kString8:
      case TypeKind::kString16:
        if (type.bound == 0) return;
        Add("<");
        AddNumber(type.bound);
        break;
      case TypeKind::kMap:
        Add("<");
        AddUse(type.key);
        Add(",");
        AddUse(type.element);
        AddBound(type.bound);
        break;
      case TypeKind::kSequence:
        Add("<");
        AddUse(type.element);
        AddBound(type.bound);
        break;
      case TypeKind::kArray:
        Add("<");
        AddUse(type.element);
        for (size_t i = 0; i < type.dimensions.size(); ++i) {
          Add(i == 0 ? ",[" : ",");
          AddNumber(type.dimensions[i]);
        }
        Add("]");
        break;
      default:  // primitives: the kind says it all
        return;
    }
    Add(">");
  }

  void AddBound(uint32_t bound) {
    if (bound == 0) return;
    Add(",");
    AddNumber(bound);
  }

  void AddBase(const TypeDescriptor& type) {
    if (!type.base.has_value()) return;
    Add(" : ");
    AddName(schema_.resolved(*type.base));
  }

  void AddMember(const Member& member) {
    Add(member.name, " ");
    AddNumber(member.id.value_or(0));
    Add(" ");
    AddUse(member.type);
    if (member.is_optional) Add(" optional");
    if (member.is_key) Add(" key");
    if (member.is_must_understand) Add(" must_understand");
    if (member.default_value.has_value()) {
      Add(" default=");
      AppendLiteral(*member.default_value, &out_);
    }
    Add("\n");
  }

  void AddCase(const UnionCase& one, bool is_unsigned) {
    Add("  case ");
    bool is_first = true;
    for (int64_t label : one.labels) {
      if (!is_first) Add(",");
      is_first = false;
      if (is_unsigned) {
        AddNumber(static_cast<uint64_t>(label));
      } else {
        AddNumber(label);
      }
    }
    if (one.is_default) Add(is_first ? "default" : ",default");
    Add(" ");
    AddMember(one.member);
  }

  void AddType(const TypeDescriptor& type) {
    if (!IsNamed(type.kind) || type.kind == TypeKind::kAlias) return;
    Add(TypeKindName(type.kind), " ");
    AddName(type);
    switch (type.kind) {
      case TypeKind::kStruct:
        Add(" ", ExtensibilityName(type.extensibility));
        AddBase(type);
        Add("\n");
        for (const Member& member : type.members) {
          Add("  ");
          AddMember(member);
        }
        return;
      case TypeKind::kUnion: {
        Add(" ", ExtensibilityName(type.extensibility), " switch ");
        AddUse(type.element);
        Add(type.is_discriminator_key ? " key\n" : "\n");
        const bool is_unsigned =
            schema_.resolved(type.element).kind == TypeKind::kUInt64;
        for (const UnionCase& one : type.cases) AddCase(one, is_unsigned);
        return;
      }
      case TypeKind::kEnum:
        Add(" ");
        AddNumber(type.bit_bound);
        Add("\n");
        for (size_t i = 0; i < type.enumerators.size(); ++i) {
          const Enumerator& literal = type.enumerators[i];
          Add("  ", literal.name, " ");
          AddNumber(literal.value.value_or(0));
          Add(literal.is_default && i > 0 ? " default\n" : "\n");
        }
        return;
      case TypeKind::kBitmask:
        Add(" ");
        AddNumber(type.bit_bound);
        Add("\n");
        for (const Flag& flag : type.flags) {
          Add("  ", flag.name, " ");
          AddNumber(flag.position.value_or(0));
          Add("\n");
        }
        return;
      case TypeKind::kBitset:
        AddBase(type);
        Add("\n");
        for (const Bitfield& field : type.bitfields) {
          Add("  ", field.name.empty() ? std::string("-") : field.name, " ");
          AddNumber(field.width);
          if (!field.name.empty() && field.holder.has_value()) {
            Add(" ", TypeKindName(*field.holder));
          }
          Add("\n");
        }
        return;
      default:  // returned at the top
        return;
    }
  }

  const Schema& schema_;
  std::string out_;
};

// Sizes of uses, each found once.
class SizeEstimator {
 public:
  explicit SizeEstimator(const Schema& schema)
      : schema_(schema), use_sizes_(schema.types().size(), 0) {}

  uint64_t Estimate() {
    uint64_t sum = kPart;
    for (const TypeDescriptor& type : schema_.types()) {
      sum = Sum(sum, kPart + type.name.size());
      for (const Member& member : type.members) AddMember(member, &sum);
      for (const UnionCase& one : type.cases) {
        AddMember(one.member, &sum);
        sum = Sum(sum, one.labels.size() * kNumber);
      }
      for (const Enumerator& literal : type.enumerators) {
        sum = Sum(sum, kPart + literal.name.size());
      }
      for (const Flag& flag : type.flags) {
        sum = Sum(sum, kPart + flag.name.size());
      }
      for (const Bitfield& field : type.bitfields) {
        sum = Sum(sum, kPart + field.name.size());
      }
      if (type.base.has_value()) sum = Sum(sum, UseSize(*type.base));
      if (type.kind == TypeKind::kUnion) sum = Sum(sum, UseSize(type.element));
    }
    return sum;
  }

 private:
  static constexpr uint64_t kPart = 96;    // keywords, ids, spaces of a line
  static constexpr uint64_t kNumber = 21;  // with a comma

  static uint64_t Sum(uint64_t a, uint64_t b) {
    uint64_t sum;
    return __builtin_add_overflow(a, b, &sum)
               ? std::numeric_limits<uint64_t>::max()
               : sum;
  }

  void AddMember(const Member& member, uint64_t* sum) {
    *sum = Sum(*sum, kPart + member.name.size());
    *sum = Sum(*sum, UseSize(member.type));
  }

  uint64_t UseSize(TypeIndex index) {
    index = schema_.Resolve(index);
    if (use_sizes_[index] != 0) return use_sizes_[index];
    const TypeDescriptor& type = schema_.type(index);
    uint64_t size =
        kNumber + type.name.size() + kNumber * type.dimensions.size() + kNumber;
    if (type.kind == TypeKind::kMap) size = Sum(size, UseSize(type.key));
    if (type.kind == TypeKind::kMap || type.kind == TypeKind::kSequence ||
        type.kind == TypeKind::kArray) {
      size = Sum(size, UseSize(type.element));
    }
    return use_sizes_[index] = size;
  }

  const Schema& schema_;
  std::vector<uint64_t> use_sizes_;
};

}  // namespace

std::string CanonicalForm(const Schema& schema) {
  return Writer(schema).Write();
}

uint64_t CanonicalFormSizeEstimate(const Schema& schema) {
  return SizeEstimator(schema).Estimate();
}

}  // namespace transcdr
