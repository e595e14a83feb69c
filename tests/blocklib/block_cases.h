#pragma once

// The blocks that the tests of every block go through, as rows of a Qt test and as contexts.

#include <QString>
#include <QTest>
#include <random>

#include "tests/blocklib/every_block.h"

// After the header that takes Qt's keyword away.
#include "engine/check/check.h"
#include "engine/system/leaf_system.h"

namespace loopwright {

/// "type parameters" of each block type with its defaults and its variants, as rows with the
/// columns `type` and `parameters`, of the types that `is_wanted` wants.
inline void AddBlockRows(bool (*is_wanted)(const BlockDescriptor&)) {
  QTest::addColumn<QString>("type");
  QTest::addColumn<QString>("parameters");
  for (const BlockDescriptor& block : BuiltInBlocks().all()) {
    if (!is_wanted(block)) continue;
    const QString type = QString::fromStdString(block.type);
    if (HasDefaults(block.type)) QTest::newRow(qPrintable(type)) << type << "";
    const auto [begin, end] = Variants().equal_range(block.type);
    for (auto i = begin; i != end; ++i) {
      const QString parameters = QString::fromStdString(i->second);
      QTest::newRow(qPrintable(type + " " + parameters)) << type << parameters;
    }
  }
}

inline bool IsSystem(const BlockDescriptor& block) { return block.role == BlockRole::kSystem; }
/// Whether its outputs follow from its inputs and itself.
inline bool IsComputed(const BlockDescriptor& block) {
  return IsSystem(block) && !block.finds_unknown;
}
inline bool IsAny(const BlockDescriptor&) { return true; }

/// A column of the present row.
inline std::string RowText(const char* column) {
  return static_cast<QString*>(QTest::qData(column, qMetaTypeId<QString>()))->toStdString();
}

/// The least diagram around a block of any role, called `b`.
inline std::string LeastDiagram(const std::string& type, const std::string& parameters) {
  const std::string head = "'b': {'type': '" + type + "', 'parameters': {" + parameters + "}";
  const std::string sine = ", 's1': {'type': 'Sine'}";
  const std::string scope = ", 'scope': {'type': 'Scope'}";
  switch (BuiltInBlocks().Find(type)->role) {
    case BlockRole::kSystem:
      return DiagramWith(type, parameters);
    case BlockRole::kSubsystem:
      return DiagramText(head +
                             ", 'diagram': {'blocks': {'in': {'type': 'Inport'}, 'out': {'type': "
                             "'Outport'}}, 'wires': [{'from': 'in.y', 'to': 'out.u'}]}}" +
                             sine + scope,
                         "s1.y>b.in b.out>scope.u1");
    case BlockRole::kInport:
      return DiagramText(head + "}" + scope, "b.y>scope.u1");
    case BlockRole::kOutport:
      return DiagramText(head + "}" + sine, "s1.y>b.u");
    case BlockRole::kGoto:
      return DiagramText(
          head + "}, 'f': {'type': 'From', 'parameters': {" + parameters + "}}" + sine + scope,
          "s1.y>b.u f.y>scope.u1");
    case BlockRole::kFrom:
      return DiagramText(head + "}, 'g': {'type': 'Goto'}" + sine + scope, "s1.y>g.u b.y>scope.u1");
  }
  throw std::logic_error("a block of no role");
}

/// Random numbers of one magnitude after another, an eighth of them whole and an eighth zero, where
/// branches meet.
class ProbeValues {
 public:
  explicit ProbeValues(unsigned seed) : generator_(seed) {}

  double Next() {
    std::uniform_real_distribution<double> near(-1, 1);
    const double value = near(generator_) * kMagnitudes[magnitude_];
    switch (generator_() % 8) {
      case 0:
        return 0;
      case 1:
        return std::round(value);
      default:
        return value;
    }
  }
  /// For the next point.
  void ChangeMagnitude() { magnitude_ = (magnitude_ + 1) % std::size(kMagnitudes); }

 private:
  static constexpr double kMagnitudes[] = {1, 0.1, 3, 30};
  std::mt19937_64 generator_;
  size_t magnitude_ = 0;
};

/// A context of the block alone with inputs, state and time from `values`.
inline std::unique_ptr<Context<double>> MakeProbe(const System<double>& block,
                                                  ProbeValues* values) {
  auto context = block.CreateDefaultContext();
  const auto fill = [&](Eigen::Index size) {
    VectorX<double> result(size);
    for (double& element : result) element = values->Next();
    return result;
  };
  for (int i = 0; i < block.num_input_ports(); ++i) {
    block.get_input_port(i).FixValue(context.get(), fill(block.get_input_port(i).size()));
  }
  context->SetContinuousState(fill(block.num_continuous_states()));
  for (int g = 0; g < context->num_discrete_state_groups(); ++g) {
    context->SetDiscreteState(g, fill(context->get_discrete_state(g).size()));
  }
  context->SetTime(std::abs(values->Next()));
  return context;
}

}  // namespace loopwright
