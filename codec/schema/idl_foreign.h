// Declarations of IDL that hold no data: interfaces, value types, exceptions,
// components. Only the data types and constants within them are of use.

#ifndef TRANSCDR_CODEC_SCHEMA_IDL_FOREIGN_H_
#define TRANSCDR_CODEC_SCHEMA_IDL_FOREIGN_H_

#include <memory>
#include <vector>

#include "codec/schema/idl_ast.h"
#include "codec/schema/idl_parser_base.h"

namespace transcdr::idl {

class ForeignParser : protected ParserBase {
 protected:
  using ParserBase::ParserBase;
  virtual ~ForeignParser() = default;

  // Takes one, to behind its ';'. In the bodies of interfaces and value types
  // reads definitions, forward declarations and constants, and passes over the
  // rest, with one warning for all of it. nullptr: none of those that may come
  // where a declaration is expected, and reported; at least one token is taken
  // but for a brace or ';'.
  std::unique_ptr<Declaration> TakeForeign();

  // Whether the definition of a type, a typedef or a constant comes next.
  virtual bool IsDataDeclaration() = 0;
  // Takes that, whose annotations are taken, with its ';'. Takes at least one
  // token; what is faulty is reported and left out.
  virtual void TakeAnnotated(
      Annotations annotations,
      std::vector<std::unique_ptr<Declaration>>* declarations) = 0;

 private:
  // ": A, b::B" in front of the body of an interface. False: reported.
  bool TakeBases(Declaration* declaration);
  void TakeBody(Declaration* declaration, std::string_view keyword);
};

}  // namespace transcdr::idl

#endif  // TRANSCDR_CODEC_SCHEMA_IDL_FOREIGN_H_
