#include "codec/typeobject/type_object_bytes.h"

#include <cstdint>
#include <optional>
#include <utility>

#include "codec/base/base64.h"
#include "codec/base/fault.h"
#include "codec/transcode/transcoder.h"
#include "codec/type/message_text.h"
#include "codec/typeobject/equivalence_hash.h"
#include "codec/typeobject/kinds.h"
#include "codec/typeobject/type_object_plan.h"

namespace transcdr::typeobject {
namespace {

using message_text::Concat;

// Delimited XCDR2, little endian: what an appendable root is wrapped in.
constexpr std::string_view kHeader("\x00\x09\x00\x00", 4);

uint8_t ByteAt(std::string_view bytes, size_t at) {
  return static_cast<uint8_t>(bytes[at]);
}

// REQUIRES: at + 4 <= bytes.size().
uint32_t Load32(std::string_view bytes, size_t at) {
  return ByteAt(bytes, at) | uint32_t{ByteAt(bytes, at + 1)} << 8 |
         uint32_t{ByteAt(bytes, at + 2)} << 16 |
         uint32_t{ByteAt(bytes, at + 3)} << 24;
}

// Whether a delimiter at the front covers the rest, padding aside.
bool IsDelimited(std::string_view bytes) {
  if (bytes.size() < 8) return false;
  const uint64_t end = uint64_t{4} + Load32(bytes, 0);
  return end <= bytes.size() && bytes.size() - end < 4;
}

// Whether behind the delimiter come the two discriminators of a TypeObject; a
// sequence has its length there, of which the second byte is small.
bool HoldsTypeObject(std::string_view bytes) {
  const uint8_t equivalence = ByteAt(bytes, 4);
  return (equivalence == kMinimal || equivalence == kComplete) &&
         ByteAt(bytes, 5) >= kAlias;
}

// Whether an encapsulation header of XCDR2, a delimiter and a TypeObject begin.
bool HasHeader(std::string_view bytes) {
  return bytes.size() >= 12 && ByteAt(bytes, 0) == 0 && ByteAt(bytes, 1) >= 6 &&
         ByteAt(bytes, 1) <= 11 && HoldsTypeObject(bytes.substr(4));
}

// The place of a fault counts from a header that the caller did not write.
std::string MessageOf(const absl::Status& status, size_t header_size) {
  std::string message(status.message());
  constexpr std::string_view kAt = " at byte ";
  const size_t begin = message.find(kAt);
  if (header_size == 0 || begin == std::string::npos) return message;
  const size_t digits = begin + kAt.size();
  const size_t end = message.find_first_not_of("0123456789", digits);
  if (end == digits) return message;
  const uint64_t offset = std::stoull(message.substr(digits, end - digits));
  return message.replace(
      digits, end == std::string::npos ? end : end - digits,
      std::to_string(offset < header_size ? 0 : offset - header_size));
}

// Reads one TypeObject. `claimed_key`: what a pair calls it, or "".
bool ReadOne(std::string_view bytes, const std::string& label,
             std::string claimed_key, std::vector<TypeObjectValue>* values,
             DiagnosticList* diagnostics) {
  const bool has_header = bytes.size() < 8 || !HoldsTypeObject(bytes) ||
                          (!IsDelimited(bytes) && HasHeader(bytes));
  std::string payload;
  if (!has_header) payload = kHeader;
  payload += bytes;
  auto document = std::make_shared<std::string>();
  TranscodeScratch scratch;
  DecodeReport report;
  DecodeOptions options;
  options.mapping.numeric_array_form = NumericArrayForm::kBin;
  options.limits.max_output_bytes = 64 << 20;
  options.limits.max_elements = 16 << 20;
  const absl::Status status = Decode(TypeObjectPlan(), payload, options,
                                     scratch, document.get(), &report);
  if (!status.ok()) {
    diagnostics->AddError(
        {.file = label},
        Concat("no TypeObject in XCDR2: ",
               MessageOf(status, has_header ? 0 : kHeader.size())));
    return false;
  }
  if (report.trailing_bytes > 3) {
    diagnostics->AddError({.file = label},
                          Concat("no TypeObject in XCDR2: ",
                                 report.trailing_bytes, " bytes behind it"));
    return false;
  }
  // Types that extend these have more members, never fewer. A delimiter of no
  // size would stand for a member with a name and a type: 4 bytes for hundreds
  // in memory.
  if (report.defaulted_members > 0) {
    diagnostics->AddError(
        {.file = label},
        Concat("no TypeObject in XCDR2: without ",
               report.first_defaulted_member, ", which every one has"));
    return false;
  }
  const Node root = ReadTree(*document);
  const int64_t equivalence = root["$discriminator"].number;
  if (equivalence == kMinimal) {
    diagnostics->AddError(
        {.file = label},
        "a MinimalTypeObject, which holds no names of types and members; ask "
        "for the CompleteTypeObject");
    return false;
  }
  if (equivalence != kComplete) {
    diagnostics->AddError({.file = label},
                          Concat("no TypeObject: it begins with kind ",
                                 equivalence, ", expected 242 (complete)"));
    return false;
  }
  TypeObjectValue value;
  value.label = label;
  value.complete = root["complete"];
  value.document = std::move(document);
  if (!claimed_key.empty()) value.keys.push_back(std::move(claimed_key));
  // The hash covers the little-endian form without what stands behind it.
  std::string plain;
  if (has_header && (ByteAt(payload, 1) & 1) == 0) {
    EncodeOptions encode;
    encode.representation = Representation::kXcdr2;
    if (!Encode(TypeObjectPlan(), *value.document, encode, scratch, &plain)
             .ok()) {
      plain.clear();
    }
  } else {
    plain = payload;
  }
  if (plain.size() >= 8) {
    const uint64_t size = uint64_t{4} + Load32(plain, 4);
    value.hash =
        EquivalenceHash(std::string_view(plain).substr(kHeader.size(), size));
    value.keys.push_back(static_cast<char>(kComplete) + value.hash);
  }
  values->push_back(std::move(value));
  return true;
}

// Steps through a sequence<TypeIdentifierTypeObjectPair>. Nothing in it is
// aligned to more than 4 bytes, so that its TypeObjects can be cut out.
class PairReader {
 public:
  PairReader(std::string_view bytes, const std::string& label,
             std::vector<TypeObjectValue>* values, DiagnosticList* diagnostics)
      : bytes_(bytes),
        label_(label),
        values_(values),
        diagnostics_(diagnostics) {}

  bool Read() {
    at_ = 4;
    const std::optional<uint32_t> count = Next32();
    bool ok = true;
    for (uint32_t i = 0; count.has_value() && i < *count; ++i) {
      const std::string label = Concat(label_, ", pair ", i);
      std::optional<std::string> key = NextKey();
      const std::optional<uint32_t> size = key ? Next32() : std::nullopt;
      if (!size.has_value() || *size > bytes_.size() - at_ || *size < 2) {
        diagnostics_->AddError(
            {.file = label},
            Concat("cut short or no TypeIdentifier and TypeObject, at byte ",
                   at_, " of ", bytes_.size()));
        return false;
      }
      const std::string_view object = bytes_.substr(at_ - 4, 4 + *size);
      at_ += *size;
      if (ByteAt(object, 4) == kMinimal) continue;
      std::string padded(object);
      padded.resize((padded.size() + 3) / 4 * 4);
      ok &= ReadOne(padded, label, *std::move(key), values_, diagnostics_);
    }
    return ok && count.has_value();
  }

 private:
  std::optional<uint32_t> Next32() {
    at_ = (at_ + 3) / 4 * 4;
    if (at_ > bytes_.size() || bytes_.size() - at_ < 4) return std::nullopt;
    at_ += 4;
    return Load32(bytes_, at_ - 4);
  }
  std::optional<std::string> NextHash() {
    if (bytes_.size() - at_ < 1 + kHashSize) return std::nullopt;
    const uint8_t kind = ByteAt(bytes_, at_);
    if (kind != kMinimal && kind != kComplete) return std::nullopt;
    at_ += 1 + kHashSize;
    return std::string(bytes_.substr(at_ - 1 - kHashSize, 1 + kHashSize));
  }
  std::optional<std::string> NextKey() {
    if (at_ >= bytes_.size()) return std::nullopt;
    if (ByteAt(bytes_, at_) != kConnectedComponent) return NextHash();
    ++at_;
    if (!Next32().has_value()) return std::nullopt;
    std::optional<std::string> hash = NextHash();
    if (!hash.has_value()) return std::nullopt;
    const std::optional<uint32_t> length = Next32();
    const std::optional<uint32_t> index = Next32();
    if (!length.has_value() || !index.has_value()) return std::nullopt;
    return Concat(*hash, static_cast<int32_t>(*length), "/",
                  static_cast<int32_t>(*index));
  }

  std::string_view bytes_;
  const std::string& label_;
  std::vector<TypeObjectValue>* values_;
  DiagnosticList* diagnostics_;
  size_t at_ = 0;
};

}  // namespace

std::string IdentifierKey(const Node& identifier) {
  const int64_t kind = identifier["$discriminator"].number;
  if (kind == kMinimal || kind == kComplete) {
    return static_cast<char>(kind) + std::string(identifier["hash"].text);
  }
  if (kind != kConnectedComponent) return "";
  const Node& component = identifier["component"];
  const Node& id = component["sc_component_id"];
  return Concat(std::string(1, static_cast<char>(id["$discriminator"].number)),
                id["hash"].text, component["scc_length"].number, "/",
                component["scc_index"].number);
}

std::string KeyText(std::string_view key) {
  std::string text = HexEncode(key.substr(0, 1)) + " " +
                     HexEncode(key.substr(key.empty() ? 0 : 1, kHashSize));
  if (key.size() > 1 + kHashSize) {
    text += Concat(" (length/index ", key.substr(1 + kHashSize),
                   " of a strongly connected component)");
  }
  return text;
}

std::optional<std::string_view> SoleHash(std::string_view key) {
  if (key.size() < 1 + kHashSize || ByteAt(key, 0) != kComplete) {
    return std::nullopt;
  }
  const std::string_view component = key.substr(1 + kHashSize);
  if (!component.empty() && !component.starts_with("1/")) return std::nullopt;
  return key.substr(1, kHashSize);
}

bool ReadTypeObjects(std::string_view bytes, const std::string& label,
                     std::vector<TypeObjectValue>* values,
                     DiagnosticList* diagnostics) {
  if (IsDelimited(bytes) && !HoldsTypeObject(bytes) && !HasHeader(bytes)) {
    return PairReader(bytes, label, values, diagnostics).Read();
  }
  return ReadOne(bytes, label, "", values, diagnostics);
}

}  // namespace transcdr::typeobject
