#pragma once

#include <QHash>
#include <QString>
#include <QTemporaryDir>
#include <QTextBrowser>

#include "gui/help/help_pages.h"

namespace loopwright {

class BlockRegistry;

/// Shows the help's pages. A page is made when it is opened, its pictures by running the example of
/// the block, in the theme in use. Object name: `helpBrowser`.
class HelpBrowser : public QTextBrowser {
  Q_OBJECT
 public:
  /// `registry` must outlive the browser.
  explicit HelpBrowser(const BlockRegistry& registry, QWidget* parent = nullptr);

  /// Opens the page of a type.
  void showBlock(const QString& type);
  /// Opens the list of all types.
  void showIndex();
  /// The type whose page is shown; empty for the index.
  QString shownType() const;

  /// Pages, pictures and icons for Qt's browser, made when they are asked for.
  QVariant loadResource(int kind, const QUrl& name) override;

 protected:
  void changeEvent(QEvent* event) override;

 private:
  /// Takes over the theme's colours.
  void applyStyle();
  /// The page of a file name, as HTML.
  QString page(const QString& file);

  const BlockRegistry& registry_;
  HelpPages pages_;
  QTemporaryDir folder_;
  QHash<QString, HelpPictures> pictures_;  // drawn in the theme in use, by type
};

}  // namespace loopwright
