#pragma once

#include <QString>
#include <QStringList>
#include <QWidget>
#include <utility>
#include <vector>

namespace loopwright {

class DiagramDocument;

/// Explains the sample-time colours that occur in a document; hidden where there is only one,
/// and in a view that has no room for it.
class RateLegend : public QWidget {
  Q_OBJECT
 public:
  /// Follows the checks of `document`; `parent` is the canvas.
  explicit RateLegend(DiagramDocument* document, QWidget* parent);

  /// The words shown, in their order: "continuous", "20 ms", ..., "event".
  QStringList texts() const;
  /// Shows what the last check found.
  void refresh();
  /// Whether the view is large enough for it; the canvas says so.
  void setHasRoom(bool hasRoom);
  /// Whether the view is large enough for it.
  bool hasRoom() const { return hasRoom_; }

 Q_SIGNALS:
  /// Its size or visibility changed.
  void changed();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  DiagramDocument* document_;
  std::vector<std::pair<int, QString>> entries_;  // colour index and text
  bool hasRoom_ = true;
};

}  // namespace loopwright
