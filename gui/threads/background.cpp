#include "gui/threads/background.h"

#include <QMetaObject>
#include <utility>

namespace loopwright {

Background::Background(QObject* parent) : QObject(parent) { pool_.setMaxThreadCount(1); }

Background::~Background() {
  pool_.clear();
  pool_.waitForDone();
}

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
