#pragma once

#include <string>

#include "engine/events/event_status.h"

namespace loopwright {

/// How far a Simulator came and why it went no further. A run that a handler ended has not failed:
/// it has reached what it was looking for, and can go on. Times are in seconds.
class SimulatorStatus {
 public:
  enum ReturnReason {
    kReachedBoundaryTime,          ///< all is well
    kReachedTerminationCondition,  ///< an event handler ended the run
    kEventHandlerFailed,           ///< an event handler, a derivative or a step failed
    kInterrupted                   ///< the step callback said to stop
  };

  /// Until something else is set, the boundary is reached.
  explicit SimulatorStatus(double boundary_time)
      : boundary_time_(boundary_time), return_time_(boundary_time) {}

  void SetReachedBoundaryTime() { Set(kReachedBoundaryTime, boundary_time_, nullptr, {}); }
  /// What ended the run: when, which system, and why.
  void SetReachedTermination(double time, const SystemBase* system, std::string message) {
    Set(kReachedTerminationCondition, time, system, std::move(message));
  }
  void SetEventHandlerFailed(double time, const SystemBase* system, std::string message) {
    Set(kEventHandlerFailed, time, system, std::move(message));
  }
  void SetInterrupted(double time) { Set(kInterrupted, time, nullptr, {}); }

  /// Whether the run came to the boundary time.
  bool succeeded() const { return reason_ == kReachedBoundaryTime; }
  ReturnReason reason() const { return reason_; }
  /// Where the run was to go to, and where it is.
  double boundary_time() const { return boundary_time_; }
  double return_time() const { return return_time_; }
  /// Null where no system is to blame.
  const SystemBase* system() const { return system_; }
  /// What a handler or a method said, without place and time.
  const std::string& message() const { return message_; }
  /// A sentence with system path, time and message.
  std::string FormatMessage() const;

 private:
  void Set(ReturnReason reason, double time, const SystemBase* system, std::string message) {
    reason_ = reason;
    return_time_ = time;
    system_ = system;
    message_ = std::move(message);
  }

  ReturnReason reason_ = kReachedBoundaryTime;
  double boundary_time_;
  double return_time_;
  const SystemBase* system_ = nullptr;
  std::string message_;
};

/// Something that a run met and went on from.
struct SimulatorWarning {
  double time;               ///< seconds
  const SystemBase* system;  ///< that it is about
  std::string message;       ///< without time and system
};

}  // namespace loopwright
