#include "gui/plot_menus/plot_menu.h"

#include <QActionGroup>
#include <QClipboard>
#include <QGuiApplication>
#include <QImage>
#include <QMenu>
#include <algorithm>
#include <optional>
#include <utility>

#include "engine/document/document.h"
#include "engine/recording/recording.h"
#include "gui/curves/plot_cursors.h"
#include "gui/document/diagram_document.h"
#include "gui/overlays/colour_menu.h"
#include "gui/overlays/fields_dialog.h"
#include "gui/plot_menus/plot_edits.h"
#include "gui/plots/plot_panel.h"
#include "gui/plots/readout_overlay.h"

namespace loopwright {

namespace {

// An entry that `owner` carries out: it does nothing once that is gone.
template <typename Slot>
QAction* addEntry(QMenu* menu, QObject* owner, const char* name, const QString& text, Slot slot) {
  QAction* const action = menu->addAction(text, owner, slot);
  action->setObjectName(QStringLiteral("plotMenu.") + QLatin1String(name));
  return action;
}

// What the entries below are about.
void addTitle(QMenu* menu, const QString& text) {
  QAction* const title = menu->addAction(text);
  title->setEnabled(false);
  QFont font = menu->font();
  font.setWeight(QFont::DemiBold);
  title->setFont(font);
}

// A number as a field of a dialog has it: the empty text is none. Returns whether it is right.
bool readNumber(const QString& text, std::optional<double>* number) {
  number->reset();
  if (text.isEmpty()) return true;
  bool isNumber = false;
  const double value = QLocale::c().toDouble(text, &isNumber);
  if (isNumber) *number = value;
  return isNumber;
}

// As many digits as a person types; nothing where there is no number.
QString numberText(std::optional<double> number) {
  return number ? QString::number(*number, 'g', 12) : QString();
}

}  // namespace

// What the panel asks for is carried out here, on the document.
PlotMenu::PlotMenu(DiagramDocument* document, PlotPanel* panel, QObject* parent)
    : QObject(parent), document_(document), panel_(panel) {
  connect(panel, &PlotPanel::menuRequested, this, &PlotMenu::open);
  connect(panel, &PlotPanel::signalDropped, this, &PlotMenu::showSignal);
  connect(panel, &PlotPanel::plotsMoved, this, [this](const std::vector<PlotPlace>& places) {
    arrangePlots(document_, *panel_, places);
  });
}

// The menu begins with what is under the pointer: a curve or its entry in the legend, then an axis,
// and then the plot as a whole.
void PlotMenu::open(PlotView* view, const QPoint& place, const QPoint& global) {
  const auto& views = panel_->views();
  index_ = static_cast<size_t>(std::find(views.begin(), views.end(), view) - views.begin());
  auto* const menu = new QMenu(panel_);  // The plot may go while it is open.
  menu->setObjectName(QStringLiteral("plotMenu"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  QString axis;
  if (auto* const plot = qobject_cast<PlotWidget*>(view)) {
    int curve = plot->legendEntryAt(place);
    if (curve < 0) curve = plot->curveAt(place);
    if (curve >= 0) fillForCurve(menu, plot, curve);
    axis = plot->axisAt(place);
  } else {
    axis = view->axisAt(place);
  }
  if (!axis.isEmpty()) {
    fillForAxis(menu, axis, axis == u"x" && view->content().kind == PlotKind::kTime);
    menu->addSeparator();
  }
  fillForPlot(menu, place);
  menu->popup(global);
}

// Says what the user cannot see: that the signal was there already, or that it comes with the next
// run only.
void PlotMenu::showSignal(int plot, const QString& path) {
  const auto& views = panel_->views();
  const bool isThere = plot >= 0 && static_cast<size_t>(plot) < views.size();
  const bool isNew = addSignal(document_, *panel_, isThere ? views[size_t(plot)] : nullptr, path);
  const auto& recording = panel_->recording();
  const bool isRecorded = recording && recording->FindSignal(path.toStdString()) >= 0;
  if (!isNew) {
    Q_EMIT messageShown(tr("The plot shows %1 already.").arg(path));
  } else if (!isRecorded) {
    Q_EMIT messageShown(tr("The next run records %1 and plots it.").arg(path));
  }
}

PlotView* PlotMenu::current() const {
  return index_ < panel_->views().size() ? panel_->views()[index_] : nullptr;
}

// A run may make plots anew while the menu is open, and fewer of them: an entry for a plot that is
// gone does nothing.
void PlotMenu::addPlotEntry(QMenu* menu, const char* name, const QString& text,
                            const std::function<void(PlotView*)>& slot) {
  addEntry(menu, this, name, text, [this, slot] {
    if (PlotView* const view = current()) slot(view);
  });
}

// Each entry that changes a plot goes through here: one undo step, on the plot's setting in the
// document.
void PlotMenu::change(const QString& name, const std::function<void(PlotSetting*)>& change) {
  if (PlotView* const view = current()) changePlot(document_, *panel_, *view, name, change);
}

void PlotMenu::changeCurve(const QString& name, const QString& path,
                           const std::function<void(PlotCurve*)>& change) {
  this->change(name, [&](PlotSetting* plot) { loopwright::changeCurve(plot, path, change); });
}

// Hiding is a matter of the view and is not saved; everything else is the document's.
void PlotMenu::fillForCurve(QMenu* menu, PlotWidget* plot, int curve) {
  const CurveSetting setting = plot->content().curves[curve];
  const bool isShown = plot->isCurveShown(curve);
  addTitle(menu, setting.name);
  addEntry(menu, plot, "hide", isShown ? tr("Hide") : tr("Show"),
           [plot, curve, isShown] { plot->setCurveShown(curve, !isShown); });
  addEntry(menu, this, "remove", tr("Take out of the plot"), [this, path = setting.path] {
    if (current() != nullptr) removeCurve(document_, *panel_, *current(), path);
  });
  QMenu* const colours = menu->addMenu(tr("Colour"));
  colours->menuAction()->setObjectName(QStringLiteral("plotMenu.colour"));
  fillColourChoices(colours, panel_, [this, path = setting.path](const QColor& colour) {
    changeCurve(tr("Colour a curve"), path, [&](PlotCurve* of) {
      of->color = colour.isValid() ? std::optional(colour.name().toStdString()) : std::nullopt;
    });
  });
  fillLines(menu->addMenu(tr("Line")), setting.path);
  fillAxes(menu->addMenu(tr("Value axis")), setting);
  addEntry(menu, this, "histogram", tr("Histogram of it"), [this, setting] {
    addFigure(document_, *panel_, tr("Add a histogram"), "histogram",
              tr("Histogram of %1").arg(setting.name), setting.path);
  });
  addEntry(menu, this, "spectrum", tr("Spectrum of it"), [this, setting] {
    addFigure(document_, *panel_, tr("Add a spectrum"), "spectrum",
              tr("Spectrum of %1").arg(setting.name), setting.path);
  });
  menu->addSeparator();
}

// "Automatic" takes the choice out of the file.
void PlotMenu::fillLines(QMenu* menu, const QString& path) {
  const std::pair<const char*, QString> lines[] = {{"", tr("Automatic")},
                                                   {"solid", tr("Solid")},
                                                   {"dash", tr("Dashed")},
                                                   {"dot", tr("Dotted")},
                                                   {"dash-dot", tr("Dashes and dots")}};
  for (const auto& [line, text] : lines) {
    const std::string chosen = line;
    addEntry(menu, this, ("line." + chosen).c_str(), text, [this, path, chosen] {
      changeCurve(tr("Draw a curve otherwise"), path, [&](PlotCurve* of) {
        of->line = chosen.empty() ? std::nullopt : std::optional(chosen);
      });
    });
  }
}

// Where the unit would choose another axis than the first one, that is said in the file too.
void PlotMenu::fillAxes(QMenu* menu, const CurveSetting& curve) {
  const bool hasUnit = !curve.unit.isEmpty();
  const auto put = [this, path = curve.path](const std::optional<std::string>& axis) {
    changeCurve(tr("Put a curve on another axis"), path, [&](PlotCurve* of) { of->axis = axis; });
  };
  if (hasUnit) {
    addEntry(menu, this, "axis.byUnit", tr("By its unit"), [put] { put(std::nullopt); });
  }
  const std::pair<const char*, QString> axes[] = {
      {"y", tr("Left")}, {"y2", tr("Right")}, {"y3", tr("Right, further out")}};
  for (const auto& [axis, text] : axes) {
    const std::string chosen = axis;
    const bool isFirst = chosen == "y";
    QAction* const entry =
        addEntry(menu, this, ("axis." + chosen).c_str(), text, [put, chosen, isFirst, hasUnit] {
          put(isFirst && !hasUnit ? std::nullopt : std::optional(chosen));
        });
    entry->setCheckable(true);
    entry->setChecked(curve.axis == axis || (isFirst && curve.axis.isEmpty()));
  }
}

// A time axis is never logarithmic.
void PlotMenu::fillForAxis(QMenu* menu, const QString& axis, bool isTime) {
  const AxisSetting setting = current()->content().axis(axis);
  addTitle(menu, isTime ? tr("Time axis") : tr("Axis"));
  addPlotEntry(menu, "range", tr("Range…"),
               [this, axis](PlotView* view) { askForRange(*view, axis); });
  addEntry(menu, this, "automaticRange", tr("Automatic range"), [this, axis] {
    change(tr("Let a range be automatic"),
           [&](PlotSetting* plot) { setRange(plot, axis, std::nullopt, std::nullopt); });
  })->setEnabled(setting.lower.has_value() || setting.upper.has_value());
  // Of a spectrum both always are.
  if (!isTime && current()->content().kind != PlotKind::kSpectrum) {
    QAction* const entry = addEntry(
        menu, this, "logarithmic", tr("Logarithmic"), [this, axis, was = setting.isLogarithmic] {
          change(was ? tr("Make an axis linear") : tr("Make an axis logarithmic"),
                 [&](PlotSetting* plot) { setLogarithmic(plot, axis, !was); });
        });
    entry->setCheckable(true);
    entry->setChecked(setting.isLogarithmic);
  }
  addPlotEntry(menu, "label", tr("Label…"),
               [this, axis](PlotView* view) { askForLabel(*view, axis); });
}

// For any kind of plot, with more for those over time.
void PlotMenu::fillForPlot(QMenu* menu, const QPoint& place) {
  addPlotEntry(menu, "showAll", tr("Show all"), [](PlotView* view) { view->showAll(); });
  if (auto* const plot = qobject_cast<PlotWidget*>(current())) {
    addEntry(menu, panel_, "back", tr("Back"), [this] {
      panel_->goToView(-1);
    })->setEnabled(panel_->canGoToView(-1));
    addEntry(menu, panel_, "forward", tr("Forward"), [this] {
      panel_->goToView(1);
    })->setEnabled(panel_->canGoToView(1));
    const double time = plot->pixelToTime(place.x());
    for (const auto& [which, name, text] :
         {std::tuple(PlotCursors::kA, "cursorA", tr("Cursor A here")),
          std::tuple(PlotCursors::kB, "cursorB", tr("Cursor B here"))}) {
      addEntry(menu, plot, name, text, [this, plot, time, which = which] {
        panel_->showCursors(true);
        panel_->cursors()->setTime(which, plot->updateNear(time).value_or(time));
      });
    }
    fillReferences(menu, place);
    fillCircles(menu->addMenu(tr("○ and ● at updates")));
  }
  addPlotEntry(menu, "title", tr("Title…"), [this](PlotView* view) { askForTitle(*view); });
  menu->addSeparator();
  addPlotEntry(menu, "copyPicture", tr("Copy as a picture"),
               [](PlotView* view) { copyPicture(view); });
  addPlotEntry(menu, "exportPicture", tr("Export the picture…"),
               [this](PlotView* view) { Q_EMIT pictureRequested(view); });
  addPlotEntry(menu, "exportData", tr("Export the data…"),
               [this](PlotView* view) { Q_EMIT dataRequested(view); });
  addPlotEntry(menu, "print", tr("Print…"),
               [this](PlotView* view) { Q_EMIT printRequested(view); });
}

void PlotMenu::fillCircles(QMenu* menu) {
  const std::pair<const char*, QString> modes[] = {
      {"", tr("Where they have room")}, {"on", tr("Always")}, {"off", tr("Never")}};
  const CircleMode now = current()->content().circles;
  auto* const group = new QActionGroup(menu);
  int index = 0;
  for (const auto& [mode, text] : modes) {
    const std::string chosen = mode;
    QAction* const entry =
        addEntry(menu, this, ("circles." + chosen).c_str(), text, [this, chosen] {
          change(tr("Draw ○ and ● otherwise"), [&](PlotSetting* plot) {
            plot->circles = chosen.empty() ? std::nullopt : std::optional(chosen);
          });
        });
    entry->setCheckable(true);
    entry->setChecked(index++ == static_cast<int>(now));
    group->addAction(entry);
  }
}

void PlotMenu::fillReferences(QMenu* menu, const QPoint& place) {
  auto* const plot = qobject_cast<PlotWidget*>(current());
  addPlotEntry(menu, "reference", tr("Line of reference…"),
               [this, value = plot->pixelToValue(place.y())](PlotView*) {
                 askForReference(QStringLiteral("y"), value);
               });
  addPlotEntry(menu, "timeReference", tr("Line of reference in time…"),
               [this, time = plot->pixelToTime(place.x())](PlotView*) {
                 askForReference(QStringLiteral("x"), time);
               });
  if (current()->content().references.empty()) return;
  addEntry(menu, this, "noReferences", tr("Remove the lines of reference"), [this] {
    change(tr("Remove lines of reference"),
           [](PlotSetting* setting) { setting->references.clear(); });
  });
}

// The dialog stays open, with the reason, until the numbers are right. An empty field is an end
// that follows the data.
void PlotMenu::askForRange(const PlotView& view, const QString& axis) {
  const AxisSetting now = view.content().axis(axis);
  const bool isLogarithmic = now.isLogarithmic;
  const auto apply = [this, axis, isLogarithmic](const QStringList& texts) {
    std::optional<double> lower;
    std::optional<double> upper;
    if (!readNumber(texts[0], &lower) || !readNumber(texts[1], &upper)) {
      return tr("A number like 2.5 or 1e-3, or nothing for automatic.");
    }
    if (lower && upper && !(*lower < *upper)) return tr("The range must begin before it ends.");
    if (isLogarithmic && (lower.value_or(1) <= 0 || upper.value_or(1) <= 0)) {
      return tr("A logarithmic axis has numbers above 0 only.");
    }
    change(tr("Set a range"), [&](PlotSetting* plot) { setRange(plot, axis, lower, upper); });
    return QString();
  };
  (new FieldsDialog(QStringLiteral("rangeDialog"), tr("Range of the axis"),
                    {{tr("From"), numberText(now.lower), tr("automatic")},
                     {tr("To"), numberText(now.upper), tr("automatic")}},
                    apply, panel_))
      ->open();
}

void PlotMenu::askForLabel(const PlotView& view, const QString& axis) {
  const PlotContent& content = view.content();
  const QString now = axis == u"y" ? content.valueLabel : content.axis(axis).label;
  const auto apply = [this, axis](const QStringList& texts) {
    change(tr("Label an axis"),
           [&](PlotSetting* plot) { setAxisLabel(plot, axis, texts.front()); });
    return QString();
  };
  (new FieldsDialog(QStringLiteral("labelDialog"), tr("Label of the axis"),
                    {{tr("Name and unit"), now, content.unitOf(axis)}}, apply, panel_))
      ->open();
}

void PlotMenu::askForTitle(const PlotView& view) {
  const auto apply = [this](const QStringList& texts) {
    change(tr("Title a plot"), [&](PlotSetting* plot) {
      plot->title =
          texts.front().isEmpty() ? std::nullopt : std::optional(texts.front().toStdString());
    });
    return QString();
  };
  (new FieldsDialog(QStringLiteral("titleDialog"), tr("Title of the plot"),
                    {{tr("Title"), view.content().title}}, apply, panel_))
      ->open();
}

// Begins with the value under the pointer, in a few digits.
void PlotMenu::askForReference(const QString& axis, double value) {
  const auto apply = [this, axis](const QStringList& texts) {
    std::optional<double> number;
    if (!readNumber(texts[0], &number) || !number) return tr("A number like 2.5 or 1e-3.");
    change(tr("Add a line of reference"), [&](PlotSetting* plot) {
      PlotReference& line = plot->references.emplace_back();
      line.axis = axis.toStdString();
      line.value = *number;
      if (!texts[1].isEmpty()) line.label = texts[1].toStdString();
    });
    return QString();
  };
  (new FieldsDialog(QStringLiteral("referenceDialog"), tr("Line of reference"),
                    {{tr("At"), QString::number(value, 'g', 3)}, {tr("Label"), QString()}}, apply,
                    panel_))
      ->open();
}

void PlotMenu::copyPicture(PlotView* view) {
  constexpr int kScale = 2;  // for sharp screens and paper
  QImage picture(view->size() * kScale, QImage::Format_RGB32);
  picture.setDevicePixelRatio(kScale);
  view->paintOn(&picture, view->size(), false);
  QGuiApplication::clipboard()->setImage(picture);
}

}  // namespace loopwright
