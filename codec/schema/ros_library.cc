#include "codec/schema/ros_library.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <utility>

#include "codec/schema/ros_interface.h"
#include "codec/schema/ros_library_texts.h"
#include "codec/schema/ros_msg_names.h"
#include "codec/type/message_text.h"

namespace transcdr::ros_msg {
namespace {

constexpr size_t kMaxSuggestions = 3;
// From this many letters on, two of them may be wrong.
constexpr size_t kLongName = 8;
// Longer names are not compared letter by letter.
constexpr size_t kMaxComparedName = 100;

// Read once, never changed.
struct Index {
  std::deque<std::string> names;  // what the texts' full_name lies in
  std::vector<LibraryText> texts;

  Index() {
    for (std::string_view package : LibraryTexts()) {
      const std::vector<Section> sections =
          SplitBundle(package, "library", [](Diagnostic) { std::abort(); });
      for (const Section& section : sections) {
        if (section.name.empty()) continue;  // before the first separator
        names.push_back(FullTypeName(section.name).value_or(""));
        texts.push_back({names.back(), KindOfName(names.back()), section.text});
      }
    }
    std::sort(texts.begin(), texts.end(),
              [](const LibraryText& a, const LibraryText& b) {
                return a.full_name < b.full_name;
              });
  }
};

char Lower(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

// Letters to change, add or drop until two names are one, case aside.
size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t change =
          diagonal + (Lower(a[i - 1]) == Lower(b[j - 1]) ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({change, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

std::span<const LibraryText> Library() {
  static const Index index;
  return index.texts;
}

const LibraryText* FindInLibrary(std::string_view full_name) {
  const std::span<const LibraryText> texts = Library();
  const auto at =
      std::lower_bound(texts.begin(), texts.end(), full_name,
                       [](const LibraryText& text, std::string_view name) {
                         return text.full_name < name;
                       });
  return at == texts.end() || at->full_name != full_name ? nullptr : &*at;
}

std::string LibrarySuggestion(std::string_view full_name) {
  if (full_name.size() > kMaxComparedName) return "";
  // The fewer letters differ the better; the same last part is as good as one.
  std::vector<std::pair<size_t, std::string_view>> near;
  const std::string_view short_name = ShortNameOf(full_name);
  const size_t most = short_name.size() < kLongName ? 1 : 2;
  for (const LibraryText& text : Library()) {
    const size_t longer = std::max(full_name.size(), text.full_name.size());
    const size_t shorter = std::min(full_name.size(), text.full_name.size());
    size_t distance = most + 1;
    if (longer - shorter <= most) {
      distance = EditDistance(full_name, text.full_name);
    }
    if (ShortNameOf(text.full_name) == short_name) {
      distance = std::min<size_t>(distance, 1);
    }
    if (distance <= most) near.emplace_back(distance, text.full_name);
  }
  std::sort(near.begin(), near.end());
  std::string names;
  for (size_t i = 0; i < near.size() && i < kMaxSuggestions; ++i) {
    names += (i == 0 ? "" : " or ") + DisplayName(near[i].second);
  }
  return names.empty() ? ""
                       : message_text::Concat("; did you mean ", names, "?");
}

}  // namespace transcdr::ros_msg
