#pragma once

#include <QFrame>
#include <vector>

#include "gui/document/diagram_search.h"

class QLabel;
class QLineEdit;
class QListWidget;

namespace loopwright {

class DiagramDocument;

/// Finds blocks, signals, parameters and texts in all levels while one types. Enter and a click
/// lead to what is chosen, the arrows choose, Esc closes.
/// Object names: `findPanel`, `find.edit`, `find.list`, `find.count`.
class FindPanel : public QFrame {
  Q_OBJECT
 public:
  explicit FindPanel(DiagramDocument* document, QWidget* parent = nullptr);

  /// Shows it, ready for typing.
  void open();

 Q_SIGNALS:
  /// Enter, or a click: that is where to go.
  void chosen(const loopwright::SearchHit& hit);
  void closed();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void search();
  void choose();
  void close();

  DiagramDocument* document_;
  QLineEdit* edit_;
  QListWidget* list_;
  QLabel* count_;
  std::vector<SearchHit> hits_;
};

}  // namespace loopwright
