#include "gui/figures/figure_capture.h"

#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainterPath>

#include "gui/figures/figure.h"
#include "gui/figures/math_text.h"

namespace loopwright {

namespace {

// Qt's way of asking what a painter does: an engine that notes it instead of setting pixels.
class CaptureEngine : public QPaintEngine {
 public:
  CaptureEngine(Figure* figure, const QString& role, const QString& name, double pen)
      : QPaintEngine(AllFeatures), figure_(figure), role_(role), name_(name), pen_(pen) {}

  bool begin(QPaintDevice*) override { return true; }
  bool end() override { return true; }
  Type type() const override { return User; }
  void updateState(const QPaintEngineState&) override {}
  void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}

  // Outlines and insides become elements of their own. A curve of a path comes as short straight
  // pieces, which is what Qt makes of it for any device that has no curves.
  void drawPath(const QPainterPath& path) override {
    const bool isFilled =
        state->brush().style() != Qt::NoBrush && state->brush().color().alphaF() > kFaint;
    const bool isStroked = state->pen().style() != Qt::NoPen;
    for (const QPolygonF& polygon : path.toSubpathPolygons(state->transform())) {
      if (isFilled) figure_->area(role_, polygon, Qt::black).pen = 0;
      if (isStroked) figure_->line(role_, polygon, pen_);
      if (isFilled || isStroked) figure_->elements.back().name = name_;
    }
  }

  // A polyline stays open; all other polygons end where they began.
  void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override {
    QPolygonF polygon(QList<QPointF>(points, points + count));
    if (mode != PolylineMode && !polygon.isClosed()) polygon.append(polygon.front());
    QPainterPath path;
    path.addPolygon(polygon);
    drawPath(path);
  }

  // The screen's font is another than the figure's: the text is set anew around the same middle.
  void drawTextItem(const QPointF& start, const QTextItem& item) override {
    const std::vector<MathRun> runs = mathRuns(item.text());
    const QPointF middle(start.x() + item.width() / 2, start.y());
    const QPointF place = state->transform().map(middle);
    writeMath(figure_, role_, name_, place - QPointF(widthOf(*figure_, runs) / 2, 0), runs);
  }

 private:
  static constexpr double kFaint = 0.5;  // Areas fainter than this are left out.
  Figure* figure_;
  QString role_;
  QString name_;
  double pen_;
};

// What a painter paints on must be a device with a size and a resolution; nothing is kept of it.
class CaptureDevice : public QPaintDevice {
 public:
  explicit CaptureDevice(QPaintEngine* engine) : engine_(engine) {}
  QPaintEngine* paintEngine() const override { return engine_; }

 protected:
  int metric(PaintDeviceMetric metric) const override {
    constexpr int kSide = 10000;  // as large as a drawing may be
    constexpr int kDots = 72;
    switch (metric) {
      case PdmWidth:
      case PdmHeight:
        return kSide;
      case PdmDpiX:
      case PdmDpiY:
      case PdmPhysicalDpiX:
      case PdmPhysicalDpiY:
        return kDots;
      case PdmDevicePixelRatio:
        return 1;
      case PdmDevicePixelRatioScaled:
        return static_cast<int>(devicePixelRatioFScale());
      default:
        return QPaintDevice::metric(metric);
    }
  }

 private:
  QPaintEngine* engine_;
};

}  // namespace

void captureDrawing(Figure* figure, const QString& role, const QString& name, double pen,
                    const std::function<void(QPainter*)>& draw) {
  CaptureEngine engine(figure, role, name, pen);
  CaptureDevice device(&engine);
  QPainter painter(&device);
  draw(&painter);
}

}  // namespace loopwright
