#pragma once

#include <QDialog>
#include <QStringList>
#include <functional>
#include <vector>

class QLabel;
class QLineEdit;

namespace loopwright {

/// A small dialog of one or more fields. Enter, or OK, hands their texts to `apply`; where that
/// returns why it cannot, the dialog says so and stays. It deletes itself when it is closed. Object
/// names: the one given; `field.0`, `field.1`, ...; `problem`.
class FieldsDialog : public QDialog {
  Q_OBJECT

 public:
  /// A line of the dialog: its label, what stands in it, and what is shown in grey where nothing
  /// does.
  struct Field {
    QString label;
    QString text;
    QString placeholder = {};
  };
  /// Given the texts of all fields in their order; returns what is wrong, or "".
  using Apply = std::function<QString(const QStringList&)>;

  /// Is shown by open(); `parent` is the window that it belongs to.
  FieldsDialog(const QString& objectName, const QString& title, const std::vector<Field>& fields,
               Apply apply, QWidget* parent);

 private:
  /// Closes the dialog, or shows what is wrong in it.
  void submit();

  std::vector<QLineEdit*> fields_;
  QLabel* problem_;
  Apply apply_;
};

}  // namespace loopwright
