#pragma once

#include <QFile>
#include <QString>
#include <QStringList>
#include <cstdio>

namespace loopwright {

/// What a monkey did, line by line, in a file as well: a crash leaves that behind.
class GestureLog {
 public:
  explicit GestureLog(const QString& path) : file_(path) { file_.open(QIODevice::WriteOnly); }

  void begin(const QString& gesture) {
    if (!gestures_.isEmpty()) file_.write("\n");
    gestures_ += gesture;
    file_.write(gesture.toUtf8());
    file_.flush();
  }
  void add(const QString& detail) {
    gestures_.last() += u' ' + detail;
    file_.write(' ' + detail.toUtf8());
    file_.flush();
  }
  qsizetype count() const { return gestures_.size(); }
  QString last() const { return gestures_.isEmpty() ? QString() : gestures_.last(); }
  void print() const {
    for (qsizetype i = 0; i < gestures_.size(); ++i) {
      std::fprintf(stderr, "%4lld %s\n", static_cast<long long>(i), qPrintable(gestures_[i]));
    }
  }

 private:
  QFile file_;
  QStringList gestures_;
};

}  // namespace loopwright
