// The key hash of a value: what DDS names its instance by in 16 bytes. XTypes
// 1.3, 7.6.8; RTPS 2.5, 9.6.4.8.

#ifndef TRANSCDR_CODEC_TRANSCODE_KEY_HASH_H_
#define TRANSCDR_CODEC_TRANSCODE_KEY_HASH_H_

#include <string>
#include <string_view>

#include "codec/document/mapping_options.h"
#include "codec/plan/key_plan.h"
#include "codec/transcode/scratch.h"

namespace transcdr {

// Of the value in `document`: MessagePack under the options of KeyHashMapping,
// of the whole value or of its key members. False: the fault is in `state`.
bool ComputeKeyHash(const KeyPlan& key, std::string_view document,
                    TranscodeScratch::State& state, std::string* hash);

// The mapping that keeps every value as it is, whatever its text is.
MappingOptions KeyHashMapping();

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_TRANSCODE_KEY_HASH_H_
