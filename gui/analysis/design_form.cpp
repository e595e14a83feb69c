#include "gui/analysis/design_form.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "engine/edits/edit.h"
#include "gui/analysis/number_parameters.h"
#include "gui/document/diagram_document.h"
#include "gui/document/qt_text.h"
#include "gui/document/value_place.h"
#include "gui/plots/readout_overlay.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

// In the order of the list.
enum DesignKind { kSimc, kMargins, kSensitivity, kRelay, kRegulator, kPoles };

// The words of the engine, in the order of the lists.
constexpr const char* kPidMethods[] = {"simc", "margins", "ms", "relay"};
constexpr PidType kPidTypes[] = {PidType::kP, PidType::kPi, PidType::kPid};
constexpr const char* kRelayRules[] = {"ziegler-nichols", "tyreus-luyben"};

// With i, as everywhere in the analyses: 1.5 − 2i.
QString complexText(const Complex& number) {
  QString text = formatReadout(number.real());
  if (number.imag() == 0) return text;
  text += number.imag() < 0 ? QStringLiteral(" − ") : QStringLiteral(" + ");
  return text + formatReadout(std::abs(number.imag())) + u'i';
}

}  // namespace

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
    showRows();
    fill();
  });
  connect(find, &QPushButton::clicked, this, &DesignForm::compute);
  connect(apply_, &QPushButton::clicked, this, &DesignForm::apply);
  connect(runner_, &AnalysisRunner::finished, this, [this](const AnalysisResult& result) {
    if (isShown_ && result.request == asked_) onFinished(result);
  });
  connect(document, &DiagramDocument::changed, this, [this] { apply_->setEnabled(false); });
  connect(document, &DiagramDocument::diagnosticsChanged, this, [this] {
    if (isVisible()) fill();
    if (isShown_) compute();
  });
  showRows();
}

void DesignForm::addRows() {
  method_->setObjectName(QStringLiteral("designMethod"));
  method_->addItems({tr("PID, SIMC"), tr("PID, crossover and phase margin"), tr("PID, largest |S|"),
                     tr("PID, relay experiment"), tr("LQR"), tr("Poles")});
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
  q_ = addNumber("designQ", tr("Q, of states"), QStringLiteral("1"), {kRegulator});
  r_ = addNumber("designR", tr("R, of inputs"), QStringLiteral("1"), {kRegulator});
  poles_ = addNumber("designPoles", tr("poles"), {}, {kPoles});
  poles_->setPlaceholderText(tr("[-1, -2], or deadbeat"));
}

// A row that is shown for some of the methods.
QLineEdit* DesignForm::addNumber(const char* name, const QString& label, const QString& text,
                                 std::vector<int> methods) {
  auto* const field = new QLineEdit(text, this);
  field->setObjectName(QLatin1String(name));
  field->setAccessibleName(label);
  form_->addRow(label, field);
  rows_.push_back({field, std::move(methods)});
  connect(field, &QLineEdit::returnPressed, this, &DesignForm::compute);
  return field;
}

QComboBox* DesignForm::addChoice(const char* name, const QString& label, const QStringList& entries,
                                 std::vector<int> methods) {
  auto* const field = new QComboBox(this);
  field->setObjectName(QLatin1String(name));
  field->setAccessibleName(label);
  field->addItems(entries);
  form_->addRow(label, field);
  rows_.push_back({field, std::move(methods)});
  return field;
}

// What the chosen method is told, and nothing else.
void DesignForm::showRows() {
  const int method = method_->currentIndex();
  for (const Row& row : rows_) {
    const bool isShown =
        std::find(row.methods.begin(), row.methods.end(), method) != row.methods.end();
    row.field->setVisible(isShown);
    form_->labelForField(row.field)->setVisible(isShown);
  }
}

// A block that was chosen stays so.
void DesignForm::fill() {
  const bool isPid = method_->currentIndex() <= kRelay;
  const QStringList parameters =
      isPid ? QStringList{QStringLiteral("kp"), QStringLiteral("ki"), QStringLiteral("kd")}
            : QStringList{QStringLiteral("gain")};
  const QString chosen = block_->currentText();
  const QSignalBlocker blocker(block_);
  block_->clear();
  block_->addItems(blocksWith(*document_, parameters));
  block_->setCurrentIndex(std::max(0, block_->findText(chosen)));
}

// What was computed is of a diagram or a method that is another by now.
void DesignForm::forget() {
  isShown_ = false;
  found_.reset();
  apply_->setEnabled(false);
  result_->clear();
  Q_EMIT proposed(nullptr);
}

// False, with the problem, where the text is no number.
bool DesignForm::readNumber(const QLineEdit* field, double* number, QString* problem) const {
  bool isRight = false;
  *number = QLocale::c().toDouble(field->text().trimmed(), &isRight);
  if (!isRight) {
    *problem = tr("%1: “%2” is no number").arg(field->accessibleName(), field->text());
  }
  return isRight;
}

// Nothing where a field is wrong, which is told.
std::optional<DesignRequest> DesignForm::read(QString* problem) const {
  DesignRequest request;
  const int method = method_->currentIndex();
  if (block_->currentText().isEmpty()) {
    *problem = method <= kRelay
                   ? tr("There is no block with the gains kp, ki and kd; add a PidController.")
                   : tr("There is no Gain that could feed states back; add one.");
    return {};
  }
  request.block = block_->currentText().toStdString();
  if (method > kRelay) {
    request.method =
        method == kRegulator ? DesignRequest::Method::kRegulator : DesignRequest::Method::kPoles;
    request.Q = q_->text().toStdString();
    request.R = r_->text().toStdString();
    request.poles = poles_->text().trimmed().toStdString();
    return request;
  }
  PidChoice& pid = request.pid;
  pid.method = kPidMethods[method];
  pid.type = kPidTypes[type_->currentIndex()];
  pid.rule = kRelayRules[rule_->currentIndex()];
  bool isRight = true;
  if (method == kSimc && !tau_->text().trimmed().isEmpty()) {
    isRight = readNumber(tau_, &pid.tau_c.emplace(), problem);
  } else if (method == kMargins) {
    isRight = readNumber(crossover_, &pid.crossover, problem) &&
              readNumber(phaseMargin_, &pid.phase_margin, problem);
  } else if (method == kSensitivity) {
    isRight = readNumber(ms_, &pid.Ms, problem);
  } else if (method == kRelay) {
    isRight = readNumber(relay_, &pid.relay, problem) &&
              readNumber(hysteresis_, &pid.hysteresis, problem);
  }
  return isRight ? std::optional(request) : std::nullopt;
}

// Without a loop in the panel it is that of the block.
void DesignForm::compute() {
  QString problem;
  const std::optional<DesignRequest> design = read(&problem);
  if (!design) return say(problem, true);
  AnalysisRequest request = request_();
  request.design = design;
  request.parameter.clear();
  if (request.from.isEmpty() || (!request.isLoop && request.to.isEmpty())) {
    request.isLoop = true;
    request.from = toQt(design->block) + QStringLiteral(".y");
  }
  isShown_ = true;
  asked_ = request;
  runner_->request(document_->document(), request);
}

void DesignForm::say(const QString& text, bool isWrong) {
  QPalette colours = palette();
  if (isWrong) colours.setColor(QPalette::WindowText, Theme::current().error);
  result_->setPalette(colours);
  result_->setText(text);
}

// The gains by their names, without the block; of states that are fed back also the poles.
void DesignForm::onFinished(const AnalysisResult& result) {
  found_ = result.design;
  apply_->setEnabled(found_.has_value());
  QStringList lines;
  if (found_) {
    for (const auto& [name, value] : found_->settings) {
      bool isNumber = false;
      const double number = QLocale::c().toDouble(toQt(value), &isNumber);
      lines += QStringLiteral("%1 = %2").arg(toQt(name).section(u'.', -1),
                                             isNumber ? formatReadout(number) : toQt(value));
    }
    QStringList poles;
    for (const Complex& pole : found_->poles) poles += complexText(pole);
    if (!poles.isEmpty()) lines += tr("poles %1").arg(poles.join(QStringLiteral("; ")));
  }
  if (!result.problem.isEmpty()) lines += result.problem;
  say(lines.join(u'\n'), !result.problem.isEmpty());
  Q_EMIT proposed(result.picture);
}

// Writes the gains into the block as one edit, which can be undone.
void DesignForm::apply() {
  if (!found_) return;
  const BlockDesign design = *found_;
  const BlockRegistry& registry = document_->registry();
  const QString problem =
      document_->edit(tr("Design %1").arg(block_->currentText()), [&](Transaction* transaction) {
        for (const auto& [name, value] : design.settings) {
          const ValuePlace place = parameterPlace(transaction->document(), name);
          applyValue(transaction, registry, place,
                     readValue(transaction->document(), registry, place, toQt(value)));
        }
      });
  if (!problem.isEmpty()) return say(problem, true);
  forget();
}

}  // namespace loopwright
