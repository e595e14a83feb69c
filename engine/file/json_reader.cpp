#include "engine/file/json_reader.h"

#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "engine/text/number_format.h"
#include "engine/text/utf8.h"

namespace loopwright {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

// Gives the parser its bytes and tells how many it has taken, in `taken`, which copies share. The
// parser tells its events without places; how far it has read is what places are found from.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, std::size_t* taken) : at_(at), taken_(taken) {}
  const char& operator*() const { return *at_; }
  CountingIterator& operator++() {
    ++at_;
    ++*taken_;
    return *this;
  }
  friend bool operator==(const CountingIterator& a, const CountingIterator& b) {
    return a.at_ == b.at_;
  }

 private:
  const char* at_;
  std::size_t* taken_;
};

// The bytes that a number can consist of.
bool IsNumberByte(char c) {
  return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
}

// White space, and the commas and colons between values.
bool IsBetweenTokens(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ',' || c == ':';
}

// The parser's message without the place that it leads with, which counts bytes.
std::string SyntaxProblem(std::string_view message) {
  const std::size_t dash = message.find(" - ");
  if (dash != std::string_view::npos) message.remove_prefix(dash + 3);
  return std::string(message);
}

}  // namespace

// Receives the parser's events. At each one the token starts at the first byte after the token
// before that is not white space, `,` or `:`. Nodes are appended in the order of the text, so a
// value's index is known when it begins, and its end is filled in when it closes. Nothing is
// recursive: a file of a million brackets costs a list, not the call stack.
class JsonTreeBuilder {
 public:
  JsonTreeBuilder(std::string_view source, const JsonLimits& limits, DiagnosticSink* sink)
      : limits_(limits), sink_(sink) {
    tree_.source_ = source;
    if (source.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
      token_end_ = counted_ = kByteOrderMark.size();
    }
  }

  // Parses the text; null, with a diagnostic, where it is not JSON or passes a limit.
  std::optional<JsonTree> Run() {
    const char* data = tree_.source_.data();
    const CountingIterator begin(data, &taken_);
    const CountingIterator end(data + tree_.source_.size(), &taken_);
    try {
      if (nlohmann::json::sax_parse(begin, end, this)) return std::move(tree_);
    } catch (const nlohmann::json::exception& error) {
      sink_->Add(DiagnosticCode::kJsonSyntax, PlaceOf(taken_), kFilePath,
                 {SyntaxProblem(error.what())});
    }
    return std::nullopt;
  }

  // The parser's events; false ends the reading.
  bool null() { return Scalar(JsonKind::kNull, 0); }
  bool boolean(bool value) { return Scalar(JsonKind::kBoolean, value ? 1 : 0); }
  bool number_integer(std::int64_t value) { return Number(static_cast<double>(value)); }
  bool number_unsigned(std::uint64_t value) { return Number(static_cast<double>(value)); }
  bool number_float(double value, const std::string&) { return Number(value); }
  bool string(std::string& value) { return AddText(value); }
  bool binary(nlohmann::json::binary_t&) { return false; }  // not in JSON texts
  bool key(std::string& name);
  bool start_object(std::size_t) { return Open(JsonKind::kObject); }
  bool start_array(std::size_t) { return Open(JsonKind::kList); }
  bool end_object() { return Close(); }
  bool end_array() { return Close(); }
  bool parse_error(std::size_t, const std::string& token, const nlohmann::json::exception& error);

 private:
  // Which of the file's own objects a container is: what subsystems need to nest.
  enum class Role { kOther, kFile, kDiagram, kBlocks, kBlock };

  struct Container {
    std::uint32_t node;
    Role role;
    bool starts_subsystem;
    std::size_t first_key;  // of its keys in keys_
    // Made when there are many keys.
    std::unique_ptr<std::unordered_map<std::string_view, std::uint32_t>> key_index;
  };

  JsonTree::Node* AddNode(JsonKind kind);
  bool Scalar(JsonKind kind, double number);
  bool Number(double value);
  bool AddText(const std::string& value);
  bool Open(JsonKind kind);
  bool Close();
  Role RoleOf(JsonKind kind) const;
  void CheckRepeated(std::uint32_t node);
  std::size_t SkipToToken() const;
  SourcePlace PlaceOf(std::size_t offset);

  JsonTree tree_;
  const JsonLimits& limits_;
  DiagnosticSink* sink_;
  std::size_t taken_ = 0;      // bytes that the parser has read
  std::size_t token_end_ = 0;  // the end of the token before
  std::size_t counted_ = 0;    // line_ and column_ are those of this byte
  std::uint32_t line_ = 1;
  std::uint32_t column_ = 1;
  std::vector<Container> open_;
  std::vector<std::uint32_t> keys_;  // the key nodes of the open objects
  int subsystems_ = 0;               // how many are open
  bool after_key_ = false;
};

// Where the token that the parser has just read begins.
std::size_t JsonTreeBuilder::SkipToToken() const {
  std::size_t offset = token_end_;
  while (offset < tree_.source_.size() && IsBetweenTokens(tree_.source_[offset])) ++offset;
  return offset;
}

// Offsets must not go back behind the last token's start. Counts on from the last place, so that
// the whole file is gone through once. Columns count characters, not bytes.
SourcePlace JsonTreeBuilder::PlaceOf(std::size_t offset) {
  for (; counted_ < offset; ++counted_) {
    if (tree_.source_[counted_] == '\n') {
      ++line_;
      column_ = 1;
    } else if (IsUtf8Start(tree_.source_[counted_])) {
      ++column_;
    }
  }
  return {static_cast<int>(line_), static_cast<int>(column_)};
}

// Adds the node of the token that ends at taken_. Null, with a diagnostic, where there are too many
// values.
JsonTree::Node* JsonTreeBuilder::AddNode(JsonKind kind) {
  const std::size_t begin = SkipToToken();
  const SourcePlace place = PlaceOf(begin);
  if (tree_.nodes_.size() >= limits_.values) {
    sink_->Add(DiagnosticCode::kTooManyValues, place, kFilePath, {std::to_string(limits_.values)});
    return nullptr;
  }
  token_end_ = taken_;
  JsonTree::Node node;
  node.begin = static_cast<std::uint32_t>(begin);
  node.length = static_cast<std::uint32_t>(token_end_ - begin);
  node.line = line_;
  node.column = column_;
  node.next = static_cast<std::uint32_t>(tree_.nodes_.size() + 1);
  node.kind = kind;
  node.member = after_key_;
  after_key_ = false;
  return &tree_.nodes_.emplace_back(node);
}

// A value without children; false ends the reading.
bool JsonTreeBuilder::Scalar(JsonKind kind, double number) {
  JsonTree::Node* node = AddNode(kind);
  if (!node) return false;
  node->number = number;
  return true;
}

bool JsonTreeBuilder::Number(double value) {
  if (!Scalar(JsonKind::kNumber, value)) return false;
  // The parser has read on to the byte after a number, if there is one.
  JsonTree::Node& node = tree_.nodes_.back();
  std::size_t end = node.begin;
  while (end < tree_.source_.size() && IsNumberByte(tree_.source_[end])) ++end;
  token_end_ = end;
  node.length = static_cast<std::uint32_t>(end - node.begin);
  return true;
}

// Only texts with escapes are copied; all others are read from the source itself.
bool JsonTreeBuilder::AddText(const std::string& value) {
  JsonTree::Node* node = AddNode(JsonKind::kText);
  if (!node) return false;
  if (value.size() + 2 != node->length) {  // escapes are longer than what they stand for
    node->escaped = true;
    node->number = static_cast<double>(tree_.texts_.size());
    tree_.texts_.push_back(value);
  }
  return true;
}

// A key is a node of its own, in front of its value.
bool JsonTreeBuilder::key(std::string& name) {
  if (!AddText(name)) return false;
  const std::uint32_t node = static_cast<std::uint32_t>(tree_.nodes_.size() - 1);
  CheckRepeated(node);
  keys_.push_back(node);
  after_key_ = true;
  return true;
}

// JSON allows a key twice and leaves open which counts, so here it is an error that names the line
// of the first. Small objects are searched, large ones get an index.
void JsonTreeBuilder::CheckRepeated(std::uint32_t node) {
  constexpr std::size_t kFewKeys = 12;  // up to here comparing with each is faster
  Container& object = open_.back();
  const auto name = [this](std::uint32_t key) { return tree_.Text(tree_.nodes_[key]); };
  std::optional<std::uint32_t> earlier;
  if (keys_.size() - object.first_key < kFewKeys) {
    for (std::size_t i = object.first_key; i < keys_.size() && !earlier; ++i) {
      if (name(keys_[i]) == name(node)) earlier = keys_[i];
    }
  } else {
    if (!object.key_index) {
      object.key_index = std::make_unique<std::unordered_map<std::string_view, std::uint32_t>>();
      for (std::size_t i = object.first_key; i < keys_.size(); ++i) {
        object.key_index->emplace(name(keys_[i]), keys_[i]);
      }
    }
    const auto [found, added] = object.key_index->emplace(name(node), node);
    if (!added) earlier = found->second;
  }
  if (earlier) {
    sink_->Add(DiagnosticCode::kRepeatedKey, PlaceOf(tree_.nodes_[node].begin), kFilePath,
               {name(node), std::to_string(tree_.nodes_[*earlier].line)});
  }
}

// Which of a diagram's own objects begins, by the role of the object around it and the key.
JsonTreeBuilder::Role JsonTreeBuilder::RoleOf(JsonKind kind) const {
  if (kind != JsonKind::kObject) return Role::kOther;
  if (open_.empty()) return Role::kFile;
  const Role parent = open_.back().role;
  if (parent == Role::kBlocks) return Role::kBlock;
  const std::string_view name = after_key_ ? tree_.Text(tree_.nodes_.back()) : std::string_view();
  if (parent == Role::kDiagram && name == "blocks") return Role::kBlocks;
  const bool holds_diagram = parent == Role::kFile || parent == Role::kBlock;
  return holds_diagram && name == "diagram" ? Role::kDiagram : Role::kOther;
}

// An object or list begins. Subsystems have a limit of their own, and the levels that they need are
// not counted against the general one.
bool JsonTreeBuilder::Open(JsonKind kind) {
  constexpr int kLevelsOfSubsystem = 3;  // its diagram, the blocks in it, and a block
  const Role role = RoleOf(kind);
  const bool subsystem = role == Role::kDiagram && open_.back().role == Role::kBlock;
  if (!AddNode(kind)) return false;
  const SourcePlace place = PlaceOf(counted_);
  if (subsystem && ++subsystems_ > limits_.subsystem_depth) {
    sink_->Add(DiagnosticCode::kSubsystemDepth, place, kFilePath,
               {std::to_string(limits_.subsystem_depth)});
    return false;
  }
  const std::uint32_t node = static_cast<std::uint32_t>(tree_.nodes_.size() - 1);
  open_.push_back({node, role, subsystem, keys_.size(), nullptr});
  if (static_cast<int>(open_.size()) - kLevelsOfSubsystem * subsystems_ > limits_.depth) {
    sink_->Add(DiagnosticCode::kJsonDepth, place, kFilePath, {std::to_string(limits_.depth)});
    return false;
  }
  return true;
}

// Its end: now its length is known, and what comes next in the object around it.
bool JsonTreeBuilder::Close() {
  const Container& closed = open_.back();
  token_end_ = taken_;
  JsonTree::Node& node = tree_.nodes_[closed.node];
  node.length = static_cast<std::uint32_t>(token_end_ - node.begin);
  node.next = static_cast<std::uint32_t>(tree_.nodes_.size());
  if (closed.starts_subsystem) --subsystems_;
  keys_.resize(closed.first_key);
  open_.pop_back();
  return true;
}

// The parser cannot go on. Three cases have texts of their own: a number that no double can hold,
// an empty file, and everything else with the parser's reason.
bool JsonTreeBuilder::parse_error(std::size_t, const std::string& token,
                                  const nlohmann::json::exception& error) {
  const std::size_t token_start = SkipToToken();
  if (dynamic_cast<const nlohmann::json::out_of_range*>(&error)) {
    sink_->Add(DiagnosticCode::kJsonNumber, PlaceOf(token_start), kFilePath, {token});
    return false;
  }
  if (tree_.nodes_.empty() && token_start == tree_.source_.size()) {
    sink_->Add(DiagnosticCode::kJsonEmpty, {1, 1}, kFilePath);
    return false;
  }
  const std::string problem = SyntaxProblem(error.what());
  // A token in the wrong place is shown at its start, a broken one at the byte that breaks it.
  const bool misplaced = problem.rfind("unexpected", 0) == 0;
  const std::size_t last = taken_ > 0 ? taken_ - 1 : 0;
  sink_->Add(DiagnosticCode::kJsonSyntax, PlaceOf(misplaced ? token_start : last), kFilePath,
             {problem});
  return false;
}

std::optional<JsonTree> JsonTree::Read(std::string_view source, const JsonLimits& limits,
                                       DiagnosticSink* sink) {
  if (source.size() > limits.bytes) {
    sink->Add(DiagnosticCode::kFileTooLarge, {1, 1}, kFilePath,
              {std::to_string(source.size()), std::to_string(limits.bytes)});
    return std::nullopt;
  }
  return JsonTreeBuilder(source, limits, sink).Run();
}

// Without the quotation marks.
std::string_view JsonTree::Text(const Node& node) const {
  if (node.escaped) return texts_[node.number];
  return source_.substr(node.begin + 1, node.length - 2);
}

JsonKind JsonValue::kind() const { return tree_->nodes_[index_].kind; }

SourcePlace JsonValue::place() const {
  const JsonTree::Node& node = tree_->nodes_[index_];
  return {static_cast<int>(node.line), static_cast<int>(node.column)};
}

double JsonValue::number() const { return tree_->nodes_[index_].number; }

std::string_view JsonValue::text() const { return tree_->Text(tree_->nodes_[index_]); }

std::string_view JsonValue::source() const {
  const JsonTree::Node& node = tree_->nodes_[index_];
  return tree_->source_.substr(node.begin, node.length);
}

// Children lie directly behind their parent and reach to where its next sibling begins.
JsonValue::Children JsonValue::children() const {
  const JsonTree::Node& node = tree_->nodes_[index_];
  const bool members = node.kind == JsonKind::kObject;
  return {{tree_, index_ + 1, members}, {tree_, node.next, members}};
}

std::string_view JsonValue::key() const {
  return tree_->nodes_[index_].member ? tree_->Text(tree_->nodes_[index_ - 1]) : std::string_view();
}

SourcePlace JsonValue::key_place() const {
  return tree_->nodes_[index_].member ? JsonValue(tree_, index_ - 1).place() : place();
}

// Long texts are cut to 40 characters, as they stand in a message.
std::string JsonValue::Describe() const {
  constexpr int kShown = 40;
  switch (kind()) {
    case JsonKind::kNull:
      return "null";
    case JsonKind::kBoolean:
      return boolean() ? "true" : "false";
    case JsonKind::kNumber:
      return "the number " + FormatNumber(number());
    case JsonKind::kText:
      return "the text \"" + Printable(text(), kShown) + '"';
    case JsonKind::kList:
      return "a list";
    case JsonKind::kObject:
      return "an object";
  }
  return {};
}

JsonValue::Iterator& JsonValue::Iterator::operator++() {
  index_ = tree_->nodes_[members_ ? index_ + 1 : index_].next;
  return *this;
}

}  // namespace loopwright
