#pragma once

#include <QList>
#include <QPoint>
#include <QPointF>
#include <QRect>
#include <QString>
#include <QTimer>
#include <QWidget>
#include <cstddef>
#include <cstdint>

#include "gui/actions/actions.h"
#include "gui/canvas/diagram_view.h"
#include "gui/main_window/main_window.h"
#include "gui/main_window/workspace.h"
#include "tests/gui/canvas_gestures.h"
#include "tests/gui/gesture_log.h"

class QTreeWidget;
class QTreeWidgetItem;

namespace loopwright {

class BlockItem;
class StudyPanel;
class WireItem;

/// Random gestures at an editor's window, by mouse and keyboard, the same for a seed. What a
/// gesture opens stays open for a while: fields over the canvas, lists, a wire that is being drawn.
/// A dialog is closed as soon as it appears.
///
/// The hand is in monkey_hand.cpp, the gestures in monkey_canvas.cpp, monkey_panels.cpp and
/// monkey_runs.cpp; which of them there are, and what is put in order after each, in monkey.cpp.
class Monkey {
 public:
  Monkey(MainWindow* window, uint64_t seed, GestureLog* log);

  /// One gesture; then, mostly, what it left open is ended.
  void act();
  /// Ends all that is open.
  void finish();

 private:
  struct Gesture {
    const char* name;
    int weight;
    void (Monkey::*make)();
  };
  static const Gesture kGestures[];
  static int totalWeight();

  // ---- numbers --------------------------------------------------------------------------------

  int below(std::size_t limit) {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<int>((state_ >> 33) % static_cast<uint64_t>(limit));
  }
  bool oneIn(int count) { return below(static_cast<std::size_t>(count)) == 0; }
  template <typename List>
  auto any(const List& list) {
    return list[static_cast<typename List::size_type>(
        below(static_cast<std::size_t>(list.size())))];
  }
  template <typename T, std::size_t n>
  T any(const T (&list)[n]) {
    return list[below(n)];
  }

  // ---- the window -----------------------------------------------------------------------------

  Workspace* workspace() const { return window_->current(); }
  DiagramDocument* document() const { return workspace()->document(); }
  DiagramView* view() const { return workspace()->view(); }
  DiagramScene* scene() const { return view()->diagramScene(); }
  QWidget* viewport() const { return view()->viewport(); }
  CanvasGestures hand() const { return CanvasGestures(view()); }
  QAction* action(ActionId id) const { return window_->actions().get(id); }

  /// What can be seen of a kind.
  template <typename T>
  QList<T*> seen(const QString& name = {}) const {
    QList<T*> found;
    for (T* widget : window_->findChildren<T*>(name)) {
      if (widget->isVisible() && widget->isEnabled()) found += widget;
    }
    return found;
  }
  static QString nameOf(const QWidget* widget);

  /// What was posted is done before a hand or an eye could notice.
  static void settle();

  // ---- places ---------------------------------------------------------------------------------

  Qt::KeyboardModifiers someModifiers();
  BlockItem* someBlock();
  WireItem* someWire();
  QPointF someSpot();
  /// Mostly a block's middle, edge or name, sometimes a note, a frame's edge or anywhere.
  QPointF somePlace();
  QPointF somePort();
  QPointF somewhereOnWire();
  QPoint placeIn(const QRect& area);
  /// An entry of a list, scrolled into view; null where there is none.
  QTreeWidgetItem* someItem(QTreeWidget* tree);

  // ---- mouse, keys and texts ------------------------------------------------------------------

  static QString text(const QPoint& place);
  static void moveTo(QWidget* widget, const QPoint& place, Qt::MouseButton button,
                     Qt::KeyboardModifiers modifiers);
  /// A drag in some steps; sometimes something comes in between.
  void dragOn(QWidget* widget, const QPoint& begin, const QPoint& end,
              Qt::MouseButton button = Qt::LeftButton, Qt::KeyboardModifiers modifiers = {});
  void drag(const QPointF& from, const QPointF& to, Qt::KeyboardModifiers modifiers);
  void wheelAt(const QPointF& place, Qt::KeyboardModifiers modifiers, int angle);
  /// What may happen in the middle of a drag.
  void interrupt();
  void key(Qt::Key code, Qt::KeyboardModifiers modifiers = {});
  void trigger(ActionId id);
  void leaveLevel();
  QString someText();
  void typeInto(QWidget* field, const QString& text);
  /// Ends what was typed.
  static void end(QWidget* field, Qt::Key key, Qt::KeyboardModifiers modifiers = {});

  // ---- gestures on the canvas -----------------------------------------------------------------

  void dragPlaces();
  void dragPort();
  void dragWire();
  void dragBand();
  /// Selects something and drags its handle.
  void resizeSomething();
  void dragFromPalette();
  void click();
  void doubleClick();
  void hover();
  void clickWire();
  void pan();
  void turnWheel();
  void pressKey();
  void chooseAction();
  void undoAndRedo();
  void chooseFromMenu();
  /// Opens a subsystem of the level, or leaves it.
  void changeLevel();
  /// Copies here and pastes in another document.
  void copyAcross();

  // ---- gestures on panels and the window ------------------------------------------------------

  void typeSomewhere();
  /// Edits any field of the window, and sometimes leaves it as it is then.
  void fillField();
  /// Shows the form of a block and edits a field of it.
  void fillProperty();
  void choose();
  void editParameters();
  void clickOutline();
  void clickHistory();
  void find();
  void clickProblem();
  /// Any button of the window but that of the start page, which opens files.
  void clickButton();
  void clickMinimap();
  void useCommandPalette();
  void switchTab();
  void usePlots();
  void run();
  void switchTheme();
  void resizeWindow();
  /// Somebody else writes the document's file.
  void changeFile();
  /// Time for the check, the outline and the unsaved changes.
  void wait();

  // ---- gestures on what shows runs ------------------------------------------------------------

  /// Steps on or back, or begins a run from an instant of the past.
  void goThroughInstants();
  /// Scrubs, zooms and pans the timeline, and goes to its events.
  void useTimeline();
  /// Looks into a block, and walks from there to others.
  void useInspector();
  void walkDependencies();
  void useKeptRuns();
  void useStudy();
  static void stopStudy(const StudyPanel* panel);
  void colourBlocks();
  /// Pins a parameter of a block beside the plots, or drags a slider that is there.
  void useSliders();

  // ---- order ----------------------------------------------------------------------------------

  /// Ends fields over the canvas with Enter or Esc, mostly with another text.
  void finishEditors();
  /// Copies of copies would grow without end.
  void bound();
  void stopLongRuns();
  /// Closes popups, dialogs and other windows, and comes back to where there is something to see.
  void tidy();

  MainWindow* window_;
  uint64_t state_;
  GestureLog* log_;
  QTimer watchdog_;
  bool isDark_ = false;
  int since_start_ = 0;  // gestures since a run was started
};

}  // namespace loopwright
