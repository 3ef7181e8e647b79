// The bytes that callers hand over, taken apart: TypeObjects one by one.

#ifndef TRANSCDR_CODEC_TYPEOBJECT_TYPE_OBJECT_BYTES_H_
#define TRANSCDR_CODEC_TYPEOBJECT_TYPE_OBJECT_BYTES_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codec/type/diagnostic_list.h"
#include "codec/typeobject/document_tree.h"

namespace transcdr::typeobject {

// One TypeObject that was read.
struct TypeObjectValue {
  // "type_object", "dependency 2", "dependency 2, pair 7": for locations.
  std::string label;
  // What TypeIdentifiers call it: IdentifierKey. Of the pair that it was in, if
  // any, taken at its word, and of `hash`.
  std::vector<std::string> keys;
  // The equivalence hash of the very bytes, 14 bytes.
  std::string hash;
  // The CompleteTypeObject; its texts are parts of *document.
  Node complete;
  std::shared_ptr<const std::string> document;
};

// A TypeIdentifier that names a TypeObject, as a key: the kind and the hash; of
// a strongly connected component its length and the index too. "" for others.
std::string IdentifierKey(const Node& identifier);
// A key for messages: "F2 <28 hex digits>"; with ", type 2 of 3 in a cycle".
std::string KeyText(std::string_view key);

// The hash in an IdentifierKey of a complete TypeObject where it alone says
// which one. Of a strongly connected component (XTypes 1.3, 7.3.4.9) that is
// so where it has one type, which holds itself; that of a larger one is the
// hash of all its types together. nullopt for others.
std::optional<std::string_view> SoleHash(std::string_view key);

// Reads `bytes`: one TypeObject, with or without encapsulation header, or a
// sequence<TypeIdentifierTypeObjectPair> without one (little endian, as the
// reply to getTypes holds it). Appends what is complete to `values`; minimal
// ones are errors, but stepped over in pairs. False: errors were reported.
bool ReadTypeObjects(std::string_view bytes, const std::string& label,
                     std::vector<TypeObjectValue>* values,
                     DiagnosticList* diagnostics);

}  // namespace transcdr::typeobject

#endif  // TRANSCDR_CODEC_TYPEOBJECT_TYPE_OBJECT_BYTES_H_
