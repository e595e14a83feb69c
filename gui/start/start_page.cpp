#include "gui/start/start_page.h"

#include <QAction>
#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "gui/actions/actions.h"
#include "gui/start/example_card.h"
#include "gui/start/file_lists.h"
#include "gui/start/thumbnail.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr int kPageWidth = 1062;
constexpr int kSpacing = 16;
constexpr int kMostRecent = 5;

// A text in a role of the style sheet: "title" of a section, or "secondary".
QLabel* labelAs(const char* role, const QString& text) {
  auto* const label = new QLabel(text);
  label->setProperty("role", role);
  return label;
}

// A path as people write it: below the home folder with ~.
QString shortFolder(const QString& path) {
  const QString folder = QFileInfo(path).path();
  const QString home = QDir::homePath();
  return folder == home || folder.startsWith(home + '/')
             ? QStringLiteral("~") + folder.mid(home.size())
             : folder;
}

}  // namespace

// One column in the middle of the page, however wide the window is: title, buttons, recent files,
// examples.
StartPage::StartPage(const BlockRegistry& registry, const Actions& actions, QWidget* parent)
    : QScrollArea(parent),
      registry_(registry),
      page_(new QWidget),
      documents_(new QPushButton(tr("Back to the open diagrams"))),
      recent_(new QVBoxLayout),
      gallery_(new QGridLayout) {
  setObjectName(QStringLiteral("startPage"));
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  page_->setObjectName(QStringLiteral("startPage.page"));
  auto* const column = new QWidget;
  column->setMaximumWidth(scaled(kPageWidth));
  auto* const layout = new QVBoxLayout(column);
  layout->setContentsMargins(32, 40, 32, 32);
  layout->setSpacing(10);
  auto* const title = new QLabel(QStringLiteral("Loopwright"));
  title->setObjectName(QStringLiteral("startPage.title"));
  layout->addWidget(title);
  layout->addWidget(labelAs("secondary", tr("Draw a loop, run it, watch it.")));
  layout->addSpacing(10);
  addButtons(actions, layout);
  layout->addSpacing(18);
  layout->addWidget(labelAs("title", tr("Recent files")));
  recent_->setSpacing(2);
  layout->addLayout(recent_);
  layout->addSpacing(18);
  layout->addWidget(labelAs("title", tr("Examples")));
  gallery_->setSpacing(kSpacing);
  gallery_->setAlignment(Qt::AlignLeft);
  layout->addLayout(gallery_);
  layout->addStretch(1);
  // The column takes what it may, up to its greatest width; the rest is shared by both sides.
  auto* const centred = new QHBoxLayout(page_);
  centred->setContentsMargins(0, 0, 0, 0);
  centred->addStretch(1);
  centred->addWidget(column, 100);
  centred->addStretch(1);
  setWidget(page_);
  refresh();
}

// Buttons for the actions that one begins with; they trigger the window's own.
void StartPage::addButtons(const Actions& actions, QVBoxLayout* layout) {
  auto* const row = new QHBoxLayout;
  row->setSpacing(8);
  const auto add = [&](ActionId id, const QString& text, const char* name) {
    auto* const button = new QPushButton(text);
    QAction* const action = actions.get(id);
    button->setObjectName(QLatin1String(name));
    button->setIcon(action->icon());
    button->setToolTip(action->toolTip());
    connect(button, &QPushButton::clicked, action, &QAction::trigger);
    row->addWidget(button);
  };
  add(ActionId::kNew, tr("New diagram"), "startPage.new");
  add(ActionId::kOpen, tr("Open a file…"), "startPage.open");
  documents_->setObjectName(QStringLiteral("startPage.documents"));
  documents_->setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Minimum);  // As high as the others.
  documents_->hide();
  connect(documents_, &QPushButton::clicked, this, &StartPage::documentsRequested);
  row->addWidget(documents_);
  row->addStretch(1);
  layout->addLayout(row);
}

// Called whenever the page comes forward: files may have been opened or deleted meanwhile.
void StartPage::refresh() {
  fillRecent();
  fillExamples();
}

// Without an open diagram there is nothing to go back to.
void StartPage::offerDocuments(bool offered) { documents_->setVisible(offered); }

// The five newest files that still exist.
void StartPage::fillRecent() {
  while (QLayoutItem* const item = recent_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  for (const QString& path : recentFiles()) {
    if (!QFileInfo::exists(path)) continue;
    if (recent_->count() == kMostRecent) break;
    auto* const row = new QWidget;
    auto* const button = new QToolButton;
    button->setObjectName(QStringLiteral("startPage.recent%1").arg(recent_->count()));
    button->setText(QFileInfo(path).fileName());
    button->setToolTip(path);
    button->setAutoRaise(true);
    connect(button, &QToolButton::clicked, this, [this, path] { Q_EMIT fileRequested(path); });
    auto* const line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(6);
    line->addWidget(button);
    line->addWidget(labelAs("secondary", shortFolder(path)), 1);
    recent_->addWidget(row);
  }
  if (recent_->count() > 0) return;
  recent_->addWidget(labelAs("secondary", tr("Files that you open appear here.")));
}

// A card for each example; their pictures follow when the page is seen.
void StartPage::fillExamples() {
  qDeleteAll(examples_);
  examples_.clear();
  for (const Example& example : findExamples()) {
    auto* const card = new ExampleCard(example, page_);
    card->setObjectName(QStringLiteral("startPage.example%1").arg(examples_.size()));
    connect(card, &ExampleCard::clicked, this,
            [this, card] { Q_EMIT fileRequested(card->path()); });
    examples_.append(card);
  }
  columns_ = 0;
  placeExamples();
  nextPicture_ = 0;
  QTimer::singleShot(0, this, &StartPage::drawPictures);
}

// As many cards in a row as fit, laid out anew only where that number changes.
void StartPage::placeExamples() {
  const int room = std::min(viewport()->width(), scaled(kPageWidth)) - 64;
  const int columns = std::max(1, (room + kSpacing) / (ExampleCard::cardSize().width() + kSpacing));
  if (columns == columns_) return;
  columns_ = columns;
  for (qsizetype i = 0; i < examples_.size(); ++i) {
    gallery_->addWidget(examples_[i], static_cast<int>(i) / columns, static_cast<int>(i) % columns);
  }
}

// One at a time, so that the page answers meanwhile.
void StartPage::drawPictures() {
  if (nextPicture_ >= examples_.size()) return;
  ExampleCard* const card = examples_[nextPicture_++];
  const QImage picture =
      makeThumbnail(registry_, card->path(), ExampleCard::pictureSize(), devicePixelRatioF());
  if (!picture.isNull()) card->setIcon(QIcon(QPixmap::fromImage(picture)));
  QTimer::singleShot(0, this, &StartPage::drawPictures);
}

// Pictures are drawn in the colours of the theme: with another theme all are drawn anew.
void StartPage::changeEvent(QEvent* event) {
  QScrollArea::changeEvent(event);
  if (event->type() == QEvent::PaletteChange && !examples_.isEmpty()) {
    nextPicture_ = 0;
    QTimer::singleShot(0, this, &StartPage::drawPictures);
  }
}

// Another width may hold another number of cards in a row.
void StartPage::resizeEvent(QResizeEvent* event) {
  QScrollArea::resizeEvent(event);
  placeExamples();
}

}  // namespace loopwright
