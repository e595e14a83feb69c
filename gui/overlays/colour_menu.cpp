#include "gui/overlays/colour_menu.h"

#include <QColorDialog>
#include <QCoreApplication>
#include <QMenu>
#include <QPainter>
#include <QPixmap>

#include "gui/theme/icons.h"

namespace loopwright {

namespace {

struct NamedColour {
  const char* name;
  const char* colour;
};

// Distinguishable for colour-blind people; the same as those of sample times.
constexpr NamedColour kColours[] = {
    {QT_TRANSLATE_NOOP("loopwright::DiagramView", "Blue"), "#0072b2"},
    {QT_TRANSLATE_NOOP("loopwright::DiagramView", "Sky"), "#56b4e9"},
    {QT_TRANSLATE_NOOP("loopwright::DiagramView", "Green"), "#009e73"},
    {QT_TRANSLATE_NOOP("loopwright::DiagramView", "Yellow"), "#e69f00"},
    {QT_TRANSLATE_NOOP("loopwright::DiagramView", "Orange"), "#d55e00"},
    {QT_TRANSLATE_NOOP("loopwright::DiagramView", "Pink"), "#cc79a7"},
    {QT_TRANSLATE_NOOP("loopwright::DiagramView", "Grey"), "#6b7280"},
};

// Translators find the texts among those of DiagramView.
QString translated(const char* text) {
  return QCoreApplication::translate("loopwright::DiagramView", text);
}

}  // namespace

// The named colours first, then a dialog for any other, then none, which is an invalid colour.
void fillColourChoices(QMenu* menu, QWidget* owner,
                       const std::function<void(const QColor&)>& choose) {
  for (const NamedColour& entry : kColours) {
    const QColor colour(QLatin1String(entry.colour));
    menu->addAction(colourSwatch(colour), translated(entry.name), owner,
                    [choose, colour] { choose(colour); })
        ->setObjectName(QStringLiteral("colour.") + QLatin1String(entry.name));
  }
  menu->addAction(translated(QT_TRANSLATE_NOOP("loopwright::DiagramView", "Other…")), owner,
                  [choose, owner] {
                    auto* const dialog = new QColorDialog(owner);
                    dialog->setAttribute(Qt::WA_DeleteOnClose);
                    QObject::connect(dialog, &QColorDialog::colorSelected, owner, choose);
                    dialog->open();
                  })
      ->setObjectName("colour.Other");
  menu->addSeparator();
  menu->addAction(translated(QT_TRANSLATE_NOOP("loopwright::DiagramView", "None")), owner,
                  [choose] { choose(QColor()); })
      ->setObjectName("colour.None");
}

// No colour is drawn as a circle that is struck out.
QIcon colourSwatch(const QColor& colour) {
  if (!colour.isValid()) return makeIcon(IconName::kNoColour);
  QPixmap picture(24, 24);
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  painter.drawRoundedRect(2, 2, 20, 20, 5, 5);
  return QIcon(picture);
}

// One of the named ones by its name, any other by its number.
QString colourName(const QColor& colour) {
  if (!colour.isValid()) return translated(QT_TRANSLATE_NOOP("loopwright::DiagramView", "None"));
  for (const NamedColour& entry : kColours) {
    if (colour == QColor(QLatin1String(entry.colour))) return translated(entry.name);
  }
  return colour.name();
}

}  // namespace loopwright
