#include "codec/schema/ros_interface_idl.h"

#include <cstdlib>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "codec/schema/ros_definitions.h"
#include "codec/schema/ros_interface.h"
#include "codec/schema/ros_msg_names.h"
#include "codec/schema/ros_msg_parser.h"
#include "codec/type/idl_words.h"
#include "codec/type/message_text.h"
#include "codec/type/type_descriptor.h"

namespace transcdr::ros_msg {
namespace {

using message_text::Concat;

// rosidl's words: those of .msg for integers, where idl_words takes the older
// ones of the standard, which have two.
std::string_view PrimitiveWord(TypeKind kind) {
  switch (kind) {
    case TypeKind::kInt16:
    case TypeKind::kUInt16:
    case TypeKind::kInt32:
    case TypeKind::kUInt32:
    case TypeKind::kInt64:
    case TypeKind::kUInt64:
      return TypeKindName(kind);
    default:
      return idl_words::IdlPrimitive(kind);
  }
}

std::string KindWord(TypeKind kind) {
  if (kind == TypeKind::kString8) return "string";
  if (kind == TypeKind::kString16) return "wstring";
  return std::string(PrimitiveWord(kind));
}

// The name of an array's typedef: "double[9]" gives "double__9", as with
// rosidl_adapter.
std::string TypedefName(std::string_view type) {
  std::string name;
  for (size_t i = 0; i < type.size(); ++i) {
    if (type[i] == '<' || type[i] == '[') {
      name += "__";
    } else if (type[i] == ':') {
      name += '_';
    } else if (type[i] != '>' && type[i] != ']') {
      name += type[i];
    }
  }
  return name;
}

class Writer {
 public:
  explicit Writer(const LibraryText& interface) : interface_(interface) {}

  std::string Write() {
    const std::string_view name = interface_.full_name;
    const InterfaceText text = SplitInterface(interface_.text);
    if (interface_.kind == InterfaceKind::kMessage) {
      AddStruct(name, text.parts[0].text);
    } else {
      for (const DerivedType& type : DerivedTypes(name, interface_.kind)) {
        if (!type.part.has_value()) continue;
        AddStruct(type.full_name, text.parts[*type.part].text);
      }
    }
    const std::string_view scope =
        name.substr(0, name.size() - ShortNameOf(name).size() - 2);
    return Concat(includes_, "\nmodule ", PackageOf(name), " {\n  module ",
                  ShortNameOf(scope), " {\n", typedefs_, structs_,
                  "  };\n};\n");
  }

 private:
  void AddStruct(std::string_view full_name, std::string_view text) {
    const Message message =
        ParseMessage(text, DisplayName(full_name), [](const Diagnostic& fault) {
          if (fault.severity == Severity::kError) std::abort();
        });
    const std::string_view name = ShortNameOf(full_name);
    if (!message.constants.empty()) {
      structs_ += Concat("    module ", name, "_Constants {\n");
      for (const Constant& constant : message.constants) {
        structs_ += Concat(
            "      const ", KindWord(constant.kind), " ", constant.name, " = ",
            idl_words::IdlDefault(constant.value, constant.kind), ";\n");
      }
      structs_ += "    };\n";
    }
    structs_ += Concat("    @nested\n    struct ", name, " {\n");
    for (const Field& field : message.fields) AddField(field);
    if (message.fields.empty()) {
      structs_ += "      uint8 structure_needs_at_least_one_member;\n";
    }
    structs_ += "    };\n";
  }

  void AddField(const Field& field) {
    if (field.default_value.has_value()) {
      const TypeKind kind = field.type.kind.value_or(TypeKind::kStruct);
      structs_ +=
          Concat("      @default (value=",
                 idl_words::IdlDefault(*field.default_value, kind), ")\n");
    }
    const std::string type = TypeOf(field.type);
    structs_ +=
        Concat("      ", type, " ", idl_words::IdlName(field.name), ";\n");
  }

  std::string TypeOf(const FieldType& type) {
    std::string element;
    if (type.kind.has_value()) {
      element = KindWord(*type.kind);
      if (type.string_bound > 0) {
        element += Concat("<", type.string_bound, ">");
      }
    } else {
      element = Include(type.message);
    }
    switch (type.shape) {
      case FieldShape::kOne:
        return element;
      case FieldShape::kArray: {
        const std::string dimension = Concat("[", type.size, "]");
        std::string name = TypedefName(element + dimension);
        if (names_.insert(name).second) {
          typedefs_ +=
              Concat("    typedef ", element, " ", name, dimension, ";\n");
        }
        return name;
      }
      case FieldShape::kSequence:
        return type.size == 0
                   ? Concat("sequence<", element, ">")
                   : Concat("sequence<", element, ", ", type.size, ">");
    }
    return element;
  }

  // Includes the file of a type; returns its full name.
  std::string Include(std::string_view written) {
    std::string name = FullTypeName(written).value_or("");
    if (PackageOf(name).empty()) name = InPackageOf(interface_.full_name, name);
    if (names_.insert(name).second) {
      includes_ += Concat("#include \"", DisplayName(name), ".idl\"\n");
    }
    return name;
  }

  const LibraryText& interface_;
  std::string includes_;
  std::string typedefs_;
  std::string structs_;
  // What is written already: full names, and names of typedefs.
  std::unordered_set<std::string> names_;
};

}  // namespace

std::string InterfaceIdl(const LibraryText& interface) {
  return Writer(interface).Write();
}

}  // namespace transcdr::ros_msg
