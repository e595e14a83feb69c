#pragma once

#include <QObject>
#include <QTimer>
#include <memory>

#include "engine/check/incremental_check.h"
#include "gui/document/check_report.h"
#include "gui/threads/background.h"

namespace loopwright {

class BlockRegistry;
class Document;

/// Checks documents on a thread of its own, keeping of each what it needs for the next. Requests
/// that come while one waits or runs are joined: the newest document is checked, a moment after the
/// last request.
class DocumentChecker : public QObject {
  Q_OBJECT
 public:
  /// `registry` must outlive it.
  explicit DocumentChecker(const BlockRegistry& registry, QObject* parent = nullptr);

  /// How soon a check follows its request.
  enum class Delay {
    kNone,    ///< once the picture of the change is on the screen
    kGesture  ///< once the mouse rests
  };
  /// The document changed; `document` must stay in place and is copied when its check begins, on
  /// this thread.
  void request(const Document* document, Delay delay = Delay::kNone);
  /// Begins at once what was requested.
  void start();
  /// Waits for the report of the document as it is now.
  void finish();
  /// Whether the last report is of the document as it was last requested.
  bool isUpToDate() const { return reported_ == requested_; }

 Q_SIGNALS:
  /// The report of the document as it was when the check began.
  void finished(const std::shared_ptr<const loopwright::CheckReport>& report);

 private:
  /// A check has ended, on this thread again; tells its report and goes on with what came
  /// meanwhile.
  void deliver(qint64 revision, const std::shared_ptr<const CheckReport>& report);

  const BlockRegistry& registry_;
  IncrementalCheck check_;  // used by one piece of work at a time
  const Document* document_ = nullptr;
  QTimer delay_;
  qint64 requested_ = 0;
  qint64 running_ = -1;  // the revision being checked
  qint64 reported_ = 0;
  Background checks_;  // the last member, so that it ends before what it uses
};

}  // namespace loopwright
