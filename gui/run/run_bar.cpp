#include "gui/run/run_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QProgressBar>
#include <algorithm>
#include <cmath>

#include "gui/run/pace.h"
#include "gui/run/run_controller.h"
#include "gui/run/shown_instant.h"
#include "gui/run/simulation_fields.h"
#include "gui/theme/eliding.h"
#include "gui/theme/making.h"
#include "gui/theme/theme.h"
#include "gui/theme/themed_label.h"

namespace loopwright {

namespace {

constexpr int kProgressSteps = 1000;
constexpr int kSmallestDecimals = 3;
constexpr int kLeastStatus = 120;
constexpr int kLeastProgress = 48;      // to be seen moving, and to be dragged
constexpr int kProgressStretch = 1000;  // it grows to its most before room is left over

}  // namespace

// Three decimals for a run of some seconds, more for a shorter one, so that the last digit moves.
QString formatTime(double time, double span) {
  const double places = span > 0 ? kSmallestDecimals - std::floor(std::log10(span) + 1e-9) : 3;
  return QString::number(time, 'f', static_cast<int>(std::clamp(places, 0.0, 9.0)));
}

RunBar::RunBar(DiagramDocument* document, RunController* controller, QWidget* parent)
    : QWidget(parent),
      controller_(controller),
      pace_(new PaceBox(document, this)),
      time_(withName(new ThemedLabel(this), QStringLiteral("runTime"))),
      progress_(withName(new QProgressBar(this), QStringLiteral("runProgress"))),
      status_(withName(new ElidingLabel(this), QStringLiteral("runStatus"))) {
  setObjectName(QStringLiteral("runBar"));
  time_->setFont(titleFont());
  auto* const of = withRole(new QLabel(tr("of"), this), "secondary");
  progress_->setRange(0, kProgressSteps);
  progress_->setTextVisible(false);
  // Gives way to texts, which have no stretch and so the width that they need, as far as a bar is
  // left; then the status gives way to it.
  progress_->setMinimumWidth(scaled(kLeastProgress));
  progress_->setMaximumWidth(scaled(170));
  progress_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  status_->setProperty("role", "secondary");
  status_->setLeastWidth(scaled(kLeastStatus));
  auto* const layout = withMargins(new QHBoxLayout(this), {6, 0, 6, 0}, 10);
  layout->addWidget(time_);
  layout->addWidget(of);
  layout->addWidget(new SimulationFields(document, this));
  layout->addWidget(pace_);
  pace_->hide();  // until it is known how much room there is
  layout->addSpacing(10);
  layout->addWidget(progress_, kProgressStretch);
  layout->addWidget(status_);
  layout->addStretch(1);
  progress_->setToolTip(tr("How far the run is; drag to go back to an instant"));
  progress_->installEventFilter(this);
  progress_->setCursor(Qt::PointingHandCursor);
  connect(controller, &RunController::progressed, this, &RunBar::refresh);
  connect(controller, &RunController::instantChanged, this, &RunBar::refresh);
  connect(controller, &RunController::stateChanged, this, &RunBar::refresh);
  connect(controller, &RunController::editsChanged, this, [this] {
    // The tool tip of the status lists the changes that were made while the run went on, the last
    // ones of many.
    constexpr size_t kMost = 20;
    refresh();
    status_->setToolTip(controller_->notes(kMost).join(u'\n'));
  });
  refresh();
}

// The status counts with what it may well say of a run that is paused, in the language shown.
int RunBar::wantedWidth() const {
  constexpr int kSteps = 10'000;
  constexpr double kRate = 1000;
  const QString status = QStringLiteral("100 % · ") + RunController::tr("paused") +
                         QStringLiteral(" · ") + formatRate(kRate) + QStringLiteral(" · ") +
                         RunController::tr("%1 steps", nullptr, kSteps).arg(formatCount(kSteps));
  const int hidden = pace_->isHidden() ? pace_->sizeHint().width() + layout()->spacing() : 0;
  return layout()->sizeHint().width() + hidden - status_->sizeHint().width() +
         status_->fontMetrics().horizontalAdvance(status);
}

// The pace is in the bar where there is room for it; menu and keys have it always.
void RunBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  pace_->setVisible(width() >= wantedWidth());
}

// The bar is a slider over what the run has been through: pressed or dragged, it leads back there.
// As the text beside it changes so does its width, and a drag goes by that at its beginning.
bool RunBar::eventFilter(QObject* watched, QEvent* event) {
  const bool isPress = event->type() == QEvent::MouseButtonPress;
  if (isPress || event->type() == QEvent::MouseMove) {
    const auto* const mouse = static_cast<QMouseEvent*>(event);
    if ((mouse->buttons() & Qt::LeftButton) != 0 && controller_->shown()->canGoBack()) {
      if (isPress) draggedWidth_ = std::max(1, progress_->width());
      const double part = mouse->position().x() / draggedWidth_;
      const double span = controller_->stopTime() - controller_->startTime();
      controller_->shown()->showTime(controller_->startTime() + std::clamp(part, 0.0, 1.0) * span);
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

void RunBar::refresh() {
  const double span = controller_->stopTime() - controller_->startTime();
  const QString number = formatTime(controller_->time(), span);
  time_->setThemedText(
      QStringLiteral("<span style='color:@muted@;font-weight:400'><i>t</i></span> = %1 s")
          .arg(number));
  progress_->setValue(static_cast<int>(kProgressSteps * controller_->progress()));
  status_->setText(controller_->statusText());
}

}  // namespace loopwright
