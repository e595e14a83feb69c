#include "gui/noise/noise_facts.h"

#include <QLabel>
#include <QVBoxLayout>
#include <utility>

#include "gui/document/diagram_document.h"
#include "gui/document/value_place.h"
#include "gui/language/library_text.h"
#include "gui/noise/noise_text.h"
#include "gui/theme/themed_label.h"

namespace loopwright {

// Three texts: how strong the noise is, what an edit has changed of that, and a link that gives
// back what was lost. Those that have nothing to say are hidden.
NoiseFacts::NoiseFacts(DiagramDocument* document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      facts_(new QLabel(this)),
      change_(new QLabel(this)),
      keep_(new ThemedLabel(this)) {
  facts_->setObjectName(QStringLiteral("property.noise"));
  facts_->setProperty("role", "secondary");
  facts_->setTextFormat(Qt::PlainText);
  change_->setObjectName(QStringLiteral("property.noise.change"));
  change_->setProperty("role", "warning");
  change_->setTextFormat(Qt::PlainText);
  keep_->setObjectName(QStringLiteral("property.noise.keep"));
  keep_->setProperty("role", "secondary");
  keep_->setTextFormat(Qt::RichText);
  connect(keep_, &QLabel::linkActivated, this, &NoiseFacts::applyRemedy);
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(16, 0, 16, 2);
  layout->setSpacing(4);
  for (QLabel* label : {facts_, change_, static_cast<QLabel*>(keep_)}) {
    label->setWordWrap(true);
    layout->addWidget(label);
    label->hide();
  }
  hide();
}

// An edit that touches the noise in no way, such as another name, leaves the note of the last one.
void NoiseFacts::refresh(const std::string& path) {
  path_ = path;
  BlockNoise noise = findBlockNoise(document_->document(), document_->registry(), path);
  const QString facts = noiseText(noise);
  // While a parameter is wrong the noise that was known last stays to be compared with.
  if (!noise.elements.empty() && facts != facts_->text()) {
    std::swap(noise, noise_);
    showChange(noise);
  }
  facts_->setText(facts);
  const bool isThere = !facts.isEmpty();
  facts_->setVisible(isThere);
  change_->setVisible(isThere && !change_->text().isEmpty());
  keep_->setVisible(change_->isVisibleTo(this) && remedy_.has_value());
  setVisible(isThere);
}

// What the edit changed by the way, and what would have kept it.
void NoiseFacts::showChange(const BlockNoise& before) {
  change_->setText(noiseChangeText(before, noise_));
  remedy_.reset();
  if (change_->text().isEmpty()) return;
  const bool wantsDensity = keptByEdit(before, noise_) == KeptStrength::kVariance;
  const KeptStrength wanted = wantsDensity ? KeptStrength::kDensity : KeptStrength::kVariance;
  remedy_ = findNoiseRemedy(document_->document(), document_->registry(), path_, before, wanted);
  if (remedy_) keep_->setThemedText(noiseRemedyText(wanted, *remedy_));
}

// One step to undo, by which the form is refreshed.
void NoiseFacts::applyRemedy() {
  if (!remedy_) return;
  const NoiseRemedy remedy = *remedy_;
  const QString name = QString::fromStdString(SplitPath(path_).second);
  setValue(document_, {ValuePlace::Kind::kBlock, path_, remedy.parameter},
           tr("Change %1 of %2").arg(parameterLabel(remedy.parameter), name), remedy.value);
}

}  // namespace loopwright
