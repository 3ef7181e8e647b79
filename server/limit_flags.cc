#include "server/limit_flags.h"

namespace transcdr {

std::string_view FlagOfLimit(std::string_view limit) {
  if (limit == "max_message_bytes") return "--max-message-bytes";
  if (limit == "max_batch_items") return "--max-batch-items";
  if (limit == "max_depth") return "--max-depth";
  if (limit == "max_output_bytes") return "--max-output-bytes";
  if (limit == "max_elements") return "--max-elements";
  if (limit == "max_schema_bytes") return "--max-schema-bytes";
  if (limit == "max_source_bytes") return "--max-schema-bytes";
  return "";
}

}  // namespace transcdr
