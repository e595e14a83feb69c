#pragma once

#include <map>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/system/system.h"

namespace loopwright {

template <typename T>
class DiagramBuilder;

/// A system made of others whose ports are connected. Make one with a DiagramBuilder.
template <typename T>
class Diagram : public System<T> {
 public:
  /// Port `port` of subsystem number `system`.
  struct PortId {
    int system = -1;
    int port = 0;
    auto operator<=>(const PortId&) const = default;
  };
  /// What an input of a subsystem reads: an output of a subsystem, or, with `system` = -1, an input
  /// of the diagram itself, or nothing (`port` = -1).
  using Source = PortId;

  /// The same diagram over another scalar; ScalarConversionError where a subsystem cannot be
  /// converted.
  template <typename U>
  explicit Diagram(const Diagram<U>& other)
      : Diagram(SystemScalarConverter::MakeWithoutSubtypeChecking<loopwright::Diagram>(), other) {}

  int num_subsystems() const override { return static_cast<int>(subsystems_.size()); }
  const System<T>& subsystem(int index) const override { return *subsystems_[index]; }
  bool HasSubsystemNamed(std::string_view name) const;
  const System<T>& GetSubsystemByName(std::string_view name) const;
  Source input_source(int system, int port) const { return input_sources_[system][port]; }

  /// The part of this diagram's (or an enclosing diagram's) context that is `subsystem`'s.
  const Context<T>& GetSubsystemContext(const System<T>& subsystem,
                                        const Context<T>& context) const;
  Context<T>& GetMutableSubsystemContext(const System<T>& subsystem, Context<T>* context) const;

  void SetDefaultState(const Context<T>& context, State<T>* state) const override;
  void SetDefaultParameters(const Context<T>& context, Parameters<T>* parameters) const override;
  std::multimap<int, int> GetDirectFeedthroughs() const override { return feedthroughs_; }

 protected:
  /// To be built by DiagramBuilder::BuildInto(). It can be converted to the scalars that all its
  /// subsystems can be converted to; a subclass becomes a plain Diagram.
  Diagram() : Diagram(SystemScalarConverter::MakeWithoutSubtypeChecking<loopwright::Diagram>()) {}
  /// For a subclass template that stays what it is: `Diagram<T>(SystemTypeTag<MyDiagram>{})`, and
  /// in its converting constructor with `other`.
  explicit Diagram(SystemScalarConverter converter) : System<T>(std::move(converter)) {}
  template <typename U>
  Diagram(SystemScalarConverter converter, const Diagram<U>& other);
  T DoCalcPotentialEnergy(const Context<T>& context) const override;
  T DoCalcKineticEnergy(const Context<T>& context) const override;
  T DoCalcConservativePower(const Context<T>& context) const override;
  T DoCalcNonConservativePower(const Context<T>& context) const override;

 private:
  friend class DiagramBuilder<T>;
  template <typename U>
  friend class Diagram;
  template <typename F>
  T SumOverSubsystems(const Context<T>& context, F term) const;

  std::vector<std::unique_ptr<System<T>>> subsystems_;
  std::map<std::string, int, std::less<>> names_;
  std::vector<std::vector<Source>> input_sources_;
  std::multimap<int, int> feedthroughs_;
};

LOOPWRIGHT_DECLARE_CLASS(Diagram)

}  // namespace loopwright
