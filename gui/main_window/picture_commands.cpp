#include "gui/main_window/picture_commands.h"

#include <QFileInfo>
#include <cstdio>
#include <memory>

#include "blocklib/registry.h"
#include "engine/common/exceptions.h"
#include "engine/file/load.h"
#include "engine/recording/recording.h"
#include "engine/run/run_failure.h"
#include "engine/session/run_session.h"
#include "gui/document/diagram_document.h"
#include "gui/export/export.h"
#include "gui/export/figure_maker.h"
#include "gui/plots/plot_view.h"

namespace loopwright {

void say(const QString& text) { std::fprintf(stderr, "%s\n", qPrintable(text)); }

int wrongUsage(const QString& text) {
  say(QStringLiteral("loopwright: ") + text);
  return kWrongUsage;
}

void sayDiagnostics(const QString& file, const std::vector<Diagnostic>& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics) {
    say(QString::fromStdString(FormatDiagnostic(file.toStdString(), diagnostic)));
  }
}

namespace {

// The exit code for how a run ended; a run that was ended on purpose has succeeded.
int codeOf(RunEnd end) {
  switch (end) {
    case RunEnd::kWrongOption:
      return kWrongUsage;
    case RunEnd::kInvalid:
      return kInvalidDiagram;
    case RunEnd::kFailed:
      return kRunFailed;
    default:
      return kDone;
  }
}

}  // namespace

int codeAfter(const RunOutcome& outcome) {
  const int exitCode = codeOf(outcome.end);
  if (exitCode == kDone) return kDone;
  const QString path = QString::fromStdString(outcome.path);
  say(path + (path.isEmpty() ? "" : ": ") + QString::fromStdString(outcome.message));
  return exitCode;
}

std::optional<Document> loadDiagram(const QString& file, int* exitCode) {
  try {
    LoadResult result = LoadFile(file.toStdString(), BuiltInBlocks());
    sayDiagnostics(file, result.diagnostics);
    if (!result.document) *exitCode = kInvalidDiagram;
    return std::move(result.document);
  } catch (const FileError& error) {
    say(QString::fromUtf8(error.what()));
    *exitCode = kFileTrouble;
    return std::nullopt;
  }
}

namespace {

// A document as the editor has it, of a file that can be read; null where it cannot.
std::unique_ptr<DiagramDocument> openDocument(const QString& file, int* exitCode) {
  if (!loadDiagram(file, exitCode)) return nullptr;
  auto document = std::make_unique<DiagramDocument>(BuiltInBlocks());
  bool opened = false;
  document->open(file, &opened);
  return document;
}

// Runs a document and waits for the end; says what there is to say of the run.
FigureSource runToEnd(const QString& file, DiagramDocument* document, int* exitCode) {
  const auto session = RunSession::Start(document->document(), BuiltInBlocks());
  session->Wait();
  const RunOutcome outcome = session->outcome();
  sayDiagnostics(file, session->diagnostics());
  sayDiagnostics(file, RunWarnings(document->document(), outcome));
  if (outcome.non_finite.has_value()) {
    sayDiagnostics(file, {NonFiniteWarning(document->document(), *outcome.non_finite)});
  }
  if (outcome.end == RunEnd::kTerminated) {
    sayDiagnostics(file, {RunTermination(document->document(), outcome)});
  }
  *exitCode = codeAfter(outcome);
  return {document, session->recording(), session->start_time(), outcome.time};
}

// Makes one of the figures of a file, and writes it where it changed.
int exportOneFigure(const QString& file, const FigureSource& source, const FigureSetting& figure) {
  const MadeFigure made = makeFigure(source, figure);
  if (!made.problem.isEmpty()) {
    Diagnostic diagnostic =
        MakeDiagnostic(DiagnosticCode::kFigureValue, figure.origin.place, figure.file);
    // In full: a list of fonts is longer than what a diagnostic quotes of a file.
    diagnostic.text = made.problem.toStdString();
    sayDiagnostics(file, {diagnostic});
    return kInvalidDiagram;
  }
  if (!made.warning.isEmpty()) {
    say(QStringLiteral("%1: warning: %2").arg(QString::fromStdString(figure.file), made.warning));
  }
  QStringList written;
  const QString problem = writeFigure(made, QFileInfo(file).path(), &written);
  if (problem.isEmpty()) return kDone;
  say(problem);
  return kFileTrouble;
}

// Makes the figures of one file. The first trouble is answered, and the other figures are made.
int exportFiguresOf(const QString& file) {
  int exitCode = kDone;
  const std::unique_ptr<DiagramDocument> document = openDocument(file, &exitCode);
  if (document == nullptr) return exitCode;
  const std::vector<FigureSetting>& figures = document->document().figures;
  if (figures.empty()) say(QStringLiteral("%1: warning: it lists no figures").arg(file));
  FigureSource source{document.get()};
  int runCode = kDone;
  for (const FigureSetting& figure : figures) {
    if (figure.shows_plots()) {
      if (source.recording == nullptr && runCode == kDone) {
        source = runToEnd(file, document.get(), &runCode);
        if (exitCode == kDone) exitCode = runCode;
      }
      if (runCode != kDone) continue;
    }
    const int code = exportOneFigure(file, source, figure);
    if (exitCode == kDone) exitCode = code;
  }
  return exitCode;
}

}  // namespace

int exportDiagramOf(const QString& file, const QString& path, const FigureOptions& options) {
  int exitCode = kDone;
  const std::unique_ptr<DiagramDocument> document = openDocument(file, &exitCode);
  if (document == nullptr) return exitCode;
  QString warning;
  const QString problem = exportDiagram(document.get(), QString(), path, options, &warning);
  if (!warning.isEmpty()) say(QStringLiteral("%1: warning: %2").arg(path, warning));
  if (problem.isEmpty()) return kDone;
  say(problem);
  return kFileTrouble;
}

int exportPlotsOf(const QString& file, const QString& folder, const FigureOptions& options) {
  int exitCode = kDone;
  const std::unique_ptr<DiagramDocument> document = openDocument(file, &exitCode);
  if (document == nullptr) return exitCode;
  const FigureSource run = runToEnd(file, document.get(), &exitCode);
  if (run.recording == nullptr) return exitCode;
  if (options.grid) {
    const auto contents = contentsOfRun(document.get(), *run.recording, run.start, run.end);
    const QString problem = gridProblem(plotsForPrint(contents), options);
    if (!problem.isEmpty()) return wrongUsage(QStringLiteral("--figure: ") + problem);
  }
  QStringList written;
  const QString problem =
      exportPlots(document.get(), run.recording, run.start, run.end, folder, &written, options);
  if (problem.isEmpty()) return exitCode;
  say(problem);
  return kFileTrouble;
}

int exportFigures(const QStringList& files) {
  int exitCode = kDone;
  for (const QString& file : files) {
    const int code = exportFiguresOf(file);
    if (exitCode == kDone) exitCode = code;
  }
  return exitCode;
}

}  // namespace loopwright
