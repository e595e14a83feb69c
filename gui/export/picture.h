#pragma once

#include <QByteArray>
#include <QSize>
#include <QString>
#include <functional>
#include <utility>
#include <vector>

class QPaintDevice;

namespace loopwright {

/// A picture as the bytes of a file. `suffix` chooses the format: "png" (drawn at twice the size,
/// for sharp screens), "svg" or "pdf" (text stays text); any other gives nothing. `paint` is given
/// the device to paint on, in which `size` is the picture's size, and whether the device keeps
/// shapes rather than pixels.
QByteArray pictureBytes(const QString& suffix, const QSize& size, const QString& title,
                        const std::function<void(QPaintDevice* device, bool vectors)>& paint);

/// Writes pictureBytes() by the suffix of `path`. Returns "" or why the file could not be made,
/// naming it.
QString writePicture(const QString& path, const QSize& size, const QString& title,
                     const std::function<void(QPaintDevice* device, bool vectors)>& paint);

/// The formats as a file dialog names them.
QString pictureFileFilter();

/// Writes a file as a whole or not at all. Returns "" or why it could not, naming it.
QString writeWholeFile(const QString& path, const QByteArray& bytes);

/// Writes files that belong together: all of them as a whole, or where one cannot be written, none.
/// Returns "" or why it could not, naming the file.
QString writeWholeFiles(const std::vector<std::pair<QString, QByteArray>>& files);

}  // namespace loopwright
