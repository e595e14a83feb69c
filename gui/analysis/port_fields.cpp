#include "gui/analysis/port_fields.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QSignalBlocker>
#include <algorithm>
#include <string>

#include "engine/document/document.h"
#include "gui/analysis/number_parameters.h"
#include "gui/document/check_report.h"
#include "gui/document/diagram_document.h"
#include "gui/document/qt_text.h"
#include "gui/panels/signal_field.h"

namespace loopwright {

namespace {

enum Kind { kLoop, kResponse };

// Puts what is typed in the place of one of the points; an empty text takes that one out.
void putPoint(const QString& typed, int at, std::vector<std::string>* points) {
  const auto place = std::min(static_cast<std::size_t>(at), points->size());
  const auto there = points->begin() + static_cast<std::ptrdiff_t>(place);
  if (place < points->size()) points->erase(there);
  if (typed.isEmpty()) return;
  points->insert(points->begin() + static_cast<std::ptrdiff_t>(place), typed.toStdString());
}

// The points of an analysis with another one in the place that is shown.
QStringList pointsWith(QStringList points, int at, const QString& typed) {
  if (at >= points.size()) return {typed};
  points[at] = typed;
  return points;
}

}  // namespace

// Which response is looked at: from where to where, or around which loop. Of an analysis with
// several inputs and outputs a channel is chosen, and of a loop the parameter for its locus.
PortFields::PortFields(DiagramDocument* document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      kind_(new QComboBox(this)),
      from_(new SignalField(QStringLiteral("analysisFrom"), {}, this)),  // see setLoop()
      arrow_(new QLabel(QStringLiteral("→"), this)),
      to_(new SignalField(QStringLiteral("analysisTo"), tr("Signal that is read"), this)),
      channel_(new QComboBox(this)),
      parameter_(new QComboBox(this)) {
  kind_->setObjectName(QStringLiteral("analysisKind"));
  kind_->setAccessibleName(tr("What is analysed"));
  kind_->addItems({tr("Loop through"), tr("Response from")});
  channel_->setObjectName(QStringLiteral("analysisChannel"));
  channel_->setAccessibleName(tr("Which of several responses is drawn"));
  channel_->setVisible(false);
  parameter_->setObjectName(QStringLiteral("analysisParameter"));
  parameter_->setAccessibleName(tr("Parameter that is changed by dragging"));
  for (QComboBox* field : {channel_, parameter_}) {
    field->setToolTip(field->accessibleName());
    field->setMinimumContentsLength(10);
    field->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  }
  auto* const layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(6);
  layout->addWidget(kind_);
  layout->addWidget(from_, 1);
  layout->addWidget(arrow_);
  layout->addWidget(to_, 1);
  layout->addWidget(channel_);
  layout->addWidget(parameter_);
  setFocusProxy(from_);
  setLoop(true);
  connectFields();
}

// As typing goes on, the list of channels and parameters follows and the analysis is asked for; the
// document gets the signals when a field is left or an entry chosen.
void PortFields::connectFields() {
  connect(kind_, &QComboBox::activated, this, [this](int index) {
    setLoop(index == kLoop);
    Q_EMIT kindChosen();
  });
  for (SignalField* field : {from_, to_}) {
    connect(field, &QComboBox::editTextChanged, this, [this] {
      updateChannels();
      fillParameters();
      Q_EMIT changed();
    });
    const auto tell = [this] {
      if (!isFollowing_) Q_EMIT edited();
    };
    connect(field, &QComboBox::activated, this, tell);
    connect(field->lineEdit(), &QLineEdit::editingFinished, this, tell);
  }
  connect(channel_, &QComboBox::activated, this, &PortFields::chooseChannel);
  connect(parameter_, &QComboBox::activated, this, [this] {
    isParameterChosen_ = true;
    Q_EMIT changed();
  });
}

bool PortFields::isLoop() const { return kind_->currentIndex() == kLoop; }

// A loop has one signal, so that the second field goes.
void PortFields::setLoop(bool isLoop) {
  kind_->setCurrentIndex(isLoop ? kLoop : kResponse);
  from_->setPurpose(isLoop ? tr("Signal of the loop") : tr("Where the input is added"));
  arrow_->setVisible(!isLoop);
  to_->setVisible(!isLoop);
  parameter_->setVisible(isLoop);
  updateChannels();
  Q_EMIT changed();
}

// What is looked at in passing is no point of an analysis.
void PortFields::setFrom(const QString& signal) {
  inputs_.clear();
  input_ = 0;
  from_->setEditText(signal);
}

void PortFields::setTo(const QString& signal) {
  outputs_.clear();
  output_ = 0;
  to_->setEditText(signal);
}

QString PortFields::from() const {
  const int at = channel_->currentIndex();
  return at < 0 ? from_->currentText() : channels_[at].from;
}

QString PortFields::to() const {
  const int at = channel_->currentIndex();
  return at < 0 ? to_->currentText() : channels_[at].to;
}

QString PortFields::parameter() const {
  return parameter_->currentIndex() > 0 ? parameter_->currentText() : QString();
}

void PortFields::fill() {
  for (SignalField* field : {from_, to_}) field->fill(*document_);
  updateChannels();
  fillParameters();
}

// Without a signal; nothing is announced as if a person had typed it.
void PortFields::clear() {
  const QScopedValueRollback<bool> following(isFollowing_, true);
  isParameterChosen_ = false;
  setFrom({});
  setTo({});
}

// The first entry stands for none of them. Until a person has chosen it is that of the block whose
// signal the loop goes through.
void PortFields::fillParameters() {
  const QString wanted = isParameterChosen_ ? parameter() : ownParameter();
  const QSignalBlocker blocker(parameter_);
  parameter_->clear();
  parameter_->addItem(tr("No parameter"));
  parameter_->addItems(numberParameters(*document_));
  parameter_->setCurrentIndex(wanted.isEmpty() ? 0 : std::max(0, parameter_->findText(wanted)));
}

// That of the block whose output is looked at; empty where it has none.
QString PortFields::ownParameter() const {
  const auto path = ParseSignalPath(from_->currentText().toStdString());
  return path ? numberParameterOf(*document_, toQt(path->block)) : QString();
}

// `x[0]` and `x[1]` of a signal of two elements; the signal itself where it has one, or names one.
QStringList PortFields::elementsOf(const QString& signal) const {
  const auto& widths = document_->report().widths;
  const auto found = widths.find(signal.mid(signal.startsWith(u'>') ? 1 : 0).toStdString());
  const int width = found == widths.end() ? 1 : found->second;
  if (width < 2) return {signal};
  QStringList elements;
  for (int i = 0; i < width; ++i) elements += QStringLiteral("%1[%2]").arg(signal).arg(i);
  return elements;
}

// The one that was drawn stays where it is still there; else the first of what is typed is drawn.
void PortFields::updateChannels() {
  const QString before = channel_->currentText();
  const QStringList inputs =
      pointsWith(isLoop() ? QStringList() : inputs_, input_, from_->currentText());
  const QStringList outputs = pointsWith(isLoop() ? QStringList() : outputs_, output_,
                                         isLoop() ? QString() : to_->currentText());
  channels_.clear();
  QStringList names;
  for (int i = 0; i < inputs.size(); ++i) {
    for (const QString& from : elementsOf(inputs[i])) {
      for (int k = 0; k < outputs.size(); ++k) {
        for (const QString& to : elementsOf(outputs[k])) {
          channels_.push_back({from, to, i, k});
          names += isLoop() ? from : from + QStringLiteral(" → ") + to;
        }
      }
    }
  }
  const QSignalBlocker blocker(channel_);
  channel_->clear();
  channel_->addItems(names);
  const auto typed = std::find_if(channels_.begin(), channels_.end(), [&](const Channel& each) {
    return (inputs.size() == 1 || each.input == input_) &&
           (outputs.size() == 1 || each.output == output_);
  });
  const auto stays = names.indexOf(before);
  channel_->setCurrentIndex(static_cast<int>(stays < 0 ? typed - channels_.begin() : stays));
  channel_->setVisible(names.size() > 1);
}

// A channel is an input and an output, which the two fields then show.
void PortFields::chooseChannel(int index) {
  const Channel channel = channels_[index];
  {
    const QScopedValueRollback<bool> following(isFollowing_, true);
    if (channel.input < inputs_.size()) input_ = channel.input;
    if (channel.output < outputs_.size()) output_ = channel.output;
    const QSignalBlocker fromBlocker(from_), toBlocker(to_);
    if (input_ < inputs_.size() && !isLoop()) from_->setEditText(inputs_[input_]);
    if (output_ < outputs_.size() && !isLoop()) to_->setEditText(outputs_[output_]);
  }
  Q_EMIT changed();
}

// Which of both it is the analysis tells, where it has points of one alone.
void PortFields::showKind(const AnalysisSetting& setting) {
  const QScopedValueRollback<bool> following(isFollowing_, true);
  const bool hasPorts = !setting.inputs.empty() || !setting.outputs.empty();
  setLoop(setting.loop.has_value() != hasPorts ? !hasPorts : isLoop());
}

// The fields show one input and one output of those that the setting has; which ones stays chosen
// while there are as many.
void PortFields::show(const AnalysisSetting& setting) {
  const QScopedValueRollback<bool> following(isFollowing_, true);
  inputs_ = qtTexts(setting.inputs);
  outputs_ = qtTexts(setting.outputs);
  if (input_ >= inputs_.size()) input_ = 0;
  if (output_ >= outputs_.size()) output_ = 0;
  from_->setEditText(isLoop() ? toQt(setting.loop.value_or("")) : inputs_.value(input_));
  to_->setEditText(outputs_.value(output_));
  updateChannels();
}

// Only what the fields show is written; the other inputs and outputs of the setting stay as they
// are.
void PortFields::put(AnalysisSetting* setting) const {
  if (isLoop()) {
    setting->loop.reset();
    if (!from_->currentText().isEmpty()) setting->loop = from_->currentText().toStdString();
  } else {
    putPoint(from_->currentText(), input_, &setting->inputs);
    putPoint(to_->currentText(), output_, &setting->outputs);
  }
}

// Whether what is typed can be the path of a signal at all.
bool PortFields::arePoints() const {
  const auto isPoint = [](const QString& text) {
    return text.isEmpty() || ParseSignalPath(text.mid(text.startsWith(u'>') ? 1 : 0).toStdString());
  };
  return isPoint(from_->currentText()) && (isLoop() || isPoint(to_->currentText()));
}

}  // namespace loopwright
