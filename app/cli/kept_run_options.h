#pragma once

#include <memory>
#include <optional>

namespace CLI {
class App;
}

namespace loopwright {

/// The commands about kept runs (show, compare, verify) and about diagrams as such (diff,
/// graphviz): what arguments they take, and how they are carried out with them.
class KeptRunCommands {
 public:
  /// Adds them to `app`, which outlives this object.
  explicit KeptRunCommands(CLI::App* app);
  ~KeptRunCommands();
  KeptRunCommands(const KeptRunCommands&) = delete;
  KeptRunCommands& operator=(const KeptRunCommands&) = delete;

  /// After parsing: carries out the one that was named, and returns its exit code; nothing where it
  /// was none of these.
  std::optional<int> Run() const;

 private:
  struct Parsed;
  std::unique_ptr<Parsed> parsed_;
};

}  // namespace loopwright
