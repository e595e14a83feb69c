#include "gui/main_window/picture_commands.h"

#include <QFileInfo>
#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "blocklib/registry.h"
#include "engine/common/exceptions.h"
#include "engine/file/load.h"
#include "engine/recording/recording.h"
#include "engine/run/run_failure.h"
#include "engine/session/run_session.h"
#include "engine/studies/study_plan.h"
#include "engine/text/number_format.h"
#include "gui/document/diagram_document.h"
#include "gui/document/qt_text.h"
#include "gui/export/export.h"
#include "gui/export/figure_maker.h"
#include "gui/export/figure_responses.h"
#include "gui/plots/plot_view.h"
#include "gui/study/study_picture.h"
#include "gui/study/study_runner.h"
#include "gui/study/theory_finder.h"

namespace loopwright {

void say(const QString& text) { std::fprintf(stderr, "%s\n", qPrintable(text)); }

int wrongUsage(const QString& text) {
  say(QStringLiteral("loopwright: ") + text);
  return kWrongUsage;
}

int fileTrouble(const QString& text) {
  say(text);
  return kFileTrouble;
}

void sayDiagnostics(const QString& file, const std::vector<Diagnostic>& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics) {
    say(QString::fromStdString(FormatDiagnostic(file.toStdString(), diagnostic)));
  }
}

// A run that was ended on purpose has succeeded.
int codeAfter(const RunOutcome& outcome) {
  const int exitCode = outcome.end == RunEnd::kWrongOption ? kWrongUsage
                       : outcome.end == RunEnd::kInvalid   ? kInvalidDiagram
                       : outcome.end == RunEnd::kFailed    ? kRunFailed
                                                           : kDone;
  if (exitCode == kDone) return kDone;
  const QString path = QString::fromStdString(outcome.path);
  say(path + (path.isEmpty() ? "" : ": ") + QString::fromStdString(outcome.message));
  return exitCode;
}

// Warnings are said too; without a document the exit code says which kind of trouble there was.
std::optional<Document> loadDiagram(const QString& file, int* exitCode) {
  try {
    LoadResult result = LoadFile(file.toStdString(), BuiltInBlocks());
    sayDiagnostics(file, result.diagnostics);
    if (!result.document) *exitCode = kInvalidDiagram;
    return std::move(result.document);
  } catch (const FileError& error) {
    *exitCode = fileTrouble(QString::fromUtf8(error.what()));
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

// A run that is over, and what figures have of it.
struct FileRun {
  std::shared_ptr<RunSession> session;
  FigureSource source;
};

using Overrides = std::vector<std::pair<std::string, std::string>>;

// Runs a document, with other values of parameters, and waits for the end; says what there is to
// say of the run. The phases of steps are kept where they are wanted, as that takes time.
FileRun runToEnd(const QString& file, DiagramDocument* document, bool wantsPhases, int* exitCode,
                 const Overrides& overrides = {}) {
  constexpr int64_t kMostBytes = int64_t{1} << 28;  // of phases
  RunOptions options;
  options.overrides = overrides;
  if (wantsPhases) options.timeline_limit = kMostBytes;
  const auto session = RunSession::Start(document->document(), BuiltInBlocks(), options);
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
  FigureSource source{document, session->recording(), session->start_time(), outcome.time};
  source.timeline = session->timeline();
  source.theories = [document, overrides](SpectrumRequest request) {
    request.run.overrides = overrides;
    return findSpectrumTheory(document->document(), document->registry(), request);
  };
  return {session, source};
}

// The last instant of a run up to a time, or its end. Returns "" or what is wrong.
QString findInstant(const std::optional<double>& time, FileRun* run) {
  const FigureSource& source = run->source;
  const double wanted = time.value_or(source.end);
  if (wanted < source.start || wanted > source.end) {
    return QStringLiteral("%1 s is no time of the run, which is from %2 s to %3 s")
        .arg(toQt(FormatNumber(wanted)), toQt(FormatNumber(source.start)),
             toQt(FormatNumber(source.end)));
  }
  run->session->Show({RunAim::Kind::kTime, 0, aimFor(wanted), {}});
  while (run->session->is_looking()) std::this_thread::yield();
  run->source.instant = run->session->instant();
  return {};
}

// Makes the studies that figures are of. One that was made is used again by the next figure of it.
class StudyMaker {
 public:
  explicit StudyMaker(DiagramDocument* document)
      : document_(document), runner_(document->registry()) {}

  // Makes the study of a figure, with what is to stand beside it, into `source`. Returns "" or what
  // is wrong with what is asked; what is wrong with the study is in problems(), once.
  QString make(const FigureSetting& figure, FigureSource* source) {
    const Document& document = document_->document();
    const StudySettings settings = document.study.value_or(StudySettings());
    const std::string signal = figure.signal.value_or(settings.signal.value_or(""));
    const Asked asked{signal, figure.variant.value_or(""), figure.beside.value_or("")};
    problems_.clear();
    if (asked_ != asked) {
      asked_.reset();
      QString problem = makeRuns(asked, figure.beside.has_value());
      if (!problem.isEmpty() || HasErrors(problems_)) return problem;
      asked_ = asked;
    }
    source->study = runner_.picture();
    const bool hasSignal = source->study != nullptr && source->study->signal >= 0;
    if (figure.theory.value_or(false) && hasSignal && theory_ == nullptr) {
      theory_ = findStudyTheory(document, document_->registry(), theoryRequestOf(*source->study),
                                &noTheory_);
    }
    source->theory = theory_;
    source->noTheory = noTheory_;
    return {};
  }

  const std::vector<Diagnostic>& problems() const { return problems_; }

 private:
  struct Asked {
    std::string signal, variant, beside;
    friend bool operator==(const Asked&, const Asked&) = default;
  };

  // The study that stands behind is made first, and kept.
  QString makeRuns(const Asked& asked, bool hasKept) {
    theory_.reset();
    noTheory_.clear();
    const Document& document = document_->document();
    NamedVariant variant;
    int number = 0;
    QString problem = findVariant(document, asked.variant, &variant, &number);
    if (!problem.isEmpty()) return problem;
    runner_.forgetKept();
    if (hasKept) {
      int kept = 0;
      problem = findVariant(document, asked.beside, &variant, &kept);
      if (!problem.isEmpty()) return problem;
      problems_ = runner_.runToEnd(document, kept, toQt(asked.signal));
      if (HasErrors(problems_)) return {};
      runner_.keep();
    }
    const auto found = runner_.runToEnd(document, number, toQt(asked.signal));
    if (!hasKept || HasErrors(found)) problems_ = found;
    return {};
  }

  DiagramDocument* document_;
  StudyRunner runner_;
  std::optional<Asked> asked_;  // of the study that was made
  std::vector<Diagnostic> problems_;
  std::shared_ptr<const EnsembleTheory> theory_;
  QString noTheory_;
};

}  // namespace

// Writes the files of a figure, and says what is to be said of it.
int writeMade(const MadeFigure& made, const QString& name, const QString& folder) {
  if (!made.warning.isEmpty()) say(QStringLiteral("%1: warning: %2").arg(name, made.warning));
  QStringList written;
  const QString problem = writeFigure(made, folder, &written);
  if (!problem.isEmpty()) return fileTrouble(problem);
  return kDone;
}

namespace {

// Makes a figure that the command line asks for.
int exportAsked(const FigureSource& source, FigureSetting setting, const QString& path,
                const FigureOptions& options) {
  setting.file = QFileInfo(path).absoluteFilePath().toStdString();
  const MadeFigure made = makeFigure(source, setting, &options);
  if (!made.problem.isEmpty()) return wrongUsage(made.problem);
  return writeMade(made, path, QString());
}

// The runs of a document that figures show, each made once: of the diagram as it is, and of its
// variants.
class RunsOfFile {
 public:
  RunsOfFile(const QString& file, DiagramDocument* document) : file_(file), document_(document) {}

  // From here on phases are kept of the run of the diagram as it is.
  void keepPhases() { wantsPhases_ = true; }

  // The run of the diagram as it is.
  FileRun* plain(int* exitCode) { return make({}, {}, exitCode); }

  // What plots of a figure show: the run of its variant, with that of the other one behind. Returns
  // "" or that there is no such variant.
  QString findForPlots(const FigureSetting& figure, FigureSource* source, int* exitCode) {
    const FileRun* run = nullptr;
    QString problem = find(figure.variant.value_or(""), &run, exitCode);
    if (!problem.isEmpty()) return problem;
    *source = run->source;
    if (!figure.beside) return {};
    int code = kDone;
    problem = find(*figure.beside, &run, &code);
    if (*exitCode == kDone) *exitCode = code;
    if (problem.isEmpty()) source->behind = {{toQt(*figure.beside), run->source.recording}};
    return problem;
  }

 private:
  struct Made {
    FileRun run;
    int exitCode = kDone;
  };

  // The name "" is the diagram as it is, and not the first variant of a study.
  QString find(const std::string& name, const FileRun** run, int* exitCode) {
    NamedVariant variant;
    int number = 0;
    if (!name.empty()) {
      QString problem = findVariant(document_->document(), name, &variant, &number);
      if (!problem.isEmpty()) return problem;
    }
    *run = make(name, variant.overrides, exitCode);
    return {};
  }

  // Each variant is run once, however many figures are of it.
  FileRun* make(const std::string& name, const Overrides& overrides, int* exitCode) {
    const auto [made, isNew] = runs_.try_emplace(name);
    if (isNew) {
      made->second.run = runToEnd(file_, document_, wantsPhases_ && name.empty(),
                                  &made->second.exitCode, overrides);
    }
    *exitCode = made->second.exitCode;
    return &made->second.run;
  }

  const QString file_;
  DiagramDocument* document_;
  bool wantsPhases_ = false;
  std::map<std::string, Made> runs_;  // by variant
};

// The figures that a file lists. A run and an analysis are made once, and a study once for each
// signal.
class FiguresOfFile {
 public:
  FiguresOfFile(const QString& file, DiagramDocument* document)
      : file_(file),
        document_(document),
        runs_(file, document),
        study_(document),
        responses_(document) {
    const std::vector<FigureSetting>& figures = document->document().figures;
    const bool wantsPhases = std::any_of(
        figures.begin(), figures.end(), [](const auto& figure) { return figure.shows_timeline(); });
    if (wantsPhases) runs_.keepPhases();
  }

  // The first trouble is answered, and the other figures are made.
  int exportAll() {
    int exitCode = kDone;
    for (const FigureSetting& figure : document_->document().figures) {
      const int code = exportOne(figure);
      if (exitCode == kDone) exitCode = code;
    }
    return exitCode;
  }

 private:
  int exportOne(const FigureSetting& figure) {
    FigureSource source{document_};
    QString problem;
    int runCode = kDone;
    if (figure.shows_plots()) {
      problem = runs_.findForPlots(figure, &source, &runCode);
    } else if (figure.needs_run()) {
      FileRun* const run = runs_.plain(&runCode);
      if (runCode == kDone && figure.shows_instant()) problem = findInstant(figure.time, run);
      source = run->source;
    }
    if (runCode != kDone) return runCode;  // Its figures stay as they are.
    if (figure.shows_study()) {
      problem = study_.make(figure, &source);
      sayDiagnostics(file_, study_.problems());
      if (HasErrors(study_.problems())) return kInvalidDiagram;
    }
    if (!problem.isEmpty()) return refuse(figure, problem);
    if (figure.shows_analysis()) responses_.find(figure, &source);
    if (!source.response.diagnostics.empty()) {
      sayDiagnostics(file_, source.response.diagnostics);
      return kInvalidDiagram;
    }
    const MadeFigure made = makeFigure(source, figure);
    if (!made.problem.isEmpty()) {
      return refuse(figure, made.problem, made.hasNoResult ? kRunFailed : kInvalidDiagram);
    }
    return writeMade(made, toQt(figure.file), QFileInfo(file_).path());
  }

  // In full: a list of fonts is longer than what a diagnostic quotes of a file.
  int refuse(const FigureSetting& figure, const QString& problem,
             int exitCode = kInvalidDiagram) const {
    Diagnostic diagnostic =
        MakeDiagnostic(DiagnosticCode::kFigureValue, figure.origin.place, figure.file);
    diagnostic.text = problem.toStdString();
    sayDiagnostics(file_, {diagnostic});
    return exitCode;
  }

  const QString file_;
  DiagramDocument* document_;
  RunsOfFile runs_;
  StudyMaker study_;
  FigureResponses responses_;
};

// All figures that the file itself lists.
int exportFiguresOf(const QString& file) {
  int exitCode = kDone;
  const std::unique_ptr<DiagramDocument> document = openDocument(file, &exitCode);
  if (document == nullptr) return exitCode;
  if (document->document().figures.empty()) {
    say(QStringLiteral("%1: warning: it lists no figures").arg(file));
  }
  return FiguresOfFile(file, document.get()).exportAll();
}

}  // namespace

int exportDiagramOf(const QString& file, const QString& path, const FigureOptions& options,
                    const std::optional<double>& time) {
  int exitCode = kDone;
  const std::unique_ptr<DiagramDocument> document = openDocument(file, &exitCode);
  if (document == nullptr) return exitCode;
  FileRun run;
  if (time) {
    run = runToEnd(file, document.get(), false, &exitCode);
    if (run.source.recording == nullptr) return exitCode;
    const QString problem = findInstant(time, &run);
    if (!problem.isEmpty()) return wrongUsage(QStringLiteral("--time: ") + problem);
  }
  QString warning;
  const QString problem =
      exportDiagram(document.get(), QString(), path, options, &warning, run.source.instant.get());
  if (!warning.isEmpty()) say(QStringLiteral("%1: warning: %2").arg(path, warning));
  return problem.isEmpty() ? exitCode : fileTrouble(problem);
}

int exportPlotsOf(const QString& file, const QString& folder, const FigureOptions& options,
                  const FigureSetting& asked) {
  int exitCode = kDone;
  const std::unique_ptr<DiagramDocument> document = openDocument(file, &exitCode);
  if (document == nullptr) return exitCode;
  FigureSource run;
  QString problem = RunsOfFile(file, document.get()).findForPlots(asked, &run, &exitCode);
  if (!problem.isEmpty()) return wrongUsage(problem);
  const bool hasAll = std::all_of(run.behind.begin(), run.behind.end(),
                                  [](const auto& other) { return other.recording != nullptr; });
  if (run.recording == nullptr || !hasAll) return exitCode;
  if (options.grid) {
    const auto contents = contentsOfRun(document.get(), *run.recording, run.start, run.end);
    problem = gridProblem(contents, options);
    if (!problem.isEmpty()) return wrongUsage(QStringLiteral("--figure: ") + problem);
  }
  QStringList written;
  problem = exportPlots(document.get(), run.recording, run.start, run.end, folder, &written,
                        options, run.behind.empty() ? nullptr : &run.behind, run.theories);
  return problem.isEmpty() ? exitCode : fileTrouble(problem);
}

// A run that failed is drawn as far as it came.
int exportTimelineOf(const QString& file, const QString& path, const std::optional<double>& from,
                     const std::optional<double>& to, const FigureOptions& options) {
  int exitCode = kDone;
  const std::unique_ptr<DiagramDocument> document = openDocument(file, &exitCode);
  if (document == nullptr) return exitCode;
  const FigureSource source = runToEnd(file, document.get(), true, &exitCode).source;
  if (source.recording == nullptr) return exitCode;
  FigureSetting setting;
  setting.show = "timeline";
  setting.from = from;
  setting.to = to;
  const int code = exportAsked(source, setting, path, options);
  return code == kDone ? exitCode : code;
}

int exportStudyOf(const QString& file, const QString& path, const FigureSetting& asked,
                  const FigureOptions& options) {
  int exitCode = kDone;
  const std::unique_ptr<DiagramDocument> document = openDocument(file, &exitCode);
  if (document == nullptr) return exitCode;
  FigureSource source{document.get()};
  FigureSetting setting = asked;
  setting.show = "study";
  StudyMaker study(document.get());
  const QString problem = study.make(setting, &source);
  if (!problem.isEmpty()) return wrongUsage(problem);
  sayDiagnostics(file, study.problems());
  if (HasErrors(study.problems())) return kInvalidDiagram;
  return exportAsked(source, setting, path, options);
}

// Goes on after trouble with one file; the first trouble decides on the exit code.
int exportFigures(const QStringList& files) {
  int exitCode = kDone;
  for (const QString& file : files) {
    const int code = exportFiguresOf(file);
    if (exitCode == kDone) exitCode = code;
  }
  return exitCode;
}

}  // namespace loopwright
