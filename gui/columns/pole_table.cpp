#include "gui/columns/pole_table.h"

#include <QColor>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "engine/analysis/response_picture.h"
#include "gui/document/qt_text.h"
#include "gui/plots/readout_overlay.h"
#include "gui/theme/theme.h"

namespace loopwright {

namespace {

constexpr std::size_t kMostPoles = 40;  // lines; what is faster is only counted

// Three digits, as many as the column has room for; nothing where there is no number, as of the
// frequency of a pole at z = 0.
QString threeDigits(double value) {
  constexpr int kDigits = 3;
  return std::isfinite(value) ? formatReadout(QString::number(value, 'g', kDigits).toDouble())
                              : QString();
}

// One that is not real stands for its conjugate too.
QString poleText(const Complex& pole) {
  if (pole.imag() == 0) return threeDigits(pole.real());
  return QStringLiteral("%1 ± %2i").arg(threeDigits(pole.real()), threeDigits(pole.imag()));
}

// The numbers of the poles that have a line, the slowest first.
std::vector<std::size_t> linesOf(const std::vector<PoleInfo>& poles) {
  std::vector<std::size_t> lines;
  for (std::size_t i = 0; i < poles.size(); ++i) {
    if (poles[i].pole.imag() >= 0) lines.push_back(i);
  }
  std::ranges::stable_sort(lines, {}, [&](std::size_t line) { return poles[line].frequency; });
  return lines;
}

// Of samples a pole within rounding of z = 0, as a delay by a sample makes it, is one there: its
// damping and frequency would be those of rounding.
PoleInfo withoutRounding(PoleInfo pole, bool isSampled) {
  constexpr double kRounding = 1e-12;
  if (!isSampled || std::abs(pole.pole) > kRounding) return pole;
  pole.pole = 0;
  pole.damping = pole.frequency = std::numeric_limits<double>::quiet_NaN();
  return pole;
}

QString lineOf(const PoleInfo& pole, std::size_t index) {
  const Theme& theme = Theme::current();
  const auto link = [index](const QString& text, const QColor& colour) {
    return QStringLiteral("<a href='%1' style='color:%2; text-decoration:none'>%3</a>")
        .arg(index)
        .arg(colour.name(), text.toHtmlEscaped());
  };
  return QStringLiteral(
             "<tr><td style='padding-right:6px; white-space:nowrap'>%1</td>"
             "<td style='padding-right:6px; white-space:nowrap'>%2</td>"
             "<td style='padding-right:6px; white-space:nowrap'>%3</td><td>%4</td></tr>")
      .arg(link(poleText(pole.pole), pole.is_stable ? theme.ink : theme.error),
           threeDigits(pole.damping), threeDigits(pole.frequency),
           link(blocksOfPole(pole).join(QStringLiteral(", ")), theme.accent));
}

}  // namespace

QStringList blocksOfPole(const PoleInfo& pole) {
  QStringList blocks;
  for (const std::string& state : pole.states) {
    const QString block = toQt(state.substr(0, state.find('.')));
    if (!blocks.contains(block)) blocks += block;
  }
  return blocks;
}

PoleTable::PoleTable(QWidget* parent) : ColumnLabel(parent) {
  setObjectName(QStringLiteral("analysisPoles"));
  setTextFormat(Qt::RichText);
  setTextInteractionFlags(Qt::TextBrowserInteraction);
  setAlignment(Qt::AlignTop | Qt::AlignLeft);
  setContentsMargins(8, 4, 8, 4);
  setToolTip(tr("A click selects the blocks whose states take part"));
  hide();
  connect(this, &QLabel::linkActivated, this,
          [this](const QString& link) { Q_EMIT poleClicked(link.toInt()); });
}

void PoleTable::setPicture(const ResponsePicture* picture) {
  setVisible(picture != nullptr && !picture->poles.empty());
  if (isHidden()) return setText({});
  const std::vector<std::size_t> lines = linesOf(picture->poles);
  const std::size_t count = std::min(lines.size(), kMostPoles);
  QString text;
  for (std::size_t i = 0; i < count; ++i) {
    const PoleInfo& pole = picture->poles[lines[i]];
    text += lineOf(withoutRounding(pole, picture->period_sec > 0), lines[i]);
  }
  const QString head = QStringLiteral("<tr><td><b>%1</b></td><td>ζ</td><td>ω</td><td>%2</td></tr>")
                           .arg(tr("Poles").toHtmlEscaped(), tr("who takes part").toHtmlEscaped());
  text = QStringLiteral("<table cellspacing='0' cellpadding='2'>") + head + text +
         QStringLiteral("</table>");
  if (lines.size() > count) {
    text += tr("and %1 that are faster").arg(lines.size() - count).toHtmlEscaped();
  }
  setText(text);
}

}  // namespace loopwright
