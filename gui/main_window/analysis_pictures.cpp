#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "blocklib/registry.h"
#include "engine/analysis/response_picture.h"
#include "engine/document/analysis_words.h"
#include "gui/analysis/response_table.h"
#include "gui/document/qt_text.h"
#include "gui/export/export.h"
#include "gui/export/figure_maker.h"
#include "gui/export/figure_responses.h"
#include "gui/figures/figure_files.h"
#include "gui/main_window/picture_commands.h"
#include "gui/responses/found_response.h"
#include "gui/responses/response_figure.h"
#include "gui/theme/theme.h"

// Figures of the analyses that a diagram's file has.

namespace loopwright {

namespace {

// One response of an analysis: of its loop, or from one input to one output.
struct NamedResponse {
  QString title;
  AnalysisSetting analysis;
};

// From each input to each output, where there are several; these are named then.
std::vector<NamedResponse> responsesOf(const AnalysisSetting& analysis) {
  std::vector<NamedResponse> responses{{toQt(analysis.name), analysis}};
  if (analysis.loop) return responses;
  const auto split = [&](std::vector<std::string> AnalysisSetting::*points) {
    if ((analysis.*points).size() < 2) return;
    std::vector<NamedResponse> apart;
    for (const NamedResponse& response : responses) {
      for (const std::string& point : analysis.*points) {
        NamedResponse& one = apart.emplace_back(response);
        one.title += u' ' + toQt(point);
        one.analysis.*points = {point};
      }
    }
    responses = std::move(apart);
  };
  split(&AnalysisSetting::inputs);
  split(&AnalysisSetting::outputs);
  return responses;
}

// The analyses of one file as figures in a folder.
class AnalysisExport {
 public:
  AnalysisExport(const QString& file, const Document& document, const QString& folder,
                 const FigureOptions& options)
      : file_(file), document_(document), folder_(folder), options_(options) {}

  // Which variants are analysed and stand behind; without a name it is the diagram as it is, and
  // nothing. Returns "" or that there is no such variant.
  QString chooseVariants(const FigureSetting& asked) {
    int number = 0;
    QString problem;
    if (asked.variant) problem = findVariant(document_, *asked.variant, &shown_, &number);
    if (!problem.isEmpty() || !asked.beside) return problem;
    return findVariant(document_, *asked.beside, &behind_.emplace(), &number);
  }

  // All are gone through; the first trouble is answered.
  int exportAll(const std::vector<AnalysisSetting>& analyses) {
    std::vector<NamedResponse> responses;
    for (const AnalysisSetting& analysis : analyses) {
      const std::vector<NamedResponse> more = responsesOf(analysis);
      responses.insert(responses.end(), more.begin(), more.end());
    }
    QStringList titles;
    for (const NamedResponse& response : responses) titles += response.title;
    QStringList names = fileNamesOf(titles, QStringLiteral("analysis"));
    if (options_.tex) names = texFileNamesOf(names);
    int exitCode = kDone;
    for (const NamedResponse& response : responses) {
      const int code = exportOne(response, names.takeFirst());
      if (exitCode == kDone) exitCode = code;
    }
    return exitCode;
  }

 private:
  int exportOne(const NamedResponse& response, const QString& name) {
    const auto find = [&](const NamedVariant& variant) {
      return findResponse(document_, BuiltInBlocks(), response.analysis, variant.overrides);
    };
    const FoundResponse found = find(shown_);
    if (found.picture == nullptr) return refuse(response, found);
    if (!behind_) return writeViews(response, *found.picture, {}, name);
    const FoundResponse other = find(*behind_);
    if (other.picture == nullptr) return refuse(response, other);
    return writeViews(response, *found.picture, {{toQt(behind_->name), other.picture}}, name);
  }

  // The files of all views are written together, or none of them. A view that the analysis names is
  // missed where it has nothing to show; where it names none, that is only told.
  int writeViews(const NamedResponse& response, const ResponsePicture& picture,
                 const std::vector<ResponseBehind>& behind, const QString& name) {
    const std::vector<std::string>& wanted = response.analysis.views;
    int exitCode = kDone;
    MadeFigure made;
    for (const std::string_view word : kAnalysisViews) {
      const bool isWanted = std::find(wanted.begin(), wanted.end(), word) != wanted.end();
      if (!wanted.empty() && !isWanted) continue;
      const ResponseView drawn = viewOfWord(word);
      const QString missing = missingInView(picture, drawn);
      const QString view = toQt(word);
      if (missing.isEmpty()) {
        addView(picture, drawn, behind, name + u'-' + view, &made);
      } else if (isWanted) {
        exitCode = refuse(response, QStringLiteral("%1: %2").arg(view, missing), kRunFailed);
      } else {
        say(QStringLiteral("%1: note: the analysis \"%2\" has no %3: %4")
                .arg(file_, response.title, view, missing));
      }
    }
    const int written = writeMade(made, name, folder_);
    return exitCode == kDone ? written : exitCode;
  }

  void addView(const ResponsePicture& picture, ResponseView view,
               const std::vector<ResponseBehind>& behind, const QString& base,
               MadeFigure* made) const {
    if (options_.tex) {
      const std::vector<NamedBytes> files = responseTex(picture, view, options_, base, behind);
      made->files.insert(made->files.end(), files.begin(), files.end());
      return;
    }
    const Figure figure = responseFigure(picture, view, options_, behind);
    for (const char* suffix : {"png", "svg", "pdf"}) {
      made->files.emplace_back(base + u'.' + QLatin1String(suffix),
                               figureBytes(figure, QLatin1String(suffix)));
    }
    made->files.emplace_back(base + QStringLiteral(".csv"), responseTable(picture, view));
  }

  int refuse(const NamedResponse& response, const FoundResponse& found) const {
    if (found.diagnostics.empty()) {
      return refuse(response, found.problem, found.isWrong ? kInvalidDiagram : kRunFailed);
    }
    sayDiagnostics(file_, found.diagnostics);
    return kInvalidDiagram;
  }

  // At the place of the analysis in the file.
  int refuse(const NamedResponse& response, const QString& problem, int exitCode) const {
    Diagnostic diagnostic = MakeDiagnostic(DiagnosticCode::kFigureValue,
                                           response.analysis.origin.place, response.analysis.name);
    diagnostic.text =
        QStringLiteral("the analysis \"%1\": %2").arg(response.title, problem).toStdString();
    sayDiagnostics(file_, {diagnostic});
    return exitCode;
  }

  const QString file_;
  const Document& document_;
  const QString folder_;
  const FigureOptions& options_;
  NamedVariant shown_;
  std::optional<NamedVariant> behind_;
};

}  // namespace

// `--export-analysis`: the file's analyses as files, all of them or the one that is named. Figures
// for paper are drawn in black and white, whatever the theme of the editor is.
int exportAnalysesOf(const QString& file, const QString& folder, const QString& name,
                     const FigureOptions& options, const FigureSetting& asked) {
  int exitCode = kDone;
  const std::optional<Document> document = loadDiagram(file, &exitCode);
  if (!document) return exitCode;
  std::vector<AnalysisSetting> analyses = document->analyses;
  if (analyses.empty()) {
    return wrongUsage(QStringLiteral("%1 has no analyses; the panel Analysis notes them under "
                                     "\"analyses\" in the file")
                          .arg(file));
  }
  if (!name.isEmpty()) {
    QStringList names;
    for (const AnalysisSetting& analysis : analyses) names += toQt(analysis.name);
    const qsizetype chosen = names.indexOf(name);
    if (chosen < 0) {
      return wrongUsage(QStringLiteral("--analysis: there is no analysis '%1' (there are: %2)")
                            .arg(name, names.join(QStringLiteral(", "))));
    }
    analyses = {analyses[chosen]};
  }
  // Everything is drawn in the theme of the figures, and the one before comes back in the end.
  const bool isScreen = options.style == FigureStyle::kScreen;
  const ThemeForDrawing onPaper(isScreen ? Theme::Mode::kLight : Theme::Mode::kMono);
  AnalysisExport pictures(file, *document, folder, options);
  const QString problem = pictures.chooseVariants(asked);
  return problem.isEmpty() ? pictures.exportAll(analyses) : wrongUsage(problem);
}

}  // namespace loopwright
