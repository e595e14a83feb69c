#pragma once

#include <functional>
#include <string>

#include "engine/document/document.h"
#include "engine/edits/edit.h"

namespace loopwright {

/// What a point can be to an analysis.
enum class AnalysisMark {
  kInput,    ///< where an input is added
  kOutput,   ///< what is read
  kOpening,  ///< where the diagram is cut
  kLoop      ///< where a loop is looked at
};

inline constexpr AnalysisMark kAnalysisMarks[] = {AnalysisMark::kInput, AnalysisMark::kOutput,
                                                  AnalysisMark::kOpening, AnalysisMark::kLoop};

/// The port of a point: `>SUB/BLOCK.PORT[2]` without its element.
std::string portOfPoint(const std::string& point);

/// Whether the port `point` is, or an element of it is, that to an analysis.
bool hasMark(const AnalysisSetting& analysis, AnalysisMark mark, const std::string& point);

/// Lets the port `point` be that to an analysis, or with all its elements not any more. There is
/// one loop: it takes the place of another one.
void setMark(AnalysisSetting* analysis, AnalysisMark mark, const std::string& point, bool isSet);

/// Changes the analysis of that name, which is added where there is none; `change` may rename it,
/// and figures of it under its new name then.
void changeAnalysis(Transaction* transaction, const std::string& name,
                    const std::function<void(AnalysisSetting*)>& change);

/// Removes the analysis of that name, with the figures that name it.
void removeAnalysis(Transaction* transaction, const std::string& name);

/// `base`, or where an analysis has that name `base 2`, `base 3`, ...
std::string freeAnalysisName(const Document& document, const std::string& base);

}  // namespace loopwright
