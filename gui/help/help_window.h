#pragma once

#include <QString>
#include <QWidget>

namespace loopwright {

class BlockRegistry;
class HelpBrowser;

/// The help in a window of its own, with back, forward and all blocks above the page.
/// Object names: `helpWindow`, `help.back`, `help.forward`, `help.index`.
class HelpWindow : public QWidget {
  Q_OBJECT
 public:
  /// A window above `parent`. `registry` must outlive it.
  explicit HelpWindow(const BlockRegistry& registry, QWidget* parent = nullptr);

  /// What shows the page.
  HelpBrowser* browser() const { return browser_; }
  /// Shows the page of a type, or all blocks for an empty one, and comes to the front.
  void showHelp(const QString& type);

 private:
  HelpBrowser* browser_;
};

}  // namespace loopwright
