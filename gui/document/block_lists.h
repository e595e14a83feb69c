#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

namespace loopwright {

/// The block types that a person marked as favourites, and those that he placed last. They are kept
/// in the program's settings, and all palettes of the program show the same.
class BlockLists : public QObject {
  Q_OBJECT
 public:
  static BlockLists& shared();

  /// In the order in which they were marked.
  QStringList favourites() const;
  bool isFavourite(const QString& type) const { return favourites().contains(type); }
  void setFavourite(const QString& type, bool favourite);

  /// The last one first, at most kMostRecent.
  QStringList recent() const;
  void noteUsed(const QString& type);

  static constexpr int kMostRecent = 4;

 Q_SIGNALS:
  void changed();

 private:
  BlockLists() = default;
};

}  // namespace loopwright
