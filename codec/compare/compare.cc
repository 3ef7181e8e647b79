#include "codec/compare/compare.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>

#include "codec/compare/compare_bits.h"
#include "codec/compare/compare_profiles.h"
#include "codec/compare/type_text.h"
#include "codec/compare/verdict.h"
#include "codec/type/message_text.h"

namespace transcdr {
namespace {

using compare::Directions;
using compare::LiteralText;
using compare::TypeText;
using compare::Within;
using message_text::Concat;

// What a change means for one encoding.
constexpr Verdict kSame = Verdict::kIdentical;
constexpr Verdict kBoth = Verdict::kBoth;
constexpr Verdict kForward = Verdict::kForward;
constexpr Verdict kBackward = Verdict::kBackward;
constexpr Verdict kBreaking = Verdict::kBreaking;

std::string_view ExtensibilityName(Extensibility extensibility) {
  switch (extensibility) {
    case Extensibility::kFinal:
      return "final";
    case Extensibility::kAppendable:
      return "appendable";
    case Extensibility::kMutable:
      return "mutable";
  }
  return "";
}

// NaN is the same as NaN. Recursion: as deep as collections nest.
bool SameLiteral(const Literal& one, const Literal& other) {
  if (one.value.index() != other.value.index()) return false;
  if (const auto* number = std::get_if<double>(&one.value)) {
    const double other_number = std::get<double>(other.value);
    return *number == other_number ||
           (std::isnan(*number) && std::isnan(other_number));
  }
  if (const auto* list = std::get_if<std::vector<Literal>>(&one.value)) {
    return std::ranges::equal(
        *list, std::get<std::vector<Literal>>(other.value), SameLiteral);
  }
  return one == other;
}

bool SameDefault(const std::optional<Literal>& one,
                 const std::optional<Literal>& other) {
  if (!one.has_value() || !other.has_value()) {
    return one.has_value() == other.has_value();
  }
  return SameLiteral(*one, *other);
}

// octet and uint8 have the same bytes and the same documents.
bool SameKind(TypeKind a, TypeKind b) {
  const auto plain = [](TypeKind kind) {
    return kind == TypeKind::kByte ? TypeKind::kUInt8 : kind;
  };
  return plain(a) == plain(b);
}

std::string BoundText(uint32_t bound) {
  return bound == 0 ? "unbounded" : std::to_string(bound);
}

class Comparer {
 public:
  Comparer(const Schema& a, const Schema& b) : a_(a), b_(b) {}

  Comparison Compare() {
    for (const auto& difference : compare::DifferencesAtRoot(a_, b_)) {
      Written(difference, "");
    }
    Use(a_.root(), b_.root(), {"", true, false});
    // Types wait in a queue: a schema may be as deep as it is long.
    while (!pending_.empty()) {
      const Pair pair = std::move(pending_.front());
      pending_.pop_front();
      pair_ = &pair;
      Named(pair);
    }
    return std::move(result_);
  }

 private:
  struct Place {
    std::string path;
    // Nothing follows it in an XCDR1 payload.
    bool is_last = false;
    // Within the key of a map: keys that differ in what a reader leaves out
    // would come twice.
    bool is_in_key = false;
  };
  struct Pair {
    TypeIndex a;
    TypeIndex b;
    Place place;
  };

  // ---- changes

  // A path from the types that are being compared.
  std::string Part(const std::string& path) const {
    const size_t start = std::min(path.size(), pair_->place.path.size());
    return path.substr(start + (path.substr(start).starts_with('.') ? 1 : 0));
  }

  // `detail` is more of the message, for this place.
  void Report(const std::string& path, std::string message, std::string before,
              std::string after, Verdict xcdr1, Verdict xcdr2,
              std::string_view detail = {}) {
    result_.xcdr1 = Combine(result_.xcdr1, xcdr1);
    result_.xcdr2 = Combine(result_.xcdr2, xcdr2);
    Change change{.path = path,
                  .type_name = pair_ == nullptr ? "" : a_.type(pair_->a).name,
                  .message = Concat(message, detail),
                  .before = std::move(before),
                  .after = std::move(after),
                  .xcdr1 = xcdr1,
                  .xcdr2 = xcdr2};
    // A pair of types is compared once as the last of a payload and once within
    // it: what differs then is XCDR1's verdict.
    if (pair_ != nullptr) {
      const auto [at, is_new] =
          reported_.try_emplace({pair_->a, pair_->b, std::move(message),
                                 change.before, change.after, Part(path)},
                                result_.changes.size());
      if (!is_new) {
        if (at->second >= result_.changes.size()) return;  // left out
        Change& first = result_.changes[at->second];
        const Verdict worse = Combine(first.xcdr1, xcdr1);
        if (worse == first.xcdr1) return;
        first.path = path;
        first.message = std::move(change.message);
        first.xcdr1 = worse;
        return;
      }
      if (result_.changes.size() >= kMaxChanges) {
        at->second = kMaxChanges;
      }
    }
    if (result_.changes.size() >= kMaxChanges) {
      ++result_.left_out;
      return;
    }
    result_.changes.push_back(std::move(change));
  }
  void Report(const std::string& path, std::string message, std::string before,
              std::string after, Verdict both) {
    Report(path, std::move(message), std::move(before), std::move(after), both,
           both);
  }

  // The verdict on a change that leaves something out.
  Verdict OfLoss(Verdict verdict) const {
    const bool is_in_key = pair_ != nullptr && pair_->place.is_in_key;
    return is_in_key && verdict != kSame ? kBreaking : verdict;
  }

  compare::Report Reporter() {
    return [this](const std::string& path, std::string message,
                  std::string before, std::string after, Verdict both) {
      Report(path, std::move(message), std::move(before), std::move(after),
             OfLoss(both));
    };
  }

  // ---- types where they are used

  void TypeChanged(TypeIndex a, TypeIndex b, const std::string& path,
                   std::string_view message = "the type changed") {
    Report(path, std::string(message), TypeText(a_, a), TypeText(b_, b),
           kBreaking);
  }

  // What the profiles write in different ways.
  void Written(const compare::WireDifference& difference,
               const std::string& path, std::string before = "",
               std::string after = "") {
    if (!difference.in_xcdr1 && !difference.in_xcdr2) return;
    Report(path, Concat("the profiles write ", difference.what, " differently"),
           std::move(before), std::move(after),
           difference.in_xcdr1 ? kBreaking : kSame,
           difference.in_xcdr2 ? kBreaking : kSame);
  }

  // A bound that became wider: payloads of a still fit.
  void Bounds(uint32_t a, uint32_t b, const std::string& path,
              std::string_view what) {
    if (a == b) return;
    const bool is_wider = b == 0 || (a != 0 && a < b);
    Report(path, Concat("the bound of the ", what, " changed"), BoundText(a),
           BoundText(b), is_wider ? kForward : kBackward);
  }

  // Recursion: as deep as collections nest, which TypeBuilder limits.
  void Use(TypeIndex a_index, TypeIndex b_index, const Place& place) {
    a_index = a_.Resolve(a_index);
    b_index = b_.Resolve(b_index);
    const TypeDescriptor& a = a_.type(a_index);
    const TypeDescriptor& b = b_.type(b_index);
    if (a.kind != b.kind) {
      if (SameKind(a.kind, b.kind)) {
        Report(place.path, "the type changed", TypeText(a_, a_index),
               TypeText(b_, b_index), kSame);
        return;
      }
      return TypeChanged(a_index, b_index, place.path);
    }
    if (IsNamed(a.kind)) {
      const auto key =
          std::tuple(a_index, b_index, place.is_last, place.is_in_key);
      if (seen_.insert(key).second) {
        pending_.push_back({a_index, b_index, place});
      }
      return;
    }
    Written(compare::DifferenceAtUse(a_, a_index, b_), place.path,
            TypeText(a_, a_index), TypeText(b_, b_index));
    switch (a.kind) {
      case TypeKind::kString8:
        return Bounds(a.bound, b.bound, place.path, "string");
      case TypeKind::kString16:
        return Bounds(a.bound, b.bound, place.path, "string");
      case TypeKind::kSequence:
        Bounds(a.bound, b.bound, place.path, "sequence");
        return Use(a.element, b.element,
                   {place.path + "[]", false, place.is_in_key});
      case TypeKind::kArray: {
        if (a.dimensions != b.dimensions) {
          return TypeChanged(a_index, b_index, place.path,
                             "the size of the array changed");
        }
        std::string path = place.path;
        for (size_t i = 0; i < a.dimensions.size(); ++i) path += "[]";
        return Use(a.element, b.element,
                   {std::move(path), false, place.is_in_key});
      }
      case TypeKind::kMap:
        Bounds(a.bound, b.bound, place.path, "map");
        Use(a.key, b.key, {place.path + "{key}", false, true});
        return Use(a.element, b.element,
                   {place.path + "{}", false, place.is_in_key});
      default:  // primitives of one kind
        return;
    }
  }

  void Named(const Pair& pair) {
    const TypeDescriptor& a = a_.type(pair.a);
    const TypeDescriptor& b = b_.type(pair.b);
    if (a.name != b.name) {
      Report(pair.place.path, "the name of the type changed", a.name, b.name,
             kSame);
    }
    switch (a.kind) {
      case TypeKind::kStruct:
        return Struct(pair);
      case TypeKind::kUnion:
        return Union(pair);
      case TypeKind::kEnum:
        return compare::CompareEnums(a, b, pair.place.path, Reporter());
      case TypeKind::kBitmask:
        return compare::CompareBitmasks(a, b, pair.place.path, Reporter());
      case TypeKind::kBitset:
        return compare::CompareBitsets(a_, pair.a, b_, pair.b, pair.place.path,
                                       Reporter());
      default:  // aliases are resolved
        return;
    }
  }

  // Compares how structs or unions may be extended. False: they are laid out
  // differently in both encodings, and there is nothing more to compare.
  bool Extensibilities(const TypeDescriptor& a, const TypeDescriptor& b,
                       const std::string& path) {
    if (a.extensibility == b.extensibility) return true;
    const bool is_list = a.extensibility == Extensibility::kMutable ||
                         b.extensibility == Extensibility::kMutable;
    // XCDR1 writes final and appendable types in the same way.
    Report(path, "the extensibility changed",
           std::string(ExtensibilityName(a.extensibility)),
           std::string(ExtensibilityName(b.extensibility)),
           is_list ? kBreaking : kSame, kBreaking);
    return !is_list;
  }

  // ---- structs

  using Members = std::vector<const Member*>;
  using ByName = std::unordered_map<std::string_view, size_t>;

  static ByName NamesOf(const Members& members) {
    ByName names;
    for (size_t i = 0; i < members.size(); ++i) {
      names.emplace(members[i]->name, i);
    }
    return names;
  }

  void Struct(const Pair& pair) {
    const std::string& path = pair.place.path;
    const TypeDescriptor& a = a_.type(pair.a);
    const TypeDescriptor& b = b_.type(pair.b);
    if (!Extensibilities(a, b, path)) return;
    const Members of_a = a_.AllMembers(pair.a);
    const Members of_b = b_.AllMembers(pair.b);
    if (of_a.empty() || of_b.empty()) {
      EmptyStructs(of_a.empty(), of_b.empty(), path);
    }
    if (a.extensibility == Extensibility::kMutable) {
      return Mutable(of_a, of_b, path);
    }
    Written(compare::DifferenceAtOptionals(a_, b_, of_a), path);
    const ByName names_a = NamesOf(of_a);
    const ByName names_b = NamesOf(of_b);
    const size_t shared = std::min(of_a.size(), of_b.size());
    for (size_t i = 0; i < shared; ++i) {
      const Member& one = *of_a[i];
      const Member& other = *of_b[i];
      const std::string where = Within(path, one.name);
      if (one.name != other.name) {
        const auto moved_to = names_b.find(one.name);
        if (moved_to != names_b.end() || names_a.contains(other.name)) {
          Report(where, Concat("another member is in place ", i + 1), one.name,
                 other.name, kBreaking);
          continue;  // its type says nothing
        }
        Report(where, "the member's name changed", one.name, other.name, kSame);
      }
      Ids(one, other, where);
      if (one.is_optional != other.is_optional) {
        Report(where, "the member's optionality changed", Optional(one),
               Optional(other), kBreaking);
      }
      Flags(one, other, where, false);
      const bool is_end = i + 1 == of_a.size() && i + 1 == of_b.size();
      Use(one.type, other.type,
          {where, pair.place.is_last && is_end && !one.is_optional,
           pair.place.is_in_key});
    }
    for (size_t i = shared; i < of_a.size(); ++i) {
      Tail(a, b, *of_a[i], true, pair.place);
    }
    for (size_t i = shared; i < of_b.size(); ++i) {
      Tail(a, b, *of_b[i], false, pair.place);
    }
  }

  static std::string Optional(const Member& member) {
    return member.is_optional ? "optional" : "not optional";
  }

  // Where members come one after another their ids are of no matter, but that
  // XCDR1 writes those of optional ones.
  void Ids(const Member& one, const Member& other, const std::string& where) {
    if (one.id == other.id) return;
    const bool is_written = one.is_optional || other.is_optional;
    Report(where, "the member's id changed", std::to_string(one.id.value_or(0)),
           std::to_string(other.id.value_or(0)), is_written ? kBreaking : kSame,
           kSame);
  }

  // Keys, must_understand and defaults. `is_listed`: in a parameter list, which
  // holds the flag.
  void Flags(const Member& one, const Member& other, const std::string& where,
             bool is_listed) {
    if (one.is_key != other.is_key) {
      Report(where,
             one.is_key ? "the member is no key any more"
                        : "the member became a key",
             "", "", kBreaking);
    }
    if (one.is_must_understand != other.is_must_understand) {
      // Without a list, the flag of XCDR1's optional members alone is written.
      const bool is_written = is_listed || one.is_optional;
      Report(where,
             one.is_must_understand
                 ? "the member need not be understood any more"
                 : "the member has to be understood",
             "", "", is_written ? kBoth : kSame, is_listed ? kBoth : kSame);
    }
    if (!SameDefault(one.default_value, other.default_value)) {
      Report(where, "the member's default changed",
             LiteralText(one.default_value), LiteralText(other.default_value),
             kSame);
    }
  }

  // A member that one of them has behind all that both have.
  void Tail(const TypeDescriptor& a, const TypeDescriptor& b,
            const Member& member, bool is_of_a, const Place& place) {
    const bool is_appendable = a.extensibility == Extensibility::kAppendable &&
                               b.extensibility == Extensibility::kAppendable;
    // Who lacks it takes the default, or passes over it.
    bool forward = true;
    bool backward = true;
    if (member.is_must_understand) {
      (is_of_a ? forward : backward) = false;
    }
    Verdict verdict = Directions(forward, backward);
    std::string why;
    if (!is_appendable) {
      verdict = kBreaking;
      why = " of a final type";
    } else if (member.is_key) {
      verdict = kBreaking;
      why = ", a key";
    } else if (member.is_must_understand) {
      why = ", which has to be understood";
    }
    // XCDR1 has no delimiter. The root's members may be missing at the end of
    // the payload; what is left there is passed over, whoever wrote it.
    const bool is_root = place.path.empty();
    const Verdict xcdr1 =
        Combine(verdict, Directions(is_of_a ? place.is_last : is_root,
                                    is_of_a ? is_root : place.is_last));
    std::string_view detail;
    if (xcdr1 != verdict) {
      detail = ", within others where XCDR1 has no delimiter";
    }
    const std::string text = TypeText(is_of_a ? a_ : b_, member.type);
    Report(Within(place.path, member.name),
           Concat(is_of_a ? "a member was removed from the end"
                          : "a member was added to the end",
                  why),
           is_of_a ? text : "", is_of_a ? "" : text, OfLoss(xcdr1),
           OfLoss(verdict), detail);
  }

  void EmptyStructs(bool is_a_empty, bool is_b_empty, const std::string& path) {
    const bool has_a =
        a_.profile().empty_struct_form == EmptyStructForm::kDummyOctet;
    const bool has_b =
        b_.profile().empty_struct_form == EmptyStructForm::kDummyOctet;
    const bool writes_a = is_a_empty && has_a;
    const bool writes_b = is_b_empty && has_b;
    if (writes_a == writes_b) return;
    Report(path, "an octet stands for no members",
           writes_a ? "an octet" : "no octet",
           writes_b ? "an octet" : "no octet", kBreaking);
  }

  void Mutable(const Members& of_a, const Members& of_b,
               const std::string& path) {
    std::unordered_map<uint32_t, const Member*> by_id;
    for (const Member* member : of_b)
      by_id.emplace(member->id.value_or(0), member);
    const ByName names_b = NamesOf(of_b);
    std::unordered_set<const Member*> matched;
    bool is_ordered = true;
    size_t next = 0;
    for (const Member* one : of_a) {
      const std::string where = Within(path, one->name);
      const auto same_name = names_b.find(one->name);
      const auto at = by_id.find(one->id.value_or(0));
      if (same_name != names_b.end() &&
          (at == by_id.end() || at->second != of_b[same_name->second])) {
        const Member& other = *of_b[same_name->second];
        Report(where, "the member's id changed",
               std::to_string(one->id.value_or(0)),
               std::to_string(other.id.value_or(0)), kBreaking);
        matched.insert(&other);
        continue;
      }
      if (at == by_id.end()) {
        Listed(*one, true, where);
        continue;
      }
      const Member& other = *at->second;
      matched.insert(&other);
      while (next < of_b.size() && of_b[next] != &other) ++next;
      is_ordered = is_ordered && next < of_b.size();
      if (one->name != other.name) {
        Report(where, "the member's name changed", one->name, other.name,
               kSame);
      }
      if (one->is_optional != other.is_optional) {
        // What is absent takes the default where it has to be there.
        Report(where, "the member's optionality changed", Optional(*one),
               Optional(other), OfLoss(kBoth));
      }
      Flags(*one, other, where, true);
      Use(one->type, other.type, {where, false, pair_->place.is_in_key});
    }
    for (const Member* other : of_b) {
      if (!matched.contains(other)) {
        Listed(*other, false, Within(path, other->name));
      }
    }
    if (!is_ordered) {
      Report(path, "the order of the members changed", "", "", kBoth);
    }
  }

  // A member of a mutable struct that one of them lacks.
  void Listed(const Member& member, bool is_of_a, const std::string& where) {
    bool forward = true;
    bool backward = true;
    std::string why;
    if (member.is_must_understand) {
      (is_of_a ? forward : backward) = false;
      why = ", which has to be understood";
    }
    Verdict verdict = Directions(forward, backward);
    if (member.is_key) {
      verdict = kBreaking;
      why = ", a key";
    }
    const std::string text = TypeText(is_of_a ? a_ : b_, member.type);
    Report(where,
           Concat(is_of_a ? "a member was removed" : "a member was added", why),
           is_of_a ? text : "", is_of_a ? "" : text, OfLoss(verdict));
  }

  // ---- unions

  struct Selection {
    std::unordered_map<int64_t, const Member*> by_label;
    const Member* otherwise = nullptr;  // the default case's

    const Member* Of(int64_t label) const {
      const auto at = by_label.find(label);
      return at == by_label.end() ? otherwise : at->second;
    }
  };

  static Selection SelectionOf(const TypeDescriptor& type) {
    Selection selection;
    for (const UnionCase& one : type.cases) {
      for (const int64_t label : one.labels) {
        selection.by_label.emplace(label, &one.member);
      }
      if (one.is_default) selection.otherwise = &one.member;
    }
    return selection;
  }

  void Union(const Pair& pair) {
    const std::string& path = pair.place.path;
    const TypeDescriptor& a = a_.type(pair.a);
    const TypeDescriptor& b = b_.type(pair.b);
    if (!Extensibilities(a, b, path)) return;
    if (a.is_discriminator_key != b.is_discriminator_key) {
      Report(Within(path, "$discriminator"),
             a.is_discriminator_key ? "the discriminator is no key any more"
                                    : "the discriminator became a key",
             "", "", kBreaking);
    }
    const bool is_same_kind =
        SameKind(a_.resolved(a.element).kind, b_.resolved(b.element).kind);
    Use(a.element, b.element,
        {Within(path, "$discriminator"), false, pair.place.is_in_key});
    if (!is_same_kind) return;  // labels of another kind
    const Selection of_a = SelectionOf(a);
    const Selection of_b = SelectionOf(b);
    std::set<std::pair<const Member*, const Member*>> compared;
    const auto compare = [&](const Member* one, const Member* other,
                             const std::string& label) {
      if (!compared.emplace(one, other).second) return;
      Selected(pair, one, other, label);
    };
    // In the order of the text: of a, then what b has besides.
    for (const UnionCase& one : a.cases) {
      for (const int64_t label : one.labels) {
        compare(&one.member, of_b.Of(label), LabelText(a, label));
      }
    }
    for (const UnionCase& other : b.cases) {
      for (const int64_t label : other.labels) {
        if (of_a.by_label.contains(label)) continue;
        compare(of_a.otherwise, &other.member, LabelText(b, label));
      }
    }
    compare(of_a.otherwise, of_b.otherwise, "other labels");
  }

  std::string LabelText(const TypeDescriptor& type, int64_t label) const {
    const Schema& schema = &type >= a_.types().data() &&
                                   &type < a_.types().data() + a_.types().size()
                               ? a_
                               : b_;
    const TypeDescriptor& discriminator = schema.resolved(type.element);
    for (const Enumerator& literal : discriminator.enumerators) {
      if (literal.value == label) return Concat("label ", literal.name);
    }
    if (discriminator.kind == TypeKind::kUInt64) {
      return Concat("label ", static_cast<uint64_t>(label));
    }
    return Concat("label ", label);
  }

  // What a label selects in a and in b; nullptr: nothing.
  void Selected(const Pair& pair, const Member* one, const Member* other,
                const std::string& label) {
    const std::string& path = pair.place.path;
    if (one == nullptr && other == nullptr) return;
    const bool is_mutable =
        a_.type(pair.a).extensibility == Extensibility::kMutable;
    if (one != nullptr && other != nullptr) {
      const std::string where = Within(path, one->name);
      if (one->name != other->name) {
        Report(where, Concat("the member's name changed (", label, ")"),
               one->name, other->name, kSame);
      }
      if (one->id != other->id) {
        Report(where, "the member's id changed",
               std::to_string(one->id.value_or(0)),
               std::to_string(other->id.value_or(0)),
               is_mutable ? kBreaking : kSame);
      }
      if (one->is_optional != other->is_optional) {
        Report(where, "the member's optionality changed", Optional(*one),
               Optional(*other), is_mutable ? kBoth : kBreaking);
      }
      Flags(*one, *other, where, is_mutable);
      return Use(
          one->type, other->type,
          {where, pair.place.is_last && !is_mutable, pair.place.is_in_key});
    }
    // Who knows no member for the label passes over it, where it has an end.
    // Who expects one does not find it.
    const bool is_of_a = one != nullptr;
    const Member& member = is_of_a ? *one : *other;
    const bool has_end =
        is_mutable ||
        (a_.type(pair.a).extensibility == Extensibility::kAppendable &&
         b_.type(pair.b).extensibility == Extensibility::kAppendable);
    const Verdict passed_over = member.is_must_understand ? kBreaking
                                : is_of_a                 ? kForward
                                                          : kBackward;
    const bool has_end_xcdr1 = is_mutable || (has_end && pair.place.is_last);
    const std::string text = TypeText(is_of_a ? a_ : b_, member.type);
    Report(Within(path, member.name),
           Concat(label, is_of_a ? " selects no member any more"
                                 : " selects a member"),
           is_of_a ? text : "", is_of_a ? "" : text,
           OfLoss(has_end_xcdr1 ? passed_over : kBreaking),
           OfLoss(has_end ? passed_over : kBreaking));
  }

  const Schema& a_;
  const Schema& b_;
  Comparison result_;
  std::deque<Pair> pending_;
  std::set<std::tuple<TypeIndex, TypeIndex, bool, bool>> seen_;
  // The types that are being compared; nullptr: the roots' uses.
  const Pair* pair_ = nullptr;
  std::map<std::tuple<TypeIndex, TypeIndex, std::string, std::string,
                      std::string, std::string>,
           size_t>
      reported_;
};

}  // namespace

Comparison CompareSchemas(const Schema& a, const Schema& b) {
  return Comparer(a, b).Compare();
}

}  // namespace transcdr
