#pragma once

#include <QApplication>
#include <QGraphicsView>
#include <QPoint>
#include <QPointF>
#include <QTest>

namespace loopwright {

/// Synthetic gestures on a view's viewport, at places of its scene.
class CanvasGestures {
 public:
  explicit CanvasGestures(QGraphicsView* view) : view_(view) {}

  QPoint at(const QPointF& scene) const { return view_->mapFromScene(scene); }

  void click(const QPointF& scene, Qt::KeyboardModifiers modifiers = {}) const {
    QTest::mouseClick(view_->viewport(), Qt::LeftButton, modifiers, at(scene));
  }
  void doubleClick(const QPointF& scene) const {
    QTest::mouseDClick(view_->viewport(), Qt::LeftButton, {}, at(scene));
  }
  void drag(const QPointF& from, const QPointF& to, Qt::KeyboardModifiers modifiers = {},
            Qt::MouseButton button = Qt::LeftButton) const {
    const QPoint begin = at(from);
    const QPoint end = at(to);
    QTest::mousePress(view_->viewport(), button, modifiers, begin);
    moveSteps(begin, end, button, modifiers);
    QTest::mouseRelease(view_->viewport(), button, modifiers, end);
  }
  /// The moves of a drag in five steps.
  void moveSteps(const QPoint& begin, const QPoint& end, Qt::MouseButton button = Qt::LeftButton,
                 Qt::KeyboardModifiers modifiers = {}) const {
    constexpr int kSteps = 5;
    for (int i = 1; i <= kSteps; ++i) {
      const QPoint place = begin + (end - begin) * i / kSteps;
      QMouseEvent move(QEvent::MouseMove, place, view_->viewport()->mapToGlobal(place),
                       Qt::NoButton, button, modifiers);
      QApplication::sendEvent(view_->viewport(), &move);
    }
  }
  void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const {
    QTest::keyClick(view_, key, modifiers);
  }

 private:
  QGraphicsView* view_;
};

}  // namespace loopwright
