#pragma once

#include <QDialog>
#include <vector>

namespace loopwright {

struct Diagnostic;

/// What is wrong with a file that could not be opened, as lines that can be copied.
/// Object names: `diagnosticsDialog`, `diagnosticsText`.
class DiagnosticsDialog : public QDialog {
  Q_OBJECT

 public:
  /// `path` is the file, `diagnostics` what reading it gave.
  DiagnosticsDialog(const QString& path, const std::vector<Diagnostic>& diagnostics,
                    QWidget* parent);
};

}  // namespace loopwright
