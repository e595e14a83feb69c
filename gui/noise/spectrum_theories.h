#pragma once

#include <QObject>
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/theory/signal_spectrum.h"
#include "gui/threads/background.h"

namespace loopwright {

class BlockRegistry;
class Document;

/// The two-sided density of samples of a signal by theory, in unit²/Hz, at frequencies in Hz; empty
/// where there is none.
using DensityOf = std::function<std::vector<double>(std::span<const double> frequencies_hz)>;

/// Half the sampling rate, which a one-sided spectrum has once.
bool isFoldingFrequency(double frequency_hz, double period_sec);
/// The one-sided density, as estimates are, of samples that are `period_sec` apart.
std::vector<double> oneSidedDensities(const DensityOf& theory,
                                      std::span<const double> frequencies_hz, double period_sec);

/// Finds the theory of the signal that a request's run records; null where there is none.
using DensityFinder = std::function<DensityOf(const SpectrumRequest& request)>;

/// The theory of the one signal of the request, at once: of a noise from the block alone, of what
/// is behind it by CalcSignalSpectrum(), which takes the time of two runs. Null where there is
/// none, or the request breaks it off.
DensityOf findSpectrumTheory(const Document& document, const BlockRegistry& registry,
                             const SpectrumRequest& request);

/// Finds the theory of spectra: of the output of a noise at once, from the block alone, and of what
/// is behind it by CalcSignalSpectrum(), on a thread of its own. What was found is kept.
class SpectrumTheories : public QObject {
  Q_OBJECT

 public:
  /// `registry` must outlive it.
  explicit SpectrumTheories(const BlockRegistry& registry, QObject* parent = nullptr);
  /// Breaks off what is under way.
  ~SpectrumTheories() override;

  /// From here on it is asked of runs of this document; nothing is known of them.
  void setDocument(const Document& document);
  /// The theory of the signal, PATH.PORT or PATH.PORT[k], that the request's run records; null
  /// where there is none, or none yet: then found() follows if there is one. `isAsWritten`: where
  /// the signal is the output of a noise, that has the parameters of the document. Of the request
  /// `breaks_off` is not used.
  DensityOf find(const SpectrumRequest& request, bool isAsWritten);

 Q_SIGNALS:
  /// What find() returns of a signal is another.
  void found();

 private:
  void answer(SpectrumRequest request, const std::string& key);

  const BlockRegistry& registry_;
  std::shared_ptr<const Document> document_;
  std::map<std::string, DensityOf> theories_;  // by what was asked
  std::atomic<int> number_{0};                 // of the document
  Background background_;
};

}  // namespace loopwright
