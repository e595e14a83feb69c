// What checks and runs found in the level that is shown: colours of sample times, problems, loops.

#include <algorithm>
#include <string>
#include <utility>

#include "engine/document/document.h"
#include "gui/document/diagram_document.h"
#include "gui/document/problem_lines.h"
#include "gui/document/qt_text.h"
#include "gui/faces/formula_text.h"
#include "gui/scene/block_item.h"
#include "gui/scene/diagram_scene.h"
#include "gui/scene/wire_item.h"
#include "gui/theme/theme.h"

namespace loopwright {

// Called when a check is done, and after all items were made anew: these know nothing of it.
void DiagramScene::showReport() {
  showRates();
  showProblems();
  showLoops();
}

// Colours wires and blocks by their sample times, as the last check found them. A block has the
// colour of its first output; one without outputs looks continuous.
void DiagramScene::showRates() {
  const std::string level = level_.toStdString();
  const auto pathOf = [&](const QString& key) { return JoinPath(level, key.toStdString()); };
  for (WireItem* wire : std::as_const(wires_)) {
    wire->setRate(document_->report().rateOf(pathOf(wire->from())));
  }
  for (BlockItem* block : std::as_const(blocks_)) {
    const auto& outputs = block->geometry().outputs;
    int rate = Theme::kContinuousRate;
    QString period;
    if (!outputs.empty()) {
      const std::string path = pathOf(block->name() + u'.' + outputs.front().name);
      rate = document_->report().rateOf(path);
      const SampleTime* time = document_->report().sampleTime(path);
      if (time != nullptr && time->kind == SampleTime::Kind::kPeriodic) {
        period = durationText(time->period);
      }
    }
    block->setRate(rate, period);
  }
}

void DiagramScene::setRunProblems(const QList<BlockProblem>& problems) {
  if (problems.isEmpty() && runProblems_.isEmpty()) return;
  runProblems_ = problems;
  showProblems();
}

// Sorts the diagnostics and open inputs of the last check, and what the last run said, by the
// blocks of this level, and gives each block its own. What is wrong inside a subsystem is shown at
// the subsystem, with its path before the text: "Plant/Motor: ..." at the block Plant.
void DiagramScene::showProblems() {
  struct Problems {
    QStringList texts;
    bool isError = false;
  };
  QHash<QString, Problems> byBlock;
  const QString inside = level_.isEmpty() ? QString() : level_ + u'/';
  QList<BlockProblem> all = runProblems_;
  for (const Diagnostic& diagnostic : document_->diagnostics()) {
    if (diagnostic.severity == Severity::kInfo) continue;
    all += {toQt(diagnostic.path), toQt(diagnostic.text), diagnostic.severity == Severity::kError};
  }
  // A problem within a subsystem is told at the subsystem's block, with the path that leads to it.
  for (const auto& [path, text, isError] : std::as_const(all)) {
    if (!path.startsWith(inside)) continue;
    QString name = path.mid(inside.size());
    const qsizetype slash = name.indexOf(u'/');
    if (slash >= 0) {
      name.truncate(slash);
    } else if (!blocks_.contains(name)) {
      name = blockOfKey(name);
    }
    Problems& problems = byBlock[name];
    problems.texts += slash >= 0 ? path + QStringLiteral(": ") + text : text;
    problems.isError = problems.isError || isError;
  }
  // Inputs without a wire, but only those of blocks on this level itself.
  QHash<QString, QSet<QString>> openByBlock;
  for (const std::string& input : document_->openInputs()) {
    const QString path = toQt(input);
    if (!path.startsWith(inside) || path.indexOf(u'/', inside.size()) >= 0) continue;
    const QString key = path.mid(inside.size());
    openByBlock[blockOfKey(key)].insert(portOfKey(key));
  }
  for (BlockItem* block : std::as_const(blocks_)) {
    const Problems problems = byBlock.value(block->name());
    block->setProblems(problemLines(problems.texts), problems.isError);
    block->setOpenInputs(openByBlock.value(block->name()));
  }
}

// Lights up the algebraic loops, as far as they lie in this level.
void DiagramScene::showLoops() {
  const std::string level = level_.toStdString();
  const QString inside = level_.isEmpty() ? QString() : level_ + u'/';
  QSet<QString> wires;
  QSet<QString> blocks;
  for (const AlgebraicLoop& loop : document_->report().loops) {
    for (const AlgebraicLoop::Wire& wire : loop.wires) {
      if (wire.level == level) wires.insert(toQt(wire.to));
    }
    for (const std::string& output : loop.outputs) {
      const QString path = blockOfKey(toQt(output));
      if (path.startsWith(inside)) blocks.insert(path.mid(inside.size()).section(u'/', 0, 0));
    }
  }
  for (WireItem* wire : std::as_const(wires_)) wire->setInLoop(wires.contains(wire->to()));
  for (BlockItem* block : std::as_const(blocks_)) block->setInLoop(blocks.contains(block->name()));
}

const AlgebraicLoop* DiagramScene::loopOf(const QString& to) const {
  const AlgebraicLoop::Wire wire{level_.toStdString(), to.toStdString()};
  for (const AlgebraicLoop& loop : document_->report().loops) {
    if (std::find(loop.wires.begin(), loop.wires.end(), wire) != loop.wires.end()) return &loop;
  }
  return nullptr;
}

}  // namespace loopwright
