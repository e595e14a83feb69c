#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "gui/canvas/block_source.h"

class QLabel;
class QLineEdit;
class QVBoxLayout;

namespace loopwright {

class BlockRegistry;
struct BlockDescriptor;
class PaletteSection;

/// The block types by category, with search, and before them the favourites and those placed last
/// (see BlockLists): to be dragged to the canvas, or placed in its middle by a double-click, or by
/// Enter for the first hit; `gain 5` places a gain of 5.
/// Object names: `palettePanel`, `paletteSearch`, `paletteNothing` (nothing was found), and
/// `palette.TYPE` for each entry, with `palette.found.TYPE` for hits of a search,
/// `palette.favourite.TYPE` for favourites and `palette.recent.TYPE` for recent ones.
class PalettePanel : public BlockSource {
  Q_OBJECT
 public:
  /// The registry outlives the panel.
  explicit PalettePanel(const BlockRegistry& registry, QWidget* parent = nullptr);

  /// Puts a type first in the section of recent ones.
  void noteUsed(const QString& type) override;
  /// Asks for a block of `type`, with the value that stands in the search.
  void place(const QString& type);

 Q_SIGNALS:
  /// An entry's page of help is wanted.
  void helpRequested(const QString& type);

 private:
  /// A new section below the others; `prefix` goes before a type in the object names of its
  /// entries.
  PaletteSection* addSection(const QString& title, const QString& prefix);
  void buildCategories();
  /// Each follows from what is in the search, or in the lists of types.
  void search(const QString& text);
  void showLists();
  void showSections();
  /// The types of these names, without those that there are not.
  std::vector<const BlockDescriptor*> typesOf(const QStringList& names) const;
  /// What Enter in the search does.
  void placeFirstHit();

  const BlockRegistry& registry_;
  QLineEdit* search_;
  QLabel* nothing_;
  QVBoxLayout* sections_;
  PaletteSection* hits_;
  PaletteSection* favourites_;
  PaletteSection* recent_;
  std::vector<PaletteSection*> categories_;
};

}  // namespace loopwright
