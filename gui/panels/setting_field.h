#pragma once

#include <QString>
#include <QStringList>
#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;

namespace loopwright {

/// A field of a form for one setting: a text with its value and unit shown at the right, or a
/// choice. What is wrong with it stands below in red. Enter, leaving the field or choosing makes it
/// submit; Esc takes the text back to that of the document.
class SettingField : public QWidget {
  Q_OBJECT
 public:
  /// A text field, or with `choices` a choice of those. `name` is the object name of the editing
  /// widget; the labels of value and error have `.value` and `.error` behind it.
  SettingField(const QString& name, const QStringList& choices, QWidget* parent = nullptr);

  QString text() const;
  /// The document's text. A text that is being edited, or is wrong, stays while the field has the
  /// keyboard.
  void setText(const QString& text);
  /// What an empty field means, in grey.
  void setDefaultText(const QString& text);
  /// Shown at the right: "= 60 1/s".
  void setHint(const QString& hint);
  void setProblem(const QString& problem);
  bool hasProblem() const { return hasProblem_; }
  void focusText();

 Q_SIGNALS:
  /// The text as it is typed.
  void typed(const QString& text);
  /// The text is meant to be the document's.
  void submitted(const QString& text);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void submit();
  void placeHint();

  QLineEdit* edit_ = nullptr;
  QComboBox* choice_ = nullptr;
  QString fullHint_;
  QLabel* hint_;
  QLabel* error_;
  QString documentText_;
  bool hasProblem_ = false;
};

}  // namespace loopwright
