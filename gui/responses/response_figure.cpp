#include "gui/responses/response_figure.h"

#include "engine/analysis/response_picture.h"
#include "gui/document/qt_text.h"
#include "gui/figures/figure_options.h"
#include "gui/figures/plot_figure.h"
#include "gui/figures/plot_layout.h"

namespace loopwright {

namespace {

bool isPlane(ResponseView view) {
  return view == ResponseView::kNyquist || view == ResponseView::kPoles;
}

// Without a height a plane is nearly as high as wide.
FigureOptions optionsFor(ResponseView view, FigureOptions options) {
  constexpr double kPlaneHeight = 0.85;
  if (!options.height && isPlane(view)) {
    options.height = kPlaneHeight * options.width.value_or(kColumnOfJournal);
  }
  options.grid.reset();
  return options;
}

// A Bode plot is two plots below each other, gain and phase; every other view is one.
std::vector<PlotLayout> layoutResponse(const ResponsePicture& picture, ResponseView view,
                                       const FigureOptions& options,
                                       const std::vector<ResponseBehind>& behind) {
  const PlotMaker make = [&](size_t part, const QSizeF& size) {
    return makeResponsePlot(picture, view, part, size, options.style, behind);
  };
  return layoutPaperPlots(view == ResponseView::kBode ? 2 : 1, make, options);
}

}  // namespace

QString missingInView(const ResponsePicture& picture, ResponseView view) {
  return view == ResponseView::kStep ? toQt(picture.without_step) : QString();
}

Figure responseFigure(const ResponsePicture& picture, ResponseView view,
                      const FigureOptions& options, const std::vector<ResponseBehind>& behind) {
  const FigureOptions asked = optionsFor(view, options);
  return figureOfPlots(layoutResponse(picture, view, asked, behind), asked);
}

std::vector<NamedBytes> responseTex(const ResponsePicture& picture, ResponseView view,
                                    const FigureOptions& options, const QString& name,
                                    const std::vector<ResponseBehind>& behind) {
  const FigureOptions ofTex = optionsFor(view, forTex(options));
  return texOfPlots(layoutResponse(picture, view, ofTex, behind), ofTex, name);
}

}  // namespace loopwright
