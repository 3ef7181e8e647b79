// A document as a Source (transcode/source.h): structs, sequences, maps and
// unions over a tokenizer. Members may come in any order: as long as they come
// in the declared one, each key costs a comparison; at the first that does not,
// the rest of that object is indexed once.

#ifndef TRANSCDR_CODEC_DOCUMENT_DOCUMENT_READER_H_
#define TRANSCDR_CODEC_DOCUMENT_DOCUMENT_READER_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "codec/base/fault.h"
#include "codec/document/array_reader.h"
#include "codec/document/mapping_options.h"
#include "codec/document/token.h"
#include "codec/plan/frame.h"
#include "codec/plan/tables.h"
#include "codec/plan/union_value.h"

namespace transcdr {

inline constexpr std::string_view kDiscriminatorKey = "$discriminator";

// Borrows everything it is given. The first failure is left in `fault`.
template <typename Tokens>
class DocumentReader : public ArrayReader<Tokens> {
 public:
  using Base = ArrayReader<Tokens>;
  using Base::Base;

  // Before and after the root.
  bool Begin() { return tokens_.Begin(); }
  bool End() { return tokens_.End(); }

  // ---- Structs. frame.source: item state, StructMode, first index of
  // scratch.positions (one a member, then the position behind the struct).

  bool BeginStruct(const StructInfo& info, Frame& frame) {
    Token token;
    if (!Take(&token)) return false;
    const bool is_array = options_.struct_form == StructForm::kArray;
    if (token.kind != (is_array ? TokenKind::kArray : TokenKind::kMap)) {
      return Mismatch(is_array ? "an array of the members (struct_form ARRAY)"
                               : "a map of the members",
                      token);
    }
    if (is_array && token.count != Token::kUnknownCount &&
        token.count > info.members.size()) {
      return TooManyMembers(info, token.count);
    }
    frame.source[0] = tokens_.Open(token).bits;
    frame.source[1] = is_array ? kPositional : kPredicted;
    return true;
  }

  // null stands for an optional member that is absent.
  bool ReadMember(const StructInfo& info, uint32_t slot, Frame& frame,
                  bool* present) {
    if (!FindMember(info, slot, frame, present)) return false;
    if (!*present || !info.members[slot].is_optional || !tokens_.IsNullNext()) {
      return true;
    }
    *present = false;
    Token null;
    return tokens_.Next(&null);
  }

  bool EndStruct(const StructInfo& info, Frame& frame) {
    bool more = false;
    switch (frame.source[1]) {
      case kPositional:
        if (!NextItem(frame, &more)) return false;
        return !more || TooManyMembers(info, info.members.size() + 1);
      case kPredicted:
        // All members were there: what follows is unknown or comes again.
        while (true) {
          if (!NextItem(frame, &more)) return false;
          if (!more) return true;
          uint32_t slot{};
          if (!ReadMemberKey(info, &slot)) return false;
          if (slot != NameIndex::kNone) return Duplicate(info.members[slot]);
          if (!tokens_.Skip()) return false;
        }
      case kIndexed:
        tokens_.Seek(scratch_.positions[frame.source[2] + info.members.size()]);
        scratch_.positions.resize(frame.source[2]);
        return true;
      default:
        return true;
    }
  }

  // ---- Bitsets: a struct of numbers in one value.

  bool ReadBitset(const BitsetInfo& info, uint64_t* value) {
    *value = 0;
    Frame frame;
    if (!BeginStruct(info.members, frame)) return false;
    for (uint32_t slot = 0; slot < info.fields.size(); ++slot) {
      bool present = false;
      if (!ReadMember(info.members, slot, frame, &present)) return false;
      if (!present) {
        if (!options_.require_all) continue;
        Missing(info.members.members[slot]);
        fault_->bit_field = info.members.members[slot].name.plain;
        return false;
      }
      uint64_t bits = 0;
      if (!ReadBitfield(info.fields[slot], &bits)) {
        fault_->bit_field = info.members.members[slot].name.plain;
        return false;
      }
      *value |= bits << info.fields[slot].position;
    }
    return EndStruct(info.members, frame);
  }

  // ---- Arrays and sequences. frame.source: item state.

  bool BeginArray(const ElementInfo&, Frame& frame) {
    Token token;
    if (!TakeArray(&token)) return false;
    if (token.count != Token::kUnknownCount && token.count != frame.op->arg) {
      return WrongCount(frame.op->arg, token.count);
    }
    frame.source[0] = tokens_.Open(token).bits;
    return true;
  }

  bool BeginSequence(const ElementInfo&, Frame& frame) {
    Token token;
    if (!TakeArray(&token)) return false;
    if (token.count != Token::kUnknownCount &&
        !CheckBound("elements", frame.op->arg, token.count)) {
      return false;
    }
    frame.count = token.count;
    frame.source[0] = tokens_.Open(token).bits;
    return true;
  }

  bool MoreElements(Frame& frame, bool* more) {
    if (!NextItem(frame, more)) return false;
    const uint32_t arg = frame.op->arg;
    if (frame.op->code == OpCode::kSequence) {
      return !*more || CheckBound("elements", arg, frame.index + 1);
    }
    return *more == (frame.index < arg) ||
           WrongCount(arg, frame.index + (*more ? 1 : 0));
  }

  bool EndElements(const ElementInfo&, Frame&) { return true; }

  // ---- Maps: a map with keys, or a list of pairs. frame.source: item state of
  // the map or list, MapMode, item state of the pair.

  bool BeginMap(const MapInfo& info, Frame& frame) {
    Token token;
    if (!Take(&token)) return false;
    const bool takes_keys =
        Tokens::kFormat == DocumentFormat::kMessagePack || info.has_text_keys;
    if (token.kind == TokenKind::kMap && takes_keys) {
      frame.source[1] = kKeys;
    } else if (token.kind == TokenKind::kArray) {
      frame.source[1] = kPairs;
    } else {
      return Mismatch(takes_keys ? "a map, or an array of [key, value]"
                                 : "an array of [key, value]",
                      token);
    }
    if (token.count != Token::kUnknownCount &&
        !CheckBound("entries", frame.op->arg, token.count)) {
      return false;
    }
    frame.count = token.count;
    frame.source[0] = tokens_.Open(token).bits;
    return true;
  }

  // Leaves the key next.
  bool MoreEntries(const MapInfo&, Frame& frame, bool* more) {
    if (!NextItem(frame, more)) return false;
    if (!*more) return true;
    if (!CheckBound("entries", frame.op->arg, frame.index + 1)) return false;
    frame.slot = 0;  // what is wrong from here on is this entry's
    if (frame.source[1] == kPairs) {
      Token token;
      if (!tokens_.Next(&token)) return false;
      if (token.kind != TokenKind::kArray) {
        return Mismatch("an array of [key, value]", token);
      }
      frame.source[2] = tokens_.Open(token).bits;
      return NextOfPair(frame, true);
    }
    if constexpr (Tokens::kFormat == DocumentFormat::kJson) {
      Token key;
      if (!tokens_.ReadKey(&key)) return false;
      this->PushKey(key);
    }
    return true;
  }

  bool BeginMapValue(const MapInfo&, Frame& frame) {
    return frame.source[1] == kKeys || NextOfPair(frame, true);
  }
  bool EndEntry(const MapInfo&, Frame& frame) {
    return frame.source[1] == kKeys || NextOfPair(frame, false);
  }
  bool EndMap(const MapInfo&, Frame&) { return true; }
  bool KeysMustDiffer(const MapInfo&, const Frame& frame) const {
    return frame.source[1] == kKeys;
  }

  // ---- Unions: a map of $discriminator and one member. frame.source: position
  // behind the union.

  bool BeginUnion(const UnionInfo& info, const EnumInfo* enum_info,
                  Frame& frame, UnionValue* value) {
    Token token;
    if (!Take(&token)) return false;
    if (token.kind != TokenKind::kMap) {
      return Mismatch("a map of $discriminator and a member", token);
    }
    const uint64_t start = tokens_.token_offset();
    ItemState items = tokens_.Open(token);
    size_t discriminator_at = 0;  // 0 is no value's position: a map is open
    size_t member_at = 0;
    uint32_t member_case = UnionInfo::kNoCase;
    for (bool more = false;;) {
      if (!tokens_.NextItem(&items, &more)) return false;
      if (!more) break;
      Token key;
      if (!tokens_.ReadKey(&key)) return false;
      const bool is_text = key.kind == TokenKind::kText;
      if (is_text && key.text == kDiscriminatorKey) {
        if (discriminator_at != 0) return DuplicateKey(kDiscriminatorKey);
        discriminator_at = tokens_.position();
      } else {
        const uint32_t found =
            is_text ? info.by_name.Find(key.text) : NameIndex::kNone;
        if (found == NameIndex::kNone) {
          if (!CheckUnknown(key)) return false;
        } else if (member_at != 0) {
          return this->Fail(FaultReason::kMemberDuplicate, "union member",
                            "one member", info.cases[found].member.name.plain);
        } else {
          member_at = tokens_.position();
          member_case = found;
        }
      }
      if (!tokens_.Skip()) return false;
    }
    frame.source[0] = tokens_.position();

    if (discriminator_at != 0) {
      tokens_.Seek(discriminator_at);
      if (!ReadDiscriminator(info, enum_info, &value->discriminator)) {
        return false;
      }
    } else if (member_case == UnionInfo::kNoCase ||
               info.cases[member_case].is_default ||
               info.cases[member_case].labels.size() != 1) {
      *fault_ = {.reason = FaultReason::kMemberMissing,
                 .byte_offset = start,
                 .what = "$discriminator"};
      return false;
    } else {
      value->discriminator = info.cases[member_case].labels[0];
    }
    value->selected = info.FindCase(value->discriminator);
    value->has_member = member_at != 0;
    if (member_at != 0 && value->selected != member_case) {
      *fault_ = {.reason = FaultReason::kTypeMismatch,
                 .byte_offset = member_at,
                 .what = "union member",
                 .expected = value->selected == UnionInfo::kNoCase
                                 ? "no member for that discriminator"
                                 : "the member that the discriminator selects",
                 .actual = info.cases[member_case].member.name.plain};
      return false;
    }
    if (member_at != 0) tokens_.Seek(member_at);
    return true;
  }

  bool EndUnion(const UnionInfo&, Frame& frame) {
    tokens_.Seek(frame.source[0]);
    return true;
  }

 private:
  using Base::CheckBound;
  using Base::fault_;
  using Base::Mismatch;
  using Base::options_;
  using Base::scratch_;
  using Base::Take;
  using Base::tokens_;
  using Base::WrongCount;

  enum StructMode : uint64_t {
    kPredicted,   // keys came in declared order so far
    kIndexed,     // scratch.positions tells where members are
    kExhausted,   // the struct's end is behind us
    kPositional,  // struct_form ARRAY
  };
  enum MapMode : uint64_t { kKeys, kPairs };

  bool FindMember(const StructInfo& info, uint32_t slot, Frame& frame,
                  bool* present) {
    switch (frame.source[1]) {
      case kPositional:
        if (!NextItem(frame, present)) return false;
        if (!*present) frame.source[1] = kExhausted;
        return true;
      case kPredicted: {
        if (!NextItem(frame, present)) return false;
        if (!*present) {
          frame.source[1] = kExhausted;
          return true;
        }
        if (options_.struct_form == StructForm::kMap &&
            tokens_.TryKey(info.members[slot].name)) {
          return true;
        }
        return IndexRest(info, slot, frame) && SeekMember(slot, frame, present);
      }
      case kIndexed:
        return SeekMember(slot, frame, present);
      default:
        *present = false;
        return true;
    }
  }

  bool NextItem(Frame& frame, bool* more) {
    ItemState items{frame.source[0]};
    const bool ok = tokens_.NextItem(&items, more);
    frame.source[0] = items.bits;
    return ok;
  }

  bool TakeArray(Token* token) {
    if (!Take(token)) return false;
    return token->kind == TokenKind::kArray || Mismatch("an array", *token);
  }

  // The second half of a pair, or its end.
  bool NextOfPair(Frame& frame, bool wanted) {
    ItemState items{frame.source[2]};
    bool more = false;
    if (!tokens_.NextItem(&items, &more)) return false;
    frame.source[2] = items.bits;
    if (more == wanted) return true;
    *fault_ = {.reason = FaultReason::kTypeMismatch,
               .byte_offset = tokens_.token_offset(),
               .expected = "an array of two, [key, value]",
               .actual = wanted ? "a shorter array" : "a longer array"};
    return false;
  }

  // The key of a member; kNone for a name that the struct does not have, which
  // is an error unless those are ignored.
  bool ReadMemberKey(const StructInfo& info, uint32_t* slot) {
    Token key;
    if (!tokens_.ReadKey(&key)) return false;
    *slot = NameIndex::kNone;
    if (options_.struct_form == StructForm::kMapById) {
      uint64_t id = UINT64_MAX;
      if (key.kind == TokenKind::kInteger && !key.is_negative) {
        id = key.magnitude;
      } else if (key.kind == TokenKind::kText && IsJsonNumber(key.text)) {
        const ExactInteger exact = ParseExactInteger(key.text);
        if (exact.kind == ExactInteger::kNonNegative) id = exact.magnitude;
      }
      if (id <= UINT32_MAX) {
        auto it = info.slots_by_id.find(static_cast<uint32_t>(id));
        if (it != info.slots_by_id.end()) *slot = it->second;
      }
    } else if (key.kind == TokenKind::kText) {
      *slot = info.slots.Find(key.text);
    }
    return *slot != NameIndex::kNone || CheckUnknown(key);
  }

  // The key of the member `slot` is not next: notes where each of the members
  // that are left is.
  bool IndexRest(const StructInfo& info, uint32_t slot, Frame& frame) {
    const size_t first = scratch_.positions.size();
    scratch_.positions.resize(first + info.members.size() + 1, 0);
    frame.source[1] = kIndexed;
    frame.source[2] = first;
    for (bool more = true; more;) {
      uint32_t found{};
      if (!ReadMemberKey(info, &found)) return false;
      if (found != NameIndex::kNone) {
        uint64_t& position = scratch_.positions[first + found];
        // All members before `slot` were there, or we would be indexed.
        if (found < slot || position != 0) {
          return Duplicate(info.members[found]);
        }
        position = tokens_.position();
      }
      if (!tokens_.Skip() || !NextItem(frame, &more)) return false;
    }
    scratch_.positions[first + info.members.size()] = tokens_.position();
    return true;
  }

  bool SeekMember(uint32_t slot, Frame& frame, bool* present) {
    const uint64_t position = scratch_.positions[frame.source[2] + slot];
    *present = position != 0;  // 0 is no value's position: a map is open
    if (*present) tokens_.Seek(position);
    return true;
  }

  // Bits of one field, in place from bit 0 on.
  bool ReadBitfield(const BitsetInfo::Field& field, uint64_t* bits) {
    if (field.holder == TypeKind::kBoolean) {
      bool boolean = false;
      if (!this->ReadBoolean(&boolean)) return false;
      *bits = boolean ? 1 : 0;
      return true;
    }
    const uint64_t mask =
        field.width == 64 ? UINT64_MAX : (uint64_t{1} << field.width) - 1;
    if (IsSignedInteger(field.holder)) {
      int64_t number{};
      if (!this->ReadNumber(&number)) return false;
      const auto most = static_cast<int64_t>(mask >> 1);
      if (number > most || number < -most - 1) {
        return this->Fail(FaultReason::kValueOutOfRange, "bit field",
                          "a number that its bits hold", number);
      }
      *bits = static_cast<uint64_t>(number) & mask;
      return true;
    }
    if (!this->ReadNumber(bits)) return false;
    return *bits <= mask ||
           this->FailUnsigned("bit field", "a number that its bits hold",
                              *bits);
  }

  bool ReadDiscriminator(const UnionInfo& info, const EnumInfo* enum_info,
                         int64_t* value) {
    switch (info.discriminator) {
      case TypeKind::kBoolean: {
        bool boolean = false;
        if (!this->ReadBoolean(&boolean)) return false;
        *value = boolean ? 1 : 0;
        return true;
      }
      case TypeKind::kByte:
      case TypeKind::kUInt8:
        return ReadAs<uint8_t>(value);
      case TypeKind::kInt8:
        return ReadAs<int8_t>(value);
      case TypeKind::kInt16:
        return ReadAs<int16_t>(value);
      case TypeKind::kUInt16:
        return ReadAs<uint16_t>(value);
      case TypeKind::kInt32:
        return ReadAs<int32_t>(value);
      case TypeKind::kUInt32:
        return ReadAs<uint32_t>(value);
      case TypeKind::kInt64:
        return ReadAs<int64_t>(value);
      case TypeKind::kUInt64:
        return ReadAs<uint64_t>(value);
      case TypeKind::kChar8: {
        uint8_t byte{};
        if (!this->ReadChar8(&byte)) return false;
        *value = byte;
        return true;
      }
      case TypeKind::kChar16: {
        char16_t unit{};
        if (!this->ReadChar16(info.wchar_width, &unit)) return false;
        *value = unit;
        return true;
      }
      default: {  // kEnum: TypeBuilder lets no other kind through
        int32_t number{};
        if (!this->ReadEnum(*enum_info, &number)) return false;
        *value = number;
        return true;
      }
    }
  }
  template <typename T>
  bool ReadAs(int64_t* value) {
    T number{};
    if (!this->ReadNumber(&number)) return false;
    *value = static_cast<int64_t>(number);
    return true;
  }

  bool CheckUnknown(const Token& key) {
    if (options_.unknown_members_policy == UnknownMembersPolicy::kIgnore) {
      return true;
    }
    return this->Fail(
        FaultReason::kMemberUnknown, "member", "",
        key.kind == TokenKind::kText ? key.text : TokenKindName(key.kind));
  }
  bool Duplicate(const MemberInfo& member) {
    return DuplicateKey(member.name.plain);
  }
  bool DuplicateKey(std::string_view name) {
    return this->Fail(FaultReason::kMemberDuplicate, "member", "once", name);
  }
  bool Missing(const MemberInfo& member) {
    return this->Fail(FaultReason::kMemberMissing, "member", "",
                      std::string_view(member.name.plain));
  }
  bool TooManyMembers(const StructInfo& info, uint64_t count) {
    *fault_ = {.reason = FaultReason::kMemberUnknown,
               .byte_offset = tokens_.token_offset(),
               .what = "members in the array",
               .expected_number = static_cast<int64_t>(info.members.size()),
               .actual_number = static_cast<int64_t>(count)};
    return false;
  }
};

}  // namespace transcdr

#endif  // TRANSCDR_CODEC_DOCUMENT_DOCUMENT_READER_H_
