#include "codec/compare/compare_profiles.h"

#include <algorithm>

namespace transcdr::compare {
namespace {

// Profiles may differ in whether numbers that are not primitive, and keys that
// are not, give a collection a DHEADER.
bool HeadersDiffer(const Schema& a, const TypeDescriptor& collection) {
  TypeKind element = a.resolved(collection.element).kind;
  if (collection.kind == TypeKind::kArray) {
    // An array of arrays is one array.
    const TypeDescriptor* inner = &a.resolved(collection.element);
    while (inner->kind == TypeKind::kArray) inner = &a.resolved(inner->element);
    element = inner->kind;
  }
  if (element == TypeKind::kEnum || element == TypeKind::kBitmask ||
      element == TypeKind::kBitset) {
    return true;
  }
  return collection.kind == TypeKind::kMap && IsPrimitive(element) &&
         !IsPrimitive(a.resolved(collection.key).kind);
}

}  // namespace

WireDifference DifferenceAtUse(const Schema& a, TypeIndex a_type,
                               const Schema& b) {
  const WireProfile& one = a.profile();
  const WireProfile& other = b.profile();
  const TypeDescriptor& type = a.type(a_type);
  switch (type.kind) {
    case TypeKind::kChar16:
      return {"wide characters", one.wchar_width != other.wchar_width,
              one.wchar_width_xcdr2 != other.wchar_width_xcdr2};
    case TypeKind::kString16:
      return {"wide strings", one.wstring_form != other.wstring_form,
              one.wstring_form_xcdr2 != other.wstring_form_xcdr2};
    case TypeKind::kFloat128: {
      const bool differ = one.long_double_form != other.long_double_form;
      return {"long doubles", differ, differ};
    }
    case TypeKind::kSequence:
    case TypeKind::kArray:
    case TypeKind::kMap:
      return {"headers of collections", false,
              one.collection_headers != other.collection_headers &&
                  HeadersDiffer(a, type)};
    default:  // all profiles write these alike
      return {};
  }
}

WireDifference DifferenceAtOptionals(
    const Schema& a, const Schema& b,
    const std::vector<const Member*>& members) {
  const bool has_optional =
      std::any_of(members.begin(), members.end(),
                  [](const Member* member) { return member->is_optional; });
  return {"what is behind optional members",
          has_optional &&
              a.profile().optional_origin != b.profile().optional_origin,
          false};
}

std::vector<WireDifference> DifferencesAtRoot(const Schema& a,
                                              const Schema& b) {
  std::vector<WireDifference> differences;
  if (a.profile().alignment_origin != b.profile().alignment_origin) {
    differences.push_back({"the origin of alignment", true, true});
  }
  if (a.profile().ros_service_header != b.profile().ros_service_header) {
    differences.push_back({"the header of ROS services", true, true});
  }
  return differences;
}

}  // namespace transcdr::compare
