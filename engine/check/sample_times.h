#pragma once

#include <string>
#include <unordered_map>

namespace loopwright {

/// When the value of a port changes.
struct SampleTime {
  /// In the order of what hides what: a sum of two signals is of the later kind.
  enum class Kind {
    kConstant,    ///< never
    kPeriodic,    ///< at updates, at offset + k*period
    kEvents,      ///< at updates that have no common period
    kContinuous,  ///< all the time
  };
  Kind kind = Kind::kConstant;
  double period = 0;  ///< of kPeriodic, seconds
  double offset = 0;

  /// Whether the value is held between updates (and shown with a value before and after each).
  bool is_discrete() const { return kind == Kind::kPeriodic || kind == Kind::kEvents; }
  friend bool operator==(const SampleTime&, const SampleTime&) = default;
};

/// The sample time of a signal that depends on two: the same where they are equal, kEvents of two
/// that are held and differ, continuous where one is.
SampleTime Join(const SampleTime& a, const SampleTime& b);

/// "constant", "every 0.01 s", "every 0.01 s from 0.005 s", "at events", "continuous".
std::string ToText(const SampleTime& time);

class Document;
class BlockRegistry;

/// The sample time of every output port, by path (`SUB/BLOCK.PORT`; ports of subsystems and Inports
/// too). Works on diagrams with errors as far as they can be understood.
std::unordered_map<std::string, SampleTime> FindSampleTimes(const Document& document,
                                                            const BlockRegistry& registry);

}  // namespace loopwright
