#include <QAbstractButton>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QStyleOptionComboBox>
#include <QTabBar>
#include <QTabWidget>
#include <QTableWidget>
#include <QTimer>
#include <QToolButton>
#include <functional>

#include "engine/blocks/block_registry.h"
#include "gui/actions/actions.h"
#include "gui/actions/command_palette.h"
#include "gui/actions/shortcuts_page.h"
#include "gui/canvas/block_inserter.h"
#include "gui/canvas/diagram_view.h"
#include "gui/canvas/selection_commands.h"
#include "gui/docks/panel_list.h"
#include "gui/document/diagram_document.h"
#include "gui/document/recovery.h"
#include "gui/document/setting_text.h"
#include "gui/language/language.h"
#include "gui/main_window/about_dialog.h"
#include "gui/main_window/diagnostics_dialog.h"
#include "gui/main_window/file_commands.h"
#include "gui/main_window/preferences_dialog.h"
#include "gui/main_window/recovery_dialog.h"
#include "gui/main_window/unsaved_dialog.h"
#include "gui/panels/message_bar.h"
#include "gui/panels/palette_entry.h"
#include "gui/panels/table_editor.h"
#include "gui/run/run_controller.h"
#include "gui/start/example_card.h"
#include "gui/start/file_lists.h"
#include "gui/theme/eliding.h"
#include "tests/gui/editor_window.h"
#include "tests/test_main.h"

namespace loopwright::test_text_size {

namespace {

const char* const kExample = LOOPWRIGHT_SOURCE_DIR "/resources/examples/sampled_pid.loop.json";

constexpr int kCardMargin = 14;    // of the title on an example's card
constexpr int kUsualWidth = 1280;  // of a window, at a text scale of 1
constexpr int kRoomyWidth = 1440;  // of one that has room for panels beside the canvas

QString plainText(const QWidget* widget) {
  if (const auto* label = qobject_cast<const QLabel*>(widget)) return label->text();
  if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) return button->text();
  return QString();
}

/// Looks at all texts that are visible in a window, and notes those that are clipped or overlap.
class TextInspector {
 public:
  explicit TextInspector(QString place) : place_(std::move(place)) {}

  void inspect(QWidget* window) {
    QCoreApplication::processEvents();
    QList<const QWidget*> texts;
    for (QWidget* widget : window->findChildren<QWidget*>()) {
      if (!widget->isVisible() || widget->visibleRegion().isEmpty()) continue;
      if (!plainText(widget).isEmpty()) texts += widget;
      inspectWidget(widget);
    }
    for (const QWidget* text : texts) {
      for (const QWidget* other : texts) {
        const bool together = text < other && text->parentWidget() == other->parentWidget();
        if (together && text->geometry().intersects(other->geometry())) {
          note(text, "overlaps " + plainText(other));
        }
      }
    }
  }

  const QStringList& problems() const { return problems_; }

 private:
  void note(const QWidget* widget, const QString& what) {
    const QString name = widget->objectName().isEmpty() ? widget->parentWidget()->objectName()
                                                        : widget->objectName();
    problems_ += QStringLiteral("%1: %2 %3 \"%4\": %5")
                     .arg(place_, widget->metaObject()->className(), name, plainText(widget), what);
  }

  void needs(const QWidget* widget, const QSize& size) {
    if (size.width() > widget->width() || size.height() > widget->height()) {
      note(widget, QStringLiteral("needs %1 x %2, has %3 x %4")
                       .arg(size.width())
                       .arg(size.height())
                       .arg(widget->width())
                       .arg(widget->height()));
    }
    // What a list scrolls is cut at its upper or lower edge, never at the sides.
    const int visible = widget->visibleRegion().boundingRect().width();
    if (visible < widget->width()) {
      note(widget, QStringLiteral("only %1 of %2 are visible").arg(visible).arg(widget->width()));
    }
  }

  void inspectWidget(QWidget* widget) {
    if (const auto* label = qobject_cast<QLabel*>(widget)) {
      if (label->text().isEmpty()) return;
      // One that ends in "…" has all of its text as its tool tip.
      if (qobject_cast<const ElidingLabel*>(label) != nullptr) {
        return needs(label, label->minimumSizeHint());
      }
      needs(label, label->wordWrap() ? QSize(0, label->heightForWidth(label->width()))
                                     : label->sizeHint());
    } else if (const auto* card = qobject_cast<ExampleCard*>(widget)) {
      QFont title = controlFont();
      title.setWeight(QFont::DemiBold);
      needs(card, {QFontMetrics(title).horizontalAdvance(card->text()) + 2 * kCardMargin, 0});
    } else if (widget->objectName() == QStringLiteral("qt_toolbar_ext_button")) {
      if (widget->window()->width() >= scaled(kUsualWidth)) {
        note(widget, QStringLiteral("the toolbar is too narrow for its buttons"));
      }
    } else if (const auto* button = qobject_cast<QAbstractButton*>(widget)) {
      const auto* tool = qobject_cast<const QToolButton*>(button);
      const bool is_icon = tool != nullptr && !tool->icon().isNull() &&
                           tool->toolButtonStyle() == Qt::ToolButtonIconOnly;
      if (!button->text().isEmpty() && !is_icon) needs(button, button->sizeHint());
    } else if (const auto* box = qobject_cast<QComboBox*>(widget)) {
      inspectBox(box);
    } else if (const auto* tabs = qobject_cast<QTabBar*>(widget)) {
      inspectTabs(tabs);
    } else if (const auto* header = qobject_cast<QHeaderView*>(widget)) {
      inspectHeader(header);
    } else if (const auto* edit = qobject_cast<QLineEdit*>(widget)) {
      const QString shown = edit->text().isEmpty() ? edit->placeholderText() : QString();
      needs(edit,
            QSize(edit->fontMetrics().horizontalAdvance(shown) + 16, edit->fontMetrics().height()));
    } else if (const auto* entry = qobject_cast<PaletteEntry*>(widget)) {
      needs(entry, {entry->minimumSizeHint().width(), entry->heightForWidth(entry->width())});
    }
  }

  void inspectBox(const QComboBox* box) {
    QStyleOptionComboBox option;
    option.initFrom(box);
    const QRect field = box->style()->subControlRect(QStyle::CC_ComboBox, &option,
                                                     QStyle::SC_ComboBoxEditField, box);
    const int text = box->fontMetrics().horizontalAdvance(box->currentText());
    if (text > field.width()) {
      note(box, QStringLiteral("\"%1\" needs %2, has %3")
                    .arg(box->currentText())
                    .arg(text)
                    .arg(field.width()));
    }
    needs(box, QSize());
  }

  void inspectTabs(const QTabBar* tabs) {
    for (int i = 0; i < tabs->count(); ++i) {
      const QRect rect = tabs->tabRect(i);
      const int text = tabs->fontMetrics().size(Qt::TextShowMnemonic, tabs->tabText(i)).width();
      if (text > rect.width() || rect.right() >= tabs->width()) {
        note(tabs, QStringLiteral("the tab \"%1\" is clipped").arg(tabs->tabText(i)));
      }
    }
  }

  // Columns that a user can widen may be narrower than what stands in them, but not their titles.
  void inspectHeader(const QHeaderView* header) {
    if (header->orientation() != Qt::Horizontal) return;
    for (int i = 0; i < header->count(); ++i) {
      if (header->sectionSizeHint(i) > header->sectionSize(i)) {
        note(header, QStringLiteral("the title \"%1\" is clipped")
                         .arg(header->model()->headerData(i, Qt::Horizontal).toString()));
      }
    }
  }

  QString place_;
  QStringList problems_;
};

}  // namespace

/// No text is clipped, in any language, at one and a half times the usual size. With the
/// environment variable LOOPWRIGHT_PICTURES a picture of each window looked at is written into that
/// folder.
class TestTextSize : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void cleanup();

  void mainWindow_data() { addSizes(); }
  void mainWindow();
  void formsOfAllBlocks_data() { addSizes(); }
  void formsOfAllBlocks();
  void popups_data() { addSizes(); }
  void popups();
  void dialogs_data() { addSizes(); }
  void dialogs();
  void pages_data() { addSizes(); }
  void pages();
  void theDesktopsFontSetsTheScale_data() { addSize("en", 1); }
  void theDesktopsFontSetsTheScale();

 private:
  static void addSizes() {
    for (const char* language : {"en", "de"}) {
      for (const double scale : {1.0, 1.5}) addSize(language, scale);
    }
  }
  static void addSize(const char* language, double scale) {
    QTest::addColumn<QString>("language");
    QTest::addColumn<double>("scale");
    QTest::addRow("%s %g", language, scale) << QString(language) << scale;
  }

  /// Inspects a window as it is now, and draws it.
  void look(QWidget* window, const QString& place);

  std::unique_ptr<WindowFixture> fixture_;
  std::unique_ptr<MainWindow> window_;
  QStringList problems_;
};

void TestTextSize::init() {
  fixture_ = std::make_unique<WindowFixture>();
  problems_.clear();
  QFETCH(QString, language);
  QFETCH(double, scale);
  installLanguage(language);
  setTextScale(scale);
  applyTheme(qApp, Theme::Mode::kLight);
  window_ = std::make_unique<MainWindow>(BuiltInBlocks());
  window_->resize(scaled(kRoomyWidth), 900);  // Its panels are beside the canvas.
  window_->show();
  window_->activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(window_.get()));
}

void TestTextSize::cleanup() {
  window_.reset();
  installLanguage(QStringLiteral("en"));
  setTextScale(1);
  applyTheme(qApp, Theme::Mode::kLight);
}

void TestTextSize::look(QWidget* window, const QString& place) {
  TextInspector inspector(place);
  inspector.inspect(window);
  problems_ += inspector.problems();
  const QString folder = qEnvironmentVariable("LOOPWRIGHT_PICTURES");
  if (folder.isEmpty()) return;
  const QString tag = QString::fromUtf8(QTest::currentDataTag()).replace(' ', '-');
  window->grab().save(QStringLiteral("%1/%2-%3.png").arg(folder, place, tag));
}

#define NO_PROBLEMS                                               \
  for (const QString& problem : problems_) qWarning() << problem; \
  QVERIFY2(problems_.isEmpty(), "texts are clipped, see the warnings")

void TestTextSize::mainWindow() {
  QVERIFY(openFile(window_.get(), kExample));
  Workspace* const workspace = window_->current();
  workspace->runs()->start();
  QTRY_VERIFY(!workspace->runs()->isActive());
  // How fast it was differs from machine to machine: the longest text.
  auto* const status = workspace->runBar()->findChild<QLabel*>("runStatus");
  QStringList parts = status->text().split(QStringLiteral(" · "));
  QCOMPARE(parts.size(), 3);
  parts[1] = formatRate(1e6);
  status->setText(parts.join(QStringLiteral(" · ")));
  workspace->view()->selectBlocks({"controller"});
  look(window_.get(), "main");
  window_->resize(scaled(kUsualWidth), 900);
  look(window_.get(), "folded");
  window_->resize(scaled(kRoomyWidth), 900);
  for (const PanelInfo& panel : panelList()) {
    window_->actions().get(panel.show)->trigger();
    look(window_.get(), QStringLiteral("panel-%1").arg(QLatin1String(panel.name)));
  }
  NO_PROBLEMS;
}

void TestTextSize::formsOfAllBlocks() {
  Workspace* const workspace = window_->current();
  window_->showWorkspace(workspace);
  auto* const properties = window_->findChild<QWidget*>("propertiesPanel");
  for (const BlockDescriptor& type : BuiltInBlocks().all()) {
    const QString name = QString::fromStdString(type.type);
    QVERIFY(!workspace->view()->inserter()->addBlock(name, QPointF(0, 0)).isEmpty());
    look(properties, QStringLiteral("form-%1").arg(name));
  }
  QTRY_VERIFY(workspace->document()->isChecked());
  workspace->view()->commands()->selectAll();
  look(properties, "form-of-many");
  window_->actions().get(ActionId::kShowProblems)->trigger();
  look(window_.get(), "problems");
  NO_PROBLEMS;
}

void TestTextSize::popups() {
  window_->showWorkspace(window_->current());
  Workspace* const workspace = window_->current();
  workspace->view()->inserter()->quickAddAt(QPointF(0, 0));
  look(window_.get(), "quick-add");
  QTest::keyClick(window_->findChild<QLineEdit*>("quickAdd.edit"), Qt::Key_Escape);
  auto* const commands = new CommandPalette(window_->actions(), window_.get());
  commands->begin();
  look(window_.get(), "commands");
  QVERIFY(commands->isVisible());
  QTest::keyClick(commands->findChild<QLineEdit*>(), Qt::Key_Escape);
  auto* const bar = window_->findChild<MessageBar*>("messageBar");
  bar->ask(MessageBar::Subject::kFilesOfBlocks,
           Workspace::tr("%1 uses %2, outside the folder of this diagram.")
                   .arg("FileSource", "/home/somebody/measurements/of the first day/signal.csv") +
               u' ' + Workspace::tr("Allow it only if you trust where the diagram came from."),
           {{Workspace::tr("Allow"), {}}, {Workspace::tr("Don't allow"), {}}});
  look(window_.get(), "message-bar");
  for (QMenu* menu : window_->menuBar()->findChildren<QMenu*>()) {
    menu->popup(QPoint(0, 0));
    QCoreApplication::processEvents();
    const bool fits = menu->sizeHint().width() <= menu->width();
    if (!fits) problems_ += QStringLiteral("the menu %1 is too narrow").arg(menu->title());
    look(menu, "menu-" + menu->title().remove('&'));
    menu->close();
  }
  NO_PROBLEMS;
}

void TestTextSize::dialogs() {
  const auto show = [this](QDialog* dialog, const QString& place) {
    dialog->show();
    look(dialog, place);
    delete dialog;
  };
  auto* const shortcuts = new ShortcutsPage(window_->actions(), window_.get());
  shortcuts->show();
  const auto* const table = shortcuts->findChild<QTableWidget*>("shortcutsPage.table");
  const QAbstractItemView* const view = table;
  for (int row = 0; row < table->rowCount(); ++row) {
    if (view->sizeHintForRow(row) > table->rowHeight(row)) {
      problems_ += "shortcuts: \"" + table->item(row, 0)->text() + "\" is clipped";
    }
  }
  show(shortcuts, "shortcuts");
  show(new PreferencesDialog(window_->actions(), window_.get()), "preferences");
  show(new AboutDialog(window_.get()), "about");
  show(new UnsavedDialog({window_->current(), window_->current()}, window_.get()), "unsaved-many");
  Diagnostic diagnostic;
  diagnostic.text = "the file is no diagram";
  show(new DiagnosticsDialog("a.loop.json", {diagnostic}, window_.get()), "diagnostics");
  Recoverable recoverable;
  recoverable.time = QDateTime(QDate(2024, 2, 29), QTime(12, 30));
  recoverable.is_older = true;
  show(new RecoveryDialog(window_.get(), {recoverable}), "recovery");
  window_->current()->view()->inserter()->addBlock("Gain", QPointF(0, 0));
  QTimer::singleShot(0, qApp, [this] {
    QWidget* const question = QApplication::activeModalWidget();
    if (question == nullptr) return;
    look(question, "unsaved");
    question->close();
  });
  QVERIFY(!mayClose(window_.get(), window_->current()));
  const auto accept = [](const QString&) { return QString(); };
  show(new TableEditor("A", ParameterKind::kMatrix,
                       *settingFromText("[[1, 2], [3, 4]]", ParameterKind::kMatrix), accept,
                       window_.get()),
       "table");
  NO_PROBLEMS;
}

void TestTextSize::pages() {
  QVERIFY(openFile(window_.get(), kExample));
  window_->showStartPage();
  look(window_.get(), "start");
  window_->showHelp("TransferFunction");
  auto* const help = window_->findChild<QWidget*>("helpWindow");
  QVERIFY(help);
  look(help, "help");
  window_->showHelp(QString());
  look(help, "help-index");
  NO_PROBLEMS;
}

void TestTextSize::theDesktopsFontSetsTheScale() {
  // The offscreen platform's font has 9 points at 96 dots an inch: 12 pixels.
  QCOMPARE(desktopTextScale(), 1.0);
  QCOMPARE(scaled(10), 10);
  setTextScale(1.5);
  QCOMPARE(scaled(10), 15);
  QCOMPARE(controlFont().pixelSize(), 18);
  QCOMPARE(diagramFont(10).pixelSize(), 10);
  applyTheme(qApp, Theme::Mode::kLight);
  QVERIFY(qApp->styleSheet().contains("QLabel[role=\"caption\"] { font-size: 15px;"));
  setTextScale(100);
  QCOMPARE(textScale(), 3.0);
}

LOOPWRIGHT_TEST_WITH(QApplication, TestTextSize)

}  // namespace loopwright::test_text_size

#include "test_text_size.moc"
