#pragma once

#include <QString>
#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "gui/scene/value_bubble.h"

namespace loopwright {

class RunController;
struct RunInstant;

/// Numbers with so many digits; several in brackets, of which the first `most` are written.
QString valueText(std::span<const double> values, int digits, size_t most = 4);

/// The value of a signal, `SUB/BLOCK.PORT`, at the instant of a run that is shown, with the
/// elements of a vector in brackets; both values where the instant is one of updates that changed
/// it. Nothing where the run has shown no instant, or has no such signal.
std::optional<WireValue> valueOnWire(const RunController& runs, const std::string& path);

/// The same of an instant before its step, whoever shows it.
std::optional<WireValue> valueAtInstant(const RunInstant& instant, const std::string& path);

/// The same instant of the signal in more detail: the elements of a vector, and its last hundred
/// rows up to there where the run records it.
std::optional<WireDetail> detailOnWire(const RunController& runs, const std::string& path);

}  // namespace loopwright
