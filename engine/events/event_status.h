#pragma once

#include <string>
#include <utility>

namespace loopwright {

class SystemBase;

/// What an event handler answers. Handlers that return void have succeeded. Of events that are
/// handled together the most severe answer counts: termination lets all of them finish and ends the
/// run, failure ends it with an error (semantics 7). For example
///
///     if (level > kBrim) return EventStatus::Failed(this, "the tank overflows");
class EventStatus {
 public:
  /// In rising order, so that answers can be compared.
  enum Severity { kDidNothing = 0, kSucceeded = 1, kReachedTermination = 2, kFailed = 3 };

  /// The handler found nothing to do, or did what it is for. The run goes on with both.
  [[nodiscard]] static EventStatus DidNothing() { return {kDidNothing, nullptr, {}}; }
  [[nodiscard]] static EventStatus Succeeded() { return {kSucceeded, nullptr, {}}; }
  /// The run is over, and that is no error. `message` says why, for people; `system` is who says
  /// so.
  [[nodiscard]] static EventStatus ReachedTermination(const SystemBase* system,
                                                      std::string message) {
    return {kReachedTermination, system, std::move(message)};
  }
  /// The run cannot go on.
  [[nodiscard]] static EventStatus Failed(const SystemBase* system, std::string message) {
    return {kFailed, system, std::move(message)};
  }

  Severity severity() const { return severity_; }
  bool did_nothing() const { return severity_ == kDidNothing; }
  bool succeeded() const { return severity_ == kSucceeded; }
  bool reached_termination() const { return severity_ == kReachedTermination; }
  bool failed() const { return severity_ == kFailed; }
  /// Null where nobody in particular answers.
  const SystemBase* system() const { return system_; }
  /// Empty unless the run is to end.
  const std::string& message() const { return message_; }

  /// The first of the most severe answers wins.
  EventStatus& KeepMoreSevere(EventStatus candidate) {
    if (candidate.severity_ > severity_) *this = std::move(candidate);
    return *this;
  }

 private:
  EventStatus(Severity severity, const SystemBase* system, std::string message)
      : severity_(severity), system_(system), message_(std::move(message)) {}

  Severity severity_;
  const SystemBase* system_;
  std::string message_;
};

}  // namespace loopwright
