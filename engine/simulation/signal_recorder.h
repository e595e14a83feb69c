#pragma once

#include <memory>
#include <vector>

#include "engine/model/build.h"
#include "engine/simulation/recording.h"
#include "engine/simulation/run_options.h"

namespace loopwright {

template <typename T>
class Context;

/// What is recorded where an option does not say it is at most this many signals.
inline constexpr size_t kMaxDefaultSignals = 1000;

/// A signal to record: an output port, or one element of it.
struct SelectedSignal {
  const PortSignal<double>* signal = nullptr;
  int element = -1;  ///< -1: all of them
};

/// The signals that a run records: those of `options`, in their order (UsageError names one that
/// there is not), else the default ones of the diagram. Ports that carry no vector are left out.
/// `left_out` (may be null) is set to the number of default signals beyond kMaxDefaultSignals.
std::vector<SelectedSignal> SelectSignals(const std::vector<PortSignal<double>>& ports,
                                          const RunOptions& options, size_t* left_out);

/// Evaluates the selected output ports and appends their values to a recording.
class SignalRecorder {
 public:
  SignalRecorder(const Diagram<double>& diagram, const std::vector<SelectedSignal>& selected);

  std::shared_ptr<const Recording> recording() const { return recording_; }

  /// Makes memory for so many rows in all.
  void Reserve(int64_t rows) { recording_->Reserve(rows); }

  /// Appends a row; `context` is one of the diagram's, the same in every call. Allocates nothing
  /// but the recording's chunks.
  void Record(const Context<double>& context, Side side);

 private:
  struct Source {
    const OutputPort<double>* port;
    const System<double>* system;
    int first_element;
    int width;
    const Context<double>* context;  // the part of the context that is the system's
  };
  void ResolveContexts(const Context<double>& context);

  const Diagram<double>& diagram_;
  std::vector<Source> sources_;
  std::shared_ptr<Recording> recording_;
  std::vector<double> row_;
  const Context<double>* root_ = nullptr;
};

}  // namespace loopwright
