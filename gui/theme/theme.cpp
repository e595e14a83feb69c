#include "gui/theme/theme.h"

#include <QApplication>
#include <QFontDatabase>
#include <QPalette>
#include <QScreen>
#include <QStringList>
#include <algorithm>
#include <array>
#include <cmath>

#include "gui/theme/style_sheet.h"
#include "gui/theme/theme_style.h"

// Has to stand outside of every namespace: the resources of a static library are not found without.
static void initialiseThemeResources() { Q_INIT_RESOURCE(theme); }

namespace loopwright {

namespace {

// What a colour is in the light variant and in the dark one. Names say what it is for; see Theme.
struct ThemeColour {
  QColor Theme::*colour;
  const char* light;
  const char* dark;
};

constexpr ThemeColour kThemeColours[] = {
    {&Theme::ink, "#1f2937", "#e5e7eb"},        {&Theme::muted, "#6b7280", "#9ca3af"},
    {&Theme::hairline, "#d7dbe2", "#374151"},   {&Theme::window, "#f4f5f7", "#111827"},
    {&Theme::panel, "#fbfbfc", "#1a2230"},      {&Theme::canvas, "#ffffff", "#0f1623"},
    {&Theme::field, "#ffffff", "#0f1623"},      {&Theme::accent, "#2f6fed", "#6ea0ff"},
    {&Theme::error, "#d92d20", "#ff6b5e"},      {&Theme::warning, "#b54708", "#f5a524"},
    {&Theme::good, "#16803c", "#4ade80"},       {&Theme::grid, "#eceff3", "#222c3b"},
    {&Theme::accentSoft, "#e6eefc", "#24344f"}, {&Theme::bubble, "#111827", "#374151"},
    {&Theme::bubbleText, "#f9fafb", "#f9fafb"},
};

// One of the two variants for the screen.
Theme makeTheme(Theme::Mode mode) {
  Theme theme;
  theme.mode = mode;
  for (const ThemeColour& one : kThemeColours) {
    theme.*one.colour = QColor(theme.isDark() ? one.dark : one.light);
  }
  return theme;
}

// For print: lines and texts are black, whatever is only decoration is grey.
Theme makeMono() {
  Theme theme = makeTheme(Theme::Mode::kLight);
  theme.mode = Theme::Mode::kMono;
  for (QColor* colour :
       {&theme.ink, &theme.muted, &theme.accent, &theme.error, &theme.warning, &theme.good}) {
    *colour = QColor(Qt::black);
  }
  theme.hairline = theme.grid = theme.accentSoft = QColor("#d9d9d9");
  theme.bubble = QColor("#333333");
  theme.bubbleText = QColor(Qt::white);
  return theme;
}

// The one pointer to the theme in use. It lies in a function, so that it is there before anything
// asks.
const Theme*& currentTheme() {
  static const Theme* current = &Theme::light();
  return current;
}

constexpr int kControlPixels = 12;
constexpr double kSmallestTextScale = 0.75;
constexpr double kLargestTextScale = 3;

// The one text scale of the program.
double& TextScale() {
  static double scale = 1;
  return scale;
}

// The palette for what Qt's style draws itself, where no rule of the style sheet applies.
QPalette makePalette(const Theme& theme) {
  QPalette palette;
  palette.setColor(QPalette::Window, theme.panel);
  palette.setColor(QPalette::WindowText, theme.ink);
  palette.setColor(QPalette::Base, theme.field);
  palette.setColor(QPalette::AlternateBase, theme.window);
  palette.setColor(QPalette::Text, theme.ink);
  palette.setColor(QPalette::Button, theme.panel);
  palette.setColor(QPalette::ButtonText, theme.ink);
  palette.setColor(QPalette::BrightText, theme.error);
  palette.setColor(QPalette::Highlight, theme.accent);
  palette.setColor(QPalette::HighlightedText, theme.isDark() ? theme.window : theme.field);
  palette.setColor(QPalette::Link, theme.accent);
  palette.setColor(QPalette::PlaceholderText, theme.muted);
  palette.setColor(QPalette::ToolTipBase, theme.bubble);
  palette.setColor(QPalette::ToolTipText, theme.bubbleText);
  palette.setColor(QPalette::Mid, theme.hairline);
  palette.setColor(QPalette::Light, theme.panel);
  palette.setColor(QPalette::Midlight, theme.hairline);
  palette.setColor(QPalette::Dark, theme.hairline);
  palette.setColor(QPalette::Shadow, theme.hairline);
  QColor disabled = theme.muted;
  disabled.setAlphaF(0.6f);
  for (const auto role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText}) {
    palette.setColor(QPalette::Disabled, role, disabled);
  }
  return palette;
}

const Theme& themeOf(Theme::Mode mode) {
  if (mode == Theme::Mode::kMono) return Theme::mono();
  return mode == Theme::Mode::kDark ? Theme::dark() : Theme::light();
}

}  // namespace

const Theme& Theme::light() {
  static const Theme theme = makeTheme(Theme::Mode::kLight);
  return theme;
}

const Theme& Theme::dark() {
  static const Theme theme = makeTheme(Theme::Mode::kDark);
  return theme;
}

const Theme& Theme::mono() {
  static const Theme theme = makeMono();
  return theme;
}

const Theme& Theme::current() { return *currentTheme(); }

QColor blended(const QColor& below, const QColor& above, double share) {
  const auto part = static_cast<float>(share);
  return QColor::fromRgbF(below.redF() * (1 - part) + above.redF() * part,
                          below.greenF() * (1 - part) + above.greenF() * part,
                          below.blueF() * (1 - part) + above.blueF() * part);
}

// From a faint shade to half of the colour of warnings.
QColor Theme::costColour(double share) const {
  constexpr double kFaint = 0.06;
  constexpr double kFull = 0.5;
  return blended(field, warning, kFaint + (kFull - kFaint) * share);
}

// The five colours are told apart by colour-blind people as well; on dark ground they are the same
// hues in a lighter form.
QColor Theme::sampleTimeColour(int rate) const {
  static const std::array<QColor, 5> kLightRates = {QColor("#0072b2"), QColor("#d55e00"),
                                                    QColor("#009e73"), QColor("#e69f00"),
                                                    QColor("#56b4e9")};
  static const std::array<QColor, 5> kDarkRates = {QColor("#4aa8e0"), QColor("#ff8a3d"),
                                                   QColor("#2fc79b"), QColor("#f7bd3f"),
                                                   QColor("#8fd0f5")};
  if (rate == kContinuousRate || isMono()) return ink;
  if (rate == kEventRate) return isDark() ? QColor("#e6a3c8") : QColor("#cc79a7");
  if (rate < 0) return muted;
  const size_t index = static_cast<size_t>(rate) % kLightRates.size();
  return isDark() ? kDarkRates[index] : kLightRates[index];
}

// The faster, the shorter: long dashes are for the slowest, dots for events.
QList<qreal> Theme::sampleTimeDashes(int rate) {
  static const std::array<QList<qreal>, 5> kRates = {
      QList<qreal>{5, 2.5}, {2.5, 2}, {8, 2.5, 1.5, 2.5}, {8, 2.5, 1.5, 2, 1.5, 2.5}, {10, 4}};
  if (rate == kEventRate) return {1.2, 2};
  if (rate < 0) return {};
  return kRates[static_cast<size_t>(rate) % kRates.size()];
}

QFont controlFont() { return diagramFont(scaled(kControlPixels)); }
QFont secondaryFont() { return diagramFont(scaled(11)); }
QFont captionFont() { return diagramFont(scaled(10)); }
QFont titleFont() { return diagramFont(scaled(13), QFont::DemiBold); }

// Sizes are in pixels: a diagram looks the same on every screen and in every export.
QFont diagramFont(int pixels, QFont::Weight weight) {
  QFont font;
  font.setFamilies(QStringList{QStringLiteral("Inter"), QStringLiteral("DejaVu Sans")});
  font.setStyleHint(QFont::SansSerif);
  font.setPixelSize(pixels);
  font.setWeight(weight);
  return font;
}

double textScale() { return TextScale(); }

void setTextScale(double scale) {
  TextScale() = std::clamp(scale, kSmallestTextScale, kLargestTextScale);
}

// A desktop may tell its font in points; a point is 1/72 of an inch of the screen.
double desktopTextScale() {
  const QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
  const double pointsPerPixel = 72 / QGuiApplication::primaryScreen()->logicalDotsPerInchY();
  const double pixels =
      font.pixelSize() > 0 ? font.pixelSize() : font.pointSizeF() / pointsPerPixel;
  return pixels / kControlPixels;
}

// Rounded to whole pixels.
int scaled(int pixels) { return static_cast<int>(std::lround(pixels * textScale())); }

// The pointer is changed first: what follows makes all widgets paint themselves anew.
void applyTheme(QApplication* application, Theme::Mode mode) {
  initialiseThemeResources();
  currentTheme() = &themeOf(mode);
  application->setStyle(new ThemeStyle);
  application->setPalette(makePalette(Theme::current()));
  application->setFont(controlFont());
  application->setStyleSheet(makeStyleSheet(Theme::current()));
}

// Only the pointer changes: widgets keep the palette that they have.
ThemeForDrawing::ThemeForDrawing(Theme::Mode mode) : before_(currentTheme()) {
  currentTheme() = &themeOf(mode);
}

ThemeForDrawing::~ThemeForDrawing() { currentTheme() = before_; }

}  // namespace loopwright
