#pragma once

#include <QObject>
#include <set>
#include <string>

namespace loopwright {

/// Which edits a run that goes on could not take over, for the fields in which they were made to
/// say so and to offer a new run.
class RunNotices : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;

  /// The paths of what was edited, as in RunChange.
  void set(std::set<std::string> paths) {
    if (paths == paths_) return;
    paths_ = std::move(paths);
    Q_EMIT changed();
  }
  /// Whether the run goes on with an older value there.
  bool contains(const std::string& path) const { return paths_.contains(path); }

 Q_SIGNALS:
  /// The edits that a run has not taken over are others.
  void changed();
  /// Who edits wants a new run in place of the present one.
  void newRunRequested();

 private:
  std::set<std::string> paths_;
};

}  // namespace loopwright
