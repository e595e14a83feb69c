#include "gui/analysis/design_form.h"

#include <QComboBox>
#include <QEvent>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <cmath>
#include <set>
#include <string>
#include <utility>

#include "engine/drawing/arrange.h"
#include "engine/edits/edit.h"
#include "gui/analysis/analysis_facts.h"
#include "gui/analysis/number_parameters.h"
#include "gui/document/diagram_document.h"
#include "gui/document/qt_text.h"
#include "gui/plots/readout_overlay.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

// In the order of the list.
enum DesignKind { kSimc, kMargins, kSensitivity, kRelay, kRegulator, kPoles, kFilter, kLqg };

// The words of the engine, in the order of the lists.
constexpr const char* kPidMethods[] = {"simc", "margins", "ms", "relay"};
constexpr PidType kPidTypes[] = {PidType::kP, PidType::kPi, PidType::kPid};
constexpr const char* kRelayRules[] = {"ziegler-nichols", "tyreus-luyben"};

// By which a block is known that can get the design; a filter is always a new one.
QStringList parametersFor(int method) {
  if (method <= kRelay) {
    return {QStringLiteral("kp"), QStringLiteral("ki"), QStringLiteral("kd")};
  }
  if (method == kLqg) {
    return {QStringLiteral("A"), QStringLiteral("B"), QStringLiteral("C"), QStringLiteral("D")};
  }
  return {QStringLiteral("gain")};
}

// A number, or [1, 2; 3, 4] by rows.
QString matrixText(const Eigen::MatrixXd& matrix) {
  if (matrix.size() == 1) return formatReadout(matrix(0, 0));
  QStringList rows;
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    QStringList row;
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) row += formatReadout(matrix(i, j));
    rows += row.join(QStringLiteral(", "));
  }
  return u'[' + rows.join(QStringLiteral("; ")) + u']';
}

// New blocks have no place yet.
void placeNewBlocks(const BlockRegistry& registry, Transaction* transaction) {
  std::set<std::string> levels;
  for (const Change& change : transaction->changes().changes()) {
    const bool isNew = change.subject == ChangeSubject::kBlock && change.kind == ChangeKind::kAdded;
    if (isNew) levels.insert(change.level);
  }
  for (const std::string& level : levels) GiveLayouts(transaction, level, registry);
}

}  // namespace

// A design is found on a thread and shown as a proposal beside the present loop; the diagram stays
// as it is until the user takes it. An edit makes a proposal out of date: it is found again by
// itself, while its button is off, so that no design of an older diagram can be put into a newer
// one.
DesignForm::DesignForm(DiagramDocument* document, std::function<AnalysisRequest()> request,
                       QWidget* parent)
    : QWidget(parent),
      document_(document),
      request_(std::move(request)),
      runner_(new AnalysisRunner(document->registry(), this)),
      form_(new QFormLayout),
      method_(new QComboBox(this)),
      block_(new QComboBox(this)),
      result_(new QLabel(this)),
      apply_(new QPushButton(tr("Put into the diagram"), this)) {
  auto* const title =
      new QLabel(QStringLiteral("<b>%1</b>").arg(tr("Design").toHtmlEscaped()), this);
  auto* const find = new QPushButton(tr("Find"), this);
  find->setObjectName(QStringLiteral("designCompute"));
  find->setToolTip(tr("Find the controller, and show its loop beside the present one"));
  result_->setObjectName(QStringLiteral("designResult"));
  result_->setWordWrap(true);
  result_->setTextFormat(Qt::PlainText);
  result_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  apply_->setObjectName(QStringLiteral("designApply"));
  apply_->setEnabled(false);
  addRows();
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 4, 8, 4);
  layout->setSpacing(4);
  layout->addWidget(title);
  layout->addLayout(form_);
  layout->addWidget(find);
  layout->addWidget(result_);
  layout->addWidget(apply_);
  connect(method_, &QComboBox::currentIndexChanged, this, [this] {
    forget();
    showRows();
    fill();
  });
  connect(find, &QPushButton::clicked, this, &DesignForm::compute);
  connect(apply_, &QPushButton::clicked, this, &DesignForm::apply);
  connect(runner_, &AnalysisRunner::finished, this, [this](const AnalysisResult& result) {
    if (isShown_ && result.request == asked_) onFinished(result);
  });
  // What is under way is of the document as it was. Where blocks only move it is as good as before.
  connect(document, &DiagramDocument::changed, this, [this] {
    if (document_->isChecked()) return;
    apply_->setEnabled(false);
    asked_ = {};
  });
  connect(document, &DiagramDocument::diagnosticsChanged, this, [this] {
    if (isVisible()) fill();
    if (isShown_) compute();
  });
  showRows();
}

// All fields of all methods are made at once, and each method shows its own (showRows()): what was
// typed for one method is still there after a look at another.
void DesignForm::addRows() {
  method_->setObjectName(QStringLiteral("designMethod"));
  method_->addItems({tr("PID, SIMC"), tr("PID, phase margin"), tr("PID, largest |S|"),
                     tr("PID, relay experiment"), tr("LQR"), tr("Poles"), tr("Kalman filter"),
                     tr("LQG")});
  block_->setObjectName(QStringLiteral("designBlock"));
  for (QComboBox* field : {method_, block_}) {
    field->setMinimumContentsLength(8);
    field->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  }
  method_->setAccessibleName(tr("Method of the design"));
  block_->setAccessibleName(tr("Block that gets the design"));
  form_->addRow(tr("method"), method_);
  form_->addRow(tr("block"), block_);
  type_ = addChoice("designType", tr("type"), {tr("P"), tr("PI"), tr("PID")},
                    {kSimc, kMargins, kSensitivity, kRelay});
  type_->setCurrentIndex(1);
  tau_ = addNumber("designTau", tr("closed loop, s"), {}, {kSimc});
  tau_->setPlaceholderText(tr("as the dead time"));
  crossover_ =
      addNumber("designCrossover", tr("crossover, rad/s"), QStringLiteral("1"), {kMargins});
  phaseMargin_ =
      addNumber("designPhaseMargin", tr("phase margin, °"), QStringLiteral("60"), {kMargins});
  ms_ = addNumber("designMs", tr("largest |S|"), QStringLiteral("1.4"), {kSensitivity});
  relay_ = addNumber("designRelay", tr("amplitude"), QStringLiteral("1"), {kRelay});
  hysteresis_ = addNumber("designHysteresis", tr("hysteresis"), QStringLiteral("0"), {kRelay});
  rule_ =
      addChoice("designRule", tr("rule"), {tr("Ziegler, Nichols"), tr("Tyreus, Luyben")}, {kRelay});
  addStateRows();
  for (QComboBox* choice : findChildren<QComboBox*>()) {
    choice->setFocusPolicy(Qt::StrongFocus);
    choice->installEventFilter(this);
  }
}

// Scrolling the column must not change a choice that comes under the pointer.
bool DesignForm::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::Wheel) return QWidget::eventFilter(watched, event);
  event->ignore();
  return true;
}

// Weights and covariances are expressions; a number stands for so many times the identity.
void DesignForm::addStateRows() {
  const QString one = QStringLiteral("1");
  q_ = addNumber("designQ", tr("Q, of states"), one, {kRegulator, kLqg});
  r_ = addNumber("designR", tr("R, of inputs"), one, {kRegulator, kLqg});
  w_ = addNumber("designW", tr("W, noise on states"), one, {kLqg});
  v_ = addNumber("designV", tr("V, noise of outputs"), one, {kLqg});
  noise_ = addNumber("designNoise", tr("Q, noise at inputs"), one, {kFilter});
  measured_ = addNumber("designMeasured", tr("R, noise of outputs"), one, {kFilter});
  poles_ = addNumber("designPoles", tr("poles"), {}, {kPoles});
  poles_->setPlaceholderText(tr("[-1, -2], or deadbeat"));
  period_ = addNumber("designPeriod", tr("period, s"), {}, {kRegulator, kFilter, kLqg});
  period_->setPlaceholderText(tr("as the diagram"));
  period_->setToolTip(
      tr("Of the samples of what controls or watches a continuous diagram; the cost and the noise "
         "between them are exact"));
}

// `methods` are those that show the row.
void DesignForm::addRow(QWidget* field, const char* name, const QString& label,
                        const QList<int>& methods) {
  field->setObjectName(QLatin1String(name));
  field->setAccessibleName(label);
  form_->addRow(label, field);
  rows_.push_back({field, methods});
}

QLineEdit* DesignForm::addNumber(const char* name, const QString& label, const QString& text,
                                 const QList<int>& methods) {
  auto* const field = new QLineEdit(text, this);
  addRow(field, name, label, methods);
  connect(field, &QLineEdit::returnPressed, this, &DesignForm::compute);
  return field;
}

QComboBox* DesignForm::addChoice(const char* name, const QString& label, const QStringList& entries,
                                 const QList<int>& methods) {
  auto* const field = new QComboBox(this);
  field->addItems(entries);
  addRow(field, name, label, methods);
  return field;
}

// What the chosen method is told, and nothing else.
void DesignForm::showRows() {
  const int method = method_->currentIndex();
  for (const Row& row : rows_) {
    const bool isShown = row.methods.contains(method);
    row.field->setVisible(isShown);
    form_->labelForField(row.field)->setVisible(isShown);
  }
}

// A block that was chosen stays so. The last entry, but of a PID, stands for new blocks; that comes
// first to mind where a StateSpace is more often the plant than its controller.
void DesignForm::fill() {
  const int method = method_->currentIndex();
  const QString chosen = block_->currentText();
  const QSignalBlocker blocker(block_);
  block_->clear();
  if (method != kFilter) {
    for (const QString& path : blocksWith(*document_, parametersFor(method))) {
      block_->addItem(path, path);
    }
  }
  if (method > kRelay) block_->addItem(tr("new blocks"), QString());
  const int first = method == kLqg ? block_->count() - 1 : 0;
  const int stays = block_->findText(chosen);
  block_->setCurrentIndex(stays < 0 ? first : stays);
  block_->setEnabled(block_->count() > 0);
  if (!isShown_) say(withoutBlock(), false);
}

// Why there is no block to choose; "" where there is one.
QString DesignForm::withoutBlock() const {
  if (block_->count() > 0) return {};
  return tr("There is no block with the gains kp, ki and kd; add a PidController.");
}

// What was computed is of a diagram or a method that is another by now.
void DesignForm::forget() {
  isShown_ = false;
  found_.reset();
  apply_->setEnabled(false);
  result_->clear();
  Q_EMIT proposed(nullptr);
}

// False, with the problem, where the text is no number, or an infinite one.
bool DesignForm::readNumber(const QLineEdit* field, double* number, QString* problem) const {
  bool isRight = false;
  *number = QLocale::c().toDouble(field->text().trimmed(), &isRight);
  isRight = isRight && std::isfinite(*number);
  if (!isRight) {
    *problem = tr("%1: “%2” is no number").arg(field->accessibleName(), field->text());
  }
  return isRight;
}

// Nothing where a field is wrong, which is told.
std::optional<DesignRequest> DesignForm::read(QString* problem) const {
  DesignRequest request;
  const bool isPid = method_->currentIndex() <= kRelay;
  *problem = withoutBlock();
  if (!problem->isEmpty()) return {};
  request.block = block_->currentData().toString().toStdString();
  const bool isRight = isPid ? readPid(&request.pid, problem) : readStates(&request, problem);
  return isRight ? std::optional(request) : std::nullopt;
}

// Only the fields that the method shows are read: a wrong number in a hidden one is no problem now.
// An empty time constant stands for the dead time of the process.
bool DesignForm::readPid(PidChoice* pid, QString* problem) const {
  const int method = method_->currentIndex();
  pid->method = kPidMethods[method];
  pid->type = kPidTypes[type_->currentIndex()];
  pid->rule = kRelayRules[rule_->currentIndex()];
  if (method == kSimc) {
    return tau_->text().trimmed().isEmpty() || readNumber(tau_, &pid->tau_c.emplace(), problem);
  }
  if (method == kMargins) {
    return readNumber(crossover_, &pid->crossover, problem) &&
           readNumber(phaseMargin_, &pid->phase_margin, problem);
  }
  if (method == kSensitivity) return readNumber(ms_, &pid->Ms, problem);
  return readNumber(relay_, &pid->relay, problem) &&
         readNumber(hysteresis_, &pid->hysteresis, problem);
}

// New blocks need to be told what they stand between.
bool DesignForm::readStates(DesignRequest* request, QString* problem) const {
  using Method = DesignRequest::Method;
  constexpr Method kMethods[] = {Method::kRegulator, Method::kPoles, Method::kFilter, Method::kLqg};
  const int method = method_->currentIndex();
  request->method = kMethods[method - kRegulator];
  const bool isFilter = method == kFilter;
  request->Q = (isFilter ? noise_ : q_)->text().toStdString();
  request->R = (isFilter ? measured_ : r_)->text().toStdString();
  request->W = w_->text().toStdString();
  request->V = v_->text().toStdString();
  request->poles = poles_->text().trimmed().toStdString();
  if (request->block.empty()) {
    const AnalysisRequest shown = request_();
    if (shown.isLoop || shown.from.isEmpty() || shown.to.isEmpty()) {
      *problem =
          tr("New blocks stand between the ends of a response: choose “Response from” above the "
             "plots, from what the controller acts on to what it reads.");
      return false;
    }
    request->inputs = engineTexts(shown.inputs);
    request->outputs = engineTexts(shown.outputs);
  }
  const bool hasPeriod = method != kPoles && !period_->text().trimmed().isEmpty();
  return !hasPeriod || readNumber(period_, &request->period_sec.emplace(), problem);
}

// Without a loop in the panel it is that of the block.
AnalysisRequest DesignForm::requestFor(const DesignRequest& design) const {
  AnalysisRequest request = request_();
  request.design = design;
  request.parameter.clear();
  if (request.from.isEmpty() || (!request.isLoop && request.to.isEmpty())) {
    request.isLoop = true;
    request.from = toQt(design.block) + QStringLiteral(".y");
  }
  return request;
}

// Where a field is wrong, nothing stays of what was found by others.
void DesignForm::compute() {
  AnalysisResult wrong;
  const std::optional<DesignRequest> design = read(&wrong.problem);
  asked_ = design ? requestFor(*design) : AnalysisRequest();
  if (!design) return onFinished(wrong);
  isShown_ = true;
  apply_->setEnabled(false);
  runner_->request(document_->document(), asked_);
}

void DesignForm::follow() {
  QString problem;
  const std::optional<DesignRequest> design = read(&problem);
  if (isShown_ && (!design || requestFor(*design) != asked_)) compute();
}

// Without a bound where the loop is not stable.
QString DesignForm::costText(const BlockDesign& design) const {
  const auto text = [](double cost) {
    return std::isfinite(cost) ? formatReadout(cost) : QStringLiteral("∞");
  };
  if (!design.cost_now) return tr("cost %1").arg(text(*design.cost));
  return tr("cost %1 (now %2)").arg(text(*design.cost), text(*design.cost_now));
}

void DesignForm::say(const QString& text, bool isWrong) {
  QPalette colours = palette();
  if (isWrong) colours.setColor(QPalette::WindowText, Theme::current().error);
  result_->setPalette(colours);
  result_->setText(text);
}

// What was found by its names; of states that are fed back or estimated also the poles.
void DesignForm::onFinished(const AnalysisResult& result) {
  found_ = result.design;
  apply_->setEnabled(found_ && result.canBePut);
  QStringList lines;
  if (found_) {
    for (const auto& [name, value] : found_->values) {
      lines += QStringLiteral("%1 = %2").arg(toQt(name), matrixText(value));
    }
    QStringList poles;
    for (const Complex& pole : found_->poles) poles += complexText(pole);
    if (!poles.isEmpty()) lines += tr("poles %1").arg(poles.join(QStringLiteral("; ")));
    if (found_->cost) lines += costText(*found_);
  }
  if (!result.problem.isEmpty()) lines += result.problem;
  say(lines.join(u'\n'), !result.problem.isEmpty());
  Q_EMIT proposed(result.picture);
}

// Into the block, or as new ones: one edit, which can be undone.
void DesignForm::apply() {
  if (!found_) return;
  const BlockDesign design = *found_;
  const std::string block = asked_.design->block;
  const QString step = block.empty() ? tr("Put %1 into the diagram").arg(method_->currentText())
                                     : tr("Design %1").arg(toQt(block));
  const QString problem = document_->edit(step, [&](Transaction* transaction) {
    design.put(transaction);
    placeNewBlocks(document_->registry(), transaction);
  });
  if (!problem.isEmpty()) return say(problem, true);
  forget();
}

}  // namespace loopwright
