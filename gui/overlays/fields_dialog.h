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
  struct Field {
    QString label;
    QString text;
    QString placeholder = {};
  };
  using Apply = std::function<QString(const QStringList&)>;

  FieldsDialog(const QString& objectName, const QString& title, const std::vector<Field>& fields,
               Apply apply, QWidget* parent);

 private:
  void submit();

  std::vector<QLineEdit*> fields_;
  QLabel* problem_;
  Apply apply_;
};

}  // namespace loopwright
