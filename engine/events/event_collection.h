#pragma once

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "engine/common/checks.h"
#include "engine/events/event.h"

namespace loopwright {

/// Events of one kind that are to be handled together: a list for a leaf, one collection per
/// subsystem for a diagram. Made by System::AllocateCompositeEventCollection(). A simulator or a
/// program fills one with the events that are due and hands it to System::Publish(),
/// CalcDiscreteVariableUpdate() or CalcUnrestrictedUpdate(). Collections are kept from step to
/// step: clearing one is cheaper than making one.
template <typename EventType>
class EventCollection {
 public:
  LOOPWRIGHT_NO_COPY_NO_MOVE_NO_ASSIGN(EventCollection);
  virtual ~EventCollection() = default;

  /// Whether there is any event in it, in a diagram's in any of its parts.
  virtual bool HasEvents() const = 0;
  /// Removes all events; the structure of parts stays.
  virtual void Clear() = 0;
  /// Appends an event to those of a leaf; it runs after those that are there. std::logic_error
  /// where this is a diagram's collection: events belong to leaves.
  virtual void AddEvent(EventType event) = 0;
  /// Appends the events of `other`; std::logic_error unless it is of the same structure.
  virtual void AddToEnd(const EventCollection& other) = 0;
  /// Replaces the events by those of `other`, which must be another object: this one is cleared
  /// before it is read. std::logic_error unless it is of the same structure.
  void SetFrom(const EventCollection& other) {
    Clear();
    AddToEnd(other);
  }

 protected:
  EventCollection() = default;
  /// Tells the caller how to get two collections that fit.
  [[noreturn]] static void ThrowStructureDiffers() {
    throw std::logic_error(
        "EventCollection::AddToEnd(): the collections are of different systems: allocate both with "
        "the same system's AllocateCompositeEventCollection()");
  }
};

/// The events of one leaf. Order matters: handlers run in the order in which events were added.
template <typename EventType>
class LeafEventCollection final : public EventCollection<EventType> {
 public:
  /// Without events; System::AllocateCompositeEventCollection() makes them in this state.
  LeafEventCollection() = default;
  /// One forced event without a handler. It stands for "what DoPublish() and the like do" where a
  /// leaf declares no forced event.
  static std::unique_ptr<LeafEventCollection<EventType>> MakeForcedEventCollection() {
    auto collection = std::make_unique<LeafEventCollection<EventType>>();
    collection->AddEvent(EventType(TriggerType::kForced));
    return collection;
  }

  /// The events in their order, valid until the collection changes.
  const std::vector<const EventType*>& get_events() const { return events_; }
  bool HasEvents() const override { return !events_.empty(); }
  /// Forgets the list and the copies. Memory of the list is kept for the next step.
  void Clear() override {
    events_.clear();
    owned_.clear();
  }
  /// Keeps the event itself, at an address that stays when more are added.
  void AddEvent(EventType event) override {
    owned_.push_back(std::make_unique<EventType>(std::move(event)));
    events_.push_back(owned_.back().get());
  }
  /// An event that outlives this collection: it is not copied.
  void AddReference(const EventType& event) { events_.push_back(&event); }
  /// The list is copied first, so that a collection can be added to itself.
  void AddToEnd(const EventCollection<EventType>& other) override {
    const auto* leaf = dynamic_cast<const LeafEventCollection*>(&other);
    if (leaf == nullptr) this->ThrowStructureDiffers();
    const std::vector<const EventType*> events = leaf->events_;
    for (const EventType* event : events) AddEvent(*event);
  }

 private:
  /// What AddEvent() was given; events_ points to these and to events of others, in the order in
  /// which they run.
  std::vector<std::unique_ptr<EventType>> owned_;
  std::vector<const EventType*> events_;
};

/// The events of a diagram: a collection for each subsystem, which it need not own.
template <typename EventType>
class DiagramEventCollection final : public EventCollection<EventType> {
 public:
  /// Each part must be set before anything else is called.
  explicit DiagramEventCollection(int num_subsystems) : parts_(num_subsystems) {}

  /// As many parts as the diagram has subsystems, in its order.
  int num_subsystems() const { return static_cast<int>(parts_.size()); }
  /// The events of subsystem `index`; std::out_of_range where there is none.
  const EventCollection<EventType>& get_subevent_collection(int index) const {
    return *parts_.at(index);
  }
  EventCollection<EventType>& get_mutable_subevent_collection(int index) {
    return *parts_.at(index);
  }
  /// Parts belong to somebody else, who keeps them alive.
  void set_subevent_collection(int index, EventCollection<EventType>* part) {
    parts_.at(index) = part;
  }

  /// Looks only as far as the first part that has one.
  bool HasEvents() const override {
    return std::ranges::any_of(parts_, [](const auto* part) { return part->HasEvents(); });
  }
  void Clear() override {
    for (auto* part : parts_) part->Clear();
  }
  /// Always an error, since a diagram has no handlers of its own.
  void AddEvent(EventType) override {
    throw std::logic_error(
        "DiagramEventCollection::AddEvent(): events belong to leaves: add it to the collection of "
        "the subsystem");
  }
  /// Part by part; what is not of the same tree is found out at the first place where it differs,
  /// and parts before that have got their events by then.
  void AddToEnd(const EventCollection<EventType>& other) override {
    const auto* diagram = dynamic_cast<const DiagramEventCollection*>(&other);
    if (diagram == nullptr || diagram->parts_.size() != parts_.size()) {
      this->ThrowStructureDiffers();
    }
    for (size_t i = 0; i < parts_.size(); ++i) parts_[i]->AddToEnd(*diagram->parts_[i]);
  }

 private:
  /// The part of each subsystem.
  std::vector<EventCollection<EventType>*> parts_;
};

/// Events of all three kinds for one system. What is due at one instant, as
/// System::CalcNextUpdateTime() and GetPerStepEvents() answer it. The three kinds are kept apart
/// because they run one after another: unrestricted updates, then discrete ones, then publishes.
template <typename T>
class CompositeEventCollection {
 public:
  LOOPWRIGHT_NO_COPY_NO_MOVE_NO_ASSIGN(CompositeEventCollection);
  virtual ~CompositeEventCollection() = default;

  /// Whether there is any event, of whatever kind.
  bool HasEvents() const {
    return HasPublishEvents() || HasDiscreteUpdateEvents() || HasUnrestrictedUpdateEvents();
  }
  /// Whether there is an event of the kind.
  bool HasPublishEvents() const { return publish_->HasEvents(); }
  bool HasDiscreteUpdateEvents() const { return discrete_->HasEvents(); }
  bool HasUnrestrictedUpdateEvents() const { return unrestricted_->HasEvents(); }
  /// The events of one kind, to be handed to the function of System that handles them.
  const EventCollection<PublishEvent<T>>& get_publish_events() const { return *publish_; }
  const EventCollection<DiscreteUpdateEvent<T>>& get_discrete_update_events() const {
    return *discrete_;
  }
  const EventCollection<UnrestrictedUpdateEvent<T>>& get_unrestricted_update_events() const {
    return *unrestricted_;
  }
  /// To add events where AddPublishEvent() and the like cannot, in a diagram's parts.
  EventCollection<PublishEvent<T>>& get_mutable_publish_events() { return *publish_; }
  EventCollection<DiscreteUpdateEvent<T>>& get_mutable_discrete_update_events() {
    return *discrete_;
  }
  EventCollection<UnrestrictedUpdateEvent<T>>& get_mutable_unrestricted_update_events() {
    return *unrestricted_;
  }
  /// Append an event of their kind to a leaf's collection, as DoCalcNextUpdateTime() does in a
  /// class that makes events of its own; std::logic_error for a diagram's.
  void AddPublishEvent(PublishEvent<T> event) { publish_->AddEvent(std::move(event)); }
  void AddDiscreteUpdateEvent(DiscreteUpdateEvent<T> event) {
    discrete_->AddEvent(std::move(event));
  }
  void AddUnrestrictedUpdateEvent(UnrestrictedUpdateEvent<T> event) {
    unrestricted_->AddEvent(std::move(event));
  }

  /// Whether a leaf's own DoCalcNextUpdateTime() and DoGetPerStepEvents() leave out what was
  /// declared. A Simulator asks so: it schedules declared events by its calendar, and an override
  /// that calls the base class's function, as is good style, would otherwise make them happen
  /// twice.
  bool leaves_out_declared() const { return leaves_out_declared_; }
  void set_leaves_out_declared(bool leaves_out) { leaves_out_declared_ = leaves_out; }

  /// Removes the events of all three kinds.
  void Clear() {
    publish_->Clear();
    discrete_->Clear();
    unrestricted_->Clear();
  }
  /// Appends the events of all kinds; std::logic_error where `other` is of another structure.
  void AddToEnd(const CompositeEventCollection& other) {
    publish_->AddToEnd(*other.publish_);
    discrete_->AddToEnd(*other.discrete_);
    unrestricted_->AddToEnd(*other.unrestricted_);
  }
  /// Replaces all events by those of `other`, another object of the same structure.
  void SetFrom(const CompositeEventCollection& other) {
    Clear();
    AddToEnd(other);
  }

 protected:
  CompositeEventCollection(
      std::unique_ptr<EventCollection<PublishEvent<T>>> publish,
      std::unique_ptr<EventCollection<DiscreteUpdateEvent<T>>> discrete,
      std::unique_ptr<EventCollection<UnrestrictedUpdateEvent<T>>> unrestricted)
      : publish_(std::move(publish)),
        discrete_(std::move(discrete)),
        unrestricted_(std::move(unrestricted)) {}

 private:
  std::unique_ptr<EventCollection<PublishEvent<T>>> publish_;
  std::unique_ptr<EventCollection<DiscreteUpdateEvent<T>>> discrete_;
  std::unique_ptr<EventCollection<UnrestrictedUpdateEvent<T>>> unrestricted_;
  bool leaves_out_declared_ = false;
};

/// What a leaf's AllocateCompositeEventCollection() makes.
template <typename T>
class LeafCompositeEventCollection final : public CompositeEventCollection<T> {
 public:
  /// Three empty lists.
  LeafCompositeEventCollection()
      : CompositeEventCollection<T>(
            std::make_unique<LeafEventCollection<PublishEvent<T>>>(),
            std::make_unique<LeafEventCollection<DiscreteUpdateEvent<T>>>(),
            std::make_unique<LeafEventCollection<UnrestrictedUpdateEvent<T>>>()) {}
};

/// What a diagram's makes: a whole collection for each subsystem. Besides, it shows the parts of
/// each kind as one DiagramEventCollection, so an event that is added to a part is in both.
template <typename T>
class DiagramCompositeEventCollection final : public CompositeEventCollection<T> {
 public:
  /// Takes the collections of the subsystems over, in their order, and collects what each holds of
  /// each kind.
  explicit DiagramCompositeEventCollection(
      std::vector<std::unique_ptr<CompositeEventCollection<T>>> parts)
      : CompositeEventCollection<T>(
            Collect<PublishEvent<T>>(parts,
                                     &CompositeEventCollection<T>::get_mutable_publish_events),
            Collect<DiscreteUpdateEvent<T>>(
                parts, &CompositeEventCollection<T>::get_mutable_discrete_update_events),
            Collect<UnrestrictedUpdateEvent<T>>(
                parts, &CompositeEventCollection<T>::get_mutable_unrestricted_update_events)),
        parts_(std::move(parts)) {}

  int num_subsystems() const { return static_cast<int>(parts_.size()); }
  /// The events of subsystem `index`; std::out_of_range where there is none.
  const CompositeEventCollection<T>& get_subevent_collection(int index) const {
    return *parts_.at(index);
  }
  CompositeEventCollection<T>& get_mutable_subevent_collection(int index) {
    return *parts_.at(index);
  }

 private:
  /// The collections of one kind of all parts, which stay the parts'.
  template <typename EventType, typename Get>
  static std::unique_ptr<EventCollection<EventType>> Collect(
      const std::vector<std::unique_ptr<CompositeEventCollection<T>>>& parts, Get get) {
    auto result =
        std::make_unique<DiagramEventCollection<EventType>>(static_cast<int>(parts.size()));
    for (size_t i = 0; i < parts.size(); ++i) {
      result->set_subevent_collection(static_cast<int>(i), &((*parts[i]).*get)());
    }
    return result;
  }

  /// They own the lists that the three collections of the base class show.
  std::vector<std::unique_ptr<CompositeEventCollection<T>>> parts_;
};

/// Defined here, where the collections are known. A jump counts as a discrete update.
/// std::runtime_error where `events` is null, std::logic_error where they are a diagram's.
template <typename T>
void Event<T>::AddToComposite(TriggerType trigger, CompositeEventCollection<T>* events) const {
  LOOPWRIGHT_THROW_UNLESS(events != nullptr);
  Event<T> copy(*this);
  copy.set_trigger_type(trigger);
  if (is_publish()) {
    events->AddPublishEvent(PublishEvent<T>(copy));
  } else if (is_discrete_update()) {
    events->AddDiscreteUpdateEvent(DiscreteUpdateEvent<T>(copy));
  } else {
    events->AddUnrestrictedUpdateEvent(UnrestrictedUpdateEvent<T>(copy));
  }
}

}  // namespace loopwright
