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
  /// Searches the document, which outlives it.
  explicit FindPanel(DiagramDocument* document, QWidget* parent = nullptr);

 Q_SIGNALS:
  /// Enter, or a click: that is where to go.
  void chosen(const loopwright::SearchHit& hit);
  /// Esc.
  void closed();

 protected:
  /// The document may have changed while it was hidden.
  void showEvent(QShowEvent* event) override;
  /// Keys of the field that mean the list.
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  /// Fills the list with what matches the field, and tells what was chosen.
  void search();
  void choose();

  DiagramDocument* document_;
  QLineEdit* edit_;
  QListWidget* list_;
  QLabel* count_;
  /// In the order of the list.
  std::vector<SearchHit> hits_;
};

}  // namespace loopwright
