#pragma once

#include <QString>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/document/document.h"
#include "engine/studies/study_plan.h"
#include "gui/analysis/response_plot.h"
#include "gui/responses/found_response.h"

namespace loopwright {

class DiagramDocument;
struct FigureSource;

/// Finds the variant of that name in a document's study, and its number; "" is the first one.
/// Returns "" or the names that there are.
QString findVariant(const Document& document, const std::string& name, NamedVariant* variant,
                    int* number);

/// The analysis of a document that a figure shows, with the input and the output that it says, as
/// one response. Returns "" or what the file does not have.
QString findAnalysis(const Document& document, const FigureSetting& figure,
                     AnalysisSetting* analysis);

/// The view of one of kAnalysisViews.
ResponseView viewOfWord(std::string_view word);
/// The view that a figure of an analysis shows: the one that it says, or the first one of the
/// analysis, or a Bode plot.
ResponseView viewOf(const FigureSetting& figure, const AnalysisSetting& analysis);

/// Analyses a document for figures, each response once.
class FigureResponses {
 public:
  /// `document` must outlive it, and what it analyses in it must stay as it is.
  explicit FigureResponses(const DiagramDocument* document) : document_(document) {}

  /// Finds what a figure shows: `response` of the source, and one more behind it where the figure
  /// has a variant there. What cannot be is in the response's problem.
  void find(const FigureSetting& figure, FigureSource* source);

 private:
  using Overrides = std::vector<std::pair<std::string, std::string>>;
  struct Made {
    AnalysisSetting analysis;
    Overrides overrides;
    FoundResponse response;
  };
  const FoundResponse& analysed(const AnalysisSetting& analysis, const Overrides& overrides);
  FoundResponse ofVariant(const AnalysisSetting& analysis, const std::string& name);

  const DiagramDocument* document_;
  std::vector<std::unique_ptr<Made>> made_;
};

}  // namespace loopwright
