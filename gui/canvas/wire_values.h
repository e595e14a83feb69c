#pragma once

#include <QHash>
#include <QString>
#include <QTimer>
#include <functional>
#include <optional>

#include "gui/canvas/canvas_part.h"
#include "gui/scene/value_bubble.h"

namespace loopwright {

class WireItem;

/// The values of signals on the wires of a canvas, at the instant of the run that is shown: on all
/// wires that are seen, where they are asked for, else on the wire under the pointer. A signal with
/// several wires has its value on the first of them.
class WireValues final : public CanvasPart {
  Q_OBJECT
 public:
  /// The value of a signal, `SUB/BLOCK.PORT`; nothing where none is known.
  using ValueOf = std::function<std::optional<WireValue>(const std::string& path)>;

  /// What is told of a signal beside its value to who points at its wire.
  using DetailOf = std::function<std::optional<WireDetail>(const std::string& path)>;

  explicit WireValues(DiagramView* view);

  /// Where values come from, from now on.
  void setSource(ValueOf valueOf, DetailOf detailOf) {
    valueOf_ = std::move(valueOf);
    detailOf_ = std::move(detailOf);
  }
  /// Whether all wires show them.
  void setShown(bool shown);
  bool isShown() const { return isShown_; }
  /// The values are others.
  void refresh();

  /// What stands on the wires of an output, `BLOCK.PORT`; nothing where no value does.
  std::optional<WireValue> valueAt(const QString& from) const;
  /// What stands beside it; nothing where the pointer is not there.
  std::optional<WireDetail> detailAt(const QString& from) const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  /// The outputs whose values are to be seen, with the wire that shows each.
  QHash<QString, const WireItem*> wanted() const;
  void hover(const QPointF& place);
  void clear();

  ValueOf valueOf_;
  DetailOf detailOf_;
  bool isShown_ = false;
  QString hovered_;                       // the input of the wire under the pointer
  QHash<QString, ValueBubble*> bubbles_;  // by the output, in the scene
  QTimer delay_;                          // after what is seen became something else
};

}  // namespace loopwright
