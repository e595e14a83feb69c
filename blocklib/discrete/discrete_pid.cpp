#include "blocklib/discrete/discrete_pid.h"

#include <algorithm>

namespace loopwright {
namespace {
enum Parameter { kKp, kKi, kKd, kLower, kUpper };
enum Group { kOutput, kSum, kPrevious };
}  // namespace

template <typename T>
DiscretePid<T>::DiscretePid(const Settings& settings, double period_sec, double offset_sec,
                            int width)
    : period_sec_(period_sec), width_(width) {
  LOOPWRIGHT_THROW_UNLESS(settings.lower <= settings.upper);
  this->DeclareVectorInputPort("u", width);
  for (const double parameter :
       {settings.kp, settings.ki, settings.kd, settings.lower, settings.upper}) {
    this->DeclareNumericParameter(BasicVector<T>{T(parameter)});
  }
  this->DeclareDiscreteState(width);  // kOutput
  this->DeclareDiscreteState(width);  // kSum
  this->DeclareDiscreteState(width);  // kPrevious
  this->DeclarePeriodicDiscreteUpdateEvent(period_sec, offset_sec, &DiscretePid::Update);
  this->DeclareVectorOutputPort("y", width, &DiscretePid::CalcOutput,
                                {this->discrete_state_ticket(kOutput)});
}

template <typename T>
EventStatus DiscretePid<T>::Update(const Context<T>& context, DiscreteValues<T>* next) const {
  const T* u = this->input_data(context, 0);
  const T* sum = this->discrete_data(context, kSum);
  const T* previous = this->discrete_data(context, kPrevious);
  const T& kp = this->parameter_data(context, kKp)[0];
  const T& ki = this->parameter_data(context, kKi)[0];
  const T& kd = this->parameter_data(context, kKd)[0];
  const T& lower = this->parameter_data(context, kLower)[0];
  const T& upper = this->parameter_data(context, kUpper)[0];
  for (int i = 0; i < width_; ++i) {
    const T& e = u[i];
    const T new_sum = sum[i] + e;
    const T output =
        kp * e + ki * period_sec_ * new_sum + kd * (e - previous[i]) / period_sec_;
    const T push = ki * e;
    const bool is_frozen = (output > upper && push > 0) || (output < lower && push < 0);
    next->data(kOutput)[i] = output > upper ? upper : output < lower ? lower : output;
    next->data(kSum)[i] = is_frozen ? sum[i] : new_sum;
    next->data(kPrevious)[i] = e;
  }
  return EventStatus::Succeeded();
}

template <typename T>
void DiscretePid<T>::CalcOutput(const Context<T>& context, T* y) const {
  std::copy_n(this->discrete_data(context, kOutput), width_, y);
}

LOOPWRIGHT_INSTANTIATE_CLASS(DiscretePid)

//DESCRIPTOR
}  // namespace loopwright
