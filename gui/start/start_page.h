#pragma once

#include <QList>
#include <QScrollArea>
#include <QString>

class QGridLayout;
class QPushButton;
class QVBoxLayout;

namespace loopwright {

class Actions;
class BlockRegistry;
class ExampleCard;

/// What the program starts with: a new diagram, files opened last, and a gallery of the examples
/// with a picture of each.
/// Object names: `startPage`, `startPage.new`, `startPage.open`, `startPage.documents`,
/// `startPage.recentN` and `startPage.exampleN`, counted from 0.
class StartPage : public QScrollArea {
  Q_OBJECT
 public:
  /// `registry` and `actions` must outlive it.
  StartPage(const BlockRegistry& registry, const Actions& actions, QWidget* parent = nullptr);

  /// Brings the lists up to date; the pictures follow one by one.
  void refresh();
  /// Whether there are open documents to go back to.
  void offerDocuments(bool offered);

 Q_SIGNALS:
  /// The open documents are wanted back.
  void documentsRequested();
  /// A recent file or an example was chosen.
  void fileRequested(const QString& path);

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  /// Makes the row of buttons below the title.
  void addButtons(const Actions& actions, QVBoxLayout* layout);
  /// Makes the list of recent files anew.
  void fillRecent();
  /// Makes the cards of the examples anew.
  void fillExamples();
  /// Lays the cards out in rows.
  void placeExamples();
  /// Draws the next card's picture, and goes on with the following one.
  void drawPictures();

  /// For the pictures of the examples.
  const BlockRegistry& registry_;
  QWidget* page_;
  QPushButton* documents_;
  QVBoxLayout* recent_;
  QGridLayout* gallery_;
  QList<ExampleCard*> examples_;
  qsizetype nextPicture_ = 0;
  int columns_ = 0;
};

}  // namespace loopwright
