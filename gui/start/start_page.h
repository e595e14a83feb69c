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
  StartPage(const BlockRegistry& registry, const Actions& actions, QWidget* parent = nullptr);

  /// Brings the lists up to date; the pictures follow one by one.
  void refresh();
  /// Whether there are open documents to go back to.
  void offerDocuments(bool offered);

 Q_SIGNALS:
  /// The open documents are wanted back.
  void documentsRequested();
  void fileRequested(const QString& path);

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void addButtons(const Actions& actions, QVBoxLayout* layout);
  void fillRecent();
  void fillExamples();
  void placeExamples();
  void drawPictures();

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
