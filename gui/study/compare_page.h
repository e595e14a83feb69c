#pragma once

#include <QString>
#include <QWidget>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/document/document.h"

class QLabel;
class QPushButton;
class QTableWidget;

namespace loopwright {

class BlockRegistry;
struct FanPoint;
struct MeasureDifference;
struct StudyPicture;

/// The present study beside one that was kept: what differs between their diagrams, by which the
/// kept one is called, and for each measure the difference of the two, run by run, with its
/// confidence and what that means in words. Object names: `studyKept`, `studyComparison`,
/// `studyForgetKept`.
class ComparePage : public QWidget {
  Q_OBJECT

 public:
  /// `registry` must outlive it.
  explicit ComparePage(const BlockRegistry& registry, QWidget* parent = nullptr);

  /// A study of this document begins.
  void setStudy(const Document& document);
  /// What is shown of it; null for nothing.
  void setPicture(std::shared_ptr<const StudyPicture> picture);
  /// The present study is the one that is kept.
  void keep();
  /// What the kept study is called: "lag.time_constant = 0.3".
  const QString& name() const { return name_; }
  /// The fan of the kept study; empty where there is none.
  const std::vector<FanPoint>& fan() const;

 Q_SIGNALS:
  /// None is to be kept any more.
  void forgetRequested();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  using Overrides = std::vector<std::pair<std::string, std::string>>;
  void refresh();
  void findName();
  void showMeasures(const std::vector<MeasureDifference>& measures);
  void fitRows();

  const BlockRegistry& registry_;
  QLabel* about_;
  QTableWidget* table_;
  QPushButton* forget_;
  Document document_, keptDocument_;
  Overrides keptOverrides_;
  std::shared_ptr<const StudyPicture> picture_;
  QString name_;
  bool isNamed_ = false;  // for the present study
};

}  // namespace loopwright
