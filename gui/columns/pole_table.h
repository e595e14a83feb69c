#pragma once

#include <QStringList>

#include "gui/columns/column_label.h"

namespace loopwright {

struct PoleInfo;
struct ResponsePicture;

/// What stands before the first dot of the states that take part in the motion of a pole, which are
/// named `PATH.x[1]`: the paths of their blocks.
QStringList blocksOfPole(const PoleInfo& pole);

/// The poles of a response as a table: where they are, their damping and natural frequency (rad/s),
/// and the blocks whose states take part in their motion. The slowest come first, a pole and its
/// conjugate are one line, and what is unstable has the colour of errors. Object name:
/// `analysisPoles`.
class PoleTable : public ColumnLabel {
  Q_OBJECT

 public:
  explicit PoleTable(QWidget* parent = nullptr);

  /// Null for nothing.
  void setPicture(const ResponsePicture* picture);

 Q_SIGNALS:
  /// The line of the pole with this number in the picture was clicked.
  void poleClicked(int index);
};

}  // namespace loopwright
