#include "gui/plot_menus/plot_edits.h"

#include <algorithm>
#include <utility>

#include "engine/document/document.h"
#include "engine/edits/edit.h"
#include "gui/document/diagram_document.h"
#include "gui/plots/plot_panel.h"

namespace loopwright {

namespace {

// Gives a plot a title and signals of its own, all that it shows but the one that is left out.
void nameSignals(const PlotContent& content, PlotSetting* plot, const QString& leftOut = {}) {
  plot->block.reset();
  if (!content.title.isEmpty()) plot->title = content.title.toStdString();
  for (const CurveSetting& curve : content.curves) {
    if (curve.path != leftOut) plot->signal_paths.push_back(curve.path.toStdString());
  }
}

// An entry for what a plot shows without one.
PlotSetting settingFor(const PlotContent& content) {
  PlotSetting setting;
  if (content.block.isEmpty()) {
    nameSignals(content, &setting);
  } else {
    setting.block = content.block.toStdString();
  }
  return setting;
}

// Enters all plots that are shown; returns the place of `view`.
size_t enterPlots(Transaction* transaction, const PlotPanel& panel, const PlotView* view) {
  size_t place = 0;
  for (const PlotView* shown : panel.views()) {
    const PlotContent& content = shown->content();
    const size_t end = transaction->document().plots.size();
    if (!content.setting) {
      transaction->Apply(PlotEdit{{}, end, ListAction::kInsert, settingFor(content)});
    }
    if (shown == view) place = content.setting.value_or(end);
  }
  return place;
}

// Finds the entry of an axis, or adds one.
PlotAxis* findAxis(PlotSetting* plot, const QString& name) {
  const std::string wanted = name.toStdString();
  for (PlotAxis& axis : plot->axes) {
    if (axis.name == wanted) return &axis;
  }
  plot->axes.emplace_back().name = wanted;
  return &plot->axes.back();
}

// An entry that says nothing any more is taken out of the file.
void removeEmptyAxes(PlotSetting* plot) {
  std::erase_if(plot->axes, [](const PlotAxis& axis) {
    return !axis.label && !axis.scale && axis.extras.empty();
  });
}

}  // namespace

// Plots that a document shows without having any entry in it are entered with the first change, all
// of them: otherwise an entry for one of them would change which others are shown.
void changePlot(DiagramDocument* document, const PlotPanel& panel, const PlotView& view,
                const QString& name, const std::function<void(PlotSetting*)>& change) {
  document->edit(name, [&](Transaction* transaction) {
    const std::optional<size_t> known = view.content().setting;
    const size_t place = known ? *known : enterPlots(transaction, panel, &view);
    PlotSetting setting = transaction->document().plots.at(place);
    change(&setting);
    transaction->Apply(PlotEdit{{}, place, ListAction::kReplace, std::move(setting)});
  });
}

// Every plot gets its row and column, since the place of one means nothing without the others'.
void arrangePlots(DiagramDocument* document, const PlotPanel& panel,
                  const std::vector<PlotPlace>& places) {
  document->edit(DiagramDocument::tr("Move a plot"), [&](Transaction* transaction) {
    size_t entered = transaction->document().plots.size();
    enterPlots(transaction, panel, nullptr);
    for (size_t i = 0; i < panel.views().size(); ++i) {
      const auto known = panel.views()[i]->content().setting;
      const size_t index = known ? *known : entered++;
      PlotSetting setting = transaction->document().plots.at(index);
      setting.row = places[i].row;
      setting.column = places[i].column;
      transaction->Apply(PlotEdit{{}, index, ListAction::kReplace, std::move(setting)});
    }
  });
}

// A new plot at the end, of one signal.
void addFigure(DiagramDocument* document, const PlotPanel& panel, const QString& name,
               const std::string& kind, const QString& title, const QString& path) {
  document->edit(name, [&](Transaction* transaction) {
    enterPlots(transaction, panel, nullptr);
    PlotSetting setting;
    setting.kind = kind;
    setting.title = title.toStdString();
    setting.signal_paths = {path.toStdString()};
    const size_t end = transaction->document().plots.size();
    transaction->Apply(PlotEdit{{}, end, ListAction::kInsert, std::move(setting)});
  });
}

namespace {

void replacePlot(Transaction* transaction, size_t place, PlotSetting setting) {
  setting.signal_origins.clear();
  transaction->Apply(PlotEdit{{}, place, ListAction::kReplace, std::move(setting)});
}

}  // namespace

// To a plot over time, or as a new plot. A signal that is there already, or of which elements are,
// is not added again.
bool addSignal(DiagramDocument* document, const PlotPanel& panel, const PlotView* view,
               const QString& path) {
  const bool isOverTime = view != nullptr && view->content().kind == PlotKind::kTime;
  const std::string signal = path.toStdString();
  bool isNew = true;
  document->edit(DiagramDocument::tr("Show %1 in a plot").arg(path), [&](Transaction* transaction) {
    const size_t place = enterPlots(transaction, panel, isOverTime ? view : nullptr);
    const std::vector<PlotSetting>& plots = transaction->document().plots;
    if (!isOverTime) {
      PlotSetting setting;
      setting.signal_paths = {signal};
      transaction->Apply(PlotEdit{{}, plots.size(), ListAction::kInsert, std::move(setting)});
      return;
    }
    PlotSetting setting = plots.at(place);
    // It has signals of its own then, in place of those of its sink.
    if (setting.block) nameSignals(view->content(), &setting);
    auto& paths = setting.signal_paths;
    isNew = std::none_of(paths.begin(), paths.end(), [&](const std::string& shown) {
      return shown == signal || shown.starts_with(signal + '[');
    });
    if (isNew) paths.push_back(signal);
    replacePlot(transaction, place, std::move(setting));
  });
  return isNew;
}

void removeCurve(DiagramDocument* document, const PlotPanel& panel, const PlotView& view,
                 const QString& path) {
  document->edit(DiagramDocument::tr("Take %1 out of a plot").arg(path),
                 [&](Transaction* transaction) {
                   const size_t place = enterPlots(transaction, panel, &view);
                   PlotSetting setting = transaction->document().plots.at(place);
                   // A signal of several elements is all of its curves but the one.
                   setting.signal_paths.clear();
                   nameSignals(view.content(), &setting, path);
                   replacePlot(transaction, place, std::move(setting));
                 });
}

// What is said of a curve goes when nothing is left of it.
void changeCurve(PlotSetting* plot, const QString& path,
                 const std::function<void(PlotCurve*)>& change) {
  const std::string wanted = path.toStdString();
  auto found = std::ranges::find(plot->curves, wanted, &PlotCurve::signal_path);
  if (found == plot->curves.end()) {
    plot->curves.emplace_back().signal_path = wanted;
    found = plot->curves.end() - 1;
  }
  change(&*found);
  if (!found->color && !found->line && !found->axis && found->extras.empty()) {
    plot->curves.erase(found);
  }
}

void setAxisLabel(PlotSetting* plot, const QString& axis, const QString& label) {
  findAxis(plot, axis)->label =
      label.isEmpty() ? std::nullopt : std::optional<std::string>(label.toStdString());
  removeEmptyAxes(plot);
}

void setLogarithmic(PlotSetting* plot, const QString& axis, bool isLogarithmic) {
  findAxis(plot, axis)->scale = isLogarithmic ? std::optional<std::string>("log") : std::nullopt;
  removeEmptyAxes(plot);
}

void setRange(PlotSetting* plot, const QString& axis, std::optional<double> lower,
              std::optional<double> upper) {
  const std::string wanted = axis.toStdString();
  std::erase_if(plot->ranges, [&](const PlotRange& range) { return range.axis == wanted; });
  if (lower || upper) plot->ranges.push_back({wanted, lower, upper});
}

}  // namespace loopwright
