#include "gui/noise/noise_facts.h"

#include <QLabel>
#include <QVBoxLayout>
#include <utility>

#include "gui/noise/noise_text.h"

namespace loopwright {

NoiseFacts::NoiseFacts(QWidget* parent)
    : QWidget(parent), facts_(new QLabel(this)), change_(new QLabel(this)) {
  facts_->setObjectName(QStringLiteral("property.noise"));
  facts_->setProperty("role", "secondary");
  change_->setObjectName(QStringLiteral("property.noise.change"));
  change_->setProperty("role", "warning");
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(16, 0, 16, 2);
  layout->setSpacing(4);
  for (QLabel* label : {facts_, change_}) {
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    layout->addWidget(label);
    label->hide();
  }
  hide();
}

// An edit that touches the noise in no way, such as another name, leaves the note of the last one.
void NoiseFacts::refresh(const Document& document, const BlockRegistry& registry,
                         const std::string& path) {
  BlockNoise noise = findBlockNoise(document, registry, path);
  const QString facts = noiseText(noise);
  // While a parameter is wrong the noise that was known last stays to be compared with.
  if (!noise.elements.empty() && facts != facts_->text()) {
    change_->setText(noiseChangeText(noise_, noise));
    noise_ = std::move(noise);
  }
  facts_->setText(facts);
  facts_->setVisible(!facts.isEmpty());
  change_->setVisible(!facts.isEmpty() && !change_->text().isEmpty());
  setVisible(!facts.isEmpty());
}

}  // namespace loopwright
