#include "gui/export/picture.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QImage>
#include <QMarginsF>
#include <QPageSize>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>
#include <memory>

#include "gui/figures/figure_files.h"

namespace loopwright {

namespace {

constexpr int kPixelsPerInch = 96;
constexpr int kPngScale = 2;

// Whose texts these are, for translators.
class Export {
  Q_DECLARE_TR_FUNCTIONS(Export)
};

using PaintFunction = std::function<void(QPaintDevice*, bool)>;

// Twice as many pixels as on the screen, for paper and sharp screens, without transparency.
QByteArray makePng(const QSize& size, const PaintFunction& paint) {
  QImage image(size * kPngScale, QImage::Format_ARGB32_Premultiplied);
  image.setDevicePixelRatio(kPngScale);
  image.fill(Qt::white);
  constexpr double kMetresPerInch = 0.0254;
  image.setDotsPerMeterX(qRound(kPngScale * kPixelsPerInch / kMetresPerInch));
  image.setDotsPerMeterY(image.dotsPerMeterX());
  paint(&image, false);
  QByteArray bytes;
  QBuffer buffer(&bytes);
  image.convertToFormat(QImage::Format_RGB32).save(&buffer, "PNG");
  return bytes;
}

// Drawn as vectors, which stay sharp at any size.
QByteArray makeSvg(const QSize& size, const QString& title, const PaintFunction& paint) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setSize(size);
  generator.setViewBox(QRect(QPoint(0, 0), size));
  generator.setResolution(kPixelsPerInch);
  generator.setTitle(title);
  paint(&generator, true);
  return bytes;
}

// A page of just the picture's size.
QByteArray makePdf(const QSize& size, const QString& title, const PaintFunction& paint) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  writer.setTitle(title);
  writer.setCreator(QStringLiteral("Loopwright"));
  writer.setResolution(kPixelsPerInch);
  const QSizeF points = QSizeF(size) * 72.0 / kPixelsPerInch;
  writer.setPageSize(QPageSize(points, QPageSize::Point, QString(), QPageSize::ExactMatch));
  writer.setPageMargins(QMarginsF(0, 0, 0, 0));
  paint(&writer, true);
  removeDate(&bytes);
  return bytes;
}

}  // namespace

QString pictureFileFilter() {
  return Export::tr("PNG picture (*.png);;SVG drawing (*.svg);;PDF document (*.pdf)");
}

QByteArray pictureBytes(const QString& suffix, const QSize& size, const QString& title,
                        const PaintFunction& paint) {
  if (suffix == QLatin1String("png")) return makePng(size, paint);
  if (suffix == QLatin1String("svg")) return makeSvg(size, title, paint);
  if (suffix == QLatin1String("pdf")) return makePdf(size, title, paint);
  return {};
}

// The ending of the name says what kind of file it is.
QString writePicture(const QString& path, const QSize& size, const QString& title,
                     const PaintFunction& paint) {
  const QByteArray bytes = pictureBytes(QFileInfo(path).suffix().toLower(), size, title, paint);
  if (!bytes.isEmpty()) return writeWholeFile(path, bytes);
  return Export::tr("%1: the name of a picture ends in .png, .svg or .pdf").arg(path);
}

QString writeWholeFile(const QString& path, const QByteArray& bytes) {
  return writeWholeFiles({{path, bytes}});
}

// All are written beside their places first. What is left then is to give them their names.
QString writeWholeFiles(const std::vector<std::pair<QString, QByteArray>>& files) {
  std::vector<std::unique_ptr<QSaveFile>> written;
  const auto problemOf = [](const QSaveFile& file) {
    return Export::tr("%1 cannot be written: %2").arg(file.fileName(), file.errorString());
  };
  for (const auto& [path, bytes] : files) {
    const auto& file = written.emplace_back(std::make_unique<QSaveFile>(path));
    if (!file->open(QIODevice::WriteOnly) || file->write(bytes) != bytes.size() || !file->flush()) {
      return problemOf(*file);
    }
  }
  for (const auto& file : written) {
    if (!file->commit()) return problemOf(*file);
  }
  return QString();
}

}  // namespace loopwright
