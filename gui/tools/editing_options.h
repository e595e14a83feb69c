#pragma once

namespace loopwright {

/// What a person chose about editing; kept in the program's settings.
struct EditingOptions {
  /// Deleting a block with one wired input and one output wires its source to where it led.
  static bool healsWires();
  static void setHealsWires(bool heals);
  /// A wire that ends at an occupied input replaces the one there instead of being refused.
  static bool replacesWires();
  static void setReplacesWires(bool replaces);
};

}  // namespace loopwright
