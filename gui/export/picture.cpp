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

QString wrongSuffix(const QString& path) {
  return Export::tr("%1: the name of a picture ends in .png, .svg or .pdf").arg(path);
}

}  // namespace

QString pictureFileFilter() {
  return Export::tr("PNG picture (*.png);;SVG drawing (*.svg);;PDF document (*.pdf)");
}

// The ending of the name says what kind of file it is.
QString writePicture(const QString& path, const QSize& size, const QString& title,
                     const PaintFunction& paint) {
  const QString suffix = QFileInfo(path).suffix().toLower();
  QByteArray bytes;
  if (suffix == QLatin1String("png")) {
    bytes = makePng(size, paint);
  } else if (suffix == QLatin1String("svg")) {
    bytes = makeSvg(size, title, paint);
  } else if (suffix == QLatin1String("pdf")) {
    bytes = makePdf(size, title, paint);
  } else {
    return wrongSuffix(path);
  }
  return writeWholeFile(path, bytes);
}

QString writeFigure(const QString& path, const Figure& figure) {
  const QByteArray bytes = figureBytes(figure, QFileInfo(path).suffix().toLower());
  return bytes.isEmpty() ? wrongSuffix(path) : writeWholeFile(path, bytes);
}

QString writeWholeFile(const QString& path, const QByteArray& bytes) {
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit()) {
    return Export::tr("%1 cannot be written: %2").arg(path, file.errorString());
  }
  return QString();
}

}  // namespace loopwright
