// Payloads through Cyclone DDS: bytes into one of its C structs and out again,
// by what idlc generated of cyclone_types.idl. No participant, no network.

#ifndef TRANSCDR_TESTS_INTEROP_CYCLONE_H_
#define TRANSCDR_TESTS_INTEROP_CYCLONE_H_

#include <dds/dds.h>
#include <dds/ddsi/ddsi_cdrstream.h>

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace transcdr::cyclone {

// A sample in a block of its own, freed by Cyclone's rules.
class Sample {
 public:
  explicit Sample(const dds_topic_descriptor_t& type)
      : type_(type), data_(std::calloc(1, type.m_size)) {}
  ~Sample() {
    if (data_ == nullptr) return;
    dds_stream_free_sample(data_, type_.m_ops);
    std::free(data_);
  }
  Sample(const Sample&) = delete;
  Sample& operator=(const Sample&) = delete;

  void* data() { return data_; }
  const void* data() const { return data_; }
  const dds_topic_descriptor_t& type() const { return type_; }

 private:
  const dds_topic_descriptor_t& type_;
  void* data_;
};

// The body of a sample: without encapsulation header and padding behind.
// xcdr_version: 1 or 2. nullopt: Cyclone refuses.
inline std::optional<std::string> WriteBody(const Sample& sample,
                                            uint32_t xcdr_version,
                                            std::endian order) {
  dds_ostream_t stream;
  dds_ostream_init(&stream, 0, xcdr_version);
  const bool ok =
      dds_stream_write_with_byte_order(
          &stream, static_cast<const char*>(sample.data()), sample.type().m_ops,
          order == std::endian::little ? DDSRT_BOSEL_LE : DDSRT_BOSEL_BE) !=
      nullptr;
  std::string body;
  if (ok) {
    body.assign(reinterpret_cast<const char*>(stream.m_buffer), stream.m_index);
  }
  dds_ostream_fini(&stream);
  if (!ok) return std::nullopt;
  return body;
}

// A sample of a body, as Cyclone takes it off the network: checked, turned to
// the machine's byte order, read. Null: refused.
inline std::unique_ptr<Sample> ReadBody(const dds_topic_descriptor_t& type,
                                        std::string body, uint32_t xcdr_version,
                                        std::endian order) {
  // As payloads on the network are.
  body.resize((body.size() + 3) / 4 * 4);
  uint32_t used = 0;
  if (dds_stream_normalize_data(
          body.data(), &used, static_cast<uint32_t>(body.size()),
          order != std::endian::native, xcdr_version, type.m_ops) == nullptr) {
    return nullptr;
  }
  dds_istream_t stream;
  dds_istream_init(&stream, used, body.data(), xcdr_version);
  auto sample = std::make_unique<Sample>(type);
  dds_stream_read(&stream, static_cast<char*>(sample->data()), type.m_ops);
  dds_istream_fini(&stream);
  return sample;
}

}  // namespace transcdr::cyclone

#endif  // TRANSCDR_TESTS_INTEROP_CYCLONE_H_
