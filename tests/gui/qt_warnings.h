#pragma once

#include <QMutex>
#include <QMutexLocker>
#include <QString>
#include <cstdio>

namespace loopwright {

/// What Qt warned of, from any thread.
class QtWarnings {
 public:
  /// From now on warnings come here.
  static void install() { qInstallMessageHandler(take); }
  static void clear() {
    const QMutexLocker locker(&mutex_);
    first_.clear();
  }
  /// The first since clear(), or "".
  static QString first() {
    const QMutexLocker locker(&mutex_);
    return first_;
  }

 private:
  static void take(QtMsgType type, const QMessageLogContext&, const QString& text) {
    if (type == QtFatalMsg) std::fprintf(stderr, "%s\n", qPrintable(text));
    // What the offscreen platform says about itself is none of ours.
    if (type == QtDebugMsg || type == QtInfoMsg || text.contains(QLatin1String("This plugin"))) {
      return;
    }
    const QMutexLocker locker(&mutex_);
    if (first_.isEmpty()) first_ = text;
  }

  static inline QMutex mutex_;
  static inline QString first_;
};

}  // namespace loopwright
