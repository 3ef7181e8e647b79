#include "codec/typeobject/document_tree.h"

#include "codec/base/fault.h"
#include "codec/document/msgpack_tokens.h"
#include "codec/document/token.h"

namespace transcdr::typeobject {
namespace {

// As deep as Decode went, which has a limit.
bool ReadNode(MsgpackTokens& tokens, Node* node) {
  Token token;
  if (!tokens.Next(&token)) return false;
  switch (token.kind) {
    case TokenKind::kBoolean:
      node->number = token.boolean ? 1 : 0;
      return true;
    case TokenKind::kInteger:
      node->number = static_cast<int64_t>(
          token.is_negative ? 0 - token.magnitude : token.magnitude);
      return true;
    case TokenKind::kText:
    case TokenKind::kBytes:
      node->text = token.text;
      return true;
    case TokenKind::kArray:
    case TokenKind::kMap: {
      node->items.resize(token.count);
      for (Node& item : node->items) {
        if (token.kind == TokenKind::kMap) {
          Token key;
          if (!tokens.ReadKey(&key)) return false;
          item.key = key.text;
        }
        if (!ReadNode(tokens, &item)) return false;
      }
      return true;
    }
    default:
      return true;  // floats of annotations: nobody asks for them
  }
}

}  // namespace

const Node& Node::Empty() {
  static const Node& empty = *new Node;
  return empty;
}

const Node& Node::operator[](std::string_view name) const {
  for (const Node& item : items) {
    if (item.key == name) return item;
  }
  return Empty();
}

Node ReadTree(std::string_view document) {
  Fault fault;
  MsgpackTokens tokens(document, nullptr, &fault);
  Node root;
  if (!ReadNode(tokens, &root)) return Node();
  return root;
}

}  // namespace transcdr::typeobject
