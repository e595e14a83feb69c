// Random diagrams under random changes: with caching on, by lists and by trackers, with caching off
// and in the checking mode, every output, entry and derivative is the same to the bit.

#include <QObject>
#include <QTest>
#include <cstring>
#include <functional>

#include "engine/analysis/inspection.h"
#include "tests/engine/cache_test_systems.h"
#include "tests/engine/random_diagram.h"
#include "tests/random_count.h"
#include "tests/test_main.h"

namespace loopwright::test_cache_random {
using namespace loopwright::cache_test;  // NOLINT(google-build-using-namespace)

namespace {

constexpr int kDiagrams = 10000;
constexpr int kOperations = 12;

QByteArray Bits(const double* data, int size) {
  return {reinterpret_cast<const char*>(data), static_cast<qsizetype>(size * sizeof(double))};
}
QByteArray Bits(const AutoDiff* data, int size) {
  QByteArray bits;
  for (int i = 0; i < size; ++i) {
    const double value = data[i].value();
    bits += Bits(&value, 1) + Bits(data[i].derivatives().data(), AutoDiff::kDerivatives);
  }
  return bits;
}

/// Contexts of one diagram that treat their caches differently and must agree on all values.
template <typename T>
class Trial {
 public:
  explicit Trial(uint64_t seed) : dice_(seed), diagram_(MakeRandomDiagram<T>(&dice_)) {
    CollectSystems<T>(*diagram_, &systems_);
    for (auto& context : contexts_) context = diagram_->CreateDefaultContext();
    contexts_[kOff]->DisableCaching();
    contexts_[kChecked]->EnableCacheChecking();
    contexts_[kTracked]->get_tracker(diagram_->time_ticket());
    FixMissingInputs();
  }

  /// What is wrong, or nothing.
  QString Run() {
    QString problem = Compare();
    for (int i = 0; i < kOperations && problem.isEmpty(); ++i) {
      Change();
      while (dice_.OneIn(2)) problem += TreatACache();
      problem += Compare();
    }
    return problem;
  }

 private:
  enum { kOff, kOn, kTracked, kChecked, kNumContexts };
  using Part = std::function<void(Context<T>&)>;

  Context<T>& part(int c, const System<T>& system) {
    if (&system == diagram_.get()) return *contexts_[c];
    return diagram_->GetMutableSubsystemContext(system, contexts_[c].get());
  }
  void InAll(const System<T>& system, const Part& change) {
    for (int c = 0; c < kNumContexts; ++c) change(part(c, system));
  }
  const System<T>& AnySystem() { return *systems_[dice_.Below(static_cast<int>(systems_.size()))]; }
  VectorX<T> Numbers(int size) {
    VectorX<T> numbers(size);
    for (int i = 0; i < size; ++i) numbers[i] = Number();
    return numbers;
  }
  T Number() {
    if constexpr (std::is_same_v<T, AutoDiff>) {
      return AutoDiff(dice_.Number(), dice_.Below(AutoDiff::kDerivatives));
    } else {
      return dice_.Number();
    }
  }

  // Outermost first: what is fixed there has a value further in.
  void FixMissingInputs() {
    for (const System<T>* system : systems_) {
      for (int port = 0; port < system->num_input_ports(); ++port) {
        const InputPort<T>& input = system->get_input_port(port);
        if (input.HasValue(part(kOff, *system))) continue;
        const VectorX<T> value = Numbers(kWidth);
        InAll(*system, [&](Context<T>& c) { input.FixValue(&c, value); });
      }
    }
  }

  // --- changes, the same in all contexts, anywhere in the tree ---

  void Change() {
    const System<T>& system = AnySystem();
    switch (dice_.Below(6)) {
      case 0:
        return ChangeTimeOrAccuracy();
      case 5:
        return KeepOrTakeBack();
      case 1:
        return ChangeContinuous(system);
      case 2:
        return ChangeOtherState(system);
      case 3:
        return ChangeParameter(system);
      default:
        return ChangeInput(system);
    }
  }
  void ChangeTimeOrAccuracy() {
    const T time = Number();
    const double accuracy = dice_.Number();
    const VectorX<T> x = Numbers(contexts_[kOff]->num_continuous_states());
    const int which = dice_.Below(5);
    if (which == 4) return Stages();
    InAll(*diagram_, [&](Context<T>& c) {
      if (which == 0) c.SetTime(time);
      if (which == 1) c.SetAccuracy(accuracy);
      if (which == 2) c.SetAccuracy(std::nullopt);
      if (which == 3) c.SetTimeAndContinuousState(time, x);
    });
  }
  // As an integrator does it.
  void Stages() {
    for (int stage = 1 + dice_.Below(3); stage > 0; --stage) {
      const T time = Number();
      const VectorX<T> x = Numbers(contexts_[kOff]->num_continuous_states());
      for (auto& context : contexts_) {
        context->data().write_time(time);
        std::copy(x.begin(), x.end(), context->data().continuous());
        context->data().EvaluateDerivativesAtStage();
      }
    }
  }
  void ChangeContinuous(const System<T>& system) {
    const auto& xc = part(kOff, system).get_continuous_state();
    const VectorX<T> x = Numbers(xc.size());
    const VectorX<T> q = Numbers(xc.num_q()), v = Numbers(xc.num_v()), z = Numbers(xc.num_z());
    const int which = dice_.Below(6);
    InAll(system, [&](Context<T>& c) {
      if (which == 0) c.SetContinuousState(x);
      if (which == 1) c.get_mutable_continuous_state_vector().SetFromVector(x);
      if (which == 2) c.get_mutable_generalized_position().SetFromVector(q);
      if (which == 3) c.get_mutable_generalized_velocity().SetFromVector(v);
      if (which == 4) c.get_mutable_misc_continuous_state().SetFromVector(z);
      if (which == 5) {
        const auto vz = c.GetMutableVZVectors(c.start_new_change_event());
        vz.first->SetFromVector(v);
        vz.second->SetFromVector(z);
      }
    });
  }
  void ChangeOtherState(const System<T>& system) {
    const int groups = part(kOff, system).num_discrete_state_groups();
    const int abstract = part(kOff, system).num_abstract_states();
    if (abstract > 0 && dice_.OneIn(2)) {
      const int index = dice_.Below(abstract);
      const double value = dice_.Number();
      return InAll(system, [&](Context<T>& c) { c.SetAbstractState(index, value); });
    }
    if (groups == 0) return;
    const int group = dice_.Below(groups);
    const VectorX<T> x = Numbers(part(kOff, system).get_discrete_state(group).size());
    const bool all = dice_.OneIn(2);
    InAll(system, [&](Context<T>& c) {
      if (all) c.get_mutable_discrete_state().set_value(group, x);
      if (!all) c.SetDiscreteState(group, x);
    });
  }
  void ChangeParameter(const System<T>& system) {
    const int numeric = part(kOff, system).num_numeric_parameter_groups();
    if (numeric == 0) return CopyFromAnotherContext();
    const int index = dice_.Below(numeric);  // as many abstract ones
    const double value = dice_.Number();
    const bool abstract = dice_.OneIn(2);
    InAll(system, [&](Context<T>& c) {
      if (abstract) c.get_mutable_abstract_parameter(index).set_value(value);
      if (!abstract) c.get_mutable_numeric_parameter(index)[0] = value;
    });
  }
  void CopyFromAnotherContext() {
    const auto other = diagram_->CreateDefaultContext();
    other->SetTime(Number());
    other->SetContinuousState(Numbers(other->num_continuous_states()));
    InAll(*diagram_, [&](Context<T>& c) { c.SetTimeStateAndParametersFrom(*other); });
  }
  // As bytes: inputs that were fixed since are connected again.
  void KeepOrTakeBack() {
    const bool keep = snapshots_[kOff].empty() || dice_.OneIn(3);
    for (int c = 0; c < kNumContexts; ++c) {
      if (keep) snapshots_[c] = contexts_[c]->ToBytes();
      if (!keep) contexts_[c]->FromBytes(snapshots_[c]);
    }
  }
  void ChangeInput(const System<T>& system) {
    if (system.num_input_ports() == 0) return;
    const auto& port = system.get_input_port(dice_.Below(system.num_input_ports()));
    const VectorX<T> value = Numbers(kWidth);
    InAll(system, [&](Context<T>& c) { port.FixValue(&c, value); });
  }

  // --- what changes no value, in one context ---

  QString TreatACache() {
    const int c = 1 + dice_.Below(kNumContexts - 1);
    const System<T>& system = AnySystem();
    Context<T>& context = part(c, system);
    switch (dice_.Below(11)) {
      case 0:
        context.SetAllCacheEntriesOutOfDate();
        return {};
      case 1:
        context.DisableCaching();
        return {};
      case 2:
        context.EnableCaching();
        return {};
      case 3:
        if (c == kChecked) context.EnableCacheChecking();
        return {};
      case 4:
        contexts_[c] = contexts_[c]->Clone();
        return {};
      case 5: {
        auto other = diagram_->CreateDefaultContext();
        if (dice_.OneIn(2)) other->get_tracker(diagram_->time_ticket());
        other->FromBytes(contexts_[c]->ToBytes());
        contexts_[c] = std::move(other);
        return {};
      }
      case 6:
        StartCounting(context);
        return {};
      case 7:
        StopCounting(context);
        return {};
      case 8:
        return ReadFrozen(c, system);
      default:
        return TreatAnEntry(c, system);
    }
  }
  QString TreatAnEntry(int c, const System<T>& system) {
    if (system.cache_entries().empty()) return {};
    const auto& entry =
        *system.cache_entries()[dice_.Below(static_cast<int>(system.cache_entries().size()))];
    Context<T>& context = part(c, system);
    switch (dice_.Below(4)) {
      case 0:
        entry.disable_caching(context);
        return {};
      case 1:
        entry.enable_caching(context);
        return {};
      case 2:
        entry.mark_out_of_date(context);
        return {};
      default:
        return WriteValue(entry, context, part(kOff, system));
    }
  }
  // Another computation may write the value, if it is the right one.
  QString WriteValue(const CacheEntry<T>& entry, const Context<T>& context,
                     const Context<T>& reference) {
    if (entry.is_written_elsewhere() || !entry.is_out_of_date(context)) return {};
    auto& value = entry.get_mutable_cache_entry_value(context);
    auto right = entry.Allocate();
    right->SetFrom(entry.EvalAbstract(reference));
    if (entry.size() < 0 && dice_.OneIn(2)) {
      value.swap_value(&right);
      if (!value.is_out_of_date()) return "a swapped value is up to date; ";
    } else {
      value.GetMutableAbstractValueOrThrow().SetFrom(*right);
    }
    value.mark_up_to_date();
    return {};
  }
  // Fresh values are read as they are, others refused.
  QString ReadFrozen(int c, const System<T>& system) {
    QString problem;
    Context<T>& context = part(c, system);
    context.FreezeCache();
    for (const auto& entry : system.cache_entries()) {
      if (entry->size() <= 0) continue;
      const bool readable = !entry->needs_recomputation(context);
      try {
        const QByteArray bits = Bits(entry->EvalData(context), entry->size());
        if (!readable) problem += "a value was computed in a frozen cache; ";
        if (bits != Bits(entry->EvalData(part(kOff, system)), entry->size())) {
          problem += "a frozen value differs; ";
        }
      } catch (const std::logic_error&) {
        if (readable) problem += "a frozen value could not be read; ";
      }
    }
    context.UnfreezeCache();
    return problem;
  }

  // --- comparison ---

  struct Read {
    const System<T>* system;
    const OutputPort<T>* output;  ///< or
    const CacheEntry<T>* entry;   ///< or the time derivatives
  };
  std::vector<Read> AllReads() const {
    std::vector<Read> reads;
    for (const System<T>* system : systems_) {
      reads.push_back({system, nullptr, nullptr});
      for (int i = 0; i < system->num_output_ports(); ++i) {
        reads.push_back({system, &system->get_output_port(i), nullptr});
      }
      for (const auto& entry : system->cache_entries()) {
        if (entry->size() < 0) reads.push_back({system, nullptr, entry});
      }
    }
    return reads;
  }
  QByteArray Value(const Read& read, int c) {
    const Context<T>& context = part(c, *read.system);
    if (read.output != nullptr) {
      return Bits(read.output->EvalData(context), read.output->size());
    }
    if (read.entry != nullptr) return Bits(&read.entry->template Eval<double>(context), 1);
    const VectorX<T> xdot = read.system->EvalTimeDerivatives(context).CopyToVector();
    return Bits(xdot.data(), static_cast<int>(xdot.size()));
  }
  // Some or all values, each context in an order of its own.
  QString Compare() {
    std::vector<Read> reads = AllReads();
    const size_t count =
        dice_.OneIn(2) ? reads.size() : dice_.Below(static_cast<int>(reads.size()));
    const auto shuffle = [this](auto* list) {
      for (int i = static_cast<int>(list->size()); i > 1; --i) {
        std::swap((*list)[i - 1], (*list)[dice_.Below(i)]);
      }
    };
    shuffle(&reads);
    reads.resize(count);
    std::vector<QByteArray> expected;
    for (const Read& read : reads) expected.push_back(Value(read, kOff));
    std::vector<size_t> order(count);
    for (size_t i = 0; i < count; ++i) order[i] = i;
    for (int c = 1; c < kNumContexts; ++c) {
      shuffle(&order);
      for (const size_t i : order) {
        if (Value(reads[i], c) == expected[i]) continue;
        return QString("context %1: %2 %3 differs; ")
            .arg(c)
            .arg(QString::fromStdString(reads[i].system->GetSystemPathname()))
            .arg(reads[i].output  ? QString::fromStdString(reads[i].output->get_name())
                 : reads[i].entry ? QString::fromStdString(reads[i].entry->description())
                                  : QString("derivative"));
      }
    }
    return {};
  }

  Dice dice_;
  std::unique_ptr<Diagram<T>> diagram_;
  std::vector<const System<T>*> systems_;
  std::unique_ptr<Context<T>> contexts_[kNumContexts];
  std::vector<std::byte> snapshots_[kNumContexts];
};

}  // namespace

class TestCacheRandom : public QObject {
  Q_OBJECT
 private slots:
  void cachingOnOffAndCheckedAgreeToTheBit() {
    const int count = RandomCount(kDiagrams);
    for (int i = 0; i < count; ++i) {
      try {
        const QString problem = i % 8 == 7 ? Trial<AutoDiff>(i).Run() : Trial<double>(i).Run();
        QVERIFY2(problem.isEmpty(), qPrintable(QString("diagram %1: ").arg(i) + problem));
      } catch (const std::exception& error) {
        QFAIL(qPrintable(QString("diagram %1: %2").arg(i).arg(error.what())));
      }
    }
  }
};

LOOPWRIGHT_TEST(TestCacheRandom)

}  // namespace loopwright::test_cache_random

#include "test_cache_random.moc"
