#include "codec/compare/type_text.h"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include "codec/type/message_text.h"

namespace transcdr::compare {
namespace {

using message_text::Concat;

constexpr int kMaxDepth = 4;
constexpr size_t kMaxText = 80;
constexpr size_t kMaxPath = 2000;

std::string Text(const Schema& schema, TypeIndex index, int depth) {
  const TypeDescriptor& type = schema.resolved(index);
  if (IsNamed(type.kind)) return type.name;
  if (depth > kMaxDepth) return "...";
  const std::string bound = type.bound == 0 ? "" : Concat(", ", type.bound);
  switch (type.kind) {
    case TypeKind::kString8:
    case TypeKind::kString16:
      if (type.bound == 0) return std::string(TypeKindName(type.kind));
      return Concat(TypeKindName(type.kind), "<", type.bound, ">");
    case TypeKind::kSequence:
      return Concat("sequence<", Text(schema, type.element, depth + 1), bound,
                    ">");
    case TypeKind::kMap:
      return Concat("map<", Text(schema, type.key, depth + 1), ", ",
                    Text(schema, type.element, depth + 1), bound, ">");
    case TypeKind::kArray: {
      std::string text = Text(schema, type.element, depth + 1);
      for (const uint32_t size : type.dimensions) {
        text += Concat("[", size, "]");
      }
      return text;
    }
    default:  // primitives
      return std::string(TypeKindName(type.kind));
  }
}

void AppendLiteral(const Literal& literal, std::string* out) {
  if (out->size() > kMaxText) return;
  struct Visitor {
    std::string* out;

    void operator()(std::monostate) const { *out += "none"; }
    void operator()(bool value) const { *out += value ? "true" : "false"; }
    void operator()(int64_t value) const { *out += std::to_string(value); }
    void operator()(uint64_t value) const { *out += std::to_string(value); }
    void operator()(double value) const {
      char text[32];
      out->append(text, std::to_chars(text, text + sizeof(text), value).ptr);
    }
    void operator()(const std::string& value) const {
      *out += message_text::Quoted(value);
    }
    void operator()(const std::vector<Literal>& elements) const {
      *out += '[';
      for (size_t i = 0; i < elements.size(); ++i) {
        if (out->size() > kMaxText) {
          *out += "...";
          break;
        }
        if (i > 0) *out += ", ";
        AppendLiteral(elements[i], out);
      }
      *out += ']';
    }
  };
  std::visit(Visitor{out}, literal.value);
}

}  // namespace

std::string TypeText(const Schema& schema, TypeIndex index) {
  return Text(schema, index, 0);
}

std::string LiteralText(const std::optional<Literal>& literal) {
  if (!literal.has_value()) return "none";
  std::string text;
  AppendLiteral(*literal, &text);
  return text;
}

std::string Within(const std::string& path, std::string_view member) {
  if (path.empty()) return std::string(member);
  // Types may nest by the ten thousand: only the end of such a path is kept.
  if (path.size() > kMaxPath) {
    const size_t cut = path.find('.', path.size() - kMaxPath / 2);
    if (cut != std::string::npos) {
      return Concat("...", path.substr(cut), ".", member);
    }
  }
  return Concat(path, ".", member);
}
}  // namespace transcdr::compare
