#pragma once

#include <QString>
#include <QStringList>
#include <QWidget>
#include <functional>
#include <memory>
#include <optional>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QMenu;
class QToolButton;
class QVBoxLayout;

namespace loopwright {

class DiagramDocument;
class ValueDrag;
class ValueSlider;
struct ValuePlace;

/// How a setting is edited.
enum class FieldKind {
  kText,     ///< a line of text
  kInteger,  ///< the same; the arrow keys and two small buttons count
  kTable,    ///< the same; a button asks for a table of its elements
  kChoice,   ///< one of some texts
  kBoolean,  ///< a check box, or a line of text for an expression
};

/// A field of a form for one setting, with its value and unit shown at the right. What is wrong
/// with it stands below in red. Enter, leaving the field or choosing makes it submit; a text that
/// its form refuses stays, Esc takes it back to that of the document. A setting that is not at its
/// default has a button that resets it; the context menu offers the same, and help, and for a
/// number a slider below the field.
class SettingField : public QWidget {
  Q_OBJECT
 public:
  /// `choices` are for kChoice. `name` is the object name of the editing widget, FORM.SETTING (for
  /// kBoolean of the check box and of the line of text); value, error, and the buttons to reset, to
  /// count, for the table and for a new run have `.value`, `.error`, `.reset`, `.up`, `.down`,
  /// `.table`, `.newRun` behind it, and the slider `.slider`.
  SettingField(const QString& name, FieldKind kind, const QStringList& choices = {},
               QWidget* parent = nullptr);
  ~SettingField() override;

  /// What the field shows now, whether submitted or not.
  QString text() const;
  /// The document's text, and the one that was refused and is shown in its stead. A text that is
  /// being edited stays while the field has the keyboard.
  void setText(const QString& text, const std::optional<QString>& refused = {});
  /// Replaces what is typed and submits it.
  void enter(const QString& text);
  /// What an empty field means, in grey.
  void setDefaultText(const QString& text);
  /// There is nothing to reset it to: the editor has the room of that button as well.
  void dropReset();
  /// Shown at the right: "= 60 1/s".
  void setHint(const QString& hint);
  /// What is wrong with the text, shown below in red; empty where nothing is.
  void setProblem(const QString& problem);
  bool hasProblem() const { return hasProblem_; }
  /// Says below that a run goes on with the old value, and offers a new run.
  void setNeedsRun(bool needsRun);
  /// Whether the document gives the setting, and what it is where it does not.
  void setGiven(bool given, const QString& defaultText);
  /// Whether a truth value may be an expression; so unless told otherwise.
  void setTakesExpressions(bool takes) { takesExpressions_ = takes; }
  /// What the catalogue says that a number may be, for its slider.
  void setConstraint(const QString& constraint) { constraint_ = constraint; }
  /// Its slider changes the value at this place of the document while it is dragged, and can be
  /// pinned beside the plots. The place is asked for anew each time, as the block may be renamed.
  void setTuned(DiagramDocument* document, std::function<ValuePlace()> placeOf);
  /// Whether the setting can be shown as a table now.
  void setTableEnabled(bool enabled);
  /// Gives it the keyboard, with the whole text selected.
  void focusText();

 Q_SIGNALS:
  /// The text as it is typed.
  void typed(const QString& text);
  /// The text is meant to be the document's.
  void submitted(const QString& text);
  /// Esc took the text back to that of the document.
  void givenUp();
  /// A button, a key or an entry of the menu asked for these.
  void resetRequested();
  void tableRequested();
  void newRunRequested();
  void helpRequested();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  /// Make the parts that this kind of field has.
  void makeEditor(QVBoxLayout* column, const QStringList& choices);
  void prepare(QWidget* editor);
  void makeCounters();
  /// A small button in or beside the field; `suffix` completes its object name.
  QToolButton* makeButton(const char* suffix, const QString& tip, QWidget* parent);
  /// Keys in the line of text, and in any editor: true where the key was used.
  bool onEditKey(int key);
  bool onKey(QObject* watched, int key);
  void showMenu(QObject* watched, const QPoint& globalPosition);
  void addEntries(QMenu* menu);
  void showAsExpression(bool expression);
  /// Adds to a whole number, for the arrow keys and the small buttons.
  void count(int by);
  void reset();
  void submit();
  /// Puts the value and unit into the line of text, at its right.
  void placeHint();
  /// The number that is in the line of text, where it is one.
  std::optional<double> number() const;
  void showSlider(bool shown);
  /// What dragging the slider, and letting it go, does.
  void drag(double number);
  void endDrag();
  void giveUpDrag();
  /// Puts the slider's handle where the number is.
  void followNumber();

  /// Which editors there are depends on the kind; the others are null.
  QString name_;
  FieldKind kind_;
  QLineEdit* edit_ = nullptr;
  QComboBox* choice_ = nullptr;
  QCheckBox* check_ = nullptr;
  QWidget* beside_ = nullptr;  // buttons in the line of text, at its right
  QVBoxLayout* column_;
  QLabel* hint_;
  QLabel* error_;
  QWidget* needsRun_ = nullptr;    // made when it is needed
  ValueSlider* slider_ = nullptr;  // made when it is wanted
  QToolButton* reset_ = nullptr;
  /// Of a value that is tuned; else null.
  DiagramDocument* tuned_ = nullptr;
  std::function<ValuePlace()> placeOf_;
  std::unique_ptr<ValueDrag> drag_;
  /// What was told last, for when the field is laid out anew or taken back.
  QString hintText_;
  QString documentText_;
  QString constraint_;
  bool takesExpressions_ = true;
  bool isExpression_ = false;  // a truth value that is one
  bool hasProblem_ = false;
};

}  // namespace loopwright
