// A MessagePack document as a tree that can be walked by name.

#ifndef TRANSCDR_CODEC_TYPEOBJECT_DOCUMENT_TREE_H_
#define TRANSCDR_CODEC_TYPEOBJECT_DOCUMENT_TREE_H_

#include <cstdint>
#include <string_view>
#include <vector>

namespace transcdr::typeobject {

// Reading a member that is not there gives an empty node: the document comes of
// our own Decode, so what is missing is what the union case did not have.
struct Node {
  std::string_view key;     // the name in the map that holds the node
  std::string_view text;    // a string or bytes; part of the document
  int64_t number = 0;       // an integer or boolean
  std::vector<Node> items;  // of an array or map

  // The member of that name; an empty node when there is none.
  const Node& operator[](std::string_view name) const;
  bool Has(std::string_view name) const { return &(*this)[name] != &Empty(); }
  static const Node& Empty();
};

// REQUIRES: `document` is what Decode wrote, and outlives the tree.
Node ReadTree(std::string_view document);

}  // namespace transcdr::typeobject

#endif  // TRANSCDR_CODEC_TYPEOBJECT_DOCUMENT_TREE_H_
