#include "gui/main_window/about_dialog.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSysInfo>
#include <QTableWidget>
#include <QVBoxLayout>

#include "gui/main_window/libraries.h"
#include "gui/theme/making.h"
#include "gui/theme/theme.h"
#include "gui/theme/themed_label.h"

namespace loopwright {

namespace {

// Not translated: it goes into reports of faults.
QString versionsAsText() {
  QStringList lines = {QStringLiteral("Loopwright %1").arg(programVersion()),
                       QSysInfo::prettyProductName()};
  for (const Library& library : libraries()) {
    lines << QStringLiteral("%1 %2").arg(library.name, library.version);
  }
  return lines.join(u'\n');
}

}  // namespace

// The button for the versions copies them and leaves the dialog open.
AboutDialog::AboutDialog(QWidget* parent) : QDialog(parent) {
  setObjectName(QStringLiteral("aboutDialog"));
  setWindowTitle(tr("About Loopwright"));
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  QPushButton* const copy =
      withName(buttons->addButton(tr("&Copy the versions"), QDialogButtonBox::ActionRole),
               QStringLiteral("aboutDialog.copy"));
  connect(copy, &QPushButton::clicked, this,
          [] { QGuiApplication::clipboard()->setText(versionsAsText()); });
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  copy->setAutoDefault(false);
  buttons->button(QDialogButtonBox::Close)->setDefault(true);
  buttons->button(QDialogButtonBox::Close)->setFocus();
  auto* const layout = new QVBoxLayout(this);
  layout->addWidget(makeHead());
  layout->addSpacing(6);
  layout->addWidget(makeLibraries(), 1);
  layout->addWidget(buttons);
  resize(scaled(520), scaled(470));
}

// The upper part: name, version, what the program is for, and its licence.
QWidget* AboutDialog::makeHead() {
  auto* const head = new QWidget(this);
  auto* const title =
      withName(new QLabel(QStringLiteral("Loopwright"), head), QStringLiteral("aboutDialog.title"));
  auto* const version = withName(new QLabel(tr("Version %1").arg(programVersion()), head),
                                 QStringLiteral("aboutDialog.version"));
  version->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* const what = new QLabel(
      tr("Draw, run and watch block diagrams of hybrid, sampled and stochastic systems."), head);
  what->setWordWrap(true);
  auto* const licence = new ThemedLabel(head);
  licence->setThemedText(
      tr("Free software under the <a href='https://www.gnu.org/licenses/gpl-3.0.html'>GNU General "
         "Public License</a>, version 3 or later (GPL-3.0-or-later). It comes without any "
         "warranty."));
  licence->setObjectName(QStringLiteral("aboutDialog.licence"));
  licence->setWordWrap(true);
  licence->setOpenExternalLinks(true);
  licence->setProperty("role", "secondary");
  auto* const layout = withMargins(new QVBoxLayout(head), {0, 0, 0, 0}, 6);
  for (QLabel* const label : {title, version, what, static_cast<QLabel*>(licence)})
    layout->addWidget(label);
  return head;
}

// The table of libraries, which cannot be edited; each row has the library's address as a tip.
QWidget* AboutDialog::makeLibraries() {
  auto* const part = new QWidget(this);
  auto* const heading = withRole(new QLabel(tr("Built with"), part), "title");
  const std::vector<Library> all = libraries();
  auto* const table = withName(new QTableWidget(static_cast<int>(all.size()), 3, part),
                               QStringLiteral("aboutDialog.libraries"));
  table->setAccessibleName(tr("Libraries with version and licence"));
  table->setHorizontalHeaderLabels({tr("Library"), tr("Version"), tr("Licence")});
  table->verticalHeader()->hide();
  table->setShowGrid(false);
  table->setWordWrap(false);  // All rows are of one height.
  table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  for (int row = 0; row < table->rowCount(); ++row) {
    const Library& library = all[row];
    const QString version = library.version.isEmpty() ? QStringLiteral("–") : library.version;
    int column = 0;
    for (const QString& text : {library.name, version, library.licence}) {
      auto* const item = new QTableWidgetItem(text);
      item->setToolTip(library.url);
      table->setItem(row, column++, item);
    }
  }
  table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
  table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  table->resizeRowsToContents();
  auto* const layout = withMargins(new QVBoxLayout(part), {0, 0, 0, 0});
  layout->addWidget(heading);
  layout->addWidget(table, 1);
  return part;
}

}  // namespace loopwright
