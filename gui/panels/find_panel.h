#pragma once

#include <QWidget>
#include <vector>

#include "gui/document/diagram_search.h"

class QLabel;
class QLineEdit;
class QListWidget;

namespace loopwright {

class DiagramDocument;

/// Finds blocks, signals, parameters and texts in all levels while one types. Enter and a click
/// lead to what is chosen, the arrows choose, Esc is done.
/// Object names: `findPanel`, `find.edit`, `find.list`, `find.count`.
class FindPanel : public QWidget {
  Q_OBJECT
 public:
  explicit FindPanel(DiagramDocument* document, QWidget* parent = nullptr);

 Q_SIGNALS:
  /// Enter, or a click: that is where to go.
  void chosen(const loopwright::SearchHit& hit);
  /// Esc.
  void closed();

 protected:
  void showEvent(QShowEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void search();
  void choose();

  DiagramDocument* document_;
  QLineEdit* edit_;
  QListWidget* list_;
  QLabel* count_;
  std::vector<SearchHit> hits_;
};

}  // namespace loopwright
