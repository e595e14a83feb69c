#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/document/origin.h"
#include "engine/document/parameter_setting.h"

namespace loopwright {

/// An equilibrium near the initial values, in the words of the command line (`--free`, `--target`).
struct AnalysisTrim {
  std::vector<std::string> frees;    ///< what may change: NAME, or NAME=LO..HI
  std::vector<std::string> targets;  ///< what signals have there: SIGNAL=EXPR
  ExtraKeys extras;
  friend bool operator==(const AnalysisTrim&, const AnalysisTrim&) = default;
};

/// Where an analysis takes the diagram: at one of the first three, or without them at its initial
/// values.
struct AnalysisPlace {
  std::optional<AnalysisTrim> trim;          ///< at rest
  std::optional<double> time;                ///< of a run, seconds
  std::optional<ParameterSetting> periodic;  ///< along the orbit of so many seconds, or "auto"
  std::optional<std::string> side;           ///< one of kAnalysisSides
  ExtraKeys extras;
  friend bool operator==(const AnalysisPlace&, const AnalysisPlace&) = default;
};

/// A linear analysis of the diagram: between which points, and at which state of it. Points are
/// output ports with all their readers, `SUB/BLOCK.PORT` or one element `SUB/BLOCK.PORT[2]`, or the
/// wire into one input, `>SUB/BLOCK.PORT`.
struct AnalysisSetting {
  std::string name;                  ///< no two of a file have the same
  std::vector<std::string> inputs;   ///< where inputs are added; none: the top-level Inports
  std::vector<std::string> outputs;  ///< what is read; none: the top-level Outports
  std::vector<std::string> open;     ///< where the diagram is cut
  std::optional<std::string> loop;   ///< where a loop is looked at
  std::optional<AnalysisPlace> at;
  std::vector<std::string> views;  ///< of kAnalysisViews, the first the one that is shown
  ExtraKeys extras;
  Origin origin;
  OriginList point_origins;  ///< of ForEachPoint(), in its order, where the analysis was read

  /// Calls `visit` with each point: inputs, outputs, what is open, then the loop.
  template <typename Visit>
  void ForEachPoint(Visit visit) const {
    for (const auto* points : {&inputs, &outputs, &open}) {
      for (const std::string& point : *points) visit(point);
    }
    if (loop) visit(*loop);
  }

  friend bool operator==(const AnalysisSetting&, const AnalysisSetting&) = default;
};

}  // namespace loopwright
