// A Schema as TypeScript types of its documents.

#ifndef TRANSCDR_CODEC_RENDER_TYPESCRIPT_H_
#define TRANSCDR_CODEC_RENDER_TYPESCRIPT_H_

#include <cstdint>
#include <string>

#include "codec/type/schema.h"

namespace transcdr {

// Which documents.
enum class TypeScriptFlavour : uint8_t {
  // What JSON.parse gives: bytes are base64 text, 64-bit integers numbers or
  // text, floats numbers or "NaN", "Infinity", "-Infinity".
  kJson,
  // What readers of MessagePack give: bytes are Uint8Array, 64-bit integers
  // numbers or bigint, floats numbers, maps without text keys Map.
  kMessagePack,
};

// Declarations of the documents that Decode gives under the default mapping
// (codec/document/mapping.md). Modules are namespaces; structs and bitsets
// interfaces; unions unions of objects with "$discriminator"; enums unions of
// their names and number; optional members have a "?". The first line names the
// root in a comment. Names that TypeScript keeps for itself get a '_' behind
// them, members excepted.
std::string PrintTypeScript(const Schema& schema, TypeScriptFlavour flavour);

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_RENDER_TYPESCRIPT_H_
