#include "gui/help/help_pictures.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "engine/document/diagnostics.h"
#include "engine/document/document.h"
#include "engine/recording/recording.h"
#include "engine/session/run_session.h"
#include "gui/document/diagram_document.h"
#include "gui/export/export.h"
#include "gui/plots/plot_contents.h"
#include "gui/plots/plot_widget.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr QSize kPlotSize(620, 250);

// Copies the files of an example beside each other; "" where there is none.
QString copyExample(const QString& type, const QDir& folder) {
  const QDir examples(QStringLiteral(":/help/diagrams"));
  const QStringList files = examples.entryList({type + QStringLiteral(".*")}, QDir::Files);
  for (const QString& name : files) {
    const QString copy = folder.filePath(name);
    QFile::remove(copy);
    QFile::copy(examples.filePath(name), copy);
  }
  const QString diagram = type + QStringLiteral(".loop.json");
  return files.contains(diagram) ? folder.filePath(diagram) : QString();
}

// The text of the first error among diagnostics; "" where there is none.
QString firstError(const std::vector<Diagnostic>& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity == Severity::kError) return QString::fromStdString(diagnostic.text);
  }
  return QString();
}

// Why a run that is over could not be made to its end; "" where it was.
QString whyNotRun(const RunSession& session) {
  QString problem = firstError(session.diagnostics());
  if (!problem.isEmpty()) return problem;
  const RunOutcome outcome = session.outcome();
  const bool isBad = outcome.end == RunEnd::kFailed || outcome.end == RunEnd::kInvalid;
  return isBad ? QString::fromStdString(outcome.message) : QString();
}

}  // namespace

// First the diagram, then the plots of a run, each into a file of its own. `pictures` is filled
// only when all of it has been written.
QString drawHelpPictures(const QString& type, const BlockRegistry& registry, HelpMedium medium,
                         const QString& folder, HelpPictures* pictures) {
  *pictures = HelpPictures();
  const QDir target(folder);
  const QString path = copyExample(type, target);
  if (path.isEmpty()) return QString();
  DiagramDocument document(registry);
  bool opened = false;
  const auto diagnostics = document.open(path, &opened);
  if (!opened) return type + QStringLiteral(": ") + firstError(diagnostics);
  const auto file = [&](const QString& name) {
    return target.filePath(HelpPages::pictureFile(name, medium, Theme::current().isDark()));
  };
  HelpPictures drawn;
  drawn.title = QString::fromStdString(document.document().title.value_or(""));
  drawn.file = QFileInfo(path).fileName();
  drawn.diagram = type + QStringLiteral("-diagram");
  QString problem = exportDiagram(&document, QString(), file(drawn.diagram));
  if (!problem.isEmpty()) return problem;

  const auto session = RunSession::Start(document.document(), registry);
  session->Wait();
  problem = whyNotRun(*session);
  if (!problem.isEmpty()) return type + QStringLiteral(": ") + problem;
  const std::shared_ptr<const Recording> recording = session->recording();
  // The plots have the colours that the canvas has.
  const auto rateOf = [&](const std::string& signal) { return document.report().rateOf(signal); };
  for (const PlotContent& content :
       plotContents(document.document(), registry, *recording, rateOf)) {
    PlotWidget plot;
    plot.resize(kPlotSize);
    plot.setContent(content);
    plot.setRunSpan(session->start_time(), session->outcome().time);
    plot.setRecording(recording);
    plot.fit();
    drawn.plots += QStringLiteral("%1-plot-%2").arg(type).arg(drawn.plots.size() + 1);
    problem = exportPlot(&plot, file(drawn.plots.back()), kPlotSize);
    if (!problem.isEmpty()) return problem;
  }
  *pictures = drawn;
  return QString();
}

}  // namespace loopwright
