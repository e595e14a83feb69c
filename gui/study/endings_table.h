#pragma once

#include <QWidget>
#include <memory>

class QLabel;
class QTableWidget;

namespace loopwright {

struct StudyPicture;

/// The runs of a study that did not come to their stop time: they failed, or a block stopped them.
/// Enter or a double-click on one chooses it. Object names: `studyEndings`, `studyEndingsCount`.
class EndingsTable : public QWidget {
  Q_OBJECT

 public:
  /// So many are listed; all are counted.
  static constexpr int kMostRows = 500;

  explicit EndingsTable(QWidget* parent = nullptr);

  void setPicture(const std::shared_ptr<const StudyPicture>& picture);

 Q_SIGNALS:
  void runChosen(quint64 run);

 private:
  QLabel* count_;
  QTableWidget* table_;
};

}  // namespace loopwright
