#include "gui/canvas/analysis_marks.h"

#include <QAction>
#include <QMenu>
#include <utility>

#include "engine/document/document.h"
#include "gui/canvas/analysis_mark_item.h"
#include "gui/canvas/diagram_view.h"
#include "gui/document/diagram_document.h"
#include "gui/document/qt_text.h"
#include "gui/scene/block_geometry.h"
#include "gui/scene/diagram_scene.h"

namespace loopwright {

namespace {

// What a mark is called: in the names of objects, and in menus and tool tips.
std::pair<const char*, QString> namesOf(AnalysisMark mark) {
  switch (mark) {
    case AnalysisMark::kInput:
      return {"markInput", AnalysisMarks::tr("Input of the analysis")};
    case AnalysisMark::kOutput:
      return {"markOutput", AnalysisMarks::tr("Output of the analysis")};
    case AnalysisMark::kOpening:
      return {"markOpening", AnalysisMarks::tr("Opening of the analysis")};
    case AnalysisMark::kLoop:
      break;
  }
  return {"markLoop", AnalysisMarks::tr("Loop of the analysis")};
}

}  // namespace

// The scene has new items for all when it shows another level; marks are few, and are placed anew.
AnalysisMarks::AnalysisMarks(DiagramView* view) : CanvasPart(view) {
  connect(scene_, &DiagramScene::contentChanged, this, &AnalysisMarks::refresh);
  connect(scene_, &DiagramScene::levelChanged, this, &AnalysisMarks::refresh);
  connect(document_, &DiagramDocument::changed, this, [this](const ChangeSet& changes) {
    if (changes.contains(ChangeSubject::kAnalyses)) refresh();
  });
}

void AnalysisMarks::setAnalysis(const QString& name) {
  name_ = name;
  refresh();
}

const AnalysisSetting* AnalysisMarks::setting() const {
  return document_->document().FindAnalysis(name_.toStdString());
}

// A point of the level that is shown, `plant.y`, as files have it, from the top level on:
// `motor/plant.y`. The sign of a wire into an input stays in front.
std::string AnalysisMarks::wholePoint(const QString& point) const {
  return point.startsWith(u'>') ? '>' + pathOf(point.mid(1)) : pathOf(point);
}

// The other way round; nothing for a point of another level.
std::optional<QString> AnalysisMarks::pointHere(const std::string& point) const {
  const bool isWire = point.starts_with('>');
  const QString port = toQt(portOfPoint(isWire ? point.substr(1) : point));
  const QString prefix = level().isEmpty() ? QString() : level() + u'/';
  if (!port.startsWith(prefix) || port.indexOf(u'/', prefix.size()) >= 0) return std::nullopt;
  return (isWire ? QStringLiteral(">") : QString()) + port.mid(prefix.size());
}

// Items are kept where they can be. A point whose port is gone, or not there yet, shows nothing.
void AnalysisMarks::refresh() {
  QHash<QString, QList<AnalysisMark>> wanted;
  if (const AnalysisSetting* const analysis = setting()) {
    analysis->ForEachPoint([&](const std::string& point) {
      const std::optional<QString> here = pointHere(point);
      if (!here || wanted.contains(*here)) return;
      QList<AnalysisMark>& marks = wanted[*here];
      for (const AnalysisMark mark : kAnalysisMarks) {
        if (hasMark(*analysis, mark, portOfPoint(point))) marks += mark;
      }
    });
  }
  // What is left in items_ after this loop belongs to no point any more.
  QHash<QString, AnalysisMarkItem*> kept;
  for (auto point = wanted.cbegin(); point != wanted.cend(); ++point) {
    const bool isWire = point.key().startsWith(u'>');
    const PortRef port = scene_->findPort(isWire ? point.key().mid(1) : point.key());
    if (!port || port.port->isInput != isWire) continue;
    AnalysisMarkItem* item = items_.take(point.key());
    if (item == nullptr) {
      item = new AnalysisMarkItem;
      scene_->addItem(item);
    }
    const WireEnd end = scene_->endAt(port);
    item->show(point.value(), end.position, end.outward);
    QStringList texts;
    for (const AnalysisMark mark : point.value()) texts += namesOf(mark).second;
    item->setToolTip(QStringLiteral("%1: %2").arg(name_, texts.join(QStringLiteral(", "))));
    kept.insert(point.key(), item);
  }
  for (AnalysisMarkItem* item : std::as_const(items_)) {
    scene_->removeItem(item);
    delete item;
  }
  items_ = kept;
}

QList<AnalysisMark> AnalysisMarks::marksAt(const QString& point) const {
  const AnalysisMarkItem* const item = items_.value(point);
  return item != nullptr ? item->marks() : QList<AnalysisMark>();
}

// An entry for each kind of mark, ticked where the point has it; choosing it sets or takes the
// mark.
void AnalysisMarks::addEntries(QMenu* menu, const QString& point, const char* group) {
  const AnalysisSetting* const analysis = setting();
  for (const AnalysisMark mark : kAnalysisMarks) {
    const bool isSet = analysis != nullptr && hasMark(*analysis, mark, wholePoint(point));
    const auto [name, text] = namesOf(mark);
    QAction* const entry =
        menu->addAction(text, this, [this, mark, point, isSet] { toggle(mark, point, !isSet); });
    entry->setObjectName(QLatin1String(group) + u'.' + QLatin1String(name));
    entry->setCheckable(true);
    entry->setChecked(isSet);
  }
}

// Without an analysis the first mark makes one.
void AnalysisMarks::toggle(AnalysisMark mark, const QString& point, bool isSet) {
  const std::string name =
      setting() != nullptr ? name_.toStdString()
                           : freeAnalysisName(document_->document(), tr("analysis").toStdString());
  const QString step = isSet ? tr("Mark %1 for the analysis") : tr("Take a mark off %1");
  const auto change = [&](Transaction* transaction, const std::string&) {
    changeAnalysis(transaction, name, [&](AnalysisSetting* analysis) {
      setMark(analysis, mark, wholePoint(point), isSet);
    });
  };
  if (edit(step.arg(point), change)) Q_EMIT marked(toQt(name));
}

}  // namespace loopwright
