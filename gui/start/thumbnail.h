#pragma once

#include <QImage>
#include <QSize>
#include <QString>

namespace loopwright {

class BlockRegistry;

/// A small picture of a diagram file's top level in the current theme's colours, `size` large (in
/// device-independent pixels) for a screen of `scale` pixels each; null where the file cannot be
/// read.
QImage makeThumbnail(const BlockRegistry& registry, const QString& path, const QSize& size,
                     qreal scale);

}  // namespace loopwright
