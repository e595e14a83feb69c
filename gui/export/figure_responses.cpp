#include "gui/export/figure_responses.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

#include "engine/document/analysis_words.h"
#include "gui/document/diagram_document.h"
#include "gui/document/qt_text.h"
#include "gui/export/figure_maker.h"
#include "gui/responses/response_drawing.h"

namespace loopwright {

namespace {

// Whose texts these are, for translators.
class ResponseSourceTexts {
  Q_DECLARE_TR_FUNCTIONS(Export)
};

// In the order of kAnalysisViews.
constexpr std::array kViewsOfWords = {ResponseView::kBode, ResponseView::kNyquist,
                                      ResponseView::kNichols, ResponseView::kPoles,
                                      ResponseView::kStep};
static_assert(kViewsOfWords.size() == std::size(kAnalysisViews));

QString joined(const std::vector<std::string>& names) {
  return qtTexts(names).join(QStringLiteral(", "));
}

// Leaves one of the points: the wanted one, or the first. False where it is none of them; where
// there are none, it may be any.
bool choosePoint(const std::optional<std::string>& wanted, std::vector<std::string>* points) {
  if (!wanted) {
    if (points->size() > 1) points->resize(1);
    return true;
  }
  const bool isThere =
      points->empty() || std::find(points->begin(), points->end(), *wanted) != points->end();
  if (isThere) *points = {*wanted};
  return isThere;
}

}  // namespace

// A study's variants are numbered as the file has them. No name stands for the first one, and for
// the diagram as it is where there is no variant.
QString findVariant(const Document& document, const std::string& name, NamedVariant* variant,
                    int* number) {
  std::vector<Diagnostic> problems;
  std::vector<std::string> names;
  const std::vector<NamedVariant> variants = EvaluateStudy(document, &problems).variants;
  for (const NamedVariant& known : variants) names.push_back(known.name);
  const auto found = std::find(names.begin(), names.end(), name);
  if (!name.empty() && found == names.end()) {
    return ResponseSourceTexts::tr("there is no variant '%1' (there are: %2)")
        .arg(toQt(name), joined(names));
  }
  *number = name.empty() ? 0 : static_cast<int>(found - names.begin());
  const std::size_t index = *number;
  *variant = index < variants.size() ? variants[index] : NamedVariant();
  return {};
}

// Which analysis a figure shows: the one that it names, else the file's first. Of an analysis of
// several inputs and outputs a figure shows one way, whose ends it may name; a loop has no ends to
// choose.
QString findAnalysis(const Document& document, const FigureSetting& figure,
                     AnalysisSetting* analysis) {
  if (document.analyses.empty()) {
    return ResponseSourceTexts::tr(
        "the file has no analyses: in the panel Analysis, Keep as a new analysis notes one");
  }
  const std::string name = figure.analysis.value_or(document.analyses.front().name);
  const AnalysisSetting* const found = document.FindAnalysis(name);
  if (found == nullptr) {
    std::vector<std::string> names;
    for (const AnalysisSetting& known : document.analyses) names.push_back(known.name);
    return ResponseSourceTexts::tr("there is no analysis \"%1\" (there are: %2)")
        .arg(toQt(name), joined(names));
  }
  *analysis = *found;
  if (analysis->loop) return {};
  if (!choosePoint(figure.input, &analysis->inputs)) {
    return ResponseSourceTexts::tr("the analysis \"%1\" has no input \"%2\" (there are: %3)")
        .arg(toQt(name), toQt(*figure.input), joined(analysis->inputs));
  }
  if (!choosePoint(figure.output, &analysis->outputs)) {
    return ResponseSourceTexts::tr("the analysis \"%1\" has no output \"%2\" (there are: %3)")
        .arg(toQt(name), toQt(*figure.output), joined(analysis->outputs));
  }
  return {};
}

ResponseView viewOfWord(std::string_view word) {
  const auto place = std::find(std::begin(kAnalysisViews), std::end(kAnalysisViews), word);
  const std::size_t index = place - std::begin(kAnalysisViews);
  return kViewsOfWords.at(index);
}

ResponseView viewOf(const FigureSetting& figure, const AnalysisSetting& analysis) {
  if (figure.view) return viewOfWord(*figure.view);
  return analysis.views.empty() ? ResponseView::kBode : viewOfWord(analysis.views.front());
}

// One response, or two upon each other where a variant stands `beside` the first. If the second
// cannot be had, its reason is the answer, because the figure would not be what was asked for.
void FigureResponses::find(const FigureSetting& figure, FigureSource* source) {
  source->response = {};
  AnalysisSetting analysis;
  source->response.problem = findAnalysis(document_->document(), figure, &analysis);
  source->response.isWrong = !source->response.problem.isEmpty();
  if (source->response.isWrong) return;
  source->response = figure.variant ? ofVariant(analysis, *figure.variant) : analysed(analysis, {});
  if (source->response.picture == nullptr || !figure.beside) return;
  const FoundResponse behind = ofVariant(analysis, *figure.beside);
  if (behind.picture == nullptr) {
    source->response = behind;
  } else {
    source->responsesBehind.push_back({toQt(*figure.beside), behind.picture});
  }
}

FoundResponse FigureResponses::ofVariant(const AnalysisSetting& analysis, const std::string& name) {
  NamedVariant variant;
  int number = 0;
  FoundResponse refused;
  refused.problem = findVariant(document_->document(), name, &variant, &number);
  refused.isWrong = true;
  return refused.problem.isEmpty() ? analysed(analysis, variant.overrides) : refused;
}

// Several figures of a file often show one response in different views, and an analysis may take
// seconds. So each is made once for all of them.
const FoundResponse& FigureResponses::analysed(const AnalysisSetting& analysis,
                                               const Overrides& overrides) {
  for (const auto& made : made_) {
    if (made->analysis == analysis && made->overrides == overrides) return made->response;
  }
  const FoundResponse found =
      findResponse(document_->document(), document_->registry(), analysis, overrides);
  made_.push_back(std::make_unique<Made>(Made{analysis, overrides, found}));
  return made_.back()->response;
}

}  // namespace loopwright
