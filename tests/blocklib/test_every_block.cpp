#include <QObject>
#include <QTest>
#include <limits>
#include <map>
#include <random>

#include "tests/allocation_count.h"
#include "tests/blocklib/block_cases.h"
#include "tests/blocklib/block_results.h"

// After the header that takes Qt's keyword away.
#include "engine/analysis/linearisation.h"
#include "engine/common/exceptions.h"
#include "engine/diagram/diagram.h"
#include "engine/simulation/simulator.h"
#include "engine/traits/state_names.h"
#include "tests/random_count.h"
#include "tests/test_main.h"

namespace loopwright::test_every_block {

namespace {

/// A context of the block alone with inputs u and continuous state x, counted through; elements of
/// discrete state too, so that feedthrough does not hide behind a zero.
template <typename T>
std::unique_ptr<Context<T>> MakeContext(const System<T>& block, const std::vector<T>& values) {
  auto context = block.CreateDefaultContext();
  size_t next = 0;
  const auto take = [&] { return values.at(next++ % values.size()); };
  for (int i = 0; i < block.num_input_ports(); ++i) {
    VectorX<T> u(block.get_input_port(i).size());
    for (int k = 0; k < u.size(); ++k) u[k] = take();
    block.get_input_port(i).FixValue(context.get(), u);
  }
  VectorX<T> x(block.num_continuous_states());
  for (int k = 0; k < x.size(); ++k) x[k] = take();
  context->SetContinuousState(x);
  for (int g = 0; g < context->num_discrete_state_groups(); ++g) {
    VectorX<T> xd(context->get_discrete_state(g).size());
    for (int k = 0; k < xd.size(); ++k) xd[k] = T(ValueOf(take()));
    context->SetDiscreteState(g, xd);
  }
  context->SetTime(T(0.4));
  return context;
}

/// All outputs, then all derivatives.
template <typename T>
std::vector<T> Evaluate(const System<T>& block, const Context<T>& context) {
  std::vector<T> result;
  for (int i = 0; i < block.num_output_ports(); ++i) {
    const auto y = block.get_output_port(i).Eval(context);
    for (int k = 0; k < y.size(); ++k) result.push_back(y[k]);
  }
  if (block.num_continuous_states() > 0) {
    const VectorX<T> derivatives = block.EvalTimeDerivatives(context).CopyToVector();
    for (const T& derivative : derivatives) result.push_back(derivative);
  }
  return result;
}

/// What the tests of one sign or another start from: not where branches meet, and more numbers than
/// inputs and state repeat at a distance.
const std::vector<std::vector<double>> kPoints{{0.11, -0.13, 0.12, 0.14, -0.16},
                                               {-0.11, 0.13, -0.17, 0.15, 0.12},
                                               {0.43, 0.37, -0.57, -0.63, 0.52}};

/// What a block computes of time, inputs, continuous and discrete state, one after another: its
/// outputs and derivatives, and its state after each periodic update.
struct Computed {
  std::vector<double> outputs, derivatives;
  std::map<std::pair<double, double>, std::vector<double>> updates;  ///< by period and offset

  static Computed Of(const System<double>& block, const std::vector<double>& values) {
    const auto context = block.CreateDefaultContext();
    SetValues<double>(block, SizesOf(*context, block), values, context.get(), true);
    Computed result;
    for (int i = 0; i < block.num_output_ports(); ++i) {
      for (const double y : block.get_output_port(i).Eval(*context)) result.outputs.push_back(y);
    }
    if (block.num_continuous_states() > 0) {
      const VectorX<double> derivatives = block.EvalTimeDerivatives(*context).CopyToVector();
      result.derivatives.assign(derivatives.begin(), derivatives.end());
    }
    const auto& leaf = dynamic_cast<const LeafSystem<double>&>(block);
    for (const Event<double>* event : leaf.events()) {
      if (event->trigger() != TriggerType::kPeriodic || event->is_publish()) continue;
      std::vector<double> state;
      AppendUpdate(leaf, *context, *event, &state);
      state.erase(state.begin(), state.begin() + block.num_continuous_states());
      result.updates[{event->period_sec(), event->offset_sec()}] = std::move(state);
    }
    return result;
  }
};

/// The block `b` of a diagram, its linear model at a point, and what it computes near that.
class BlockAtPoint {
 public:
  explicit BlockAtPoint(const Document& document) : document_(document) {
    options_.keeps_all_states = options_.as_it_stands = true;
    const PortNames ports = FindPorts(document, "", document.root.blocks[0], BuiltInBlocks());
    for (const std::string& port : ports.outputs) options_.outputs.push_back("b." + port);
    for (size_t i = 0; i < ports.inputs.size(); ++i) {
      options_.inputs.push_back("s" + std::to_string(i + 1) + ".y");
    }
    point_ = FindOperatingPoint(document, BuiltInBlocks(), options_);
  }

  /// At a time, which says the inputs, with random state. How many derivatives were compared; one
  /// by one where differences over two distances are not the same there is a corner.
  int Compare(std::mt19937_64* generator) {
    std::uniform_real_distribution<double> near(-1, 1);
    point_.context->SetTime(5 + 5 * near(*generator));
    std::vector<double> values{point_.context->get_time()};
    std::vector<std::string> names;
    for (size_t i = 0; i < options_.inputs.size(); ++i) {
      const System<double>& source = diagram().GetSubsystemByName("s" + std::to_string(i + 1));
      const auto& u = source.get_output_port(0).Eval(source.GetMyContextFromRoot(*point_.context));
      for (int k = 0; k < u.size(); ++k) {
        values.push_back(u[k]);
        names.push_back(options_.inputs[i] + (u.size() == 1 ? "" : "[" + std::to_string(k) + "]"));
      }
    }
    const DiagramIndex<double>& index = point_.built->index();
    const int node = index.FindLeaf("b");
    for (const QuantityKind kind : {QuantityKind::kContinuousState, QuantityKind::kDiscreteState}) {
      for (const Quantity& quantity : index.quantities(kind, node)) {
        for (int k = 0; k < quantity.size; ++k) {
          values.push_back(near(*generator));
          names.push_back(StateName(index, quantity, k));
          index.Write(point_.context.get(), quantity, k, values.back());
        }
      }
    }
    const HybridModel model = Linearise({point_.built, point_.context->Clone()}, options_).model;
    int count = 0;
    for (size_t i = 0; i < names.size(); ++i) count += CompareColumn(model, values, names, i);
    return count;
  }

  bool has_inputs() const { return !options_.inputs.empty(); }

 private:
  const Diagram<double>& diagram() const { return *point_.built->result().diagram; }

  static int PlaceOf(const std::vector<std::string>& names, const std::string& name) {
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? -1 : static_cast<int>(found - names.begin());
  }

  // By input or state `i` of `names`, which is value i + 1.
  int CompareColumn(const HybridModel& model, const std::vector<double>& values,
                    const std::vector<std::string>& names, size_t i) const {
    constexpr double kStep = 1e-5;
    const System<double>& block = diagram().GetSubsystemByName("b");
    const auto at = [&](double step) {
      std::vector<double> moved = values;
      moved[i + 1] += step;
      return Computed::Of(block, moved);
    };
    const Computed above = at(kStep), below = at(-kStep), far_above = at(2 * kStep),
                   far_below = at(-2 * kStep);
    const int state = PlaceOf(model.states, names[i]), input = PlaceOf(model.inputs, names[i]);
    if (state < 0 && input < 0) return 0;  // no update writes it
    const auto exact = [&](const Eigen::MatrixXd& by_state, const Eigen::MatrixXd& by_input,
                           Eigen::Index row) {
      return state >= 0 ? by_state(row, state) : by_input(row, input);
    };
    int count = 0;
    const auto compare = [&](const std::string& what, double found, double a, double b, double c,
                             double d) {
      const double slope = (a - b) / (2 * kStep), wide = (c - d) / (4 * kStep);
      const double size = 1 + std::abs(slope);
      if (!(std::abs(slope - wide) <= 1e-5 * size)) return;
      ++count;
      // Both differences miss by the third derivative times the square of their distance; beside
      // the pole of 1/u that counts.
      const double extrapolated = (4 * slope - wide) / 3;
      QVERIFY2(std::abs(found - extrapolated) <= 1e-6 * size,
               qPrintable(QString("%1 by %2: %3, by differences %4")
                              .arg(QString::fromStdString(what), QString::fromStdString(names[i]))
                              .arg(found)
                              .arg(extrapolated)));
    };
    for (size_t r = 0; r < above.outputs.size(); ++r) {
      compare(model.outputs[r], exact(model.C, model.D, static_cast<Eigen::Index>(r)),
              above.outputs[r], below.outputs[r], far_above.outputs[r], far_below.outputs[r]);
    }

    for (size_t r = 0; r < above.derivatives.size(); ++r) {
      compare("derivative", exact(model.A, model.B, static_cast<Eigen::Index>(r)),
              above.derivatives[r], below.derivatives[r], far_above.derivatives[r],
              far_below.derivatives[r]);
    }
    const size_t first_discrete = names.size() - DiscreteSize(block);
    for (const HybridUpdate<double>& update : model.updates) {
      const std::pair timing(update.period_sec, update.offset_sec);
      for (size_t r = 0; r < update.rows.size(); ++r) {
        const int place = PlaceOf(names, model.states[update.rows[r]]);
        if (place < 0) continue;  // a ramp
        const size_t k = static_cast<size_t>(place) - first_discrete;
        compare(names[static_cast<size_t>(place)] + "+",
                exact(update.E, update.F, static_cast<Eigen::Index>(r)),
                above.updates.at(timing)[k], below.updates.at(timing)[k],
                far_above.updates.at(timing)[k], far_below.updates.at(timing)[k]);
      }
    }
    return count;
  }

  static size_t DiscreteSize(const System<double>& block) {
    const auto context = block.CreateDefaultContext();
    size_t size = 0;
    for (int g = 0; g < context->num_discrete_state_groups(); ++g) {
      size += static_cast<size_t>(context->get_discrete_state(g).size());
    }
    return size;
  }

  Document document_;
  PointOptions options_;
  OperatingPoint point_;
};

/// The block's parameters, each given as its default.
std::string DefaultsSpelledOut(const std::string& type) {
  std::string text;
  for (const ParameterDescriptor& parameter : BuiltInBlocks().Find(type)->parameters) {
    text +=
        (text.empty() ? "\"" : ", \"") + parameter.name + "\": " + ToJson(parameter.default_value);
  }
  return text;
}

}  // namespace

/// What holds for every block type, with its defaults and with other parameters.
class TestEveryBlock : public QObject {
  Q_OBJECT

 private:
  static std::string Type() { return RowText("type"); }
  static std::string Text() { return LeastDiagram(Type(), RowText("parameters")); }

 private slots:
  void isFoundValid_data() { AddBlockRows(IsAny); }
  void isFoundValid() {
    for (const Diagnostic& problem : CheckDocument(LoadText(Text()), BuiltInBlocks())) {
      if (problem.severity != Severity::kInfo) QFAIL(problem.text.c_str());
    }
  }

  void survivesAFile_data() { AddBlockRows(IsAny); }
  void survivesAFile() {
    const Document document = LoadText(Text());
    const std::string bytes = SaveCanonical(document);
    const Document again = LoadText(bytes);
    QVERIFY(again == document);
    QCOMPARE(SaveCanonical(again), bytes);
  }

  void isTheSameWithItsDefaultsSpelledOut_data() { AddBlockRows(IsAny); }
  void isTheSameWithItsDefaultsSpelledOut() {
    if (!RowText("parameters").empty()) QSKIP("these are no defaults");
    RunOptions options;
    options.all_signals = true;
    std::string spelled_out = Text();
    const size_t at = spelled_out.find("\"parameters\": {}", spelled_out.find("\"b\""));
    QVERIFY(at != std::string::npos);
    spelled_out.replace(at, 16, "\"parameters\": {" + DefaultsSpelledOut(Type()) + "}");
    QVERIFY(RunDiagram(spelled_out, {}, 1, options).rows ==
            RunDiagram(Text(), {}, 1, options).rows);
  }

  void runsTheSameWithAndWithoutCache_data() { AddBlockRows(IsAny); }
  void runsTheSameWithAndWithoutCache() {
    const std::string text = Text();
    RunOptions options;
    options.all_signals = true;
    const RunResult cached = RunDiagram(text, {}, 1, options);
    QVERIFY2(cached.outcome.end == RunEnd::kDone || cached.outcome.end == RunEnd::kTerminated,
             cached.outcome.message.c_str());
    QVERIFY(!cached.rows.empty());
    options.no_cache = true;
    QVERIFY(RunDiagram(text, {}, 1, options).rows == cached.rows);
    options.no_cache = false;
    options.check_cache = true;
    QVERIFY(RunDiagram(text, {}, 1, options).rows == cached.rows);
  }

  void derivativesAreThoseOfFiniteDifferences_data() { AddBlockRows(IsComputed); }
  void derivativesAreThoseOfFiniteDifferences() {
    const std::string text = Text();
    const Built<double> plain = Build<double>(text);
    const Built<AutoDiff> differentiated = Build<AutoDiff>(text);
    constexpr double kStep = 1e-6;
    for (const std::vector<double>& point : kPoints) {
      std::vector<AutoDiff> seeded;
      for (size_t k = 0; k < point.size(); ++k) {
        seeded.emplace_back(point[k], static_cast<int>(k));
      }
      const std::vector<AutoDiff> exact =
          Evaluate(*differentiated.block, *MakeContext(*differentiated.block, seeded));
      const std::vector<double> value = Evaluate(*plain.block, *MakeContext(*plain.block, point));
      QCOMPARE(exact.size(), value.size());
      for (size_t k = 0; k < point.size(); ++k) {
        std::vector<double> up = point, down = point;
        up[k] += kStep;
        down[k] -= kStep;
        const std::vector<double> above = EvaluateAt(*plain.block, point, up);
        const std::vector<double> below = EvaluateAt(*plain.block, point, down);
        for (size_t i = 0; i < value.size(); ++i) {
          QCOMPARE(exact[i].value(), value[i]);
          const double slope = (above[i] - below[i]) / (2 * kStep);
          QVERIFY2(
              std::abs(exact[i].derivatives()[k] - slope) <= 1e-6 * std::max(1.0, std::abs(slope)),
              qPrintable(QString("result %1 by value %2: %3, by differences %4")
                             .arg(i)
                             .arg(k)
                             .arg(exact[i].derivatives()[k])
                             .arg(slope)));
        }
      }
    }
  }

  // At 100 points at full scale. A TransportDelay is not among the rows: in linear models it is a
  // dead time, with no output to be looked at.
  void linearisationIsThatOfFiniteDifferences_data() {
    AddBlockRows([](const BlockDescriptor& block) {
      return IsComputed(block) && block.type != "TransportDelay";
    });
  }
  void linearisationIsThatOfFiniteDifferences() {
    const Document document = LoadText(Text());
    BlockAtPoint block(document);
    std::mt19937_64 generator(7);
    int compared = 0, refused = 0;
    for (int k = 0; k < RandomCount(100); ++k) {
      try {
        compared += block.Compare(&generator);
      } catch (const NoResultError&) {
        ++refused;  // no derivative there, or an update fails
      }
    }
    const auto& system = BuiltInBlocks().Find(Type());
    if (block.has_inputs() && !system->outputs.empty()) {
      QVERIFY2(compared > 0, qPrintable(QString("refused at %1 points").arg(refused)));
    }
  }

  // Left open, prerequisites would be looked up in the symbolic form whenever a diagram is built.
  void saysWhatItsOutputsDependOn_data() { AddBlockRows(IsSystem); }
  void saysWhatItsOutputsDependOn() {
    const Built<double> built = Build<double>(Text());
    const Diagram<double>& diagram = *built.result.diagram;
    for (int i = 0; i < diagram.num_subsystems(); ++i) {
      QVERIFY(!diagram.subsystem(i).has_symbolic_inputs());
      for (int o = 0; o < diagram.subsystem(i).num_output_ports(); ++o) {
        const CacheEntry<double>* entry = diagram.subsystem(i).get_output_port(o).cache_entry();
        QVERIFY(entry == nullptr || !entry->has_default_prerequisites());
      }
    }
  }

  // What has words is there, and in so many parts of one size; where there are several groups of
  // discrete state that no formula names, numbers alone would say nothing.
  void namesItsState_data() { AddBlockRows(IsSystem); }
  void namesItsState() {
    using Kind = StateDescriptor::Kind;
    const BlockDescriptor& type = *BuiltInBlocks().Find(Type());
    const Built<double> built = Build<double>(Text());
    const System<double>& block = *built.block;
    const auto context = block.CreateDefaultContext();
    const ContinuousState<double>& continuous = context->get_continuous_state();
    for (const StateDescriptor& state : type.states) {
      int size = 0;
      switch (state.kind) {
        case Kind::kPosition:
          size = continuous.num_q();
          break;
        case Kind::kVelocity:
          size = continuous.num_v();
          break;
        case Kind::kContinuous:
          size = continuous.num_z();
          break;
        case Kind::kDiscrete:
          // With one sample there are none before it.
          if (state.number >= context->num_discrete_state_groups()) continue;
          size = context->get_discrete_state(state.number).size();
          break;
        case Kind::kObject:
          size = state.number < context->num_abstract_states() ? 1 : 0;
          break;
      }
      const int parts = static_cast<int>(state.parts.size());
      QVERIFY(parts > 0 && size > 0 && size % parts == 0);
    }
    const bool is_given_by_formulas = dynamic_cast<const StateNames*>(&block) != nullptr;
    const bool is_table = Type() == "SignalTable" || Type() == "FileSource";
    for (int g = 1; g < context->num_discrete_state_groups(); ++g) {
      const bool has_words = !type.StateParts(Kind::kDiscrete, g).empty();
      QVERIFY2(has_words || is_given_by_formulas || is_table, Type().c_str());
    }
    if (continuous.num_q() > 0) QVERIFY(!type.StateParts(Kind::kPosition, 0).empty());
  }

  void doesNotAllocateWhileStepping_data() { AddBlockRows(IsSystem); }
  void doesNotAllocateWhileStepping() {
    // To end a run takes a text that says why. So the input of StopWhen stays 0 here.
    const std::string text = Type() == "StopWhen"
                                 ? DiagramText(
                                       "'c': {'type': 'Sine', 'parameters': {'amplitude': 0}},"
                                       "'b': {'type': 'StopWhen'}",
                                       "c.y>b.u")
                                 : Text();
    const Built<double> built = Build<double>(text);
    Simulator<double> simulator(*built.result.diagram);
    QCOMPARE(simulator.Initialize().reason(), SimulatorStatus::kReachedBoundaryTime);
    // Until every block has had an event: buffers are made at the first.
    for (double t = 0.05; t < 2.1; t += 0.1) {
      QCOMPARE(simulator.AdvanceTo(t).reason(), SimulatorStatus::kReachedBoundaryTime);
    }
    const long before = AllocationCount();
    for (double t = 2.1; t < 4.1; t += 0.1) simulator.AdvanceTo(t);
    QCOMPARE(AllocationCount() - before, 0L);
    QVERIFY(simulator.get_context().get_time() > 3.9);
  }

 private:
  /// Inputs and continuous state as in `moved`, discrete state as in `point`.
  static std::vector<double> EvaluateAt(const System<double>& block,
                                        const std::vector<double>& point,
                                        const std::vector<double>& moved) {
    const auto context = MakeContext(block, moved);
    const auto fixed = MakeContext(block, point);
    for (int g = 0; g < context->num_discrete_state_groups(); ++g) {
      context->SetDiscreteState(g, VectorX<double>(fixed->get_discrete_state(g).value()));
    }
    return Evaluate(block, *context);
  }
};

LOOPWRIGHT_TEST(TestEveryBlock)

}  // namespace loopwright::test_every_block

#include "test_every_block.moc"
