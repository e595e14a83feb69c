#pragma once

#include <QHash>
#include <QList>
#include <QString>
#include <optional>
#include <string>

#include "gui/canvas/canvas_part.h"
#include "gui/edits/analysis_edits.h"

class QMenu;

namespace loopwright {

class AnalysisMarkItem;
class DiagramView;

/// The points of one analysis of the document on a canvas: small signs on the wires of the level on
/// show, and the entries of menus that set and take them. It follows the document and never writes
/// it but through them.
class AnalysisMarks final : public CanvasPart {
  Q_OBJECT
 public:
  explicit AnalysisMarks(DiagramView* view);

  /// Shows the points of the analysis of that name; of none where there is no such one.
  void setAnalysis(const QString& name);
  QString analysis() const { return name_; }

  /// Adds an entry for each thing that a point of this level, `BLOCK.PORT` or the wire into an
  /// input
  /// `>BLOCK.PORT`, can be; checked is what it is. A menu with several points has several groups,
  /// whose objects' names begin with `group`.
  void addEntries(QMenu* menu, const QString& point, const char* group);

  /// A point of this level as one of the whole document.
  std::string wholePoint(const QString& point) const;

  /// What stands at a point of this level.
  QList<AnalysisMark> marksAt(const QString& point) const;

 Q_SIGNALS:
  /// A point was marked in this analysis, which may be new.
  void marked(const QString& analysis);

 private:
  const AnalysisSetting* setting() const;
  /// The point of this level, or nothing where it is of another one.
  std::optional<QString> pointHere(const std::string& point) const;
  void toggle(AnalysisMark mark, const QString& point, bool isSet);
  void refresh();

  QString name_;
  QHash<QString, AnalysisMarkItem*> items_;  // by the point of this level, in the scene
};

}  // namespace loopwright
