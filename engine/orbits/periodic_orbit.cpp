#include "engine/orbits/periodic_orbit.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/common/exceptions.h"
#include "engine/diagram/diagram.h"
#include "engine/jacobian/diagram_jacobian.h"
#include "engine/linear/eigenvalues.h"
#include "engine/matrices/decompositions.h"
#include "engine/orbits/run_derivative.h"
#include "engine/simulation/simulator.h"
#include "engine/text/number_format.h"
#include "engine/traits/step_history.h"

namespace loopwright {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kRunAccuracy = 1e-13, kRunAbsolute = 1e-15;
/// Where differences are taken of runs, it is over this part of a state's size.
constexpr double kDifference = 2e-4;
constexpr int kMostIterations = 40;
constexpr double kClosed = 1e-11;
/// A run that settles first is as long as so many periods.
constexpr int kSettlingPeriods = 200;
constexpr int kLooksInPeriod = 2000;
/// Where no period is given, motions up to this are looked for, seconds.
constexpr double kFreeHorizon = 50;

}  // namespace

class OrbitFinder::Implementation {
 public:
  explicit Implementation(OperatingPoint point)
      : point_(std::move(point)), index_(point_.built->index()) {
    RequireNoHistories();
    const std::set<int> written = WrittenPlaces(PeriodicUpdates(index_));
    const Plan<double>& plan = index_.plan();
    for (const QuantityKind kind : {QuantityKind::kContinuousState, QuantityKind::kDiscreteState}) {
      for (const Quantity& quantity : index_.quantities(kind)) {
        const auto& leaf = static_cast<const LeafSystem<double>&>(*plan.systems[quantity.node]);
        for (int k = 0; k < quantity.size; ++k) {
          const bool moves =
              kind == QuantityKind::kContinuousState || written.contains(quantity.place + k);
          if (!moves && !leaf.has_witness_functions()) continue;
          places_.push_back(quantity.place + k);
          names_.push_back(StateName(index_, quantity, k));
          moves_.push_back(moves);
        }
      }
    }
    is_varied_ = moves_;
    if (std::find(moves_.begin(), moves_.end(), true) == moves_.end()) {
      throw UsageError("the diagram has no state that could move on a periodic orbit");
    }
    FindClocks();
  }

  // With a period given, an orbit that closes after it is looked for; without one the period is one
  // more unknown.
  PeriodicOrbit Find(std::optional<double> period_sec) {
    if (!period_sec) return FindFree();
    if (*period_sec > 0) return FindForced(*period_sec);
    throw UsageError("--periodic: a positive number of seconds is needed");
  }

 private:
  // What a run makes of a state in a period.
  struct Passage {
    VectorXd after;  ///< x⁻ then
    MatrixXd slope;  ///< by x⁻ now; rows and columns of what is not varied are 0
    VectorXd rate;   ///< ẋ just before the end
  };

  AutoDiffSource Source() const {
    return [built = point_.built] { return built->Differentiated(); };
  }

  // Named, with what to put in its place.
  void RequireNoHistories() const {
    const Plan<double>& plan = index_.plan();
    for (const int node : plan.leaves) {
      if (dynamic_cast<const StepHistory<double>*>(plan.systems[node]) == nullptr) continue;
      throw UsageError(
          "--periodic: \"" + plan.PathOf(node) +
          "\" is a dead time, whose past has no end of state, so that no orbit is "
          "looked for. Put its Padé approximation as a TransferFunction in its place, or "
          "Delay blocks where a sampled signal enters it");
    }
  }

  // A run that starts with the state `x`.
  std::unique_ptr<Simulator<double>> MakeSimulator(const VectorXd& x, double period_sec) const {
    auto context = point_.context->Clone();
    auto& data = context->data();
    for (Eigen::Index i = 0; i < x.size(); ++i) data.arena[places_[i]] = x[i];
    data.InvalidateAllButInputs();
    auto simulator =
        std::make_unique<Simulator<double>>(*point_.built->result().diagram, std::move(context));
    SimulatorConfig config;
    config.accuracy = kRunAccuracy;
    config.absolute_tolerance = kRunAbsolute;
    config.max_step = period_sec / 50;
    simulator->set_config(config);
    simulator->set_autodiff_source(Source());
    return simulator;
  }

  // State that an update sets to the time, as a FirstOrderHold keeps that of its last sample: what
  // the update makes of it moves with the time at which it is asked.
  void FindClocks() {
    is_clock_.assign(places_.size(), false);
    const std::vector<UpdateGroup> groups = PeriodicUpdates(index_);
    const auto context = point_.context->Clone();
    DiagramJacobian updates(&context->data(), Source(), {}, DiagramPorts{.updates = groups});
    updates.Evaluate();
    const std::vector<VectorXd> now = updates.update_values();
    constexpr double kAhead = 1;  // seconds
    context->SetTime(context->get_time() + kAhead);
    updates.Evaluate();
    for (size_t g = 0; g < groups.size(); ++g) {
      for (Eigen::Index row = 0; row < now[g].size(); ++row) {
        const double ahead = updates.update_values()[g][row] - now[g][row];
        if (std::abs(ahead - kAhead) > 1e-9) continue;
        const auto at = std::find(places_.begin(), places_.end(), groups[g].places[row]);
        is_clock_[at - places_.begin()] = true;
      }
    }
  }

  // State that holds a time is counted from where the run would have to begin to have come here.
  VectorXd StateOf(const Context<double>& context) const {
    const double passed_sec = context.get_time() - point_.context->get_time();
    VectorXd x(static_cast<Eigen::Index>(places_.size()));
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      const double value = context.data().arena[places_[i]];
      x[i] = is_clock_[i] ? value - passed_sec : value;
    }
    return x;
  }

  // That a period repeats says nothing yet of the next one where something depends on the time: a
  // source of another period, or a ramp that is sampled. So the one after it must be the same too.
  void RequireRepetition(const VectorXd& x, double period_sec) const {
    const double miss = MissOf(x, Map(x, 2 * period_sec));
    if (miss < 1e-6) return;
    throw NoResultError("no orbit of the period " + FormatNumber(period_sec) +
                        " s: what happens depends on the time, and the second period is another "
                        "than the first by the part " +
                        FormatNumber(miss));
  }

  static void Require(const SimulatorStatus& status) {
    if (status.reason() == SimulatorStatus::kEventHandlerFailed) {
      throw NoResultError("a run along the orbit failed: " + status.FormatMessage());
    }
  }

  // Goes on from the start of a run for so long, before the updates that are due then.
  void Advance(Simulator<double>* simulator, double time_sec) const {
    Require(simulator->TryInitialize());
    Require(simulator->TryAdvanceTo(point_.context->get_time() + time_sec));
  }

  // A run from the state `x`, in steps as for this period, over a time.
  std::unique_ptr<Simulator<double>> RunFor(double time_sec, const VectorXd& x,
                                            double period_sec) const {
    auto simulator = MakeSimulator(x, period_sec);
    Advance(simulator.get(), time_sec);
    return simulator;
  }

  // What a run makes of the state x in a period: the state at its end.
  VectorXd Map(const VectorXd& x, double period_sec) const {
    return StateOf(RunFor(period_sec, x, period_sec)->get_context());
  }

  // What a size of each element is, of those that are varied.
  VectorXd Scales(const VectorXd& x) const {
    double size = 1e-6;
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      if (is_varied_[i]) size = std::max(size, std::abs(x[i]));
    }
    return x.cwiseAbs().cwiseMax(1e-3 * size);
  }

  // A run over a period, with the derivative along it. At the end of the search, where multipliers
  // are made of it, it has to exist.
  Passage Follow(const VectorXd& x, double period_sec, bool is_last) {
    const auto simulator = MakeSimulator(x, period_sec);
    RunDerivative derivative(simulator.get(), Source(), places_);
    Advance(simulator.get(), period_sec);
    Passage passage{StateOf(simulator->get_context()), derivative.matrix(), derivative.rate()};
    if (!derivative.is_known()) {
      is_varied_ = moves_;
      passage.slope = SlopeOfRuns(x, period_sec, is_last);
      passage.rate = RateOfRuns(x, period_sec);
      return passage;
    }
    if (is_last) derivative.RequireExistence();
    NoteVaried(derivative);
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      if (is_varied_[i]) continue;
      passage.slope.row(i).setZero();
      passage.slope.col(i).setZero();
    }
    return passage;
  }

  // Of what events alone set, that is varied which they set to something that follows from the
  // state. A state that stays as it is has a row of the identity, one with a fixed value a row of
  // zeros. One that holds the time of an event grows from period to period.
  void NoteVaried(const RunDerivative& derivative) {
    const MatrixXd& slope = derivative.matrix();
    const Eigen::Index n = slope.rows();
    is_varied_ = moves_;
    for (Eigen::Index i = 0; i < n; ++i) {
      if (is_varied_[i] || derivative.holds_time(static_cast<int>(i))) continue;
      const bool stays = slope.row(i) == Eigen::RowVectorXd::Unit(n, i);
      is_varied_[i] = !stays && !slope.row(i).isZero(0);
    }
  }

  // By differences of whole runs, both ways in each direction: for diagrams whose derivatives are
  // not followed along a run.
  MatrixXd SlopeOfRuns(const VectorXd& x, double period_sec, bool is_fine) const {
    const Eigen::Index n = x.size();
    const VectorXd scales = Scales(x);
    MatrixXd slope = MatrixXd::Zero(n, n);
    for (Eigen::Index i = 0; i < n; ++i) {
      if (!is_varied_[i]) continue;
      const VectorXd move = VectorXd::Unit(n, i) * (kDifference * scales[i]);
      const double step = move[i];
      const VectorXd near = Map(x + move, period_sec) - Map(x - move, period_sec);
      slope.col(i) = near / (2 * step);
      if (!is_fine) continue;
      const VectorXd far = Map(x + 2 * move, period_sec) - Map(x - 2 * move, period_sec);
      slope.col(i) = (8 * near - far) / (12 * step);
    }
    for (Eigen::Index i = 0; i < n; ++i) {
      if (!is_varied_[i]) slope.row(i).setZero();
    }
    return slope;
  }

  // How fast the state moves just after the updates at the beginning, from two short runs.
  VectorXd RateOfRuns(const VectorXd& x, double period_sec) const {
    const double step = 1e-5 * period_sec;
    return (Map(x, 2 * step) - Map(x, step)) / step;
  }

  VectorXd Start() const { return StateOf(*point_.context); }

  // How far an end is from the start, as a part of the size of each state; of those that the search
  // does not vary nothing is asked.
  double MissOf(const VectorXd& x, const VectorXd& after) const {
    const VectorXd parts = (after - x).cwiseQuotient(Scales(x)).cwiseAbs();
    double miss = 0;
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      if (is_varied_[i]) miss = std::max(miss, parts[i]);
    }
    return miss;
  }

  // What is varied goes a part of the step; the rest becomes what it is after a period.
  VectorXd Moved(const VectorXd& x, const VectorXd& step, double part) const {
    VectorXd moved = x + step;
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      if (is_varied_[i]) moved[i] = x[i] + part * step[i];
    }
    return moved;
  }

  // Newton's steps on φ(x) − x; false where they lead away.
  bool Close(VectorXd* x, double period_sec) {
    const MatrixXd I = MatrixXd::Identity(x->size(), x->size());
    double miss = std::numeric_limits<double>::infinity();
    for (int i = 0; i < kMostIterations && miss > kClosed; ++i) {
      const Passage passage = Follow(*x, period_sec, false);
      miss = MissOf(*x, passage.after);
      if (miss <= kClosed) break;
      const VectorXd step = FullLu<MatrixXd>(passage.slope - I).Solve(*x - passage.after);
      double part = 1;
      while (true) {
        const VectorXd next = Moved(*x, step, part);
        if (MissOf(next, Map(next, period_sec)) < miss) {
          *x = next;
          break;
        }
        part /= 2;
        if (part < 1e-3) return miss < 1e-9;
      }
    }
    return miss <= 1e-9;
  }

  // From the start of the diagram, else from the end of a run of some periods, by which most
  // transients have gone.
  PeriodicOrbit FindForced(double period_sec) {
    VectorXd x = Start();
    if (!Close(&x, period_sec)) {
      // From the end of a run; the period may begin anew there only where time does too.
      x = StateOf(RunFor(kSettlingPeriods * period_sec, Start(), period_sec)->get_context());
      if (!Close(&x, period_sec)) {
        Follow(x, period_sec, true);  // to graze is what the search does not get along with
        throw NoResultError("no orbit of the period " + FormatNumber(period_sec) +
                            " s was found near the start; the nearest state misses itself by the "
                            "part " +
                            FormatNumber(MissOf(x, Map(x, period_sec))));
      }
    }
    PeriodicOrbit orbit = Report(x, period_sec);
    RequireRepetition(x, period_sec);
    return orbit;
  }

  // The time after which a settled motion comes back nearest to where it is, going the same way.
  double GuessPeriod(double horizon_sec) const {
    const auto simulator = MakeSimulator(Start(), horizon_sec);
    const VectorXd begin = Start();
    const double start = point_.context->get_time();
    std::vector<std::pair<double, VectorXd>> looks;
    simulator->set_step_viewer([&](const StepInterior<double>& step) {
      constexpr int kLooks = 8;
      for (int i = 1; i <= kLooks; ++i) {
        const double t = step.start_sec + (step.end_sec - step.start_sec) * i / kLooks;
        looks.emplace_back(t - start, StateOf(step.at(t)));
      }
    });
    Advance(simulator.get(), horizon_sec);
    double largest = 0;
    for (const auto& [time, x] : looks) largest = std::max(largest, (x - begin).norm());
    bool has_left = false;
    for (size_t i = 1; i + 1 < looks.size(); ++i) {
      const double before = (looks[i - 1].second - begin).norm();
      const double here = (looks[i].second - begin).norm();
      const double after = (looks[i + 1].second - begin).norm();
      has_left = has_left || here > 0.3 * largest;
      if (has_left && here <= before && here <= after && here < 0.1 * largest) {
        return looks[i].first;
      }
    }
    throw NoResultError("no motion that repeats was found in a run of " +
                        FormatNumber(horizon_sec) +
                        " s; give the period, or start nearer to the "
                        "orbit with --time");
  }

  // Unknown are the state and the period; the state may not move along the orbit.
  PeriodicOrbit FindFree() {
    const double horizon = kFreeHorizon;
    point_.context = RunFor(4 * horizon, Start(), horizon)->release_context();
    double period = GuessPeriod(horizon);
    const Eigen::Index n = Start().size();
    VectorXd x = Start();
    double miss = std::numeric_limits<double>::infinity();
    for (int i = 0; i < kMostIterations; ++i) {
      const Passage passage = Follow(x, period, false);
      const double now = MissOf(x, passage.after);
      if (now < kClosed || (now >= miss && now < 1e-9)) break;
      miss = now;
      MatrixXd system = MatrixXd::Zero(n + 1, n + 1);
      system.topLeftCorner(n, n) = passage.slope - MatrixXd::Identity(n, n);
      system.topRightCorner(n, 1) = passage.rate;
      system.bottomLeftCorner(1, n) = passage.rate.transpose() / passage.rate.norm();
      VectorXd right = VectorXd::Zero(n + 1);
      right.head(n) = x - passage.after;
      const VectorXd step = FullLu<MatrixXd>(system).Solve(right);
      x += step.head(n);
      period += step[n];
      if (!(period > 0)) break;
    }
    const bool is_closed = period > 0 && MissOf(x, Map(x, period)) < 1e-8;
    if (!is_closed) {
      if (period > 0) Follow(x, period, true);
      throw NoResultError(
          "the search for a periodic orbit did not close it; give the period, or "
          "start nearer with --time");
    }
    return Report(x, period);
  }

  PeriodicOrbit Report(const VectorXd& x, double period_sec) {
    PeriodicOrbit orbit;
    orbit.period_sec = period_sec;
    const Passage passage = Follow(x, period_sec, true);
    std::vector<Eigen::Index> varied;
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      if (!is_varied_[i]) continue;
      varied.push_back(i);
      orbit.residual = std::max(orbit.residual, std::abs(passage.after[i] - x[i]));
    }
    orbit.multipliers = EigenvaluesOf(MatrixXd(passage.slope(varied, varied)));
    for (Eigen::Index i = 0; i < x.size(); ++i) orbit.states.push_back({names_[i], x[i]});
    AddExtremes(x, period_sec, &orbit);
    return orbit;
  }

  // Values at many places of each step, and the parabola through the three around an extreme.
  void AddExtremes(const VectorXd& x, double period_sec, PeriodicOrbit* orbit) const {
    std::vector<const PortSignal<double>*> signals;
    for (const PortSignal<double>& signal : index_.port_signals()) {
      if (signal.port != nullptr && signal.width == 1) signals.push_back(&signal);
    }
    const auto simulator = MakeSimulator(x, period_sec);
    std::vector<std::vector<double>> looks(signals.size());
    const auto note = [&](size_t s, double value) {
      SignalRange& range = orbit->extremes[s];
      range.least = std::min(range.least, value);
      range.greatest = std::max(range.greatest, value);
    };
    const double infinity = std::numeric_limits<double>::infinity();
    for (const auto* signal : signals)
      orbit->extremes.push_back({signal->path, infinity, -infinity});
    simulator->set_step_viewer([&](const StepInterior<double>& step) {
      const double part = (step.end_sec - step.start_sec) / period_sec;
      const int count = std::max(4, static_cast<int>(std::ceil(part * kLooksInPeriod)));
      for (auto& values : looks) values.clear();
      for (int i = 0; i <= count; ++i) {
        const auto& context = step.at(step.start_sec + (step.end_sec - step.start_sec) * i / count);
        for (size_t s = 0; s < signals.size(); ++s) {
          const auto& system = signals[s]->port->get_system();
          const int node = index_.plan().node_of(system);
          looks[s].push_back(signals[s]->port->Eval(context.data().views[node])[0]);
        }
      }
      for (size_t s = 0; s < signals.size(); ++s) {
        const std::vector<double>& y = looks[s];
        for (size_t i = 0; i < y.size(); ++i) {
          note(s, y[i]);
          if (i == 0 || i + 1 == y.size()) continue;
          const double bend = y[i - 1] - 2 * y[i] + y[i + 1], slope = (y[i + 1] - y[i - 1]) / 2;
          if ((y[i] - y[i - 1]) * (y[i + 1] - y[i]) >= 0 || bend == 0) continue;
          note(s, y[i] - slope * slope / (2 * bend));
        }
      }
    });
    Advance(simulator.get(), period_sec);
  }

  OperatingPoint point_;
  const DiagramIndex<double>& index_;
  std::vector<int> places_;
  // Of each place: whether it holds a time; whether it flows or periodic updates write it; whether
  // the search varies it.
  std::vector<bool> is_clock_, moves_, is_varied_;
  std::vector<std::string> names_;
};

OrbitFinder::OrbitFinder(OperatingPoint point)
    : implementation_(std::make_unique<Implementation>(std::move(point))) {}
OrbitFinder::~OrbitFinder() = default;

PeriodicOrbit OrbitFinder::Find(std::optional<double> period_sec) {
  return implementation_->Find(period_sec);
}

}  // namespace loopwright
