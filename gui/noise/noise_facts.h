#pragma once

#include <QWidget>
#include <optional>
#include <string>

#include "gui/noise/block_noise.h"

class QLabel;

namespace loopwright {

class DiagramDocument;
class ThemedLabel;

/// Says on the form of a block how strong its noise is, and after an edit that kept only one of
/// variance and density that the other is another now; where one parameter gives that back in place
/// of the first, a click does so. Nothing, and not there, for other blocks. Object names:
/// `property.noise`, `property.noise.change`, `property.noise.keep`.
class NoiseFacts : public QWidget {
  Q_OBJECT

 public:
  /// The document outlives it.
  explicit NoiseFacts(DiagramDocument* document, QWidget* parent = nullptr);

  /// Takes the block with this path as it is in the document now; the one before was the same
  /// block.
  void refresh(const std::string& path);

 private:
  void showChange(const BlockNoise& before);
  void applyRemedy();

  DiagramDocument* document_;
  QLabel* facts_;
  QLabel* change_;
  ThemedLabel* keep_;
  std::string path_;
  BlockNoise noise_;
  std::optional<NoiseRemedy> remedy_;
};

}  // namespace loopwright
