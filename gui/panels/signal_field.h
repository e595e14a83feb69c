#pragma once

#include <QComboBox>

namespace loopwright {

class DiagramDocument;

/// A field for a signal of a document, `SUB/BLOCK.PORT`: typed, completed, or chosen from a list.
class SignalField : public QComboBox {
  Q_OBJECT

 public:
  /// `name` is the object's name; `what` as of setPurpose().
  SignalField(const QString& name, const QString& what, QWidget* parent = nullptr);

  /// Says what the signal is for, in the empty field as well.
  void setPurpose(const QString& what);

  /// Lists the output ports of all levels, in the order of the file. What is typed stays: a signal
  /// may come back with the next undo step.
  void fill(const DiagramDocument& document);
};

}  // namespace loopwright
