#include "gui/document/document_checker.h"

#include <algorithm>

#include "engine/analysis/loop_unknowns.h"
#include "engine/document/document.h"

namespace loopwright {

namespace {

// Time for the events that the change causes, and for its picture.
constexpr int kShortMilliseconds = 5;
constexpr int kGestureMilliseconds = 200;

// Copies what a check found into a report that any thread may keep; the check itself goes on to be
// used for the next document.
std::shared_ptr<CheckReport> makeReport(const IncrementalCheck& check) {
  auto report = std::make_shared<CheckReport>();
  report->diagnostics = check.diagnostics();
  report->loops = check.loops();
  report->sampleTimes = check.FindSampleTimes();
  report->widths = check.FindWidths();
  for (const auto& [path, time] : report->sampleTimes) {
    report->kinds.insert(time.kind);
    if (time.kind == SampleTime::Kind::kPeriodic) report->periods.push_back(time.period);
  }
  std::sort(report->periods.begin(), report->periods.end());
  report->periods.erase(std::unique(report->periods.begin(), report->periods.end()),
                        report->periods.end());
  return report;
}

// To know them the diagram is built, so that it is asked only where there are any.
std::set<std::string> findLoopUnknowns(const std::vector<Diagnostic>& diagnostics,
                                       const Document& document, const BlockRegistry& registry) {
  const bool hasAny = std::any_of(diagnostics.begin(), diagnostics.end(), [](const auto& one) {
    return one.id == DiagnosticCode::kSolvedLoop;
  });
  if (!hasAny) return {};
  const std::vector<std::string> found = FindLoopUnknowns(document, registry);
  return {found.begin(), found.end()};
}

}  // namespace

// One thread is enough, and more would be wrong: a check uses what the last one left.
DocumentChecker::DocumentChecker(const BlockRegistry& registry, QObject* parent)
    : QObject(parent), registry_(registry), check_(registry) {
  delay_.setSingleShot(true);
  connect(&delay_, &QTimer::timeout, this, &DocumentChecker::start);
}

// Each request has a number. The report carries the number that was current when its check began,
// so that it is known whether it is of the document as it is now.
void DocumentChecker::request(const Document* document, Delay delay) {
  document_ = document;
  ++requested_;
  delay_.start(delay == Delay::kGesture ? kGestureMilliseconds : kShortMilliseconds);
}

// Begins a check of the newest document unless one runs; deliver() begins the next one then. The
// document is copied here, on the thread that edits it, and only the copy goes to the other thread.
void DocumentChecker::start() {
  delay_.stop();
  if (document_ == nullptr || running_ >= 0 || isUpToDate()) return;
  running_ = requested_;
  // A copy shares its blocks with the original, so this costs little.
  auto document = std::make_shared<const Document>(*document_);
  checks_.start(
      [this, document = std::move(document), revision = running_]() -> Background::Consequence {
        check_.Check(document);
        const auto report = makeReport(check_);
        report->loopUnknowns = findLoopUnknowns(report->diagnostics, *document, registry_);
        return [this, revision, report] { deliver(revision, report); };
      });
}

// Runs checks until the report is up to date.
void DocumentChecker::finish() {
  while (document_ != nullptr && !isUpToDate()) {
    start();
    checks_.finish();  // deliver() follows from it.
  }
}

// A check has ended. Where the document changed while it ran the report is passed on all the same,
// as most of it is still right, and another check follows.
void DocumentChecker::deliver(qint64 revision, const std::shared_ptr<const CheckReport>& report) {
  running_ = -1;
  reported_ = revision;
  Q_EMIT finished(report);
  if (!isUpToDate() && !delay_.isActive()) delay_.start(kShortMilliseconds);
}

}  // namespace loopwright
