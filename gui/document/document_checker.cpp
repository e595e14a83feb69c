#include "gui/document/document_checker.h"

#include <QCoreApplication>
#include <QEvent>
#include <algorithm>
#include <memory>

#include "engine/model/check.h"
#include "engine/model/document.h"

namespace loopwright {

namespace {

constexpr int kDelayMilliseconds = 200;

CheckReport makeReport(const Document& document, const BlockRegistry& registry) {
  CheckReport report;
  report.diagnostics = CheckDocument(document, registry);
  report.sampleTimes = FindSampleTimes(document, registry);
  for (const auto& [path, time] : report.sampleTimes) {
    report.kinds.insert(time.kind);
    if (time.kind == SampleTime::Kind::kPeriodic) report.periods.push_back(time.period);
  }
  std::sort(report.periods.begin(), report.periods.end());
  report.periods.erase(std::unique(report.periods.begin(), report.periods.end()),
                       report.periods.end());
  return report;
}

}  // namespace

DocumentChecker::DocumentChecker(const BlockRegistry& registry, QObject* parent)
    : QObject(parent), registry_(registry) {
  pool_.setMaxThreadCount(1);
  delay_.setSingleShot(true);
  delay_.setInterval(kDelayMilliseconds);
  connect(&delay_, &QTimer::timeout, this, &DocumentChecker::start);
}

DocumentChecker::~DocumentChecker() { pool_.waitForDone(); }

void DocumentChecker::request(const Document* document) {
  document_ = document;
  ++requested_;
  delay_.start();
}

void DocumentChecker::start() {
  delay_.stop();
  if (document_ == nullptr || running_ >= 0 || isUpToDate()) return;
  running_ = requested_;
  // A copy shares its blocks with the original, so this costs little.
  auto document = std::make_shared<const Document>(*document_);
  pool_.start([this, document, revision = running_] {
    CheckReport report = makeReport(*document, registry_);
    QMetaObject::invokeMethod(
        this, [this, revision, report = std::move(report)] { deliver(revision, report); },
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

void DocumentChecker::deliver(qint64 revision, const CheckReport& report) {
  running_ = -1;
  reported_ = revision;
  Q_EMIT finished(report);
  if (!isUpToDate()) delay_.start();
}

}  // namespace loopwright
