#pragma once

#include <QStyle>
#include <QWidget>

namespace loopwright {

/// Gives a widget the property `name`, by which the style sheet tells how it looks ("invalid": its
/// text is wrong; "active": it has the keyboard), and shows it so. Qt applies a style sheet to
/// properties only when a widget is polished, so that is done again; nothing happens where the
/// property has that value already.
inline void setStyleState(QWidget* widget, const char* name, bool on) {
  if (widget->property(name).toBool() == on) return;
  widget->setProperty(name, on);
  widget->style()->unpolish(widget);
  widget->style()->polish(widget);
}

}  // namespace loopwright
