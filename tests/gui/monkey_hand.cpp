// The places that a monkey draws, and its hand: mouse, keys, texts.
#include <QAction>
#include <QApplication>
#include <QKeySequence>
#include <QMouseEvent>
#include <QPointer>
#include <QTest>
#include <QWheelEvent>

#include "gui/document/diagram_document.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "gui/scene/note_item.h"
#include "gui/scene/wire_item.h"
#include "tests/gui/monkey.h"

namespace loopwright {

QString Monkey::nameOf(const QWidget* widget) {
  return widget->objectName().isEmpty() ? QLatin1String(widget->metaObject()->className())
                                        : widget->objectName();
}

void Monkey::settle() {
  QCoreApplication::processEvents();
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

Qt::KeyboardModifiers Monkey::someModifiers() {
  static constexpr Qt::KeyboardModifier kModifiers[] = {
      Qt::NoModifier, Qt::NoModifier, Qt::ShiftModifier, Qt::ControlModifier, Qt::AltModifier};
  return any(kModifiers);
}

BlockItem* Monkey::someBlock() {
  const DiagramModel& diagram = scene()->diagram();
  if (diagram.blocks.empty()) return nullptr;
  const auto index = static_cast<std::size_t>(below(diagram.blocks.size()));
  return scene()->findBlock(QString::fromStdString(diagram.blocks[index].name));
}

WireItem* Monkey::someWire() {
  const DiagramModel& diagram = scene()->diagram();
  if (diagram.wires.empty()) return nullptr;
  return scene()->findWire(QString::fromStdString(any(diagram.wires).to));
}

QPointF Monkey::someSpot() {
  const QRectF seen = view()->mapToScene(viewport()->rect()).boundingRect();
  return seen.topLeft() + QPointF(below(static_cast<std::size_t>(seen.width()) + 1),
                                  below(static_cast<std::size_t>(seen.height()) + 1));
}

QPointF Monkey::somePlace() {
  if (oneIn(8)) {
    const auto notes = static_cast<int>(scene()->diagram().notes.size());
    const auto frames = static_cast<int>(scene()->diagram().frames.size());
    if (notes > 0 && oneIn(2)) return scene()->findNote(below(notes))->pos() + QPointF(5, 5);
    if (frames > 0) return scene()->findFrame(below(frames))->pos() + QPointF(20, -5);
  }
  const BlockItem* block = oneIn(3) ? nullptr : someBlock();
  if (block == nullptr) return someSpot();
  const QRectF box = block->box();
  if (oneIn(8)) return block->mapToScene(block->nameRect().center());
  return box.topLeft() + QPointF(box.width() * below(5) / 4.0, box.height() * below(5) / 4.0);
}

QPointF Monkey::somePort() {
  const BlockItem* block = someBlock();
  if (block == nullptr) return someSpot();
  const auto& ports = oneIn(2) ? block->geometry().inputs : block->geometry().outputs;
  if (ports.empty()) return block->box().center();
  return block->pos() + any(ports).position;
}

QPointF Monkey::somewhereOnWire() {
  const WireItem* wire = someWire();
  if (wire == nullptr) return somePlace();
  const auto piece = static_cast<std::size_t>(below(wire->points().size() - 1));
  return (wire->points()[piece] + wire->points()[piece + 1]) / 2;
}

QString Monkey::text(const QPoint& place) {
  return QStringLiteral("%1,%2").arg(place.x()).arg(place.y());
}

void Monkey::moveTo(QWidget* widget, const QPoint& place, Qt::MouseButton button,
                    Qt::KeyboardModifiers modifiers) {
  QMouseEvent move(QEvent::MouseMove, place, widget->mapToGlobal(place), Qt::NoButton, button,
                   modifiers);
  QApplication::sendEvent(widget, &move);
}

void Monkey::dragOn(QWidget* widget, const QPoint& begin, const QPoint& end, Qt::MouseButton button,
                    Qt::KeyboardModifiers modifiers) {
  constexpr int kSteps = 5;
  const int turn = oneIn(5) ? below(kSteps) + 1 : 0;
  log_->add(text(begin) + QStringLiteral(" to ") + text(end) +
            (modifiers != Qt::NoModifier
                 ? QStringLiteral(" modifiers %1").arg(modifiers.toInt(), 0, 16)
                 : QString()));
  QPointer<QWidget> target = widget;
  QTest::mousePress(widget, button, modifiers, begin);
  for (int i = 1; i <= kSteps && target != nullptr; ++i) {
    moveTo(widget, begin + (end - begin) * i / kSteps, button, modifiers);
    if (i == turn) interrupt();
  }
  if (target != nullptr) QTest::mouseRelease(widget, button, modifiers, end);
}

void Monkey::drag(const QPointF& from, const QPointF& to, Qt::KeyboardModifiers modifiers) {
  dragOn(viewport(), hand().at(from), hand().at(to), Qt::LeftButton, modifiers);
}

void Monkey::wheelAt(const QPointF& place, Qt::KeyboardModifiers modifiers, int angle) {
  const QPoint at = hand().at(place);
  QWheelEvent wheel(at, viewport()->mapToGlobal(at), {}, {0, angle}, {}, modifiers,
                    Qt::NoScrollPhase, false);
  QApplication::sendEvent(viewport(), &wheel);
}

void Monkey::interrupt() {
  static const ActionId kActions[] = {ActionId::kUndo,    ActionId::kUndo,  ActionId::kRedo,
                                      ActionId::kArrange, ActionId::kGroup, ActionId::kAddNote,
                                      ActionId::kZoomFit, ActionId::kRun,   ActionId::kSave};
  static const Qt::Key kKeys[] = {Qt::Key_Escape, Qt::Key_Escape,   Qt::Key_Delete, Qt::Key_R,
                                  Qt::Key_Tab,    Qt::Key_Space,    Qt::Key_Left,   Qt::Key_Return,
                                  Qt::Key_F2,     Qt::Key_Backspace};
  switch (below(4)) {
    case 0:
      return trigger(any(kActions));
    case 1:
      return leaveLevel();
    case 2:
      log_->add(QStringLiteral("wheel"));
      return wheelAt(somePlace(), Qt::ControlModifier, oneIn(2) ? 120 : -120);
    default:
      return key(any(kKeys));
  }
}

void Monkey::key(Qt::Key code, Qt::KeyboardModifiers modifiers) {
  log_->add(QKeySequence(code | modifiers).toString(QKeySequence::PortableText));
  QTest::keyClick(view(), code, modifiers);
  settle();
}

void Monkey::trigger(ActionId id) {
  QAction* const triggered = action(id);
  log_->add(triggered->objectName());
  triggered->trigger();
  settle();
}

void Monkey::leaveLevel() { trigger(ActionId::kLeaveSubsystem); }

QString Monkey::someText() {
  static const char* const kTexts[] = {"gain",
                                       "sum",
                                       "scope",
                                       "integ",
                                       "subsys",
                                       "5",
                                       "-1",
                                       "0.01",
                                       "2.4k",
                                       "1e9",
                                       "k*2",
                                       "1/0",
                                       "a b",
                                       "",
                                       "i",
                                       "g",
                                       "++-",
                                       "[1, 2; 3, 4]",
                                       "[1 2",
                                       "x'\"<&>\\",
                                       "\xc3\xbc\xe2\x82\xac",
                                       "uniform(0, 1)",
                                       "true",
                                       "gain 5",
                                       "a.b/c",
                                       "sub"};
  return QString::fromUtf8(any(kTexts));
}

void Monkey::typeInto(QWidget* field, const QString& text) {
  log_->add(QStringLiteral("'%1' into %2").arg(text, nameOf(field)));
  const QPointer<QWidget> target = field;
  for (const QChar letter : text) {
    if (target == nullptr) return;
    if (letter.unicode() < 128) {
      QTest::keyClick(field, letter.toLatin1());
    } else {
      QTest::sendKeyEvent(QTest::Click, field, Qt::Key_unknown, letter, {});
    }
  }
}

void Monkey::end(QWidget* field, Qt::Key key, Qt::KeyboardModifiers modifiers) {
  if (field != nullptr) QTest::keyClick(field, key, modifiers);
  settle();
}

}  // namespace loopwright
