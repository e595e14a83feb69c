#include "gui/panels/palette_panel.h"

#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/blocks/block_registry.h"
#include "gui/document/block_lists.h"
#include "gui/document/block_search.h"
#include "gui/document/qt_text.h"
#include "gui/language/library_text.h"
#include "gui/panels/palette_entry.h"
#include "gui/theme/block_icons.h"
#include "gui/theme/making.h"

namespace loopwright {

namespace {

constexpr int kColumns = 2;

QString capitalised(QString text) {
  if (!text.isEmpty()) text[0] = text[0].toUpper();
  return text;
}

}  // namespace

// A category: a heading that folds its entries, and their number.
class PaletteSection : public QWidget {
 public:
  PaletteSection(const QString& title, const QString& prefix, PalettePanel* panel)
      : panel_(panel),
        prefix_(prefix),
        heading_(new QToolButton),
        count_(new QLabel),
        body_(new QWidget) {
    heading_->setText(title);
    heading_->setObjectName(QStringLiteral("palette.section.") + title);
    heading_->setCheckable(true);
    heading_->setChecked(true);
    heading_->setArrowType(Qt::DownArrow);
    heading_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    heading_->setStyleSheet(QStringLiteral(
        "QToolButton, QToolButton:checked, QToolButton:hover { background: transparent; "
        "border: none; font-weight: 600; padding: 2px; }"));
    heading_->setIconSize(QSize(9, 9));
    count_->setProperty("role", "caption");
    auto* top = withMargins(new QHBoxLayout, {8, 0, 14, 0});
    top->addWidget(heading_);
    top->addStretch(1);
    top->addWidget(count_);
    grid_ = new QGridLayout(body_);
    grid_->setContentsMargins(8, 0, 8, 4);
    grid_->setSpacing(0);
    for (int column = 0; column < kColumns; ++column) grid_->setColumnStretch(column, 1);
    auto* layout = withMargins(new QVBoxLayout(this), {0, 2, 0, 2}, 2);
    layout->addLayout(top);
    layout->addWidget(body_);
    QObject::connect(heading_, &QToolButton::toggled, body_, [this](bool open) {
      body_->setVisible(open);
      heading_->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    });
  }

  int count() const { return grid_->count(); }

  // Which entries have a star; their order does not change by it.
  void markFavourites(const QStringList& favourites) {
    for (int i = 0; i < grid_->count(); ++i) {
      auto* entry = static_cast<PaletteEntry*>(grid_->itemAt(i)->widget());
      entry->setFavourite(favourites.contains(entry->type()));
    }
  }

  // Replaces the entries. The old ones are deleted later, because this may be called from a click
  // on one of them.
  void setTypes(const std::vector<const BlockDescriptor*>& types) {
    while (QLayoutItem* item = grid_->takeAt(0)) {
      // An entry may be in the middle of its own click.
      item->widget()->hide();
      item->widget()->deleteLater();
      item->widget()->setObjectName(QString());
      delete item;
    }
    int index = 0;
    for (const BlockDescriptor* type : types) {
      auto* entry =
          new PaletteEntry(toQt(type->type), libraryText(type->title), libraryText(type->summary),
                           blockIcon(toQt(type->type)), body_);
      QObject::connect(entry, &PaletteEntry::placeRequested, panel_, &PalettePanel::place);
      QObject::connect(entry, &PaletteEntry::helpRequested, panel_, &PalettePanel::helpRequested);
      QObject::connect(entry, &PaletteEntry::dragMoved, panel_, &PalettePanel::dragMoved);
      QObject::connect(entry, &PaletteEntry::dragReleased, panel_, &PalettePanel::dragReleased);
      QObject::connect(entry, &PaletteEntry::dragCancelled, panel_, &PalettePanel::dragCancelled);
      QObject::connect(entry, &PaletteEntry::favouriteRequested, &BlockLists::shared(),
                       &BlockLists::setFavourite);
      entry->setObjectName(prefix_ + entry->type());
      grid_->addWidget(entry, index / kColumns, index % kColumns);
      ++index;
    }
    count_->setText(QString::number(index));
  }

 private:
  PalettePanel* panel_;
  QString prefix_;
  QToolButton* heading_;
  QLabel* count_;
  QWidget* body_;
  QGridLayout* grid_;
};

// A field for searching, and below it sections that scroll: hits, favourites and recent ones, then
// a section for each category.
PalettePanel::PalettePanel(const BlockRegistry& registry, QWidget* parent)
    : BlockSource(parent),
      registry_(registry),
      search_(withName(new QLineEdit(this), "paletteSearch")),
      nothing_(withName(new QLabel(this), "paletteNothing")) {
  setObjectName("palettePanel");
  search_->setAccessibleName(tr("Search blocks"));
  search_->setPlaceholderText(
      tr("Search %n blocks", nullptr, static_cast<int>(registry.all().size())));
  search_->setClearButtonEnabled(true);
  setFocusProxy(search_);
  nothing_->setProperty("role", "secondary");
  nothing_->setContentsMargins(12, 4, 12, 0);
  nothing_->setWordWrap(true);
  auto* content = new QWidget;
  sections_ = new QVBoxLayout(content);
  sections_->setContentsMargins(0, 0, 0, 8);
  sections_->setSpacing(0);
  auto* area = new QScrollArea(this);
  area->setWidgetResizable(true);
  area->setFrameShape(QFrame::NoFrame);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  area->setWidget(content);
  auto* layout = withMargins(new QVBoxLayout(this), {0, 12, 0, 0}, 6);
  auto* top = withMargins(new QHBoxLayout, {12, 0, 12, 0});
  top->addWidget(search_);
  layout->addLayout(top);
  layout->addWidget(nothing_);
  layout->addWidget(area);
  hits_ = addSection(tr("Found"), "palette.found.");
  favourites_ = addSection(tr("Favourites"), "palette.favourite.");
  recent_ = addSection(tr("Recent"), "palette.recent.");
  buildCategories();
  sections_->addStretch(1);
  showLists();
  connect(&BlockLists::shared(), &BlockLists::changed, this, &PalettePanel::showLists);
  area->setMinimumWidth(content->minimumSizeHint().width() +
                        area->verticalScrollBar()->sizeHint().width());
  connect(search_, &QLineEdit::textChanged, this, &PalettePanel::search);
  connect(search_, &QLineEdit::returnPressed, this, &PalettePanel::placeFirstHit);
}

PaletteSection* PalettePanel::addSection(const QString& title, const QString& prefix) {
  auto* section = new PaletteSection(title, prefix, this);
  sections_->addWidget(section);
  return section;
}

// In the order of the registry, in which the types of a category need not lie together.
void PalettePanel::buildCategories() {
  std::vector<std::pair<std::string, std::vector<const BlockDescriptor*>>> categories;
  for (const BlockDescriptor& type : registry_.all()) {
    auto found = std::find_if(categories.begin(), categories.end(),
                              [&](const auto& c) { return c.first == type.category; });
    if (found == categories.end()) {
      found = categories.insert(categories.end(), {type.category, {}});
    }
    found->second.push_back(&type);
  }
  for (const auto& [name, types] : categories) {
    PaletteSection* section = addSection(capitalised(libraryText(name)), "palette.");
    section->setTypes(types);
    categories_.push_back(section);
  }
}

// "gain 5" is a search for gain with the value 5, which is left out of the search.
void PalettePanel::search(const QString& text) {
  const QString wanted = parseBlockRequest(registry_, text).search;
  const QStringList favourites = BlockLists::shared().favourites();
  if (!wanted.isEmpty()) hits_->setTypes(searchBlocks(registry_, wanted, favourites));
  nothing_->setText(nothingFoundText(wanted));
  hits_->markFavourites(favourites);
  showSections();
}

// While something is searched for only the hits are shown; else favourites, recent blocks and all
// categories.
void PalettePanel::showSections() {
  const bool searches = !search_->text().trimmed().isEmpty();
  hits_->setVisible(searches && hits_->count() > 0);
  nothing_->setVisible(searches && hits_->count() == 0);
  favourites_->setVisible(!searches && favourites_->count() > 0);
  recent_->setVisible(!searches && recent_->count() > 0);
  for (PaletteSection* section : categories_) section->setVisible(!searches);
}

// The value in the search goes along, as the parameter that the type is mostly set by.
void PalettePanel::place(const QString& type) {
  const BlockRequest request = parseBlockRequest(registry_, search_->text());
  const BlockDescriptor& descriptor = *registry_.Find(type.toStdString());
  Q_EMIT placeRequested(type, requestedParameters(descriptor, request));
}

void PalettePanel::placeFirstHit() {
  const QString wanted = parseBlockRequest(registry_, search_->text()).search;
  const auto hits = searchBlocks(registry_, wanted, BlockLists::shared().favourites());
  if (!wanted.isEmpty() && !hits.empty()) place(toQt(hits.front()->type));
}

void PalettePanel::noteUsed(const QString& type) { BlockLists::shared().noteUsed(type); }

// Names come from settings and may be of a newer program: unknown ones are left out.
std::vector<const BlockDescriptor*> PalettePanel::typesOf(const QStringList& names) const {
  std::vector<const BlockDescriptor*> types;
  for (const QString& name : names) {
    if (const BlockDescriptor* type = registry_.Find(name.toStdString())) types.push_back(type);
  }
  return types;
}

// Favourites and recent blocks are lists that all windows share, so this is called whenever one of
// them changes them. A block may stand in several sections, each of which shows its star.
void PalettePanel::showLists() {
  const QStringList favourites = BlockLists::shared().favourites();
  favourites_->setTypes(typesOf(favourites));
  recent_->setTypes(typesOf(BlockLists::shared().recent()));
  for (PaletteSection* section : {hits_, favourites_, recent_}) section->markFavourites(favourites);
  for (PaletteSection* section : categories_) section->markFavourites(favourites);
  showSections();
}

}  // namespace loopwright
