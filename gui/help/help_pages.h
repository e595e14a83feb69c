#pragma once

#include <QString>
#include <QStringList>

namespace loopwright {

class BlockRegistry;
struct BlockDescriptor;

/// What the pages are shown by: the editor's help window, which draws pictures in the theme in use
/// and knows little of style sheets, or a browser, which chooses between a light and a dark one.
enum class HelpMedium { kWindow, kBrowser };

/// The pictures of a page, as names within the folder of pictures without theme and suffix: the
/// example diagram and its plots.
struct HelpPictures {
  QString title;  ///< of the example; all is empty where there is none
  QString file;   ///< the example itself
  QString diagram;
  QStringList plots;
};

/// The help as HTML: a page for every type of a registry, made of its descriptor and its
/// hand-written text, and an index by category. Pages refer to each other by their file names.
class HelpPages {
 public:
  /// `registry` must outlive this.
  HelpPages(const BlockRegistry& registry, HelpMedium medium)
      : registry_(registry), medium_(medium) {}

  /// The file name of a type's page: "Gain.html".
  static QString fileName(const QString& type) { return type + QStringLiteral(".html"); }
  static QString indexFileName() { return QStringLiteral("index.html"); }
  /// The file of a picture in `images/`: `NAME-light.svg` in a browser, `NAME.png` in the window.
  static QString pictureFile(const QString& name, HelpMedium medium, bool dark);

  /// The page of a type; of an unknown one, a page that says so.
  QString blockPage(const QString& type, const HelpPictures& pictures) const;
  /// The page that lists all types, by category.
  QString indexPage() const;

 private:
  /// A whole page of HTML.
  QString document(const QString& title, const QString& body) const;
  /// The parts of a page, as HTML.
  QString heading(const BlockDescriptor& block) const;
  QString icon(const QString& type) const;
  QString picture(const QString& name, const QString& description) const;
  QString example(const HelpPictures& pictures) const;
  QString ports(const BlockDescriptor& block) const;
  QString parameters(const BlockDescriptor& block) const;
  QString links(const QStringList& types) const;

  const BlockRegistry& registry_;
  HelpMedium medium_;
};

}  // namespace loopwright
