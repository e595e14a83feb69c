#pragma once

#include <QMainWindow>
#include <QString>
#include <vector>

class QLabel;
class QMenu;
class QStackedWidget;
class QTabBar;
class QToolButton;

namespace loopwright {

class Actions;
class BlockRegistry;
class Workspace;

/// The editor's window: menus, toolbar, and the open documents as tabs, each a Workspace. Files are
/// opened and saved by file_commands.h.
/// Object names: `documentTabs`, `problemsButton`, `statusMessage`, `statusRight`.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  /// `registry` must outlive the window. Starts with one empty diagram.
  explicit MainWindow(const BlockRegistry& registry, QWidget* parent = nullptr);
  ~MainWindow() override;

  Actions& actions() const { return *actions_; }
  /// There is always at least one document.
  Workspace* current() const;
  const std::vector<Workspace*>& workspaces() const { return workspaces_; }

  /// Adds an empty document and shows it.
  Workspace* addWorkspace();
  void showWorkspace(Workspace* workspace);
  /// Takes a document away without asking; a new empty one follows the last.
  void removeWorkspace(Workspace* workspace);

  /// Shows a short message in the status bar, until the next one.
  void showMessage(const QString& text);
  void setDarkTheme(bool dark);

 protected:
  void closeEvent(QCloseEvent* event) override;

 private:
  void makeLayout();
  void makeStatusBar();
  void makeMenus();
  void makeToolBar();
  void fillRecentMenu(QMenu* menu);
  void fillExamplesMenu(QMenu* menu);
  void connectFileActions();
  void connectEditActions();
  void connectEditingOptions();
  void connectUndo();
  void connectViewActions();
  void connectRunActions();
  void exportCurrentDiagram();
  void exportCurrentPlots();
  void refreshTitles();
  void refreshStatus();
  void refreshRunActions();
  void onTabChanged(int index);

  const BlockRegistry& registry_;
  Actions* actions_;
  std::vector<Workspace*> workspaces_;
  QTabBar* tabs_;
  QStackedWidget* left_;
  QStackedWidget* centre_;
  QStackedWidget* right_;
  QStackedWidget* run_bars_;
  QToolButton* problems_button_;
  QLabel* message_;
  QLabel* status_right_;
};

}  // namespace loopwright
