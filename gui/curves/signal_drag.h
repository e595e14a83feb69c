#pragma once

#include <QMimeData>
#include <QString>

namespace loopwright {

/// What a signal is dragged as: its path (`SUB/BLOCK.PORT`) as text of this type.
inline constexpr char kSignalMimeType[] = "application/x-loopwright-signal";

/// The path of the signal that is dragged; empty where it is something else.
inline QString draggedSignal(const QMimeData& data) {
  return QString::fromUtf8(data.data(QLatin1String(kSignalMimeType)));
}

}  // namespace loopwright
