#pragma once

#include <QString>
#include <QStringList>
#include <QWidget>

class QScrollArea;

namespace loopwright {

class BlockPropertiesForm;
class CommonParametersForm;
class DiagramDocument;
class DiagramForm;
class SignalForm;
struct Block;
struct ChangeSet;

/// The form of the selected block, made from its descriptor: name, every parameter as typed with
/// its value and unit, ports and what they are wired to; of several, what they have in common. Of a
/// selected wire its signal; where nothing is selected the diagram, or the subsystem shown. An
/// entry that is wrong turns red with the reason below it and changes nothing in the document.
/// Object names: `propertiesPanel`, `property.name`, `property.PARAMETER` for the fields (what
/// belongs to them has the names of SettingField), `property.colour`, `property.summary`.
class PropertiesPanel : public QWidget {
  Q_OBJECT
 public:
  explicit PropertiesPanel(DiagramDocument* document, QWidget* parent = nullptr);
  ~PropertiesPanel() override;

  /// Shows one block or several; without any the diagram, inside a subsystem that subsystem.
  void showBlocks(const QString& level, const QStringList& names);
  /// Shows the signal of output `from` (`BLOCK.PORT`).
  void showSignal(const QString& level, const QString& from);
  /// Puts the keyboard into a parameter's field.
  void focusParameter(const QString& parameter);

 Q_SIGNALS:
  /// A port was clicked: the path of the block at its other end.
  void revealRequested(const QString& path);
  /// Help on a block type is wanted.
  void helpRequested(const QString& type);

 private:
  void showSubject(const QString& level, const QStringList& names, const QString& signal);
  const Block* block() const;
  bool hasSignal() const;
  bool concerns(const ChangeSet& changes) const;
  void onChanged(const ChangeSet& changes);
  void refreshCommon();
  void rebuild();

  DiagramDocument* document_;
  QScrollArea* area_;
  QString level_;
  QStringList names_;
  QString signal_;                          // its output; "" where no signal is shown
  BlockPropertiesForm* form_ = nullptr;     // of one block
  CommonParametersForm* common_ = nullptr;  // of several
  SignalForm* signalForm_ = nullptr;        // of a wire
  DiagramForm* diagram_ = nullptr;          // of the top level
};

}  // namespace loopwright
