#pragma once

#include <QMainWindow>
#include <QString>
#include <functional>
#include <vector>

class QLabel;
class QMenu;
class QStackedWidget;
class QToolButton;

namespace loopwright {

class Actions;
class BlockRegistry;
class DocumentTabs;
class HelpWindow;
class PanelArea;
class PreferencesDialog;
class StartPage;
class ThemeKeeper;
class Workspace;
enum class ActionId;
enum class CostKind;

/// The editor's window: menus, toolbar, and the open documents as tabs, each a Workspace. Files are
/// opened and saved by file_commands.h.
/// Object names: `documentTabs`, `problemsButton`, `statusMessage`, `statusRight`.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  /// `registry` and `themes` must outlive the window. Starts with one empty diagram. Without
  /// `themes` the theme cannot be chosen in it.
  explicit MainWindow(const BlockRegistry& registry, ThemeKeeper* themes = nullptr,
                      QWidget* parent = nullptr);
  ~MainWindow() override;

  /// All commands of the window, as menus, toolbar and keys trigger them.
  Actions& actions() const { return *actions_; }
  /// There is always at least one document.
  Workspace* current() const;
  /// The open documents in the order of their tabs.
  const std::vector<Workspace*>& workspaces() const { return workspaces_; }

  /// Adds an empty document and shows it.
  Workspace* addWorkspace();
  /// Shows a document's tab, and leaves the start page if it is shown.
  void showWorkspace(Workspace* workspace);
  /// Takes a document away without asking; a new empty one follows the last.
  void removeWorkspace(Workspace* workspace);

  /// Shows a short message in the status bar, until the next one.
  void showMessage(const QString& text);
  /// Shows the start page in place of the documents; opening or making one leads back. What needs
  /// a document is disabled there.
  void showStartPage();
  /// Whether the start page is shown in place of the documents.
  bool isStartPageShown() const;
  /// The docks around the canvas.
  PanelArea* panels() const { return panels_; }
  /// Brings back the place and size of the window, and of its panels, as they were when one was
  /// closed last.
  void restoreLayout();
  /// Opens the help at the page of a block type, or at the list of all for an empty one.
  void showHelp(const QString& type);
  /// The type that help is wanted for: of the palette's entry that has the keyboard, else of the
  /// first selected block; empty where there is none, or nothing of a document is shown.
  QString typeForHelp() const;

 protected:
  void closeEvent(QCloseEvent* event) override;
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  /// Puts tabs, canvases, docks and start page together.
  void makeLayout();
  void makeStatusBar();
  /// Fills the menu bar from the actions.
  void makeMenus();
  void fillFileMenu(QMenu* file);
  QMenu* fillRunMenu(QMenu* run);
  void makeToolBar();
  /// Shows the button for the list of commands with or without its key.
  void showCommandKey(bool isShown);
  void refreshCommandKey();
  /// Menus that are filled when they open.
  void fillRecentMenu(QMenu* menu);
  void fillExamplesMenu(QMenu* menu);
  /// Leads an action to what is done where it is triggered, or switched on and off.
  void on(ActionId id, const std::function<void()>& act);
  void onSwitched(ActionId id, const std::function<void(bool)>& act);
  /// Each group of actions is led to what does it, always of the current document.
  void connectFileActions();
  void connectEditActions();
  void connectTabActions();
  /// Lets undo and redo follow the current document.
  void connectUndo();
  void connectPanelActions();
  void connectMinimap();
  void fillPanelsMenu(QMenu* menu);
  void connectRunActions();
  /// What the canvas's blocks are coloured by.
  CostKind chosenCosts() const;
  /// Connects the commands for runs that are kept.
  void connectKeptRunActions();
  /// Connects the commands for instants of the past.
  void connectPastActions();
  void connectHelpActions();
  /// Leaves the start page.
  void showDocuments();
  void printCurrentDiagram();
  /// Brings the titles of window and tabs, and below it status, map and actions, in line.
  void refreshTitles();
  void refreshStatus();
  void refreshMinimap();
  void refreshRunActions();
  /// Another document is the current one.
  void onTabChanged();

  const BlockRegistry& registry_;
  Actions* actions_;
  QStackedWidget* pages_;
  PanelArea* panels_;
  StartPage* startPage_;
  std::vector<Workspace*> workspaces_;
  DocumentTabs* tabs_;
  QStackedWidget* centre_;
  QStackedWidget* runBars_;
  QToolButton* commandButton_ = nullptr;
  QToolButton* problemsButton_;
  QLabel* message_;
  QLabel* statusRight_;
  HelpWindow* help_ = nullptr;                // made when first shown
  PreferencesDialog* preferences_ = nullptr;  // likewise
};

}  // namespace loopwright
