#include "gui/panels/signal_form.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "engine/document/document.h"
#include "gui/document/diagram_document.h"
#include "gui/document/qt_text.h"
#include "gui/document/signal_edits.h"
#include "gui/edits/wire_edits.h"
#include "gui/panels/sample_time_text.h"
#include "gui/theme/making.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr int kMostEnds = 50;  // that are listed: a text has to be laid out

}  // namespace

// Name, unit and recording can be changed here; the rest is shown.
SignalForm::SignalForm(DiagramDocument* document, const QString& level, const QString& from,
                       QWidget* parent)
    : QWidget(parent),
      document_(document),
      level_(level.toStdString()),
      from_(from.toStdString()),
      name_(withName(new QLineEdit, "signal.name")),
      unit_(withName(new QLineEdit, "signal.unit")),
      record_(withName(new QCheckBox(tr("Record this signal")), "signal.record")),
      ends_(withName(new QLabel, "signal.ends")),
      sampleTime_(withName(new QLabel, "signal.sampleTime")),
      width_(withName(new QLabel, "signal.width")),
      problem_(withName(new QLabel, "signal.problem")) {
  setObjectName("signalForm");
  name_->setAccessibleName(tr("Name of the signal"));
  name_->setPlaceholderText(tr("Name of the signal"));
  name_->setFont(titleFont());
  unit_->setAccessibleName(tr("Unit of the signal"));
  unit_->setToolTip(
      tr("Stands beside values and axes; curves of another unit get an axis of their own"));
  record_->setToolTip(tr("Every run records it and plots it"));
  problem_->setProperty("role", "error");
  auto* const kind = withRole(new QLabel(tr("Signal")), "secondary");
  auto* const header = new QHBoxLayout;
  header->addWidget(name_, 1);
  header->addWidget(kind);
  auto* const layout = withMargins(new QVBoxLayout(this), {16, 10, 16, 16}, 8);
  layout->addLayout(header);
  for (QLabel* const label : {problem_, sampleTime_, width_, ends_}) {
    label->setWordWrap(true);
    layout->addWidget(label);
  }
  for (QLabel* const label : {sampleTime_, width_, ends_}) label->setProperty("role", "secondary");
  layout->insertWidget(2, unit_);
  layout->insertWidget(3, record_);
  layout->addStretch(1);
  ends_->setTextFormat(Qt::RichText);
  connect(ends_, &QLabel::linkActivated, this, &SignalForm::revealRequested);
  connect(name_, &QLineEdit::editingFinished, this, &SignalForm::rename);
  connect(unit_, &QLineEdit::editingFinished, this, &SignalForm::changeUnit);
  connect(record_, &QCheckBox::toggled, this, &SignalForm::record);
  refresh();
}

// A name or a unit that is being typed is left alone, and the check box is set without being taken
// for a click.
void SignalForm::refresh() {
  const DiagramModel* const diagram = document_->document().FindDiagram(level_);
  if (diagram == nullptr) return;
  const SignalSetting setting = signalSettingOf(*diagram, from_);
  if (!name_->isModified()) name_->setText(toQt(setting.name.value_or("")));
  // A unit that is said of the signal under another of its names holds unless one is said here.
  const QString known = toQt(document_->units().Of(JoinPath(level_, from_)));
  if (!unit_->isModified()) unit_->setText(toQt(setting.unit.value_or("")));
  unit_->setPlaceholderText(known.isEmpty() ? tr("Unit, like m/s") : known);
  {
    const QSignalBlocker quiet(record_);
    record_->setChecked(isRecorded(document_->document(), level_, from_));
  }
  QStringList lines{tr("From %1").arg(linkTo(from_))};
  int more = 0;
  for (const Wire& wire : diagram->wires) {
    if (wire.from != from_) continue;
    if (lines.size() <= kMostEnds) {
      lines += tr("To %1").arg(linkTo(wire.to));
    } else {
      ++more;
    }
  }
  if (more > 0) lines += tr("further inputs: %1").arg(more);
  ends_->setText(lines.join(QStringLiteral("<br>")));
  const SampleTime* const time = document_->report().sampleTime(JoinPath(level_, from_));
  sampleTime_->setVisible(time != nullptr);
  if (time != nullptr) sampleTime_->setText(tr("Sample time: %1").arg(sampleTimeText(*time)));
  const int width = document_->report().signalWidth(JoinPath(level_, from_));
  width_->setVisible(width > 0);
  width_->setText(width == 1 ? tr("Width: 1 element") : tr("Width: %n elements", nullptr, width));
}

// A port of this level that a click leads to.
QString SignalForm::linkTo(const std::string& key) const {
  return QStringLiteral("<a style=\"color:%1; text-decoration:none\" href=\"%2\">%3</a>")
      .arg(Theme::current().accent.name(), toQt(JoinPath(level_, key)).toHtmlEscaped(),
           toQt(key).toHtmlEscaped());
}

// A name that is refused stays in the field, with the reason.
void SignalForm::rename() {
  if (!name_->isModified()) return;
  const QString problem = document_->edit(
      tr("Name signal %1").arg(toQt(from_)),
      [&](Transaction* t) { nameSignal(t, level_, from_, name_->text().trimmed()); });
  name_->setModified(!problem.isEmpty());
  showProblem(problem);
}

void SignalForm::changeUnit() {
  if (!unit_->isModified()) return;
  const std::string unit = unit_->text().trimmed().toStdString();
  unit_->setModified(false);
  showProblem(document_->edit(tr("Set the unit of %1").arg(toQt(from_)),
                              [&](Transaction* t) { setUnit(t, level_, from_, unit); }));
}

void SignalForm::record(bool recorded) {
  const QString from = toQt(from_);
  showProblem(
      document_->edit(recorded ? tr("Record %1").arg(from) : tr("Don't record %1").arg(from),
                      [&](Transaction* t) { recordSignal(t, level_, from_, recorded); }));
}

void SignalForm::showProblem(const QString& problem) {
  problem_->setText(problem);
  problem_->setVisible(!problem.isEmpty());
}

}  // namespace loopwright
