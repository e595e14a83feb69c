#pragma once

#include <QColor>
#include <QFont>
#include <QList>

class QApplication;

namespace loopwright {

/// The tokens of the look: every colour and font that the program draws with, in a light and a dark
/// variant, and one in black for print. Widgets read `Theme::current()` while they paint and keep
/// no copy, so a change of theme needs only a repaint, which applyTheme() causes (widgets get
/// QEvent::PaletteChange).
struct Theme {
  enum class Mode { kLight, kDark, kMono };

  /// The theme in use; light until applyTheme() says otherwise. For the user-interface thread only.
  static const Theme& current();
  /// The two variants, whichever is in use.
  static const Theme& light();
  static const Theme& dark();
  /// Black on white, for pictures that are printed: no widget has it.
  static const Theme& mono();

  Mode mode = Mode::kLight;
  QColor ink;       ///< text, block frames, continuous signals
  QColor muted;     ///< secondary text, names below blocks
  QColor hairline;  ///< the lines that divide panels
  QColor window;    ///< behind everything: menu bar, status bar
  QColor panel;     ///< docks and the toolbar
  QColor canvas;    ///< the diagram's and the plots' background
  QColor field;     ///< text fields and block faces
  QColor accent;    ///< selection, focus, the time of the run
  QColor error;
  QColor warning;
  QColor good;        ///< the run button
  QColor grid;        ///< grid lines of plots, dots of the canvas
  QColor accentSoft;  ///< behind what is checked, hovered or selected in a list
  QColor bubble;      ///< the box of a value read-out; dark in both themes
  QColor bubbleText;

  /// For the few things that are drawn otherwise than in other colours.
  bool isDark() const { return mode == Mode::kDark; }
  bool isMono() const { return mode == Mode::kMono; }

  /// Colour of the `rate`-th sample time of a diagram, counted from 0 at the fastest; after the
  /// fifth they repeat. `kContinuousRate` is continuous, `kEventRate` event-driven and
  /// `kConstantRate` constant.
  QColor sampleTimeColour(int rate) const;
  /// The dashes that tell that sample time in black and white: lengths of dashes and gaps in widths
  /// of the line; none for a whole line, which continuous and constant signals have.
  static QList<qreal> sampleTimeDashes(int rate);

  /// Of a block that costs this much in a run, from 0 to 1. Texts of colour `ink` can be read on
  /// it.
  QColor costColour(double share) const;

  static constexpr int kContinuousRate = -1;
  static constexpr int kEventRate = -2;
  static constexpr int kConstantRate = -3;
};

/// `share` of `above`, 0 to 1, over `below`.
QColor blended(const QColor& below, const QColor& above, double share);

/// The fonts of the look, in pixels at a text scale of 1. The family is Inter where it is
/// installed, else DejaVu Sans, whose figures are tabular.
QFont controlFont();    ///< 12 px: controls, tables, menus
QFont secondaryFont();  ///< 11 px: secondary text
QFont captionFont();    ///< 10 px: entries of the palette, axis numbers
QFont titleFont();      ///< 13 px, semibold: titles of panels

/// The same family for texts in a diagram, which grow with its zoom and not with the text scale.
QFont diagramFont(int pixels, QFont::Weight weight = QFont::Normal);

/// How much larger than designed the texts of controls are; 1 until setTextScale() says otherwise.
double textScale();
/// To be called before applyTheme(). Kept within 0.75 and 3.
void setTextScale(double scale);
/// The text scale at which controls have the font size of the desktop, whose usual one is 12 px.
double desktopTextScale();
/// A length in pixels that has to grow with the texts: the width of a field, the height of a row.
int scaled(int pixels);

/// Makes `mode` the current theme: sets the application's style, palette, font and style sheet.
void applyTheme(QApplication* application, Theme::Mode mode);

/// Makes `mode` the current theme for what is drawn while this exists, on paper for instance.
/// Widgets know nothing of it, so no event may be processed meanwhile.
class ThemeForDrawing {
 public:
  explicit ThemeForDrawing(Theme::Mode mode);
  ~ThemeForDrawing();
  ThemeForDrawing(const ThemeForDrawing&) = delete;
  ThemeForDrawing& operator=(const ThemeForDrawing&) = delete;

 private:
  const Theme* before_;
};

}  // namespace loopwright
