#pragma once

#include <QLayout>
#include <QMargins>
#include <QString>
#include <QWidget>

namespace loopwright {

// What is said of widgets and layouts as they are made. Each returns what it was given.

/// The object name, by which tests and the style sheet find it.
template <typename Object>
Object* withName(Object* object, const QString& name) {
  object->setObjectName(name);
  return object;
}

/// The role of a label, by which the style sheet tells how it looks; see makeStyleSheet().
template <typename Label>
Label* withRole(Label* label, const char* role) {
  label->setProperty("role", role);
  return label;
}

/// The margins around a layout: left, top, right, bottom.
template <typename Layout>
Layout* withMargins(Layout* layout, const QMargins& margins) {
  layout->setContentsMargins(margins);
  return layout;
}

/// The same, and the gap between its parts.
template <typename Layout>
Layout* withMargins(Layout* layout, const QMargins& margins, int gap) {
  layout->setSpacing(gap);
  return withMargins(layout, margins);
}

/// A dialog or a menu that deletes itself when it is closed.
template <typename Widget>
Widget* deletedOnClose(Widget* widget) {
  widget->setAttribute(Qt::WA_DeleteOnClose);
  return widget;
}

}  // namespace loopwright
