#include "gui/document/block_lists.h"

#include <QSettings>

namespace loopwright {

namespace {

constexpr char kFavourites[] = "palette/favourites";
constexpr char kRecent[] = "palette/recent";

}  // namespace

BlockLists& BlockLists::shared() {
  static BlockLists lists;
  return lists;
}

QStringList BlockLists::favourites() const { return QSettings().value(kFavourites).toStringList(); }

void BlockLists::setFavourite(const QString& type, bool favourite) {
  QStringList types = favourites();
  if (types.contains(type) == favourite) return;
  if (favourite) {
    types.append(type);
  } else {
    types.removeAll(type);
  }
  QSettings().setValue(kFavourites, types);
  Q_EMIT changed();
}

QStringList BlockLists::recent() const { return QSettings().value(kRecent).toStringList(); }

void BlockLists::noteUsed(const QString& type) {
  QStringList types = recent();
  types.removeAll(type);
  types.prepend(type);
  QSettings().setValue(kRecent, types.mid(0, kMostRecent));
  Q_EMIT changed();
}

}  // namespace loopwright
