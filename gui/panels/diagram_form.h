#pragma once

#include <QWidget>

class QLabel;
class QPlainTextEdit;

namespace loopwright {

class DiagramDocument;
class ElidingEdit;

/// The form of a diagram as a whole, for when nothing is selected: its title and description, and
/// what there is in it. Object names: `diagramForm`, `diagram.title`, `diagram.description`,
/// `diagram.content`, `diagram.file`, `diagram.hint`.
class DiagramForm : public QWidget {
  Q_OBJECT
 public:
  /// The document outlives the form.
  DiagramForm(DiagramDocument* document, QWidget* parent);

  /// Takes all texts anew from the document.
  void refresh();

 protected:
  /// Leaving the description submits it.
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  /// Gives title and description to the document, where they are others.
  void submit();

  DiagramDocument* document_;
  ElidingEdit* title_;
  QPlainTextEdit* description_;
  QLabel* content_;
  QLabel* file_;
};

}  // namespace loopwright
