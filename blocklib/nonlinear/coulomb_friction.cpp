#include "blocklib/nonlinear/coulomb_friction.h"

#include "blocklib/common/convert.h"
#include "blocklib/common/finite.h"
#include "blocklib/common/parameters.h"

namespace loopwright {
namespace {
enum Parameter { kCoulomb, kViscous };
}  // namespace

template <typename T>
CoulombFriction<T>::CoulombFriction(double coulomb, double viscous, int width)
    : LeafSystem<T>(SystemTypeTag<CoulombFriction>{}), width_(width) {
  this->DeclareVectorInputPort("velocity", width);
  this->DeclareNumericParameter(BasicVector<T>{T(coulomb)});
  this->DeclareNumericParameter(BasicVector<T>{T(viscous)});
  this->DeclareModes(width);
  this->DeclareVectorOutputPort(
      "force", width, &CoulombFriction::CalcOutput,
      {this->all_input_ports_ticket(), this->all_parameters_ticket(), this->modes_ticket()});
}

template <typename T>
void CoulombFriction<T>::CalcOutput(const Context<T>& context, T* force) const {
  const T* velocity = this->input_data(context, 0);
  const T& coulomb = this->parameter_data(context, kCoulomb)[0];
  const T& viscous = this->parameter_data(context, kViscous)[0];
  const int64_t* held = this->held_modes(context);
  for (int i = 0; i < width_; ++i) {
    const T direction = held ? T(static_cast<double>(held[i])) : sign(velocity[i]);
    force[i] = direction * coulomb + viscous * velocity[i];
  }
}

template <typename T>
void CoulombFriction<T>::DoCalcModes(const Context<T>& context, int64_t* modes) const {
  const T* velocity = this->input_data(context, 0);
  for (int i = 0; i < width_; ++i) {
    modes[i] = IsTrue(velocity[i] < 0) ? -1 : IsTrue(velocity[i] > 0) ? 1 : 0;
  }
}

template <typename T>
void CoulombFriction<T>::DoCalcModeMargins(const Context<T>& context, const int64_t* modes,
                                           T* margins) const {
  using std::abs;
  const T* velocity = this->input_data(context, 0);
  for (int i = 0; i < width_; ++i) {
    margins[i] = modes[i] > 0 ? velocity[i] : modes[i] < 0 ? T(-velocity[i]) : T(-abs(velocity[i]));
  }
}

template <typename T>
CoulombFriction<T>::CoulombFriction(const BlockArguments& arguments)
    : CoulombFriction(arguments.number("coulomb"), arguments.number("viscous"),
                      arguments.input_width(0)) {}

template <typename T>
template <typename U>
CoulombFriction<T>::CoulombFriction(const CoulombFriction<U>& other)
    : CoulombFriction(DefaultNumber(other, kCoulomb), DefaultNumber(other, kViscous),
                      other.get_input_port(0).size()) {}

LOOPWRIGHT_INSTANTIATE_CLASS(CoulombFriction)

BlockDescriptor CoulombFrictionBlock() {
  BlockDescriptor block;
  block.type = "CoulombFriction";
  block.category = "nonlinear";
  block.title = "Coulomb friction";
  block.summary = "Coulomb and viscous friction force.";
  block.inputs = {"velocity"};
  block.outputs = {"force"};
  block.parameters = {
      MakeParameter("coulomb", ParameterKind::kNumber, 1, "N", ">= 0", ""),
      MakeParameter("viscous", ParameterKind::kNumber, 0, "N s/m", ">= 0", ""),
  };
  block.behaviour = "force = sign(v)*coulomb + viscous*v";
  block.validate = [](const BlockArguments& arguments, ArgumentProblems* problems) {
    RequireFinite(arguments, {"coulomb", "viscous"}, problems);
  };
  block.UseSystem<CoulombFriction>();
  return block;
}

}  // namespace loopwright
