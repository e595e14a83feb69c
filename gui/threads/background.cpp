#include "gui/threads/background.h"

#include <QMetaObject>
#include <utility>

namespace loopwright {

Background::Background(QObject* parent) : QObject(parent) { pool_.setMaxThreadCount(1); }

// What waits for its turn is dropped, what is under way waited for: it may use what its owner is
// about to destroy. Its consequence is not called any more, as Qt drops calls to an object that is
// gone.
Background::~Background() {
  pool_.clear();
  pool_.waitForDone();
}

// The consequence is put into the queue of the window's thread, and so is called between two events
// there, never beside them.
void Background::start(std::function<Consequence()> work) {
  ++pending_;
  pool_.start([this, work = std::move(work)] {
    const Consequence consequence = work();
    QMetaObject::invokeMethod(
        this,
        [this, consequence] {
          --pending_;
          consequence();
        },
        Qt::QueuedConnection);
  });
}

}  // namespace loopwright
