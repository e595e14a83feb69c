#include "gui/document/document_checker.h"

#include <QCoreApplication>
#include <QEvent>
#include <algorithm>
#include <memory>

#include "engine/document/document.h"

namespace loopwright {

namespace {

// Time for the events that the change causes, and for its picture.
constexpr int kShortMilliseconds = 5;
constexpr int kGestureMilliseconds = 200;

std::shared_ptr<const CheckReport> makeReport(const IncrementalCheck& check) {
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

}  // namespace

DocumentChecker::DocumentChecker(const BlockRegistry& registry, QObject* parent)
    : QObject(parent), check_(registry) {
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
  pool_.start([this, document = std::move(document), revision = running_]() mutable {
    check_.Check(std::move(document));
    QMetaObject::invokeMethod(
        this, [this, revision, report = makeReport(check_)] { deliver(revision, report); },
        Qt::QueuedConnection);
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
