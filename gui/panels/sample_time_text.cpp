#include "gui/panels/sample_time_text.h"

#include "engine/text/number_format.h"
#include "gui/panels/block_properties_form.h"

namespace loopwright {

// "every 0.1 s from 0.05 s", "continuous" and so on, for forms and lists.
QString sampleTimeText(const SampleTime& time) {
  switch (time.kind) {
    case SampleTime::Kind::kConstant:
      return BlockPropertiesForm::tr("constant");
    case SampleTime::Kind::kPeriodic: {
      const QString period = QString::fromStdString(FormatNumber(time.period));
      if (time.offset == 0) return BlockPropertiesForm::tr("every %1 s").arg(period);
      return BlockPropertiesForm::tr("every %1 s from %2 s")
          .arg(period, QString::fromStdString(FormatNumber(time.offset)));
    }
    case SampleTime::Kind::kEvents:
      return BlockPropertiesForm::tr("at events");
    case SampleTime::Kind::kContinuous:
      return BlockPropertiesForm::tr("continuous");
  }
  return QString();
}

}  // namespace loopwright
