#pragma once

#include <QComboBox>
#include <QStringList>
#include <algorithm>
#include <string>
#include <vector>

#include "gui/document/qt_text.h"

namespace loopwright {

/// Makes a choice one of these names. What is chosen stays where it is among them, else the first
/// is; returns whether it stays.
inline bool setNames(QComboBox* box, const std::vector<std::string>& names) {
  const QStringList now = qtTexts(names);
  QStringList before;
  for (int i = 0; i < box->count(); ++i) before += box->itemText(i);
  if (now == before) return true;
  const QString chosen = box->currentText();
  box->clear();
  box->addItems(now);
  box->setCurrentIndex(std::max(0, box->findText(chosen)));
  return box->currentText() == chosen;
}

}  // namespace loopwright
