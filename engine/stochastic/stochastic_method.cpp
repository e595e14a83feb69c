#include "engine/stochastic/stochastic_method.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "engine/common/one_instant.h"
#include "engine/system/leaf_system.h"
#include "engine/text/number_format.h"

namespace loopwright {

namespace {
using Steps = IntegrationMethodInfo::Steps;

constexpr std::string_view kMilstein = "milstein";
constexpr IntegrationMethodInfo kMethods[] = {
    {"euler_maruyama", 1, Steps::kControlledOnly, "the Euler-Maruyama method, for any noise"},
    {kMilstein, 1, Steps::kControlledOnly,
     "Milstein's method, for additive, scalar and diagonal noise"}};

const char* const kAdvice = "; take euler_maruyama";

template <typename T>
const LeafSystem<T>& LeafAt(const Plan<T>& plan, int node) {
  return static_cast<const LeafSystem<T>&>(*plan.systems[node]);
}

template <typename T>
std::vector<int> NoisyLeaves(const Plan<T>& plan) {
  std::vector<int> leaves;
  for (const int n : plan.continuous_leaves) {
    if (LeafAt(plan, n).diffusion() != nullptr) leaves.push_back(n);
  }
  return leaves;
}

/// The entries that `entry` needs, itself among them, as flags.
template <typename T>
std::vector<char> Upstream(const Plan<T>& plan, int entry) {
  std::vector<char> needed(static_cast<size_t>(plan.num_entries()), 0);
  std::vector<int> todo{entry};
  needed[entry] = 1;
  while (!todo.empty()) {
    const int at = todo.back();
    todo.pop_back();
    for (const int* p = plan.entry_prerequisites.begin(at); p != plan.entry_prerequisites.end(at);
         ++p) {
      if (needed[*p]) continue;
      needed[*p] = 1;
      todo.push_back(*p);
    }
  }
  return needed;
}

/// Whether an entry flagged in `needed` reads the continuous state of leaf `node`.
template <typename T>
bool ReadsState(const Plan<T>& plan, const std::vector<char>& needed, int node) {
  for (const int source : {plan.q_source(node), plan.v_source(node), plan.z_source(node)}) {
    const int* end = plan.source_dependents.end(source);
    if (std::any_of(plan.source_dependents.begin(source), end,
                    [&](int entry) { return needed[entry] != 0; })) {
      return true;
    }
  }
  return false;
}

/// Milstein's method takes B to depend on a noisy state only as its own leaf says. Returns the
/// problem where leaf `node` reads one through an input.
template <typename T>
std::string FeedbackProblem(const Plan<T>& plan, const std::vector<int>& noisy, int node) {
  const LeafSystem<T>& leaf = LeafAt(plan, node);
  for (const int input : leaf.InputsOf(leaf.diffusion()->matrix())) {
    const int entry = plan.input_entry[plan.nodes[node].first_input + input];
    if (entry < 0) continue;
    const std::vector<char> needed = Upstream(plan, entry);
    for (const int other : noisy) {
      if (!ReadsState(plan, needed, other)) continue;
      return leaf.GetSystemPathname() + ": its diffusion depends through its input " +
             leaf.get_input_port(input).get_name() + " on the noisy state of " +
             plan.systems[other]->GetSystemPathname() +
             ", which milstein does not take into account" + kAdvice;
    }
  }
  return {};
}

template <typename T>
std::string MilsteinProblem(const Plan<T>& plan) {
  const std::vector<int> noisy = NoisyLeaves(plan);
  for (const int n : noisy) {
    const LeafSystem<T>& leaf = LeafAt(plan, n);
    const Diffusion<T>& diffusion = *leaf.diffusion();
    if (diffusion.form() == DiffusionForm::kGeneral) {
      return leaf.GetSystemPathname() +
             ": milstein is for additive, scalar or diagonal noise, and here several Wiener "
             "processes act on a state, or a process on a state whose diffusion depends on "
             "another" +
             kAdvice;
    }
    if (diffusion.form() != DiffusionForm::kAdditive && diffusion.derivative() == nullptr) {
      return leaf.GetSystemPathname() +
             ": milstein needs the derivative of its diffusion, which it does not declare" +
             kAdvice;
    }
    std::string problem = FeedbackProblem(plan, noisy, n);
    if (!problem.empty()) return problem;
  }
  return {};
}
}  // namespace

std::span<const IntegrationMethodInfo> StochasticMethods() { return kMethods; }

const IntegrationMethodInfo* FindStochasticMethod(std::string_view name) {
  for (const IntegrationMethodInfo& method : kMethods) {
    if (method.name == name) return &method;
  }
  return nullptr;
}

std::string StochasticMethodNames() {
  std::string names;
  for (const IntegrationMethodInfo& method : kMethods) {
    names += (names.empty() ? "" : ", ") + std::string(method.name);
  }
  return names;
}

template <typename T>
bool HasDiffusion(const Plan<T>& plan) {
  return std::any_of(plan.continuous_leaves.begin(), plan.continuous_leaves.end(),
                     [&](int n) { return LeafAt(plan, n).diffusion() != nullptr; });
}

template <typename T>
std::string StochasticMethodProblem(std::string_view name, const Plan<T>& plan) {
  return name == kMilstein ? MilsteinProblem(plan) : std::string();
}

template <typename T>
StochasticMethod<T>::StochasticMethod(const IntegrationMethodInfo& info,
                                      internal::ContextData<T>* data,
                                      const IntegrationSettings& settings,
                                      const StochasticSettings& grid)
    : IntegrationMethod<T>(info, data, settings),
      grid_(grid),
      is_milstein_(info.name == kMilstein),
      start_(static_cast<size_t>(this->size_)),
      end_(static_cast<size_t>(this->size_)) {
  const std::string problem = StochasticMethodProblem(info.name, *data->plan);
  if (!problem.empty()) throw std::logic_error(problem);
  if (!(grid.step_sec > 0) || !std::isfinite(grid.step_sec)) {
    throw std::logic_error("the stochastic step is " + FormatNumber(grid.step_sec) +
                           " s; it must be > 0");
  }
  if (grid.refinement < 0 || grid.refinement > kMostRefinement) {
    throw std::logic_error("the stochastic refinement is " + std::to_string(grid.refinement) +
                           "; it must be in [0, " + std::to_string(kMostRefinement) + "]");
  }
  part_.level = grid.refinement;
  for (const int n : NoisyLeaves(*data->plan)) AddLeaf(n);
}

template <typename T>
void StochasticMethod<T>::AddLeaf(int n) {
  const auto& plan = *this->data_.plan;
  const Diffusion<T>& diffusion = *LeafAt(plan, n).diffusion();
  const PlanNode& node = plan.nodes[n];
  const auto entry_of = [&](const CacheEntry<T>& entry) {
    return node.first_entry + entry.cache_index();
  };
  const bool uses_derivative = is_milstein_ && diffusion.form() != DiffusionForm::kAdditive;
  NoisyLeaf leaf{plan.systems[n],
                 BrownianPath(diffusion.stream_key(), diffusion.num_noises()),
                 diffusion.form(),
                 entry_of(diffusion.matrix()),
                 uses_derivative ? entry_of(*diffusion.derivative()) : -1,
                 {}};
  for (int i = 0; i < node.nq; ++i) leaf.states.push_back(node.q + i);
  for (int i = 0; i < node.nv; ++i) leaf.states.push_back(plan.num_q + node.v + i);
  for (int i = 0; i < node.nz; ++i) leaf.states.push_back(plan.num_q + plan.num_v + node.z + i);
  leaves_.push_back(std::move(leaf));
}

template <typename T>
bool StochasticMethod<T>::TakeFixedStep(double, double) {
  throw std::logic_error(std::string(this->info().name) +
                         " keeps to its grid: it cannot have a fixed step");
}

template <typename T>
double StochasticMethod<T>::PartEnd() const {
  const double number = std::ldexp(static_cast<double>(part_.cell), part_.level) +
                        static_cast<double>(part_.index) + 1;
  return std::fma(number, std::ldexp(grid_.step_sec, -part_.level), grid_.start_sec);
}

/// Where the step from `t_sec` ends, and what the Wiener processes do in it.
template <typename T>
void StochasticMethod<T>::FindIncrements(double t_sec, double target_sec) {
  const RandomSource source = this->data_.random;
  const double part_sec = std::ldexp(grid_.step_sec, -part_.level);
  if (!in_part_) {
    rest_sec_ = part_sec;
    for (NoisyLeaf& leaf : leaves_) leaf.path.Enter(source, part_, grid_.step_sec);
    in_part_ = true;
  }
  const double part_end = PartEnd();
  const bool is_one_instant = IsOneInstant(target_sec, part_end, part_sec);
  finishes_ = is_one_instant || target_sec > part_end;
  end_time_ = finishes_ && !is_one_instant ? part_end : target_sec;
  for (NoisyLeaf& leaf : leaves_) {
    if (finishes_) {
      leaf.path.Finish();
    } else {
      leaf.path.Split(source, part_, end_time_ - t_sec, rest_sec_);
    }
  }
}

template <typename T>
double StochasticMethod<T>::TakeControlledStep(double t_sec, double target_sec, double limit_sec) {
  start_time_ = t_sec;
  FindIncrements(t_sec, limit_sec > 0 ? std::min(target_sec, t_sec + limit_sec) : target_sec);
  if (end_time_ <= t_sec) {
    this->Fail(nullptr, "a stochastic step of " + FormatNumber(grid_.step_sec) +
                            " s is too short to advance this time: take a larger one");
    return std::numeric_limits<double>::quiet_NaN();
  }
  const double h = finishes_ ? rest_sec_ : end_time_ - t_sec;
  this->data_.write_time(T(t_sec));
  this->data_.EvaluateDerivativesAtStage();
  ++this->statistics_.derivative_evaluations;
  const T* x = this->data_.continuous();
  const T* slope = this->data_.derivatives();
  std::copy_n(x, this->size_, start_.begin());
  for (int n = 0; n < this->size_; ++n) end_[n] = x[n] + h * slope[n];
  for (const NoisyLeaf& leaf : leaves_) AddDiffusion(leaf, h);
  if (FailIfNotFinite()) return std::numeric_limits<double>::quiet_NaN();
  MoveTo(end_time_);
  return end_time_;
}

/// Adds what the noise of a leaf does in a step of `h` to end_.
template <typename T>
void StochasticMethod<T>::AddDiffusion(const NoisyLeaf& leaf, double h) {
  this->data_.Evaluate(leaf.matrix_entry);
  const T* matrix = this->data_.entry_data(leaf.matrix_entry);
  for (const double increment : leaf.path.increments()) {
    for (const int n : leaf.states) end_[n] += *matrix++ * increment;
  }
  if (leaf.derivative_entry < 0) return;
  this->data_.Evaluate(leaf.derivative_entry);
  const T* derivative = this->data_.entry_data(leaf.derivative_entry);
  const std::vector<double>& increments = leaf.path.increments();
  for (size_t i = 0; i < leaf.states.size(); ++i) {
    const double dw = increments[leaf.form == DiffusionForm::kDiagonal ? i : 0];
    end_[leaf.states[i]] += 0.5 * (dw * dw - h) * derivative[i];
  }
}

template <typename T>
bool StochasticMethod<T>::FailIfNotFinite() {
  const auto found = std::find_if(end_.begin(), end_.end(),
                                  [](const T& value) { return !std::isfinite(ValueOf(value)); });
  if (found == end_.end()) return false;
  if (const System<T>* system = this->FindNonFinite()) {
    this->FailNotFinite(system);
  } else {
    this->Fail(this->LeafOf(static_cast<int>(found - end_.begin())),
               "its diffusion, or the step with it, is not finite: look for a division by zero, or "
               "a root or logarithm outside its range, or try a smaller stochastic step");
  }
  return true;
}

template <typename T>
void StochasticMethod<T>::MoveTo(double t_sec) {
  LOOPWRIGHT_THROW_UNLESS(t_sec >= start_time_ && t_sec <= end_time_);
  T* x = this->data_.continuous();
  if (t_sec == end_time_) {
    std::copy(end_.begin(), end_.end(), x);
  } else {
    const double part = (t_sec - start_time_) / (end_time_ - start_time_);
    for (int n = 0; n < this->size_; ++n) x[n] = start_[n] + part * (end_[n] - start_[n]);
  }
  this->data_.write_time(T(t_sec));
  this->data_.InvalidateTimeAndContinuous();
}

template <typename T>
void StochasticMethod<T>::Accept() {
  if (!finishes_) {
    rest_sec_ -= end_time_ - start_time_;
    return;
  }
  in_part_ = false;
  if (++part_.index == uint64_t{1} << part_.level) {
    part_.index = 0;
    ++part_.cell;
  }
}

template <typename T>
std::unique_ptr<IntegrationMethod<T>> MakeStochasticMethod(std::string_view name,
                                                           internal::ContextData<T>* data,
                                                           const StochasticSettings& grid) {
  const IntegrationMethodInfo* info = FindStochasticMethod(name);
  LOOPWRIGHT_THROW_UNLESS(info != nullptr);
  return std::make_unique<StochasticMethod<T>>(*info, data, IntegrationSettings{}, grid);
}

template bool HasDiffusion(const Plan<double>&);
template bool HasDiffusion(const Plan<AutoDiff>&);
template std::string StochasticMethodProblem(std::string_view, const Plan<double>&);
template std::string StochasticMethodProblem(std::string_view, const Plan<AutoDiff>&);
template std::unique_ptr<IntegrationMethod<double>> MakeStochasticMethod(
    std::string_view, internal::ContextData<double>*, const StochasticSettings&);
template std::unique_ptr<IntegrationMethod<AutoDiff>> MakeStochasticMethod(
    std::string_view, internal::ContextData<AutoDiff>*, const StochasticSettings&);

LOOPWRIGHT_INSTANTIATE_CLASS_NONSYMBOLIC(StochasticMethod)

}  // namespace loopwright
