#include "engine/edits/signal_rewrite.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "engine/edits/study_rewrite.h"

namespace loopwright {
namespace {

// Where a setting of `level` names a signal relative to it.
SignalFate RewriteKey(const std::string& level, const SignalRewrite& rewrite, std::string* key) {
  std::optional<SignalPath> path = ParseSignalPath(*key);
  if (!path) return SignalFate::kKeep;
  path->block = JoinPath(level, path->block);
  const SignalFate fate = rewrite(&*path);
  if (fate == SignalFate::kChange) {
    if (!level.empty()) path->block.erase(0, level.size() + 1);
    *key = ToString(*path);
  }
  return fate;
}

// Asks `rewrite` of each element of a list what becomes of it, and does that. From behind, since an
// element may be removed on the way.
template <typename T, typename RewriteElement>
void RewriteList(Transaction* transaction, const std::string& level, const std::vector<T>& list,
                 const RewriteElement& rewrite) {
  for (std::size_t i = list.size(); i-- > 0;) {
    T element = list[i];
    const SignalFate fate = rewrite(&element);
    if (fate == SignalFate::kRemove) {
      transaction->Apply(ListEdit<T>{level, i, ListAction::kRemove, {}});
    } else if (fate == SignalFate::kChange) {
      transaction->Apply(ListEdit<T>{level, i, ListAction::kReplace, std::move(element)});
    }
  }
}

void RewriteSettings(Transaction* transaction, const std::string& level,
                     const SignalRewrite& rewrite) {
  RewriteList(transaction, level, transaction->Diagram(level).signal_settings,
              [&](SignalSetting* setting) { return RewriteKey(level, rewrite, &setting->key); });
}

// Follows the signals of a plot and what is said of its curves.
void RewriteCurves(const SignalRewrite& rewrite, PlotSetting* plot) {
  for (std::size_t k = plot->signal_paths.size(); k-- > 0;) {
    if (RewriteKey({}, rewrite, &plot->signal_paths[k]) != SignalFate::kRemove) continue;
    const auto offset = static_cast<std::ptrdiff_t>(k);
    plot->signal_paths.erase(plot->signal_paths.begin() + offset);
    if (k < plot->signal_origins.size()) {
      plot->signal_origins.erase(plot->signal_origins.begin() + offset);
    }
  }
  std::erase_if(plot->curves, [&](PlotCurve& curve) {
    return RewriteKey({}, rewrite, &curve.signal_path) == SignalFate::kRemove;
  });
}

// Plots name signals from the top level down. One that belongs to a sink goes with its block; a
// plot of its own stays, even without curves.
void RewritePlots(Transaction* transaction, const SignalRewrite& rewrite) {
  RewriteList(transaction, {}, transaction->document().plots, [&](PlotSetting* plot) {
    RewriteCurves(rewrite, plot);
    const bool is_removed =
        plot->block && RewriteBlock(rewrite, &*plot->block) == SignalFate::kRemove;
    return is_removed ? SignalFate::kRemove : SignalFate::kChange;
  });
}

// A slider goes with the block whose parameter it is for; those of the file's own parameters, which
// have no block, are not touched.
void RewriteSliders(Transaction* transaction, const SignalRewrite& rewrite) {
  RewriteList(transaction, {}, transaction->document().sliders, [&](SliderSetting* slider) {
    const std::size_t dot = slider->parameter.rfind('.');
    if (dot == std::string::npos) return SignalFate::kKeep;
    std::string block = slider->parameter.substr(0, dot);
    const SignalFate fate = RewriteBlock(rewrite, &block);
    slider->parameter.replace(0, dot, block);
    return fate;
  });
}

// A point is a signal, or behind a '>' the wire into an input, which goes where its block goes.
SignalFate RewritePoint(const SignalRewrite& rewrite, std::string* point) {
  if (!point->starts_with('>')) return RewriteKey({}, rewrite, point);
  std::string input = point->substr(1);
  const SignalFate fate = RewriteKey({}, rewrite, &input);
  *point = '>' + input;
  return fate;
}

// What becomes of a figure: that of a subsystem goes with it, and that of a signal, or of a
// response between two points, with these.
SignalFate RewriteFigure(const SignalRewrite& rewrite, FigureSetting* figure) {
  SignalFate fate = SignalFate::kKeep;
  const auto take = [&fate](SignalFate other) {
    if (fate != SignalFate::kRemove && other != SignalFate::kKeep) fate = other;
  };
  if (figure->level && !figure->level->empty()) take(RewriteBlock(rewrite, &*figure->level));
  if (figure->signal) take(RewriteKey({}, rewrite, &*figure->signal));
  for (std::optional<std::string>* point : {&figure->input, &figure->output}) {
    if (*point) take(RewritePoint(rewrite, &**point));
  }
  return fate;
}

// Those that are removed go out of the list.
void RewritePoints(const SignalRewrite& rewrite, std::vector<std::string>* points) {
  std::erase_if(*points, [&](std::string& point) {
    return RewritePoint(rewrite, &point) == SignalFate::kRemove;
  });
}

// A signal stands before the equals sign of each target, SIGNAL=EXPR. Of what is freed,
// BLOCK.NAME=LO..HI, the block is followed: a parameter may be called as a port is. One of the
// diagram, without a dot, stays.
void RewriteTrim(const SignalRewrite& rewrite, AnalysisTrim* trim) {
  std::erase_if(trim->targets, [&](std::string& target) {
    const std::size_t equals = std::min(target.find('='), target.size());
    std::string signal = target.substr(0, equals);
    const SignalFate fate = RewriteKey({}, rewrite, &signal);
    target.replace(0, equals, signal);
    return fate == SignalFate::kRemove;
  });
  std::erase_if(trim->frees, [&](std::string& free) {
    const std::size_t dot = free.find('.');
    if (dot >= free.find('=')) return false;
    std::string block = free.substr(0, dot);
    const SignalFate fate = RewriteBlock(rewrite, &block);
    free.replace(0, dot, block);
    return fate == SignalFate::kRemove;
  });
}

// An analysis stays, even without points: what it lost can be set again.
void RewriteAnalyses(Transaction* transaction, const SignalRewrite& rewrite) {
  const std::vector<AnalysisSetting>& analyses = transaction->document().analyses;
  for (std::size_t i = 0; i < analyses.size(); ++i) {
    AnalysisSetting analysis = analyses[i];
    for (auto* points : {&analysis.inputs, &analysis.outputs, &analysis.open}) {
      RewritePoints(rewrite, points);
    }
    if (analysis.loop && RewritePoint(rewrite, &*analysis.loop) == SignalFate::kRemove) {
      analysis.loop.reset();
    }
    if (analysis.at && analysis.at->trim) RewriteTrim(rewrite, &*analysis.at->trim);
    if (analysis == analyses[i]) continue;
    analysis.point_origins.places.clear();
    transaction->Apply(AnalysisEdit{{}, i, ListAction::kReplace, std::move(analysis)});
  }
}

}  // namespace

// With a port that no name can be, so that ports which are renamed do not matter.
SignalFate RewriteBlock(const SignalRewrite& rewrite, std::string* block) {
  SignalPath path;
  path.block = *block;
  path.port = "\n";
  const SignalFate fate = rewrite(&path);
  if (fate == SignalFate::kChange) *block = path.block;
  return fate;
}

// A level's settings may name signals of deeper levels, so those of all levels around are looked
// through too.
void RewriteSignals(Transaction* transaction, const std::string& level,
                    const SignalRewrite& rewrite) {
  for (std::string at = level;; at = SplitPath(at).first) {
    RewriteSettings(transaction, at, rewrite);
    if (at.empty()) break;
  }
  RewritePlots(transaction, rewrite);
  RewriteSliders(transaction, rewrite);
  RewriteList(transaction, {}, transaction->document().figures,
              [&](FigureSetting* figure) { return RewriteFigure(rewrite, figure); });
  RewriteAnalyses(transaction, rewrite);
  RewriteStudy(transaction, rewrite);
}

void RewriteWires(Transaction* transaction, const std::string& level,
                  const SignalRewrite& rewrite) {
  RewriteList(transaction, level, transaction->Diagram(level).wires, [&](Wire* wire) {
    const SignalFate from = RewriteKey(level, rewrite, &wire->from);
    const SignalFate to = RewriteKey(level, rewrite, &wire->to);
    // Removing goes before changing, and that before keeping.
    return std::max(from, to);
  });
}

}  // namespace loopwright
