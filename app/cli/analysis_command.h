#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/analysis_arguments.h"
#include "engine/analysis/linearisation.h"
#include "engine/edits/edit.h"
#include "engine/linear/linear_model.h"
#include "engine/linear/result_tree.h"
#include "engine/linear/sparse_model.h"
#include "engine/linear/transfer_function.h"
#include "engine/tuning/controlled_part.h"

namespace loopwright {

/// What a command works on: a linear model as given, or a diagram with its linearisation.
struct Subject {
  LinearModel model;
  std::optional<Linearisation> diagram;  ///< absent of a model that was given
  /// The order of what stands for dead time in `model`, of a sampled diagram where that is no
  /// finite state; 0: it is exact.
  int pade = 0;
};

/// Reads MODEL. UsageError, FileError; InvalidDiagram where diagnostics were printed.
Subject ReadSubject(const AnalysisArguments& arguments);

/// MODEL for commands that know what to do with one of any size: a large one (IsLarge()) is sparse.
struct AnySubject {
  std::optional<SparseModel> large;
  Subject subject;  ///< where it is not large
};
/// As ReadSubject(). Without `takes_delays` a model with dead time is no large one as long as it
/// has not too many states for dense matrices.
AnySubject ReadAnySubject(const AnalysisArguments& arguments, bool takes_delays);

/// Whether the command is about a diagram, and not about a linear model.
bool IsOfDiagram(const AnalysisArguments& arguments);

/// Of a diagram: where it is linearised and between what.
PointOptions ReadPoint(const AnalysisArguments& arguments);

/// Of a diagram that is cut at --loop, or linearised around --block or --describing: where it is
/// linearised. UsageError for options that mean nothing there: --periodic, --delay and --period.
PointOptions ReadPointOfLoop(const AnalysisArguments& arguments);

/// T of --periodic T; nothing of --periodic auto, whose period is to be found.
std::optional<double> GivenPeriod(const AnalysisArguments& arguments);

/// The diagram without the controller --block: from its output, or --loop, which is cut, to the
/// signal that it reads.
ControlledPart LineariseWithoutBlock(const AnalysisArguments& arguments);

/// The diagram FILE; its diagnostics are printed when it is read, at the first call.
Document ReadDiagram(const AnalysisArguments& arguments);

/// Writes the diagram FILE, with the values of --set and what `put` does to it, to the file of
/// --write, whole or not at all. FileError.
void WriteDiagramWith(const AnalysisArguments& arguments,
                      const std::function<void(Transaction*)>& put);
/// Writes a diagram to that file.
void WriteDiagram(const AnalysisArguments& arguments, const Document& document);

/// Thrown after the diagnostics of a diagram were printed.
struct InvalidDiagram {};

/// UsageError where a model has not one input and one output, and none of its own is chosen.
template <typename Model>
void RequireSinglePorts(const Model& model, const std::string& command);
/// Poles, zeros and gain of a model of one input and one output.
ZeroPoleGain SingleLoop(const LinearModel& model, const std::string& command);

/// With --pade the model without dead time, and `result` says of which order its approximation is;
/// without that option the model as it is.
LinearModel WithPade(const AnalysisArguments& arguments, const LinearModel& model,
                     ResultTree* result);
/// The same; `result` also says so where the model was an approximation already.
LinearModel WithPade(const AnalysisArguments& arguments, const Subject& subject,
                     ResultTree* result);
/// The linear model of a diagram; `result` says so where dead time of a sampled one is approximated
/// in it, as it is no finite state.
LinearModel LinearOf(const AnalysisArguments& arguments, const HybridModel& model,
                     bool reads_before, ResultTree* result);
/// Whether that is so, and of which order; 0: it is exact.
int SampledPade(const AnalysisArguments& arguments, const HybridModel& model);
/// The order of --pade.
int PadeOrder(const AnalysisArguments& arguments);

/// An object with these values.
ResultTree BranchOf(std::initializer_list<std::pair<const char*, ResultTree>> values);

/// The result of each group of commands, or nothing where `arguments` is none of them.
std::optional<ResultTree> ModelResult(const AnalysisArguments& arguments);
std::optional<ResultTree> LoopResult(const AnalysisArguments& arguments);
std::optional<ResultTree> DesignResult(const AnalysisArguments& arguments);
ResultTree PidResult(const AnalysisArguments& arguments);

}  // namespace loopwright
