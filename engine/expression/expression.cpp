#include "engine/expression/expression.h"

#include <atomic>
#include <bit>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>

namespace loopwright {

// A node is owned by the expressions and nodes that refer to it, which `references` counts. The
// table refers to it without owning it.
struct Expression::Node {
  Operation operation;
  bool is_truth;
  mutable std::atomic<int64_t> references{1};
  double value;
  std::string name;
  const Node* operands[3];  // Null is the constant 0; unused ones are null.
  size_t hash;
};

namespace {

// Mixes a value into a hash; the factor is 2^64 divided by the golden ratio, an odd number whose
// bits are spread evenly (D. E. Knuth, The Art of Computer Programming, volume 3).
size_t Combine(size_t seed, size_t value) {
  return (seed ^ value) * 0x9E3779B97F4A7C15u + (seed >> 29);
}

// Operands count by their address, as equal operands are the same node.
template <typename Node>
size_t HashNode(const Node& node) {
  size_t hash = Combine(static_cast<size_t>(node.operation), std::bit_cast<uint64_t>(node.value));
  if (!node.name.empty()) hash = Combine(hash, std::hash<std::string>()(node.name));
  for (const auto* operand : node.operands) {
    hash = Combine(hash, std::hash<const void*>()(operand));
  }
  return hash;
}

}  // namespace

// All nodes alive, by structure. A node whose count has fallen to zero may still be listed, until
// the thread that saw it fall removes it; such a node is never handed out again.
class Expression::Table {
 public:
  static Table& Instance() {
    static Table& table = *new Table;  // Never destroyed: expressions may outlive statics.
    return table;
  }

  // The listed node equal to `node`, with a reference added, or else `node` itself, listed.
  const Node* FindOrAdd(std::unique_ptr<Node> node) {
    Part& part = PartOf(*node);
    const std::lock_guard lock(part.mutex);
    auto& nodes = part.nodes;
    const auto [place, added] = nodes.insert(node.get());
    if (added) return node.release();
    int64_t references = (*place)->references.load(std::memory_order_relaxed);
    while (references > 0) {
      if ((*place)->references.compare_exchange_weak(references, references + 1)) return *place;
    }
    nodes.erase(place);
    nodes.insert(node.get());
    return node.release();
  }

  // Called with a node whose count is zero. Another thread may have listed an equal one in its
  // place meanwhile, which stays.
  void Remove(const Node* node) {
    Part& part = PartOf(*node);
    const std::lock_guard lock(part.mutex);
    const auto place = part.nodes.find(node);
    if (place != part.nodes.end() && *place == node) part.nodes.erase(place);
  }

 private:
  struct Hash {
    size_t operator()(const Node* node) const { return node->hash; }
  };
  struct Equal {
    bool operator()(const Node* a, const Node* b) const {
      return a->operation == b->operation && a->operands[0] == b->operands[0] &&
             a->operands[1] == b->operands[1] && a->operands[2] == b->operands[2] &&
             std::bit_cast<uint64_t>(a->value) == std::bit_cast<uint64_t>(b->value) &&
             a->name == b->name;
    }
  };

  // Threads that build diagrams at the same time make expressions all the time. Of so many parts
  // they hardly ever need the same one at once.
  struct alignas(64) Part {
    std::mutex mutex;
    std::unordered_set<const Node*, Hash, Equal> nodes;
  };
  static constexpr size_t kParts = 64;
  Part& PartOf(const Node& node) { return parts_[(node.hash >> 7) % kParts]; }

  Part parts_[kParts];
};

// One more owner; null is the constant 0 and has none.
const Expression::Node* Expression::Acquire(const Node* node) {
  if (node != nullptr) node->references.fetch_add(1, std::memory_order_relaxed);
  return node;
}

// One owner less. The last one deletes the node, and with it all operands that only it has owned:
// with a list of its own, since a formula may be a million operations deep.
void Expression::Release(const Node* node) {
  if (node == nullptr || node->references.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  std::vector<const Node*> dead{node};
  while (!dead.empty()) {
    const Node* last = dead.back();
    dead.pop_back();
    Table::Instance().Remove(last);
    for (const Node* operand : last->operands) {
      if (operand != nullptr && operand->references.fetch_sub(1, std::memory_order_acq_rel) == 1) {
        dead.push_back(operand);
      }
    }
    delete last;
  }
}

Expression Expression::FromNode(const Node* node) {
  Expression expression;
  expression.node_ = node;
  return expression;
}

// The one node of this structure, made if there is none. All expressions are made here.
Expression Expression::Intern(Operation operation, double value, std::string name, bool is_truth,
                              const Expression& a, const Expression& b, const Expression& c) {
  auto node = std::make_unique<Node>();
  node->operation = operation;
  node->is_truth = is_truth;
  node->value = value;
  node->name = std::move(name);
  node->operands[0] = a.node_;
  node->operands[1] = b.node_;
  node->operands[2] = c.node_;
  node->hash = HashNode(*node);
  const Node* candidate = node.get();
  const Node* found = Table::Instance().FindOrAdd(std::move(node));
  if (found == candidate) {
    for (const Node* operand : found->operands) Acquire(operand);
  }
  return FromNode(found);
}

// The commonest constant, 0, needs no node; -0 is another constant.
Expression::Expression(double value) : node_(nullptr) {
  if (std::bit_cast<uint64_t>(value) == 0) return;
  *this = Intern(Operation::kConstant, value, {}, value == 0 || value == 1, {}, {}, {});
}

Expression Expression::Variable(std::string name) {
  return Intern(Operation::kVariable, 0, std::move(name), false, {}, {}, {});
}

Expression::Expression(const Expression& other) : node_(Acquire(other.node_)) {}

Expression& Expression::operator=(const Expression& other) {
  const Node* old = std::exchange(node_, Acquire(other.node_));
  Release(old);
  return *this;
}

Expression& Expression::operator=(Expression&& other) noexcept {
  std::swap(node_, other.node_);
  return *this;
}

Expression::~Expression() { Release(node_); }

Operation Expression::operation() const {
  return node_ == nullptr ? Operation::kConstant : node_->operation;
}

Expression Expression::operand(int i) const {
  if (i < 0 || i >= num_operands()) throw std::logic_error("Expression: no such operand");
  return FromNode(Acquire(node_->operands[i]));
}

double Expression::value() const {
  if (!is_constant()) throw std::logic_error("Expression: value() of something not constant");
  return node_ == nullptr ? 0.0 : node_->value;
}

const std::string& Expression::name() const {
  if (!is_variable()) throw std::logic_error("Expression: name() of something not a variable");
  return node_->name;
}

bool Expression::is_truth() const { return node_ == nullptr || node_->is_truth; }

// What makes a branch on an unknown value an error, not a wrong answer.
double ExtractDoubleOrThrow(const Expression& expression) {
  if (!expression.is_constant()) {
    throw std::logic_error("the value of an expression that is not constant was asked for");
  }
  return expression.value();
}

// Depth first with an explicit stack; an entry is visited twice, the second time after all its
// operands. Shared operands come once.
std::vector<Expression> OrderOperandsFirst(std::span<const Expression> outputs) {
  struct Entry {
    Expression expression;
    bool operands_done;
  };
  std::vector<Expression> order;
  std::unordered_set<const void*> seen;
  std::vector<Entry> stack;
  for (const Expression& output : outputs) {
    stack.push_back({output, false});
    while (!stack.empty()) {
      const Entry entry = std::move(stack.back());
      stack.pop_back();
      if (entry.operands_done) {
        order.push_back(entry.expression);
      } else if (seen.insert(entry.expression.id()).second) {
        stack.push_back({entry.expression, true});
        for (int i = entry.expression.num_operands(); i-- > 0;) {
          stack.push_back({entry.expression.operand(i), false});
        }
      }
    }
  }
  return order;
}

// Rebuilds the formulas from the operands up, so that whatever becomes constant is computed.
std::vector<Expression> Substitute(std::span<const Expression> outputs,
                                   std::span<const Expression> variables,
                                   std::span<const Expression> values) {
  if (variables.size() != values.size()) {
    throw std::logic_error("Substitute: as many values as variables are needed");
  }
  std::unordered_map<const void*, Expression> replaced;
  for (size_t i = 0; i < variables.size(); ++i) {
    if (!variables[i].is_variable()) {
      throw std::logic_error("Substitute: only variables can be replaced");
    }
    replaced[variables[i].id()] = values[i];
  }
  for (const Expression& old : OrderOperandsFirst(outputs)) {
    if (replaced.contains(old.id())) continue;
    Expression operands[3];
    const int count = old.num_operands();
    for (int i = 0; i < count; ++i) operands[i] = replaced.at(old.operand(i).id());
    replaced[old.id()] =
        count == 0 ? old : Expression::Make(old.operation(), operands[0], operands[1], operands[2]);
  }
  std::vector<Expression> result;
  for (const Expression& output : outputs) result.push_back(replaced.at(output.id()));
  return result;
}

}  // namespace loopwright
