#pragma once

#include <vector>

#include "engine/document/document.h"

namespace loopwright {

/// The lists of a document that edits are about, by the type of their elements: members of a
/// diagram, or of the document as a whole. Blocks and parameters have ways of their own.
template <typename T>
inline constexpr auto kListOf = nullptr;
template <>
inline constexpr auto kListOf<Wire> = &DiagramModel::wires;
template <>
inline constexpr auto kListOf<SignalSetting> = &DiagramModel::signal_settings;
template <>
inline constexpr auto kListOf<Note> = &DiagramModel::notes;
template <>
inline constexpr auto kListOf<Frame> = &DiagramModel::frames;
template <>
inline constexpr auto kListOf<PlotSetting> = &Document::plots;
template <>
inline constexpr auto kListOf<SliderSetting> = &Document::sliders;
template <>
inline constexpr auto kListOf<FigureSetting> = &Document::figures;
template <>
inline constexpr auto kListOf<AnalysisSetting> = &Document::analyses;

}  // namespace loopwright
