#pragma once

#include <QString>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/diagram/diagram_builder.h"
#include "engine/system/leaf_system.h"

// Systems and helpers that the tests of the cache share.

namespace loopwright::cache_test {

/// The text of what `call` throws.
template <typename Call>
QString Thrown(Call call) {
  try {
    call();
  } catch (const std::exception& error) {
    return QString::fromUtf8(error.what());
  }
  return "nothing was thrown";
}

/// Which kinds of values a Probe has.
struct Kinds {
  int q = 1, v = 1, z = 1;
  int groups = 2, abstract_states = 1, parameters = 2, abstract_parameters = 1, inputs = 1;
  static Kinds None() { return {0, 0, 0, 0, 0, 0, 0, 0}; }
};

/// A cache entry for each ticket, which depends on that ticket alone and counts its computations,
/// and an output that depends on everything.
class Probe : public LeafSystem<double> {
 public:
  explicit Probe(Kinds kinds = {}) {
    for (int i = 0; i < kinds.inputs; ++i) DeclareVectorInputPort(kUseDefaultName, 1);
    if (kinds.q + kinds.v + kinds.z > 0) DeclareContinuousState(kinds.q, kinds.v, kinds.z);
    for (int i = 0; i < kinds.groups; ++i) DeclareDiscreteState(1);
    for (int i = 0; i < kinds.abstract_states; ++i) DeclareAbstractState(Value<int>(7));
    for (int i = 0; i < kinds.parameters; ++i) DeclareNumericParameter(BasicVector<double>{1.});
    for (int i = 0; i < kinds.abstract_parameters; ++i) {
      DeclareAbstractParameter(Value<std::string>("text"));
    }
    for (const auto& [name, ticket] : Tickets(kinds)) {
      probes_[name] = &DeclareCacheEntry(
          name, [] { return AbstractValue::Make<int>(0); },
          [](const Context<double>&, AbstractValue* value) { ++value->get_mutable_value<int>(); },
          {ticket});
    }
    DeclareVectorOutputPort("y", 1, &Probe::Output);
  }

  const CacheEntry<double>& probe(const std::string& name) const { return *probes_.at(name); }
  void EvalAll(const Context<double>& context) const {
    get_output_port(0).Eval(context);
    for (const auto& [name, entry] : probes_) entry->EvalAbstract(context);
  }
  /// The probes that are out of date.
  QString Stale(const Context<double>& context) const {
    QStringList names;
    for (const auto& [name, entry] : probes_) {
      if (entry->is_out_of_date(context)) names << QString::fromStdString(name);
    }
    return names.join(' ');
  }

 private:
  std::map<std::string, DependencyTicket> Tickets(const Kinds& kinds) const {
    std::map<std::string, DependencyTicket> tickets{{"none", nothing_ticket()},
                                                    {"t", time_ticket()},
                                                    {"a", accuracy_ticket()},
                                                    {"q", q_ticket()},
                                                    {"v", v_ticket()},
                                                    {"z", z_ticket()},
                                                    {"xc", xc_ticket()},
                                                    {"xd", xd_ticket()},
                                                    {"xa", xa_ticket()},
                                                    {"x", all_state_ticket()},
                                                    {"pn", pn_ticket()},
                                                    {"pa", pa_ticket()},
                                                    {"p", all_parameters_ticket()},
                                                    {"u", all_input_ports_ticket()},
                                                    {"all", all_sources_ticket()},
                                                    {"conf", configuration_ticket()},
                                                    {"kin", kinematics_ticket()},
                                                    {"pe", pe_ticket()}};
    for (int i = 0; i < kinds.inputs; ++i) {
      tickets.emplace("u" + std::to_string(i), input_port_ticket(i));
    }
    for (int i = 0; i < kinds.groups; ++i) {
      tickets.emplace("xd" + std::to_string(i), discrete_state_ticket(i));
    }
    for (int i = 0; i < kinds.parameters; ++i) {
      tickets.emplace("pn" + std::to_string(i), numeric_parameter_ticket(i));
    }
    return tickets;
  }
  void Output(const Context<double>&, BasicVector<double>* y) const { (*y)[0] = 1; }
  void DoCalcTimeDerivatives(const Context<double>& context,
                             ContinuousState<double>* derivatives) const override {
    derivatives->SetFrom(context.get_continuous_state());
  }

  std::map<std::string, const CacheEntry<double>*> probes_;
};

/// y = gain·u, where the gain is a parameter.
class Gain : public LeafSystem<double> {
 public:
  explicit Gain(double gain = 2) {
    DeclareVectorInputPort("u", 1);
    DeclareNumericParameter(BasicVector<double>{gain});
    DeclareVectorOutputPort("y", 1, &Gain::Output,
                            {input_port_ticket(0), numeric_parameter_ticket(0)});
  }

 private:
  void Output(const Context<double>& context, BasicVector<double>* y) const {
    (*y)[0] = context.get_numeric_parameter(0)[0] * get_input_port(0).Eval(context)[0];
  }
};

/// time → base → (left, right) → top, and text = what top holds.
class Diamond : public LeafSystem<double> {
 public:
  Diamond() {
    base = &DeclareCacheEntry("base", &Diamond::Base, {time_ticket()});
    left = &DeclareCacheEntry("left", &Diamond::Left, {base->ticket()});
    right = &DeclareCacheEntry("right", &Diamond::Right, {base->ticket()});
    top = &DeclareCacheEntry("top", &Diamond::Top, {left->ticket(), right->ticket()});
    text = &DeclareCacheEntry("text", std::string("initial"), &Diamond::Text, {top->ticket()});
  }
  CacheEntry<double>*base, *left, *right, *top, *text;

 private:
  void Base(const Context<double>& context, double* value) const { *value = context.get_time(); }
  void Left(const Context<double>& context, double* value) const {
    *value = 2 * base->Eval<double>(context);
  }
  void Right(const Context<double>& context, double* value) const {
    *value = 3 * base->Eval<double>(context);
  }
  void Top(const Context<double>& context, double* value) const {
    *value = left->Eval<double>(context) + right->Eval<double>(context);
  }
  void Text(const Context<double>& context, std::string* value) const {
    *value = std::to_string(static_cast<int>(top->Eval<double>(context)));
  }
};

/// A vector whose elements have names.
class Position : public BasicVector<double> {
 public:
  Position() : BasicVector<double>(2) {}
  double x() const { return (*this)[0]; }
  double y() const { return (*this)[1]; }

 private:
  Position* DoClone() const override { return new Position; }
};

inline QString Names(const std::vector<DependencyTracker*>& trackers) {
  QStringList names;
  for (const DependencyTracker* t : trackers) names << QString::fromStdString(t->description());
  names.sort();
  return names.join(", ");
}

}  // namespace loopwright::cache_test
