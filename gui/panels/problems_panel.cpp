#include "gui/panels/problems_panel.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "gui/document/diagram_document.h"
#include "gui/document/value_place.h"
#include "gui/theme/making.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

// Rows as high as their text needs in the width of its column: a long message is read in whole.
class WrappedRows : public QStyledItemDelegate {
 public:
  explicit WrappedRows(QTreeView* list) : QStyledItemDelegate(list), list_(list) {}

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const QSize line = QStyledItemDelegate::sizeHint(option, index);
    const int margin =
        list_->style()->pixelMetric(QStyle::PM_FocusFrameHMargin, &option, list_) + 1;
    const int width = std::max(scaled(120), list_->columnWidth(index.column()) - 2 * margin);
    const QRect text = option.fontMetrics.boundingRect(QRect(0, 0, width, QWIDGETSIZE_MAX),
                                                       Qt::TextWordWrap, index.data().toString());
    const int around = scaled(kAround) + std::max(0, line.height() - option.fontMetrics.height());
    return {line.width(), std::max(option.fontMetrics.height(), text.height()) + around};
  }

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    option->displayAlignment = Qt::AlignLeft | Qt::AlignVCenter;
  }

 private:
  static constexpr int kAround = 6;  // above and below the text together
  QTreeView* list_;
};

}  // namespace

// Rows are laid out anew when a column becomes wider, as their heights follow from it.
ProblemsPanel::ProblemsPanel(DiagramDocument* document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      model_(new ProblemsModel(this)),
      list_(withName(new QTreeView(this), "problemsList")),
      nothing_(withName(new QLabel(tr("No problems."), this), "problemsNothing")),
      offer_(withName(new QFrame(this), "problems.offer")),
      offerText_(withName(new QLabel(offer_), "problems.offerText")),
      breakLoop_(
          withName(new QPushButton(tr("Insert a unit delay"), offer_), "problems.breakLoop")),
      smoothLoop_(
          withName(new QPushButton(tr("Insert a first-order lag"), offer_), "problems.smoothLoop")),
      solveLoops_(withName(new QPushButton(tr("Solve loops"), offer_), "problems.solveLoops")) {
  setObjectName("problemsPanel");
  list_->setAccessibleName(tr("Problems"));
  list_->setModel(model_);
  list_->setRootIsDecorated(false);
  list_->setWordWrap(true);
  list_->setItemDelegateForColumn(ProblemsModel::kText, new WrappedRows(list_));
  list_->setIndentation(0);
  list_->header()->setStretchLastSection(true);
  list_->setColumnWidth(ProblemsModel::kPlace, scaled(240));
  connect(list_->header(), &QHeaderView::sectionResized, list_, &QTreeView::doItemsLayout,
          Qt::QueuedConnection);
  nothing_->setProperty("role", "secondary");
  nothing_->setContentsMargins(16, 12, 16, 12);
  nothing_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  makeOffer();
  auto* layout = withMargins(new QVBoxLayout(this), {0, 0, 0, 0}, 0);
  layout->addWidget(list_, 1);
  layout->addWidget(nothing_);
  layout->addWidget(offer_);
  // By pointer or keyboard a row leads to its block.
  const auto lead = [this](const QModelIndex& index) {
    const QString path = model_->path(index.row());
    if (!path.isEmpty()) Q_EMIT problemActivated(path);
  };
  connect(list_, &QTreeView::clicked, this, lead);
  connect(list_, &QTreeView::activated, this, lead);
  connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this,
          &ProblemsPanel::refreshOffer);
  connect(document, &DiagramDocument::diagnosticsChanged, this, &ProblemsPanel::refresh);
  connect(document, &DiagramDocument::changed, this, &ProblemsPanel::clearRunProblems);
  refresh();
}

// Remedies for an algebraic loop, which can be taken back like any edit.
void ProblemsPanel::makeOffer() {
  offerText_->setTextFormat(Qt::PlainText);
  offerText_->setWordWrap(true);
  auto* const layout = withMargins(new QVBoxLayout(offer_), {12, 6, 12, 6}, 6);
  layout->addWidget(offerText_);
  auto* const buttons = new QHBoxLayout;
  buttons->setSpacing(8);
  layout->addLayout(buttons);
  solveLoops_->setToolTip(
      tr("The diagram stays as it is; the values of its loops are solved for at every instant, by "
         "Newton's method. It is the setting \"algebraic loops\" of the simulation."));
  for (QPushButton* const button : {breakLoop_, smoothLoop_, solveLoops_}) {
    buttons->addWidget(button);
  }
  buttons->addStretch(1);
  connect(solveLoops_, &QPushButton::clicked, this, &ProblemsPanel::solveLoops);
  connect(breakLoop_, &QPushButton::clicked, this, [this] {
    if (const std::optional<LoopBreak> delay = delay_) Q_EMIT loopBreakRequested(*delay);
  });
  connect(smoothLoop_, &QPushButton::clicked, this, [this] {
    if (const std::optional<LoopBreak> lag = lag_) Q_EMIT loopBreakRequested(*lag);
  });
}

// A setting of the simulation, which can be undone like any edit.
void ProblemsPanel::solveLoops() {
  setValue(document_, {ValuePlace::Kind::kSimulation, "", "algebraic_loops"},
           tr("Solve algebraic loops"), ParameterSetting("solve"));
}

// Findings of a run stand beside those of the check until the document changes.
void ProblemsPanel::setRunProblems(std::vector<RunProblem> problems) {
  if (problems.empty() && runProblems().empty()) return;
  model_->setRunProblems(std::move(problems));
  refresh();
  Q_EMIT runProblemsChanged();
}

int ProblemsPanel::errorCount() const { return model_->count(Severity::kError); }

int ProblemsPanel::warningCount() const { return model_->count(Severity::kWarning); }

// An empty list gives its place to a text that says so.
void ProblemsPanel::refresh() {
  model_->setDiagnostics(document_->diagnostics());
  const bool any = model_->rowCount() > 0;
  list_->setVisible(any);
  nothing_->setVisible(!any);
  refreshOffer();
  Q_EMIT countsChanged(errorCount(), warningCount());
}

// Of the loop in the chosen row, else of the first; without a loop, or a place for a delay, nothing
// is offered.
void ProblemsPanel::refreshOffer() {
  const std::vector<AlgebraicLoop>& loops = document_->report().loops;
  const QModelIndex current = list_->currentIndex();
  const std::string path = current.isValid() ? model_->path(current.row()).toStdString() : "";
  auto loop = std::find_if(loops.begin(), loops.end(),
                           [&](const AlgebraicLoop& one) { return one.path == path; });
  if (loop == loops.end()) loop = loops.begin();
  const auto remedy = [&](LoopBreaker by) {
    return loop != loops.end() ? breakForLoop(*document_, *loop, by) : std::nullopt;
  };
  delay_ = remedy(LoopBreaker::kDelay);
  lag_ = remedy(LoopBreaker::kLag);
  QStringList effects;
  if (delay_) effects += delay_->effect;
  if (lag_) effects += lag_->effect;
  if (!effects.isEmpty() && loop->wires.size() > 1) {
    effects += tr("The menu of another wire of the loop puts them there.");
  }
  breakLoop_->setVisible(delay_.has_value());
  smoothLoop_->setVisible(lag_.has_value());
  offer_->setVisible(!effects.isEmpty());
  offerText_->setText(effects.join(u'\n'));
}

}  // namespace loopwright
