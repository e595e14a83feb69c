#pragma once

#include <QString>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/blocks/block_registry.h"
#include "engine/edits/edit_helpers.h"
#include "engine/edits/group_blocks.h"
#include "gui/document/diagram_document.h"
#include "gui/edits/diagram_edits.h"
#include "gui/edits/wire_edits.h"

namespace loopwright {

/// Random edits of a document, of every kind that the editor makes, the same for the same seed.
class RandomEdits {
 public:
  RandomEdits(DiagramDocument* document, uint64_t seed) : document_(document), state_(seed) {}

  /// Makes one edit; some cannot be made and change nothing.
  void makeOne() {
    document_->edit(QStringLiteral("Random"), [this](Transaction* t) { change(t); });
  }

 private:
  int below(size_t limit) {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<int>((state_ >> 33) % static_cast<uint64_t>(limit));
  }

  const DiagramModel& diagram(Transaction* t) const { return t->Diagram(level_); }

  std::string anyBlock(Transaction* t) {
    const DiagramModel& model = diagram(t);
    if (model.blocks.empty()) throw EditError("no blocks");
    return model.blocks[static_cast<size_t>(below(model.blocks.size()))].name;
  }

  Selection anySelection(Transaction* t) {
    Selection selection;
    for (int i = below(3); i >= 0; --i) {
      const QString name = QString::fromStdString(anyBlock(t));
      if (!selection.blocks.contains(name)) selection.blocks += name;
    }
    return selection;
  }

  void change(Transaction* t) {
    level_.clear();
    if (below(4) == 0) {
      for (const Block& block : t->document().root.blocks) {
        if (block.is_subsystem() && below(2) == 0) level_ = block.name;
      }
    }
    const BlockRegistry& registry = document_->registry();
    switch (below(14)) {
      case 0:
      case 1:
      case 2: {
        const auto all = registry.all();
        const std::string& type = all[static_cast<size_t>(below(all.size()))].type;
        addBlock(t, level_, registry, QString::fromStdString(type),
                 QPointF(below(60) * 10, below(40) * 10), {});
        return;
      }
      case 3:
        return moveSelection(t, level_, registry, anySelection(t),
                             QPointF(below(9) * 10, below(9) * 10));
      case 4:
        if (below(3) == 0) deleteSelection(t, level_, anySelection(t));
        return;
      case 5:
        return RenameBlock(t, level_, anyBlock(t), "block" + std::to_string(below(30)));
      case 6:
      case 7: {
        Wire wire;
        wire.from = anyBlock(t) + ".y";
        wire.to = anyBlock(t) + ".u";
        if (below(2) == 0) wire.route = std::vector<Point>{{10, 20}, {30, 40}};
        return Connect(t, level_, wire, below(2) == 0);
      }
      case 8: {
        const std::string name = anyBlock(t);
        const BlockDescriptor* type = registry.Find(diagram(t).blocks.Find(name)->type);
        if (type->parameters.empty()) return;
        return SetBlockParameter(t, level_, name, type->parameters.front().name,
                                 ParameterSetting(below(100)));
      }
      case 9:
        return nameSignal(t, level_, anyBlock(t) + ".y", QStringLiteral("s%1").arg(below(9)));
      case 10: {
        DiagramParameter parameter;
        parameter.name = UniqueParameterName(t->Parameters(level_), "p");
        parameter.value = below(50);
        return t->Apply(
            ParameterEdit{level_, t->Parameters(level_).size(), ListAction::kInsert, parameter});
      }
      case 11: {
        GroupParts parts;
        for (const QString& name : anySelection(t).blocks) {
          parts.blocks.push_back(name.toStdString());
        }
        GroupBlocks(t, level_, parts, registry);
        return;
      }
      case 12:
        DissolveSubsystem(t, level_, anyBlock(t), registry);
        return;
      default: {
        SimulationSettings settings = t->document().simulation;
        settings.Set("stop_time", ParameterSetting(1 + below(50)));
        return t->Apply(SimulationEdit{settings});
      }
    }
  }

  DiagramDocument* document_;
  uint64_t state_;
  std::string level_;
};

}  // namespace loopwright
