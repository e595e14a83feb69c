#pragma once

#include <QDialog>

namespace loopwright {

/// Says which program this is: its version, its licence, and the libraries that it is built with.
/// Object names: `aboutDialog`, `aboutDialog.version`, `aboutDialog.libraries` (a table of name,
/// version and licence), `aboutDialog.copy` (all of it as text, for a report of a fault).
class AboutDialog : public QDialog {
  Q_OBJECT
 public:
  explicit AboutDialog(QWidget* parent = nullptr);

 private:
  /// The upper part: name, version, licence.
  QWidget* makeHead();
  /// The table of libraries.
  QWidget* makeLibraries();
};

}  // namespace loopwright
