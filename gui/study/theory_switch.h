#pragma once

#include <QCheckBox>
#include <QString>
#include <memory>
#include <string>

#include "engine/document/document.h"

namespace loopwright {

class BlockRegistry;
class TheoryFinder;
struct EnsembleTheory;
struct StudyPicture;

/// A box that says whether theory is drawn over the fan of a study. Where it is checked the theory
/// of the signal that is shown is computed on another thread; where there is none, the box is off
/// and its tool tip says why. What a person chose holds for the next study and the next signal.
/// Object name: `studyTheory`.
class TheorySwitch : public QCheckBox {
  Q_OBJECT

 public:
  /// `registry` must outlive it.
  explicit TheorySwitch(const BlockRegistry& registry, QWidget* parent = nullptr);
  ~TheorySwitch() override;

  /// A study of this document begins.
  void setStudy(const Document& document);
  /// What is shown of it.
  void setPicture(const std::shared_ptr<const StudyPicture>& picture);
  /// Why there is no theory; "" where there is one, or none is asked for.
  const QString& problem() const { return problem_; }
  /// What the signal comes to in the end, as a sentence; "" where that is nothing.
  const QString& stationary() const { return stationary_; }

 Q_SIGNALS:
  /// It is to be drawn; null: nothing is.
  void theoryChanged(const std::shared_ptr<const loopwright::EnsembleTheory>& theory);
  /// It has become known what the signal comes to in the end.
  void stationaryChanged();

 private:
  void ask();
  void show(const std::shared_ptr<const EnsembleTheory>& theory, const QString& more);

  TheoryFinder* finder_;
  Document document_;
  std::shared_ptr<const StudyPicture> picture_;
  std::string signal_;  // that was asked for; "" where none was
  bool isWanted_ = true;
  QString problem_;
  QString stationary_;
};

}  // namespace loopwright
