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
  /// The one list of the program; those who show it listen to changed().
  static BlockLists& shared();

  /// In the order in which they were marked.
  QStringList favourites() const;
  /// Marks a type, such as "Gain", at the end of the list, or takes its mark away.
  void setFavourite(const QString& type, bool favourite);

  /// The last one first, at most kMostRecent.
  QStringList recent() const;
  /// A block of `type` was placed: it becomes the first of recent().
  void noteUsed(const QString& type);

  static constexpr int kMostRecent = 4;

 Q_SIGNALS:
  /// One of the lists is different now.
  void changed();

 private:
  BlockLists() = default;
};

}  // namespace loopwright
