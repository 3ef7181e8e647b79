#include "codec/schema/idl_foreign.h"

#include <optional>
#include <string_view>
#include <utility>

#include "codec/type/message_text.h"

namespace transcdr::idl {
namespace {

using message_text::Concat;
using message_text::Quoted;

// How they begin, and what they are.
struct Foreign {
  std::string_view keyword;
  std::string_view what;
  bool has_types = false;  // its body may define types and constants
};
constexpr Foreign kForeign[] = {{"interface", "an interface", true},
                                {"valuetype", "a value type", true},
                                {"exception", "an exception"},
                                {"native", "a native type"},
                                {"eventtype", "an event type", true},
                                {"component", "a component"},
                                {"home", "a home", true},
                                {"porttype", "a port type"},
                                {"connector", "a connector"}};

}  // namespace

std::unique_ptr<Declaration> ForeignParser::TakeForeign() {
  const Place place = Peek().place;
  if (IsNext("import") || IsNext("typeid") || IsNext("typeprefix")) {
    reporter_.Warning(place, Concat(Quoted(Peek().text),
                                    " is left out: it says nothing about "
                                    "data types"));
    SkipStatement();
    // A declaration of nothing.
    auto empty = std::make_unique<Declaration>();
    empty->kind = Declaration::Kind::kUnsupported;
    return empty;
  }
  while (IsNext("abstract") || IsNext("local") || IsNext("custom")) Take();
  for (const Foreign& foreign : kForeign) {
    if (!IsNext(foreign.keyword)) continue;
    Take();
    std::unique_ptr<Declaration> declaration =
        Named(Declaration::Kind::kUnsupported,
              Concat("the name of ", foreign.what), "{:;");
    if (declaration == nullptr) return nullptr;
    declaration->what = foreign.what;
    if (!IsNext(";")) {
      reporter_.Warning(
          declaration->place,
          Concat(foreign.what, " is passed over: only ",
                 foreign.has_types ? "the data types and constants in it"
                                   : "data types",
                 " are read"));
    }
    if (foreign.keyword == "interface" && Accept(":") &&
        !TakeBases(declaration.get())) {
      return nullptr;
    }
    if (foreign.has_types) {
      // What stands before the body of the others: bases, keys, "manages".
      while (!IsNext("{") && !IsNext("}") && !IsNext(";") &&
             Peek().kind != TokenKind::kEnd) {
        Take();
      }
      if (IsNext("{")) {
        TakeBody(declaration.get(), foreign.keyword);
        Accept(";");
        return declaration;
      }
    }
    SkipStatement();
    return declaration;
  }
  ErrorExpected(
      "a declaration (module, struct, union, enum, bitmask, "
      "bitset, typedef, const)");
  // So that something is taken in any case.
  if (!IsNext("}") && !IsNext("{") && !IsNext(";")) Take();
  return nullptr;
}

bool ForeignParser::TakeBases(Declaration* declaration) {
  do {
    std::optional<ScopedName> name =
        TakeScopedName("the name of a base interface");
    if (!name.has_value() || !CountPart(name->place)) return false;
    declaration->bases.push_back(*std::move(name));
  } while (Accept(","));
  return true;
}

void ForeignParser::TakeBody(Declaration* declaration,
                             std::string_view keyword) {
  Take();
  declaration->has_body = true;
  while (!IsNext("}") && Peek().kind != TokenKind::kEnd) {
    Annotations annotations;
    if (TakeAnnotations(&annotations) && IsDataDeclaration()) {
      TakeAnnotated(std::move(annotations), &declaration->declarations);
    } else {
      SkipStatement();
    }
  }
  CloseBody(*declaration, keyword);
}

}  // namespace transcdr::idl
