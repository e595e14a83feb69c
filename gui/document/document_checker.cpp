#include "gui/document/document_checker.h"

#include <QCoreApplication>
#include <QEvent>
#include <algorithm>
#include <memory>

#include "engine/analysis/loop_unknowns.h"
#include "engine/document/document.h"

namespace loopwright {

namespace {

// Time for the events that the change causes, and for its picture.
constexpr int kShortMilliseconds = 5;
constexpr int kGestureMilliseconds = 200;

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

DocumentChecker::DocumentChecker(const BlockRegistry& registry, QObject* parent)
    : QObject(parent), registry_(registry), check_(registry) {
  pool_.setMaxThreadCount(1);
  delay_.setSingleShot(true);
  connect(&delay_, &QTimer::timeout, this, &DocumentChecker::start);
}

DocumentChecker::~DocumentChecker() { pool_.waitForDone(); }

void DocumentChecker::request(const Document* document, Delay delay) {
  document_ = document;
  ++requested_;
  delay_.start(delay == Delay::kGesture ? kGestureMilliseconds : kShortMilliseconds);
}

void DocumentChecker::start() {
  delay_.stop();
  if (document_ == nullptr || running_ >= 0 || isUpToDate()) return;
  running_ = requested_;
  // A copy shares its blocks with the original, so this costs little.
  auto document = std::make_shared<const Document>(*document_);
  pool_.start([this, document = std::move(document), revision = running_] {
    check_.Check(document);
    const auto report = makeReport(check_);
    report->loopUnknowns = findLoopUnknowns(report->diagnostics, *document, registry_);
    QMetaObject::invokeMethod(
        this, [this, revision, report] { deliver(revision, report); }, Qt::QueuedConnection);
  });
}

void DocumentChecker::finish() {
  while (document_ != nullptr && !isUpToDate()) {
    start();
    pool_.waitForDone();
    QCoreApplication::sendPostedEvents(this, QEvent::MetaCall);  // deliver() is among them.
  }
}

void DocumentChecker::deliver(qint64 revision, const std::shared_ptr<const CheckReport>& report) {
  running_ = -1;
  reported_ = revision;
  Q_EMIT finished(report);
  if (!isUpToDate() && !delay_.isActive()) delay_.start(kShortMilliseconds);
}

}  // namespace loopwright
