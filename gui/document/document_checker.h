#pragma once

#include <QObject>
#include <QThreadPool>
#include <QTimer>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/check/incremental_check.h"
#include "engine/check/sample_times.h"
#include "engine/document/diagnostics.h"

namespace loopwright {

class BlockRegistry;
class Document;

/// What is known of a document once it was checked.
struct CheckReport {
  std::vector<Diagnostic> diagnostics;
  /// The algebraic loops among them.
  std::vector<AlgebraicLoop> loops;
  /// The output ports, by path, whose values are solved for in loops that are solved.
  std::set<std::string> loopUnknowns;
  /// The sample time of every output port, by path.
  std::unordered_map<std::string, SampleTime> sampleTimes;
  /// The number of elements of those that have more than one.
  std::unordered_map<std::string, int> widths;
  /// The periods among the sample times, each once, the fastest first.
  std::vector<double> periods;
  /// The kinds of sample times.
  std::set<SampleTime::Kind> kinds;
};

/// Checks documents on a thread of its own, keeping of each what it needs for the next. Requests
/// that come while one waits or runs are joined: the newest document is checked, a moment after the
/// last request.
class DocumentChecker : public QObject {
  Q_OBJECT
 public:
  /// `registry` must outlive it.
  explicit DocumentChecker(const BlockRegistry& registry, QObject* parent = nullptr);
  ~DocumentChecker() override;

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
  IncrementalCheck check_;  // used by one job of the pool at a time
  const Document* document_ = nullptr;
  QTimer delay_;
  QThreadPool pool_;
  qint64 requested_ = 0;
  qint64 running_ = -1;  // the revision being checked
  qint64 reported_ = 0;
};

}  // namespace loopwright
