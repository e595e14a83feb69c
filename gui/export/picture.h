#pragma once

#include <QRectF>
#include <QSize>
#include <QString>
#include <functional>

class QPaintDevice;

namespace loopwright {

struct Figure;

/// Makes a picture file. The suffix of `path` chooses the format: .png (drawn at twice the size,
/// for sharp screens), .svg or .pdf (text stays text). `paint` is given the device to paint on, in
/// which `size` is the picture's size, and whether the device keeps shapes rather than pixels.
/// Returns "" or why the file could not be made, naming it.
QString writePicture(const QString& path, const QSize& size, const QString& title,
                     const std::function<void(QPaintDevice* device, bool vectors)>& paint);

/// Writes a figure for print; the suffix chooses the format as above. Returns "" or why it could
/// not, naming the file.
QString writeFigure(const QString& path, const Figure& figure);

/// The formats as a file dialog names them.
QString pictureFileFilter();

/// Writes a file as a whole or not at all. Returns "" or why it could not, naming it.
QString writeWholeFile(const QString& path, const QByteArray& bytes);

}  // namespace loopwright
