#pragma once

#include <QWidget>
#include <string>

#include "gui/noise/block_noise.h"

class QLabel;

namespace loopwright {

class BlockRegistry;
class Document;

/// Says on the form of a block how strong its noise is, and after an edit that kept only one of
/// variance and density that the other is another now. Nothing, and not there, for other blocks.
/// Object names: `property.noise`, `property.noise.change`.
class NoiseFacts : public QWidget {
  Q_OBJECT

 public:
  explicit NoiseFacts(QWidget* parent = nullptr);

  /// Takes the block with this path as it is in the document now; the one before was the same
  /// block.
  void refresh(const Document& document, const BlockRegistry& registry, const std::string& path);

 private:
  QLabel* facts_;
  QLabel* change_;
  BlockNoise noise_;
};

}  // namespace loopwright
