// The names of an IDL schema: which there are, where, and which one is meant.

#ifndef TRANSCDR_CODEC_SCHEMA_IDL_SCOPES_H_
#define TRANSCDR_CODEC_SCHEMA_IDL_SCOPES_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "codec/base/limits.h"
#include "codec/schema/idl_ast.h"
#include "codec/schema/idl_sources.h"

namespace transcdr::idl {

struct Scope;

struct Symbol {
  enum class Kind : uint8_t {
    kModule,
    kType,     // a definition, or an alias (declarator is set)
    kForward,  // "struct S;"
    kConstant,
    kEnumerator,
    kFlag,
    kUnsupported,
  };
  Kind kind = Kind::kModule;
  Place place;
  const Declaration* declaration = nullptr;
  const Declarator* declarator = nullptr;  // of a typedef
  size_t literal = 0;                      // kEnumerator, kFlag: which one
  Scope* scope = nullptr;                  // where it is declared
  Scope* inside = nullptr;  // what is declared in it; may be nullptr
  uint32_t order = 0;       // among all declarations
  std::string full_name;    // kType, kForward: "a::b::C"
};

// The names of a module, type or interface, or of everything.
struct Scope {
  Scope* parent = nullptr;  // nullptr: everything
  std::string full_name;    // "a::b"; empty for everything
  std::unordered_map<std::string, std::vector<const Symbol*>> symbols;
  // Of an interface: of all that it inherits from, the nearest first. What is
  // not in `symbols` is looked up there. At most 64; more are an error.
  std::vector<const Scope*> bases;
};

// Something that is to be defined, in the order of the text.
struct Definition {
  const Declaration* declaration = nullptr;
  const Symbol* symbol = nullptr;      // kTypedef: nullptr, there may be many
  std::vector<const Symbol*> aliases;  // kTypedef: as its declarators
  Scope* scope = nullptr;              // where its names are looked up
  // What the modules around it say.
  const Declaration* auto_id_module = nullptr;         // the nearest @autoid
  const Declaration* default_nested_module = nullptr;  // ... @default_nested
};

class Scopes {
 public:
  Scopes(const SchemaLimits& limits, Reporter& reporter)
      : limits_(limits), reporter_(reporter) {}
  Scopes(const Scopes&) = delete;
  Scopes& operator=(const Scopes&) = delete;

  // Declares everything in the trees, which have to outlive this.
  void Declare(const std::vector<std::unique_ptr<Declaration>>& declarations);

  const std::vector<Definition>& definitions() const { return definitions_; }
  size_t symbol_count() const { return symbols_.size(); }
  // The symbol of a definition (of no typedef and no module); nullptr: it could
  // not be declared.
  const Symbol* SymbolOf(const Declaration* definition) const;

  // What may stand where a name is used.
  enum class Wanted : uint8_t { kType, kValue };

  struct Found {
    const Symbol* symbol = nullptr;  // nullptr: none
    bool is_later = false;           // declared behind its use only
  };
  // Looks from `scope` outwards for a declaration up to `order`; where there is
  // none, for later ones. What is of the wrong kind is found last.
  Found Find(const ScopedName& name, const Scope* scope, uint32_t order,
             Wanted wanted) const;

 private:
  struct Around {
    Scope* scope;
    const Declaration* auto_id_module;
    const Declaration* default_nested_module;
  };
  void DeclareAll(const std::vector<std::unique_ptr<Declaration>>& declarations,
                  const Around& around);
  void DeclareOne(const Declaration& declaration, const Around& around);
  void DeclareModule(const Declaration& declaration, const Around& around);
  void DeclareForeign(const Declaration& declaration, const Around& around);
  std::vector<const Scope*> BasesOf(const Declaration& declaration,
                                    const Scope* scope);
  void DeclareTypedef(const Declaration& declaration, const Around& around);
  void DeclareInline(const TypeSpec& type, const Around& around);
  void DeclareLiterals(const Declaration& declaration, Symbol* type,
                       Scope* parent);
  // Adds a name, or reports why not. nullptr: it cannot be used at all.
  Symbol* Add(const std::string& name, Symbol symbol, Scope* scope);
  // Whether a second declaration of a name is none of our business; reports
  // those that are.
  void CheckAgain(const std::string& name, const Symbol& first,
                  const Symbol& second);
  Scope* NewScope(std::string full_name, Scope* parent);

  const SchemaLimits& limits_;
  Reporter& reporter_;
  std::deque<Scope> scopes_;
  std::deque<Symbol> symbols_;
  std::vector<Definition> definitions_;
  std::unordered_map<const Declaration*, const Symbol*> symbol_of_;
  uint32_t order_ = 0;
};

// "a constant", "an interface".
std::string_view SymbolKindText(const Symbol& symbol);

}  // namespace transcdr::idl

#endif  // TRANSCDR_CODEC_SCHEMA_IDL_SCOPES_H_
