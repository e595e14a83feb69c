#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/file/diagnostic_sink.h"

namespace loopwright {

/// What a JSON value can be.
enum class JsonKind : std::uint8_t { kNull, kBoolean, kNumber, kText, kList, kObject };

class JsonTree;

/// One value of a JsonTree, which must outlive it. It is as small as a pointer and an index and is
/// passed by value. Which functions may be called depends on its kind: number() of a text, for
/// example, means nothing.
class JsonValue {
 public:
  JsonKind kind() const;
  bool is(JsonKind other) const { return kind() == other; }
  /// Line and column, counted from 1, of its first character.
  SourcePlace place() const;
  /// Of a number.
  double number() const;
  /// Of a truth value.
  bool boolean() const { return number() != 0; }
  /// Of a text: its content, escapes resolved.
  std::string_view text() const;
  /// The value as it stands in the file.
  std::string_view source() const;

  class Iterator;
  struct Children;
  /// The elements of a list, or the values of an object's members, which have a key.
  Children children() const;
  /// Of an object's member: its key, without quotation marks, and where that stands. Elements of
  /// lists have an empty key and their own place.
  std::string_view key() const;
  SourcePlace key_place() const;

  /// "the number 5", "the text \"abc\"", "a list", ...: for the texts of diagnostics.
  std::string Describe() const;

 private:
  friend class JsonTree;
  JsonValue(const JsonTree* tree, std::uint32_t index) : tree_(tree), index_(index) {}
  const JsonTree* tree_;
  std::uint32_t index_;
};

/// What bounds a tree; see LoadLimits. A file beyond one of them is refused with a diagnostic that
/// names the limit.
struct JsonLimits {
  /// How many values and keys there may be in all,
  std::size_t values = 0;
  /// how long the text may be,
  std::size_t bytes = 0;
  /// and how deep brackets may nest: in general, and by subsystems.
  int depth = 0;
  int subsystem_depth = 0;
};

/// A JSON text as a flat list of values with their places. The bytes read must outlive it.
class JsonTree {
 public:
  /// Reads `source`. Where it is not JSON, passes a limit, or repeats a key, says so in `sink`;
  /// null is returned where there is nothing to go on with. Uses no recursion, and no more memory
  /// than the limits allow.
  static std::optional<JsonTree> Read(std::string_view source, const JsonLimits& limits,
                                      DiagnosticSink* sink);

  /// The whole text.
  JsonValue root() const { return {this, 0}; }

 private:
  friend class JsonValue;
  friend class JsonTreeBuilder;

  // Children follow their parent; in an object each is preceded by a node of its key. They lie in
  // one vector: "the value and all in it" is a range, and the next sibling is found without
  // visiting what is in between.
  struct Node {
    std::uint32_t begin = 0;  // the bytes of the value in the source
    std::uint32_t length = 0;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::uint32_t next = 0;  // the index behind the value and all in it
    JsonKind kind = JsonKind::kNull;
    bool escaped = false;  // a text whose content is texts_[number], not the source's bytes
    bool member = false;   // has a key, the node before
    double number = 0;
  };

  /// The content of a text.
  std::string_view Text(const Node& node) const;

  std::string_view source_;
  std::vector<Node> nodes_;
  std::deque<std::string> texts_;
};

/// Goes from sibling to sibling; `members` says that keys lie between them.
class JsonValue::Iterator {
 public:
  Iterator(const JsonTree* tree, std::uint32_t index, bool members)
      : tree_(tree), index_(index), members_(members) {}
  JsonValue operator*() const { return {tree_, index_ + (members_ ? 1 : 0)}; }
  Iterator& operator++();
  friend bool operator==(const Iterator& a, const Iterator& b) { return a.index_ == b.index_; }

 private:
  /// Where its node lies.
  const JsonTree* tree_;
  std::uint32_t index_;
  bool members_;
};

/// What a range-based for loop goes over.
struct JsonValue::Children {
  Iterator begin() const { return first; }
  Iterator end() const { return last; }
  Iterator first, last;
};

}  // namespace loopwright
