#include "blocklib/primitives/vector_log_sink.h"

#include <stdexcept>

namespace loopwright {

namespace {
// The triggers where none are given: with a period at its multiples, else at each step.
TriggerTypeSet UsualTriggers(double period_sec) {
  return {TriggerType::kForced, period_sec > 0 ? TriggerType::kPeriodic : TriggerType::kPerStep};
}
}  // namespace

template <typename T>
VectorLogSink<T>::VectorLogSink(int input_size, double publish_period_sec)
    : VectorLogSink(input_size, UsualTriggers(publish_period_sec), publish_period_sec) {}

// Checks triggers and period against each other, and declares an event for each trigger.
template <typename T>
VectorLogSink<T>::VectorLogSink(int input_size, const TriggerTypeSet& publish_triggers,
                                double publish_period_sec)
    : LeafSystem<T>(SystemTypeTag<VectorLogSink>{}),
      publish_triggers_(publish_triggers),
      publish_period_sec_(publish_period_sec) {
  const auto refuse = [](const char* text) {
    throw std::logic_error(std::string("VectorLogSink: ") + text);
  };
  if (publish_triggers.empty()) refuse("there must be at least one trigger");
  const bool is_periodic = publish_triggers.contains(TriggerType::kPeriodic);
  if (is_periodic && !(publish_period_sec > 0)) refuse("the period must be > 0");
  if (!is_periodic && publish_period_sec != 0) refuse("a period needs the trigger kPeriodic");
  this->DeclareVectorInputPort("data", input_size);
  Kept kept;
  kept.log = VectorLog<T>(input_size);
  log_entry_ =
      &this->DeclareCacheEntry("log", kept, &VectorLogSink::KeepLog, {this->nothing_ticket()});
  for (const TriggerType trigger : publish_triggers) {
    if (trigger == TriggerType::kForced) {
      this->DeclareForcedPublishEvent(&VectorLogSink::WriteToLog);
    } else if (trigger == TriggerType::kPerStep) {
      this->DeclarePerStepPublishEvent(&VectorLogSink::WriteToLog);
    } else if (trigger == TriggerType::kPeriodic) {
      this->DeclarePeriodicPublishEvent(publish_period_sec, 0, &VectorLogSink::WriteToLog);
    } else {
      refuse("its triggers are kForced, kPerStep and kPeriodic");
    }
  }
}

template <typename T>
template <typename U>
VectorLogSink<T>::VectorLogSink(const VectorLogSink<U>& other)
    : VectorLogSink(other.get_input_port(0).size(), other.publish_triggers_,
                    other.publish_period_sec_) {}

// The log lies in the context; std::logic_error for a context of another system.
template <typename T>
const VectorLog<T>& VectorLogSink<T>::GetLog(const Context<T>& context) const {
  this->ValidateContext(context);
  return log_entry_->template Eval<Kept>(context).log;
}
template <typename T>
VectorLog<T>& VectorLogSink<T>::GetMutableLog(Context<T>* context) const {
  this->ValidateContext(context);
  return log_entry_->template Eval<Kept>(*context).log;
}

// Adds the present time and input to the context's log.
template <typename T>
EventStatus VectorLogSink<T>::WriteToLog(const Context<T>& context) const {
  log_entry_->template Eval<Kept>(context).log.AddData(context.get_time(),
                                                       this->get_input_port(0).Eval(context));
  return EventStatus::Succeeded();
}

LOOPWRIGHT_INSTANTIATE_CLASS(VectorLogSink)

}  // namespace loopwright
