#include "gui/main_window/file_drops.h"

#include <QDropEvent>
#include <QMimeData>
#include <QTimer>
#include <QUrl>

#include "gui/main_window/file_commands.h"
#include "gui/main_window/main_window.h"

namespace loopwright {

namespace {

// The files of this computer that are being dragged; none for a text or a web address.
QStringList filesOf(const QDropEvent& event) {
  QStringList files;
  for (const QUrl& url : event.mimeData()->urls()) {
    if (url.isLocalFile()) files += url.toLocalFile();
  }
  return files;
}

}  // namespace

// Listens to the window's own events as a filter, so that the window needs no code for drops.
FileDrops::FileDrops(MainWindow* window) : QObject(window), window_(window) {
  window->setAcceptDrops(true);
  window->installEventFilter(this);
}

// Takes drags of files wherever they come to the window and no widget took them.
bool FileDrops::eventFilter(QObject* watched, QEvent* event) {
  const bool isOver = event->type() == QEvent::DragEnter || event->type() == QEvent::DragMove;
  if (!isOver && event->type() != QEvent::Drop) return QObject::eventFilter(watched, event);
  auto* const drop = static_cast<QDropEvent*>(event);
  const QStringList files = filesOf(*drop);
  if (files.isEmpty()) return QObject::eventFilter(watched, event);
  drop->setDropAction(Qt::CopyAction);
  drop->accept();
  if (isOver) return true;
  // Opening may ask something; the program that the files come from waits until the drop is done.
  QTimer::singleShot(0, window_, [window = window_, files] {
    for (const QString& file : files) openFile(window, file);
  });
  return true;
}

}  // namespace loopwright
