#include "gui/plots/view_history.h"

#include <utility>

namespace loopwright {

namespace {

constexpr int kMostViews = 100;
constexpr qint64 kOneGesture = 700;  // milliseconds between its steps at most

// To go back and to go forward are the same with the two lists exchanged: the last one of `from`
// becomes what is shown, and what was shown goes to the end of `to`.
ViewHistory::States exchangeView(ViewHistory::States now, std::vector<ViewHistory::States>* from,
                                 std::vector<ViewHistory::States>* to) {
  ViewHistory::States found = std::move(from->back());
  from->pop_back();
  to->push_back(std::move(now));
  return found;
}

}  // namespace

// Turning a wheel makes many small steps. Steps that follow each other within 0.7 s are one
// gesture, of which only the view before it is kept. Whatever is done after going back ends the way
// forward.
void ViewHistory::remember(States now, bool joins) {
  const bool isStep = joins && sinceStep_.isValid() && sinceStep_.elapsed() < kOneGesture;
  joins ? static_cast<void>(sinceStep_.start()) : sinceStep_.invalidate();
  if (isStep) return;
  back_.push_back(std::move(now));
  if (back_.size() > kMostViews) back_.erase(back_.begin());
  forward_.clear();
}

ViewHistory::States ViewHistory::goBack(States now) {
  sinceStep_.invalidate();
  return exchangeView(std::move(now), &back_, &forward_);
}

ViewHistory::States ViewHistory::goForward(States now) {
  sinceStep_.invalidate();
  return exchangeView(std::move(now), &forward_, &back_);
}

void ViewHistory::clear() {
  back_.clear();
  forward_.clear();
  sinceStep_.invalidate();
}

}  // namespace loopwright
