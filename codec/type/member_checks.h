// The checks of TypeBuilder::Build on structs, unions and bitsets, bases
// included.

#ifndef TRANSCDR_CODEC_TYPE_MEMBER_CHECKS_H_
#define TRANSCDR_CODEC_TYPE_MEMBER_CHECKS_H_

#include "codec/type/type_checks.h"
#include "codec/type/type_table.h"

namespace transcdr::type_checks {

// Replaces bases by what they stand for; reports, and removes, those of another
// kind than the type.
void ResolveBases(TypeTable& table);

// Names, uses and ids of members, those of the bases before; assigns absent
// ids. Types that inherit from themselves are left out (CheckContainment).
// REQUIRES for all of these: ResolveAliases and ResolveBases were called.
void CheckStructs(TypeTable& table, CollectionChecker& collections);

// Names, widths and holders of fields; assigns absent holders.
void CheckBitsets(TypeTable& table);

// Discriminator, labels, names, uses and ids of cases; assigns absent ids.
// REQUIRES: CheckEnum was called for every enum.
void CheckUnion(TypeTable& table, TypeDescriptor& type,
                CollectionChecker& collections);

// Defaults of struct members and union cases: checks and normalises them.
// REQUIRES: CheckEnum was called for every enum.
void CheckDefaults(TypeTable& table);

}  // namespace transcdr::type_checks

#endif  // TRANSCDR_CODEC_TYPE_MEMBER_CHECKS_H_
