#include "gui/panels/breadcrumb.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "gui/theme/theme.h"

namespace loopwright {

Breadcrumb::Breadcrumb(QWidget* parent) : QWidget(parent), layout_(new QHBoxLayout(this)) {
  setObjectName("breadcrumb");
  setAttribute(Qt::WA_StyledBackground);
  layout_->setContentsMargins(8, 2, 8, 2);
  layout_->setSpacing(0);
  layout_->addStretch(1);
}

// A button for the diagram and one for each level down to the one that is shown, which is disabled:
// one is there.
void Breadcrumb::setLocation(const QString& diagram, const QString& level) {
  while (layout_->count() > 1) {
    QLayoutItem* item = layout_->takeAt(0);
    // A button may be the one whose click leads here.
    if (item->widget() != nullptr) {
      item->widget()->hide();
      item->widget()->setObjectName(QString());
      item->widget()->deleteLater();
    }
    delete item;
  }
  QStringList names{diagram};
  if (!level.isEmpty()) names += level.split(u'/');
  QString path;
  for (qsizetype i = 0; i < names.size(); ++i) {
    if (i > 0) {
      path += (i > 1 ? QStringLiteral("/") : QString()) + names[i];
      auto* separator = new QLabel(QStringLiteral("›"), this);
      separator->setProperty("role", "secondary");
      layout_->insertWidget(layout_->count() - 1, separator);
    }
    auto* button = new QToolButton(this);
    button->setText(names[i]);
    button->setObjectName(QStringLiteral("breadcrumb.") + path);
    button->setToolTip(i + 1 < names.size() ? tr("Go to %1 (Esc goes up)").arg(names[i])
                                            : tr("The diagram shown"));
    button->setStyleSheet(
        QStringLiteral("QToolButton { font-size: %1px; padding: 2px 5px; }").arg(scaled(11)));
    button->setEnabled(i + 1 < names.size());
    connect(button, &QToolButton::clicked, this, [this, path] { Q_EMIT levelRequested(path); });
    layout_->insertWidget(layout_->count() - 1, button);
  }
}

}  // namespace loopwright
