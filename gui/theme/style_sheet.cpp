#include "gui/theme/style_sheet.h"

#include <QRegularExpression>
#include <utility>

#include "gui/theme/theme.h"

namespace loopwright {

namespace {

// Words in @…@ are replaced by the theme's colours; sizes of fonts and least widths of texts grow
// with the text scale.
constexpr const char* kStyleSheet = R"(
QWidget { color: @ink@; }
QMainWindow, QMenuBar, QStatusBar { background: @window@; }
QMainWindow::separator { background: @hairline@; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: @accent@; }
QMenuBar { padding: 1px 6px; border-bottom: 1px solid @hairline@; }
QMenuBar::item { padding: 4px 9px; border-radius: 4px; background: transparent; }
QMenuBar::item:selected { background: @accentSoft@; }
QMenu { background: @panel@; border: 1px solid @hairline@; padding: 5px; }
QMenu::item { padding: 5px 26px 5px 14px; border-radius: 4px; }
QMenu::item:selected { background: @accentSoft@; }
QMenu::item:disabled { color: @disabled@; }
QMenu::separator { height: 1px; background: @hairline@; margin: 5px 8px; }
QMenu::icon { padding-left: 6px; }
QToolBar { background: @panel@; border: none; border-bottom: 1px solid @hairline@;
  padding: 3px 10px; spacing: 4px; }
QToolBar[panelBar="true"] { background: @panel@; border: none; padding: 4px 1px; spacing: 2px; }
QToolBar[panelBar="true"] QToolButton { padding: 4px 2px; }
QToolBar#panelBar\.left { border-right: 1px solid @hairline@; }
QToolBar#panelBar\.right { border-left: 1px solid @hairline@; }
QFrame#panelDrawer { background: @panel@; border: 1px solid @hairline@; border-top: none;
  border-bottom: none; }
QToolBar::separator { background: @hairline@; width: 1px; margin: 4px 6px; }
QToolButton { border: 1px solid transparent; border-radius: 6px; padding: 4px 5px;
  background: transparent; }
QToolButton:hover, QToolButton:checked { background: @accentSoft@; }
QToolButton:pressed { background: @hairline@; }
QToolButton:disabled { color: @disabled@; }
QToolButton:focus { border-color: @accent@; }
QToolButton[toggle="true"] { border-color: @hairline@; }
QToolButton[toggle="true"]:checked { border-color: @accent@; color: @accent@; }
QToolButton[toggle="true"]:focus { border: 2px solid @accent@; padding: 3px 4px; }
QToolButton[toggle="true"]:disabled { border-color: @hairline@; color: @disabled@;
  background: transparent; }
QToolButton[inField="true"] { padding: 0; border: none; border-radius: 3px; }
QToolButton::menu-indicator { image: none; }
QToolButton#qt_toolbar_ext_button { padding: 0; image: url(@chevron@); qproperty-icon: none; }
QStatusBar { border-top: 1px solid @hairline@; color: @muted@; font-size: 11px; }
QStatusBar::item { border: none; }
QStatusBar QToolButton { padding: 1px 5px; }
QStatusBar QLabel { color: @muted@; font-size: 11px; padding: 0 6px; }
QMainWindow#panelArea { background: @panel@; }
QDockWidget, QDockWidget > QWidget { background: @panel@; }
QLabel[role="panelTitle"] { font-size: 11px; font-weight: 600; color: @muted@; }
QLabel[role="panelTitle"][active="true"] { color: @ink@; }
QToolButton[panelButton="true"] { padding: 3px; border-radius: 4px; }
QFrame[frameShape="4"], QFrame[frameShape="5"] { color: @hairline@; }
QLineEdit, QComboBox, QAbstractSpinBox, QPlainTextEdit, QTextEdit { background: @field@;
  border: 1px solid @hairline@; border-radius: 5px; padding: 3px 7px;
  selection-background-color: @accent@; selection-color: @selectedText@; }
QLineEdit:focus, QComboBox:focus, QAbstractSpinBox:focus { border-color: @accent@; }
QLineEdit[invalid="true"], QComboBox[invalid="true"] { border: 1px solid @error@; }
QLineEdit:disabled, QComboBox:disabled, QAbstractSpinBox:disabled { color: @disabled@; background: @window@; }
QComboBox { padding-right: 20px; }
QComboBox::drop-down { border: none; width: 20px; }
QComboBox::down-arrow { image: url(@chevron@); width: 9px; height: 9px; }
QAbstractItemView { background: @panel@; border: 1px solid @hairline@;
  selection-background-color: @accentSoft@; selection-color: @ink@; outline: 0; }
QPushButton { background: @field@; border: 1px solid @hairline@; border-radius: 5px;
  padding: 4px 12px; outline: 0; }
QPushButton:hover { background: @accentSoft@; }
QPushButton:focus { border: 2px solid @accent@; padding: 3px 11px; }
QPushButton:default { background: @accent@; border-color: @accent@; color: @selectedText@; }
QPushButton:default:hover { background: @accentStrong@; border-color: @accentStrong@; }
QPushButton:default:focus { border: 2px solid @ink@; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QPushButton:disabled { color: @disabled@; }
QPushButton:default:disabled { background: @window@; border-color: @hairline@; }
QCheckBox::indicator, QAbstractItemView::indicator { width: 12px; height: 12px;
  border: 1px solid @muted@; border-radius: 3px; background: @field@; }
QCheckBox::indicator:checked, QAbstractItemView::indicator:checked { background: @accent@;
  border-color: @accent@; image: url(@check@); }
QCheckBox:focus { color: @accent@; }
QScrollArea#startPage, QWidget#startPage\.page { background: @canvas@; }
QLabel#startPage\.title, QLabel#aboutDialog\.title { font-size: 26px; font-weight: 600; }
QToolButton#commandButton { border: 1px solid @hairline@; border-radius: 13px; padding: 4px 14px;
  background: @field@; color: @muted@; font-size: 11px; }
QToolButton#commandButton:hover { background: @accentSoft@; }
QToolButton#commandButton:focus { border-color: @accent@; }
QMessageBox QLabel#qt_msgbox_label { font-size: 13px; font-weight: 600; }
QFrame#commandPalette { background: @panel@; border: 1px solid @hairline@; border-radius: 8px; }
QFrame#messageBar { background: @accentSoft@; border: none; border-bottom: 1px solid @hairline@; }
QFrame#problems\.offer { background: @accentSoft@; border: none; border-top: 1px solid @hairline@; }
QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: @track@; }
QSlider::sub-page:horizontal { border-radius: 2px; background: @accent@; }
QSlider::handle:horizontal { width: 10px; height: 10px; margin: -5px 0; border-radius: 7px;
  border: 2px solid @accent@; background: @field@; }
QSlider::handle:horizontal:focus { background: @accent@; }
QSlider::sub-page:horizontal:disabled { background: @track@; }
QSlider::handle:horizontal:disabled { border-color: @disabled@; }
QProgressBar { background: @track@; border: none; border-radius: 2px; max-height: 5px;
  min-height: 5px; text-align: center; }
QProgressBar::chunk { background: @accent@; border-radius: 2px; }
QTabWidget::pane { border: none; }
QTabWidget { background: @panel@; }
QTabBar { background: @panel@; qproperty-drawBase: 0; }
QTabBar::tab { background: transparent; color: @muted@; padding: 7px 11px; margin: 0;
  border: none; border-bottom: 2px solid transparent; }
QTabBar::tab:selected { color: @ink@; border-bottom: 2px solid @accent@; }
QTabBar::tab:hover { color: @ink@; }
QMainWindow#panelArea > QTabBar::tab { padding: 7px 8px; }
QTabBar#documentTabs::tab { padding: 7px 14px; min-width: 120px; border: none;
  border-top: 2px solid transparent; border-right: 1px solid @hairline@; }
QTabBar#documentTabs::tab:selected { background: @canvas@; border-top: 2px solid @accent@; }
QTabBar::close-button { image: url(@close@); width: 14px; height: 14px; margin-left: 4px;
  border-radius: 3px; }
QTabBar::close-button:hover { background: @accentSoft@; }
QHeaderView::section { background: @panel@; color: @muted@; border: none;
  border-bottom: 1px solid @hairline@; padding: 4px 3px; font-size: 11px; }
QTableCornerButton::section { background: @panel@; border: none;
  border-bottom: 1px solid @hairline@; }
QTableView[showGrid="false"] QHeaderView::section:vertical { border: none; }
QAbstractItemView { background: @panel@; alternate-background-color: @window@; border: none;
  selection-background-color: @accentSoft@; selection-color: @ink@; outline: 0;
  gridline-color: @hairline@; }
QAbstractItemView::item:hover { background: @window@; }
QAbstractItemView::item:selected { background: @accentSoft@; color: @ink@; }
QTreeView::branch { background: transparent; }
QTreeView::branch:has-children:closed { image: url(@chevronRight@); }
QTreeView::branch:has-children:open { image: url(@chevron@); }
QListView#find\.list::item { padding: 4px 8px; }
QListWidget#unsavedDocuments\.list::item { padding: 5px 6px; }
QTreeView#outlineTree::item, QUndoView#historyView::item, QTreeView#signalTree::item,
QTreeView#runsTree::item, QTreeView#compareSignals::item, QTreeView#stepCheckSignals::item,
QListView#compareCauses::item { padding: 3px 2px; border: none; }
QTreeView#inspectorTree::item { padding: 2px 0; }
QScrollArea { background: @panel@; border: none; }
QGraphicsView { border: none; }
QWidget#breadcrumb { background: @canvas@; }
QWidget#plotPanel { background: @panel@; }
QScrollBar:vertical { background: transparent; width: 9px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 9px; margin: 0; }
QScrollBar::handle { background: @hairline@; border-radius: 4px; min-height: 28px;
  min-width: 28px; margin: 1px; }
QScrollBar::handle:hover { background: @muted@; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QFrame[role="popup"] { background: @panel@; border: 1px solid @hairline@; border-radius: 6px; }
QToolTip { background: @bubble@; color: @bubbleText@; border: none; padding: 5px 8px; }
QLabel { background: transparent; }
QLabel[role="title"] { font-size: 13px; font-weight: 600; }
QLabel[role="secondary"] { font-size: 11px; color: @muted@; }
QLabel[role="caption"] { font-size: 10px; color: @muted@; }
QLabel[role="error"] { font-size: 11px; color: @error@; }
QLabel[role="warning"] { font-size: 11px; color: @warning@; }
QLabel:disabled { color: @disabled@; }
)";

// Multiplies the font sizes and least widths in a style sheet by the text scale: at a scale of 1.5
// "font-size: 11px" becomes "font-size: 17px".
QString scaleTexts(const QString& sheet) {
  static const QRegularExpression size(QStringLiteral("(font-size|min-width): (\\d+)px"));
  QString result;
  qsizetype end = 0;
  for (const QRegularExpressionMatch& match : size.globalMatch(sheet)) {
    result += sheet.mid(end, match.capturedStart(2) - end);
    result += QString::number(scaled(match.capturedView(2).toInt()));
    end = match.capturedEnd(2);
  }
  return result + sheet.mid(end);
}

}  // namespace

// Puts the theme's colours and pictures in the places of the words, then scales the texts.
QString makeStyleSheet(const Theme& theme) {
  QColor disabled = theme.muted;
  disabled.setAlphaF(0.6f);
  const std::pair<const char*, QString> replacements[] = {
      {"@ink@", theme.ink.name()},
      {"@muted@", theme.muted.name()},
      {"@hairline@", theme.hairline.name()},
      {"@window@", theme.window.name()},
      {"@panel@", theme.panel.name()},
      {"@canvas@", theme.canvas.name()},
      {"@field@", theme.field.name()},
      {"@accent@", theme.accent.name()},
      {"@accentSoft@", theme.accentSoft.name()},
      {"@accentStrong@",
       (theme.isDark() ? theme.accent.lighter(115) : theme.accent.darker(115)).name()},
      {"@error@", theme.error.name()},
      {"@warning@", theme.warning.name()},
      {"@bubble@", theme.bubble.name()},
      {"@bubbleText@", theme.bubbleText.name()},
      {"@track@", theme.isDark() ? theme.hairline.name() : QStringLiteral("#e4e7ec")},
      {"@selectedText@", theme.isDark() ? theme.window.name() : QStringLiteral("#ffffff")},
      {"@disabled@", disabled.name(QColor::HexArgb)},
      {"@chevron@", theme.isDark() ? QStringLiteral(":/theme/chevron_dark.svg")
                                   : QStringLiteral(":/theme/chevron_light.svg")},
      {"@chevronRight@", theme.isDark() ? QStringLiteral(":/theme/chevron_right_dark.svg")
                                        : QStringLiteral(":/theme/chevron_right_light.svg")},
      {"@check@", theme.isDark() ? QStringLiteral(":/theme/check_dark.svg")
                                 : QStringLiteral(":/theme/check_light.svg")},
      {"@close@", theme.isDark() ? QStringLiteral(":/theme/close_dark.svg")
                                 : QStringLiteral(":/theme/close_light.svg")}};
  QString sheet = QString::fromUtf8(kStyleSheet);
  for (const auto& [word, colour] : replacements) sheet.replace(QLatin1String(word), colour);
  return scaleTexts(sheet);
}

}  // namespace loopwright
