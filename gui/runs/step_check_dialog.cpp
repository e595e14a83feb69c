#include "gui/runs/step_check_dialog.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <exception>

#include "engine/document/document.h"
#include "gui/document/qt_text.h"
#include "gui/plots/readout_overlay.h"
#include "gui/theme/theme.h"
#include "gui/threads/background.h"

namespace loopwright {

namespace {

enum CheckColumn { kChecked, kChange, kOfRange, kAt, kNextChange, kOrder, kCheckColumns };

// As in "0.02 %"; of a signal that stands still no part can be told.
QString partText(const StepCheckColumn& column) {
  if (column.range == 0) return column.change == 0 ? QStringLiteral("0 %") : QStringLiteral("–");
  QString part = QString::number(100 * column.change / column.range, 'g', 2);
  return part.replace(u'-', QChar(0x2212)) + QStringLiteral(" %");
}

QString valuesText(const StepCheck& check) {
  QStringList texts;
  for (const double value : check.values) texts += formatReadout(value);
  return texts.join(QStringLiteral(" → "));
}

}  // namespace

// The three runs have steps, or an accuracy, each finer than the last. From how much a signal
// changes between the first two and between the last two follows the order with which its error
// shrinks.
StepCheckDialog::StepCheckDialog(const Document& document, const BlockRegistry& registry,
                                 QWidget* parent)
    : QDialog(parent),
      summary_(new QLabel(tr("The diagram is run three times…"), this)),
      signals_(new QTreeWidget(this)),
      background_(new Background(this)) {
  setObjectName(QStringLiteral("stepCheck"));
  setWindowTitle(tr("How far the steps matter"));
  resize(scaled(620), scaled(340));
  layOut();
  // Whatever goes wrong is told by its text.
  background_->start([this, copy = std::make_shared<const Document>(document), &registry,
                      stop = stop_.get_token()]() -> Background::Consequence {
    try {
      const StepCheck check = CheckSteps(*copy, registry, {}, stop);
      return [this, check] { showCheck(check); };
    } catch (const std::exception& error) {
      return [this, said = toQt(error.what())] { summary_->setText(said); };
    }
  });
}

// The runs are not waited for.
StepCheckDialog::~StepCheckDialog() { stop_.request_stop(); }

// The names of the columns are short; what the order is stands in the tip of its heading.
void StepCheckDialog::layOut() {
  summary_->setObjectName(QStringLiteral("stepCheckSummary"));
  summary_->setWordWrap(true);
  summary_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  signals_->setObjectName(QStringLiteral("stepCheckSignals"));
  signals_->setAccessibleName(tr("Signals, and how far they depend on the steps"));
  signals_->setHeaderLabels(
      {tr("Signal"), tr("Changes by"), tr("Of its range"), tr("At"), tr("Then by"), tr("Order")});
  signals_->headerItem()->setToolTip(
      kOrder, tr("p, where the changes shrink like a power p of the step or of the accuracy"));
  for (int right = kChange; right < kCheckColumns; ++right) {
    signals_->headerItem()->setTextAlignment(right, Qt::AlignRight | Qt::AlignVCenter);
  }
  signals_->setRootIsDecorated(false);
  signals_->setUniformRowHeights(true);
  signals_->header()->setStretchLastSection(false);
  signals_->header()->setHighlightSections(false);
  signals_->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  signals_->header()->setSectionResizeMode(kChecked, QHeaderView::Stretch);
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  auto* const copy = buttons->addButton(tr("Co&py"), QDialogButtonBox::ActionRole);
  copy->setAutoDefault(false);
  connect(copy, &QPushButton::clicked, this, &StepCheckDialog::copyRows);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* const layout = new QVBoxLayout(this);
  layout->setSpacing(8);
  layout->addWidget(summary_);
  layout->addWidget(signals_, 1);
  layout->addWidget(buttons);
}

// The signals come in the order of how much they change, the largest part of its range first, and
// the first one is chosen, so that the keyboard is at home in the list.
void StepCheckDialog::showCheck(const StepCheck& check) {
  summary_->setText(summary(check));
  for (const StepCheckColumn& column : check.columns) {
    auto* const item = new QTreeWidgetItem(signals_);
    item->setText(kChecked, toQt(column.column));
    item->setText(kChange, formatReadout(column.change));
    item->setText(kOfRange, partText(column));
    item->setText(kAt, column.change > 0 ? tr("%1 s").arg(formatReadout(column.time)) : QString());
    item->setText(kNextChange, formatReadout(column.next_change));
    item->setText(kOrder, column.order ? QString::number(*column.order, 'f', 1) : QString());
    for (int right = kChange; right < kCheckColumns; ++right) {
      item->setTextAlignment(right, Qt::AlignRight | Qt::AlignVCenter);
    }
  }
  signals_->setCurrentItem(signals_->topLevelItem(0));
}

// One sentence that can be copied into a report: what was halved, which signal changes most, and by
// which part of its range.
QString StepCheckDialog::summary(const StepCheck& check) const {
  if (!check.diagnostics.empty()) {
    return tr("The diagram cannot be run: %1").arg(toQt(check.diagnostics.front().text));
  }
  if (!check.failure.empty()) return toQt(check.failure);
  if (check.columns.empty()) return tr("No signal is recorded, so nothing can be compared.");
  const StepCheckColumn& most = check.columns.front();
  const QString how =
      check.setting == "accuracy"
          ? tr("with a tenth of the accuracy (%1)").arg(valuesText(check))
          : tr("with half the step (%1: %2 s)").arg(toQt(check.setting), valuesText(check));
  if (most.change == 0) {
    return tr("No signal changes %1: steps do not matter here.").arg(how);
  }
  return tr("%1 changes most %2: by %3, which is %4 of its range. Compared at %5 instants.")
      .arg(toQt(most.column), how, formatReadout(most.change), partText(most),
           QString::number(check.num_instants));
}

// With tabs between the columns, as spreadsheets take it. Row −1 stands for the headings.
void StepCheckDialog::copyRows() const {
  QStringList lines{summary_->text()};
  for (int row = -1; row < signals_->topLevelItemCount(); ++row) {
    const QTreeWidgetItem* const item =
        row < 0 ? signals_->headerItem() : signals_->topLevelItem(row);
    QStringList cells;
    for (int column = 0; column < kCheckColumns; ++column) cells += item->text(column);
    lines += cells.join(u'\t');
  }
  // Programs that compute know no other minus.
  QApplication::clipboard()->setText(lines.join(u'\n').replace(QChar(0x2212), u'-') + u'\n');
}

}  // namespace loopwright
