// The properties of cache entries and their values, 1 to 16 (the numbers are those of the list of
// properties that the cache was specified with).

#include <QObject>
#include <QTest>

#include "engine/system/value_producer.h"
#include "tests/engine/cache_test_systems.h"
#include "tests/test_main.h"

namespace loopwright::test_cache_entries {
using namespace loopwright::cache_test;  // NOLINT(google-build-using-namespace)

namespace {

/// An entry of each way to declare one.
class Declared final : public LeafSystem<double> {
 public:
  Declared() {
    set_name("declared");
    const auto* self = this;
    entries.push_back(&DeclareCacheEntry("default", &Declared::CalcInt));
    entries.push_back(&DeclareCacheEntry("model", 5, &Declared::CalcInt, {time_ticket()}));
    entries.push_back(&DeclareCacheEntry("allocated", &Declared::AllocateInt, &Declared::CalcInt));
    entries.push_back(&DeclareCacheEntry("abstract", &Declared::AllocateInt, &Declared::CalcAny));
    entries.push_back(&DeclareCacheEntry(
        "callables", [] { return AbstractValue::Make<int>(5); },
        [self](const Context<double>& context, AbstractValue* value) {
          self->CalcAny(context, value);
        }));
    entries.push_back(&DeclareCacheEntry("producer", ValueProducer(this, 5, &Declared::CalcInt)));
    entries.push_back(
        &DeclareCacheEntry("default producer", ValueProducer(this, &Declared::CalcInt)));
    entries.push_back(&DeclareCacheEntry(
        "allocating producer", ValueProducer(this, &Declared::AllocateInt, &Declared::CalcAny)));
    entries.push_back(
        &DeclareCacheEntry("callable producer",
                           ValueProducer([] { return AbstractValue::Make<int>(5); },
                                         [](const Context<double>& context, AbstractValue* value) {
                                           value->set_value(static_cast<int>(context.get_time()));
                                         })));
  }
  std::vector<CacheEntry<double>*> entries;

 private:
  void CalcInt(const Context<double>& context, int* value) const {
    *value = static_cast<int>(context.get_time());
  }
  void CalcAny(const Context<double>& context, AbstractValue* value) const {
    value->set_value(static_cast<int>(context.get_time()));
  }
  std::unique_ptr<AbstractValue> AllocateInt() const { return AbstractValue::Make<int>(5); }
};

/// Entries that hold vectors, the second of a subclass, the third through the base class.
class Vectors final : public LeafSystem<double> {
 public:
  Vectors() {
    set_name("vectors");
    Position model;
    model.SetFromVector(Eigen::Vector2d(3, 4));
    position = &DeclareCacheEntry("position", model, &Vectors::CalcPosition, {time_ticket()});
    as_base = &DeclareCacheEntry("as base", &Vectors::AllocatePosition, &Vectors::CalcBase,
                                 {time_ticket()});
    DeclareVectorOutputPort("y", 2, &Vectors::CalcBase, {time_ticket()});
    DeclareVectorOutputPort("position", model, &Vectors::CalcPosition, {time_ticket()});
  }
  const CacheEntry<double>* position;
  const CacheEntry<double>* as_base;
  const CacheEntry<double>& output() const { return *get_output_port(0).cache_entry(); }

 private:
  std::unique_ptr<AbstractValue> AllocatePosition() const {
    return std::make_unique<Value<BasicVector<double>>>(std::make_unique<Position>());
  }
  void CalcPosition(const Context<double>& context, Position* value) const {
    CalcBase(context, value);
  }
  void CalcBase(const Context<double>& context, BasicVector<double>* value) const {
    value->SetFromVector(Eigen::Vector2d(context.get_time(), -context.get_time()));
  }
};

/// An entry whose allocator returns null.
class Null final : public LeafSystem<double> {
 public:
  Null() {
    set_name("forgetful");
    DeclareCacheEntry(
        "nothing", [] { return std::unique_ptr<AbstractValue>(); },
        [](const Context<double>&, AbstractValue*) {});
  }
};

}  // namespace

class TestCacheEntries : public QObject {
  Q_OBJECT
 private slots:
  void property01EveryEntryHasATrackerOfItsOwn() {
    const Probe system;
    auto context = system.CreateDefaultContext();
    std::set<const DependencyTracker*> trackers;
    const int count = internal::kNextFreeTicket + system.num_declared_tickets();
    for (int i = 0; i < count; ++i) {
      QVERIFY(context->has_tracker(DependencyTicket(i)));
      trackers.insert(&context->get_tracker(DependencyTicket(i)));
    }
    QCOMPARE(static_cast<int>(trackers.size()), count);
    for (const auto& entry : system.cache_entries()) {
      const DependencyTracker& tracker = context->get_tracker(entry->ticket());
      QVERIFY(tracker.has_associated_cache_entry());
      QCOMPARE(int{tracker.ticket()}, int{entry->ticket()});
    }
    // Time derivatives are well known; their tracker is that of their entry.
    QVERIFY(context->get_tracker(system.xcdot_ticket()).has_associated_cache_entry());
    QVERIFY(!context->get_tracker(system.all_sources_ticket()).has_associated_cache_entry());
    QVERIFY(!context->has_tracker(DependencyTicket(count)));
    QCOMPARE(Thrown([&] { context->get_tracker(DependencyTicket(count)); }),
             QString("System '' has no dependency ticket %1").arg(count));
  }

  void ticketsOfWhatIsNotThereAreRefused() {
    const Diamond system;
    const auto missing = [](const auto& what) {
      return QString("System '' has no %1 7").arg(what);
    };
    QCOMPARE(Thrown([&] { system.cache_entry_ticket(7); }), missing("cache entry"));
    QCOMPARE(Thrown([&] { system.discrete_state_ticket(7); }), missing("group of discrete state"));
    QCOMPARE(Thrown([&] { system.abstract_state_ticket(7); }), missing("abstract state"));
    QCOMPARE(Thrown([&] { system.numeric_parameter_ticket(7); }), missing("numeric parameter"));
    QCOMPARE(Thrown([&] { system.abstract_parameter_ticket(7); }), missing("abstract parameter"));
  }

  void property02TheInitialValueIsSetOnceAndOutOfDate() {
    Diamond system;
    system.set_name("diamond");
    auto context = system.CreateDefaultContext();
    auto& value = system.text->get_mutable_cache_entry_value(*context);
    QVERIFY(value.is_out_of_date());
    QCOMPARE(value.serial_number(), 0);
    QCOMPARE(value.PeekValueOrThrow<std::string>(), std::string("initial"));
    QCOMPARE(Thrown([&] { value.SetInitialValue(AbstractValue::Make<std::string>("second")); }),
             "Cache entry 'text' of system 'diamond' has its initial value already");
    QCOMPARE(Thrown([&] { value.SetInitialValue(nullptr); }),
             "Cache entry 'text' of system 'diamond' was given no value: its allocator returned "
             "null");
    QCOMPARE(value.PeekValueOrThrow<std::string>(), std::string("initial"));
    // Also where nobody has set defaults, which marks all.
    const auto bare = system.AllocateContext();
    for (const auto& entry : system.cache_entries()) QVERIFY(entry->is_out_of_date(*bare));
    // A context's data before its system has made it a context.
    internal::ContextData<double> data(system.plan());
    const int entry = system.text->cache_index();
    data.flags[entry] = 0;
    data.abstract_entries[entry] = nullptr;
    CacheEntryValue<double> empty(&data, entry);
    empty.SetInitialValue(AbstractValue::Make<std::string>("first"));
    QVERIFY(empty.is_out_of_date());
    QCOMPARE(empty.PeekValueOrThrow<std::string>(), std::string("first"));
  }

  void property03ChangingTimeInvalidatesExactlyItsDescendants_data() {
    QTest::addColumn<bool>("trackers");
    QTest::newRow("lists") << false;
    QTest::newRow("trackers") << true;
  }
  void property03ChangingTimeInvalidatesExactlyItsDescendants() {
    QFETCH(bool, trackers);
    const Probe system;
    const Diamond diamond;
    auto context = system.CreateDefaultContext();
    auto diamond_context = diamond.CreateDefaultContext();
    if (trackers) {
      context->get_tracker(system.time_ticket());
      diamond_context->get_tracker(diamond.time_ticket());
    }
    system.EvalAll(*context);
    QCOMPARE(system.Stale(*context), "");
    context->SetTime(1);
    QCOMPARE(system.Stale(*context), "all pe t");
    diamond.text->Eval<std::string>(*diamond_context);
    diamond_context->SetTime(2);
    for (const auto& entry : diamond.cache_entries()) {
      QVERIFY(entry->is_out_of_date(*diamond_context));
    }
    diamond_context->SetAccuracy(1e-3);
    QCOMPARE(diamond.text->Eval<std::string>(*diamond_context), std::string("10"));
    diamond_context->SetAccuracy(1e-4);
    QVERIFY(!diamond.text->is_out_of_date(*diamond_context));
  }

  void property04AllEntriesCanBeMarkedOutOfDate() {
    const Probe system;
    auto context = system.CreateDefaultContext();
    system.EvalAll(*context);
    system.EvalTimeDerivatives(*context);
    for (const auto& entry : system.cache_entries()) QVERIFY(!entry->is_out_of_date(*context));
    context->SetAllCacheEntriesOutOfDate();
    for (const auto& entry : system.cache_entries()) QVERIFY(entry->is_out_of_date(*context));
    system.EvalAll(*context);
    QCOMPARE(system.Stale(*context), "");
    // One by one: what depends on it is left alone, and a later change still reaches that.
    const Diamond diamond;
    auto other = diamond.CreateDefaultContext();
    diamond.text->Eval<std::string>(*other);
    diamond.left->mark_out_of_date(*other);
    QVERIFY(diamond.left->is_out_of_date(*other));
    QVERIFY(!diamond.top->is_out_of_date(*other));
    other->SetTime(4);
    QVERIFY(diamond.top->is_out_of_date(*other));
    QCOMPARE(diamond.text->Eval<std::string>(*other), std::string("20"));
    // Also where the change gets there by way of the marked one alone.
    auto third = diamond.CreateDefaultContext();
    diamond.text->Eval<std::string>(*third);
    diamond.top->mark_out_of_date(*third);
    QVERIFY(!diamond.text->is_out_of_date(*third));
    third->SetTime(4);
    QVERIFY(diamond.text->is_out_of_date(*third));
    QCOMPARE(diamond.text->Eval<std::string>(*third), std::string("20"));
  }

  void property04PartsCanBeMarkedOutOfDate() {
    DiagramBuilder<double> builder;
    const auto* first = builder.AddNamedSystem<Gain>("first");
    const auto* second = builder.AddNamedSystem<Gain>("second");
    builder.Connect(*first, *second);
    builder.ExportInput(first->get_input_port(0), "u");
    const auto diagram = builder.Build();
    auto context = diagram->CreateDefaultContext();
    diagram->get_input_port(0).FixValue(context.get(), 1.);
    auto& part = diagram->GetMutableSubsystemContext(*first, context.get());
    auto& other = diagram->GetMutableSubsystemContext(*second, context.get());
    second->get_output_port(0).Eval(other);
    part.SetAllCacheEntriesOutOfDate();
    QVERIFY(first->get_output_port(0).cache_entry()->is_out_of_date(part));
    QVERIFY(!second->get_output_port(0).cache_entry()->is_out_of_date(other));
    diagram->get_input_port(0).FixValue(context.get(), 3.);
    QCOMPARE(second->get_output_port(0).Eval(other)[0], 12.);
  }

  void property05DisablingKeepsTheFlagsWorking() {
    const Diamond system;
    auto context = system.CreateDefaultContext();
    context->SetTime(1);
    system.text->Eval<std::string>(*context);
    context->DisableCaching();
    QVERIFY(system.top->is_cache_entry_disabled(*context));
    QVERIFY(system.top->get_cache_entry_value(*context).is_cache_entry_disabled());
    QVERIFY(!system.top->is_out_of_date(*context));
    QVERIFY(system.top->needs_recomputation(*context));
    for (int i = 2; i < 5; ++i) {
      QCOMPARE(system.top->Eval<double>(*context), 5.);
      QCOMPARE(system.top->serial_number(*context), i);
      QCOMPARE(system.base->serial_number(*context), i);  // once, though two need it
    }
    context->SetTime(2);
    QVERIFY(system.text->is_out_of_date(*context));
    QVERIFY(system.top->is_out_of_date(*context));
    QCOMPARE(system.top->Eval<double>(*context), 10.);
    QVERIFY(!system.top->is_out_of_date(*context));
    QVERIFY(system.text->is_out_of_date(*context));
  }

  void property06EnablingAgainReusesWhatIsStillValid() {
    const Diamond system;
    auto context = system.CreateDefaultContext();
    system.text->Eval<std::string>(*context);
    context->DisableCaching();
    system.top->Eval<double>(*context);
    const int64_t before = system.top->serial_number(*context);
    context->EnableCaching();
    QVERIFY(!system.top->is_cache_entry_disabled(*context));
    QVERIFY(!system.top->needs_recomputation(*context));
    system.text->Eval<std::string>(*context);
    QCOMPARE(system.top->serial_number(*context), before);
    context->DisableCaching();
    context->SetTime(7);
    context->EnableCaching();
    QVERIFY(system.top->needs_recomputation(*context));
    QCOMPARE(system.text->Eval<std::string>(*context), std::string("35"));
  }

  void property07SingleEntriesCanBeEnabled() {
    Diamond system;
    auto context = system.CreateDefaultContext();
    context->DisableCaching();
    system.left->enable_caching(*context);
    QVERIFY(!system.left->is_cache_entry_disabled(*context));
    QVERIFY(system.right->is_cache_entry_disabled(*context));
    for (int i = 0; i < 2; ++i) {
      system.left->Eval<double>(*context);
      system.right->Eval<double>(*context);
    }
    QCOMPARE(system.left->serial_number(*context), 1);
    QCOMPARE(system.right->serial_number(*context), 2);
    context->EnableCaching();
    QVERIFY(!system.right->is_cache_entry_disabled(*context));
  }

  void property07SingleEntriesCanBeDisabled() {
    Diamond system;
    auto context = system.CreateDefaultContext();
    system.left->disable_caching(*context);
    QVERIFY(system.left->is_cache_entry_disabled(*context));
    QVERIFY(!system.right->is_cache_entry_disabled(*context));
    system.top->Eval<double>(*context);
    system.top->Eval<double>(*context);
    QCOMPARE(system.left->serial_number(*context), 1);  // nobody asked for it a second time
    system.left->Eval<double>(*context);
    system.right->Eval<double>(*context);
    QCOMPARE(system.left->serial_number(*context), 2);
    QCOMPARE(system.right->serial_number(*context), 1);
    system.top->mark_out_of_date(*context);
    system.top->Eval<double>(*context);
    QCOMPARE(system.left->serial_number(*context), 3);
    QCOMPARE(system.base->serial_number(*context), 1);
    system.left->enable_caching(*context);
    system.left->Eval<double>(*context);
    QCOMPARE(system.left->serial_number(*context), 3);
    // The same through the value, and for all at once.
    auto& value = system.right->get_mutable_cache_entry_value(*context);
    value.disable_caching();
    QVERIFY(system.right->is_cache_entry_disabled(*context));
    context->EnableCaching();
    QVERIFY(!value.is_cache_entry_disabled());
  }

  void property07EntriesCanBeDisabledByDefault() {
    Diamond system;
    auto before = system.CreateDefaultContext();
    QVERIFY(!system.left->is_disabled_by_default());
    system.left->set_is_disabled_by_default(true);
    QVERIFY(system.left->is_disabled_by_default());
    auto context = system.CreateDefaultContext();
    QVERIFY(system.left->is_cache_entry_disabled(*context));
    QVERIFY(!system.right->is_cache_entry_disabled(*context));
    QVERIFY(!system.left->is_cache_entry_disabled(*before));
    system.left->Eval<double>(*context);
    system.left->Eval<double>(*context);
    QCOMPARE(system.left->serial_number(*context), 2);
    system.left->enable_caching(*context);
    system.left->Eval<double>(*context);
    QCOMPARE(system.left->serial_number(*context), 2);
  }

  void property07PartsCanBeDisabled() {
    DiagramBuilder<double> builder;
    const auto* one = builder.AddNamedSystem<Diamond>("one");
    const auto* two = builder.AddNamedSystem<Diamond>("two");
    const auto diagram = builder.Build();
    auto context = diagram->CreateDefaultContext();
    auto& one_context = diagram->GetMutableSubsystemContext(*one, context.get());
    auto& two_context = diagram->GetMutableSubsystemContext(*two, context.get());
    one_context.DisableCaching();
    QVERIFY(one->top->is_cache_entry_disabled(one_context));
    QVERIFY(!two->top->is_cache_entry_disabled(two_context));
    context->DisableCaching();
    one_context.EnableCaching();  // of the part alone
    QVERIFY(!one->top->needs_recomputation(one_context) || one->top->is_out_of_date(one_context));
    one->top->Eval<double>(one_context);
    one->top->Eval<double>(one_context);
    two->top->Eval<double>(two_context);
    two->top->Eval<double>(two_context);
    QCOMPARE(one->top->serial_number(one_context), 1);
    QCOMPARE(two->top->serial_number(two_context), 2);
    context->EnableCaching();
    two->top->Eval<double>(two_context);
    QCOMPARE(two->top->serial_number(two_context), 2);
  }

  void property08FrozenValuesCanBeReadWhileTheyAreFresh() {
    Diamond system;
    system.set_name("diamond");
    auto context = system.CreateDefaultContext();
    QVERIFY(!context->is_cache_frozen());
    system.left->Eval<double>(*context);
    context->FreezeCache();
    QVERIFY(context->is_cache_frozen());
    QCOMPARE(system.left->Eval<double>(*context), 0.);
    const auto frozen = [](const char* entry, const char* what) {
      return QString("Cache entry '%1' of system 'diamond' cannot be %2: the cache is frozen")
          .arg(entry, what);
    };
    QCOMPARE(Thrown([&] { system.top->Eval<double>(*context); }), frozen("top", "recomputed"));
    auto& left = system.left->get_mutable_cache_entry_value(*context);
    auto& top = system.top->get_mutable_cache_entry_value(*context);
    QCOMPARE(Thrown([&] { top.SetValueOrThrow(1.); }), frozen("top", "written to"));
    QCOMPARE(Thrown([&] { top.GetMutableValueOrThrow<double>(); }), frozen("top", "written to"));
    QCOMPARE(Thrown([&] { top.mark_up_to_date(); }), frozen("top", "marked up to date"));
    auto other = AbstractValue::Make(1.);
    QCOMPARE(Thrown([&] { left.swap_value(&other); }), frozen("left", "written to"));
    QCOMPARE(left.GetValueOrThrow<double>(), 0.);
    // Changes mark as ever; what they mark cannot be read any more.
    context->SetTime(1);
    QCOMPARE(Thrown([&] { system.left->Eval<double>(*context); }), frozen("left", "recomputed"));
    QCOMPARE(left.PeekValueOrThrow<double>(), 0.);
    context->UnfreezeCache();
    QVERIFY(!context->is_cache_frozen());
    QCOMPARE(system.top->Eval<double>(*context), 5.);
  }

  void property08PartsCanBeFrozenAndDisabledValuesAreNotRead() {
    DiagramBuilder<double> builder;
    const auto* one = builder.AddNamedSystem<Diamond>("one");
    const auto* two = builder.AddNamedSystem<Diamond>("two");
    const auto diagram = builder.Build();
    auto context = diagram->CreateDefaultContext();
    auto& one_context = diagram->GetMutableSubsystemContext(*one, context.get());
    auto& two_context = diagram->GetMutableSubsystemContext(*two, context.get());
    one_context.FreezeCache();
    QVERIFY(one_context.is_cache_frozen() && !two_context.is_cache_frozen());
    QVERIFY(!context->is_cache_frozen());
    two->top->Eval<double>(two_context);
    QVERIFY(Thrown([&] { one->top->Eval<double>(one_context); }).contains("'one'"));
    auto clone = context->Clone();
    QVERIFY(diagram->GetSubsystemContext(*one, *clone).is_cache_frozen());
    context->FreezeCache();
    QVERIFY(two_context.is_cache_frozen());
    two->top->disable_caching(two_context);
    QVERIFY(Thrown([&] { two->top->Eval<double>(two_context); }).contains("frozen"));
    // It is refused before anything that it needs, here in a part that is not frozen, is computed.
    one_context.UnfreezeCache();
    context->SetTime(1);
    two->top->disable_caching(two_context);
    QCOMPARE(Thrown([&] { two->top->Eval<double>(two_context); }),
             "Cache entry 'top' of system 'two' cannot be recomputed: the cache is frozen");
    context->UnfreezeCache();
    QVERIFY(!one_context.is_cache_frozen() && !two_context.is_cache_frozen());
    one->top->Eval<double>(one_context);
  }

  void property09ValuesAreReadAndWrittenInTheRightState() {
    Diamond system;
    system.set_name("diamond");
    auto context = system.CreateDefaultContext();
    auto& value = system.top->get_mutable_cache_entry_value(*context);
    QCOMPARE(Thrown([&] { value.GetValueOrThrow<double>(); }),
             "Cache entry 'top' of system 'diamond' is out of date: Eval() computes it, Peek reads "
             "it as it is");
    QCOMPARE(Thrown([&] { system.top->GetKnownUpToDate<double>(*context); }),
             "Cache entry 'top' of system 'diamond' is out of date: Eval() computes it, Peek reads "
             "it as it is");
    QCOMPARE(value.PeekValueOrThrow<double>(), 0.);
    value.SetValueOrThrow(17.);
    QVERIFY(!value.is_out_of_date());
    QCOMPARE(value.serial_number(), 1);
    QCOMPARE(value.GetValueOrThrow<double>(), 17.);
    QCOMPARE(system.top->GetKnownUpToDate<double>(*context), 17.);
    QCOMPARE(system.top->GetKnownUpToDateAbstract(*context).get_value<double>(), 17.);
    QCOMPARE(value.PeekValueOrThrow<double>(), 17.);
    QCOMPARE(system.top->Eval<double>(*context), 17.);  // what was set is used
    const QString fresh =
        "Cache entry 'top' of system 'diamond' is up to date: mark it out of date before writing "
        "to it";
    QCOMPARE(Thrown([&] { value.SetValueOrThrow(18.); }), fresh);
    QCOMPARE(Thrown([&] { value.GetMutableValueOrThrow<double>(); }), fresh);
    value.mark_out_of_date();
    value.GetMutableValueOrThrow<double>() = 19;
    QVERIFY(value.is_out_of_date());
    value.mark_up_to_date();
    QCOMPARE(system.top->Eval<double>(*context), 19.);
    // A change of what it depends on reaches it, though what lies between was never computed.
    context->SetTime(1);
    QVERIFY(value.is_out_of_date());
    QCOMPARE(system.top->Eval<double>(*context), 5.);
    // Also where it was only marked, in a context in which nothing was written before.
    auto other = system.CreateDefaultContext();
    system.top->get_mutable_cache_entry_value(*other).mark_up_to_date();
    QVERIFY(!system.top->is_out_of_date(*other));
    other->SetTime(2);
    QVERIFY(system.top->is_out_of_date(*other));
    QCOMPARE(QString::fromStdString(value.GetPathDescription()), "diamond:top");
    QCOMPARE(value.description(), std::string("top"));
    QCOMPARE(value.cache_index(), system.top->cache_index());
    QCOMPARE(int{value.ticket()}, int{system.top->ticket()});
  }

  void property10SwappingLeavesTheValueOutOfDate() {
    Diamond system;
    system.set_name("diamond");
    auto context = system.CreateDefaultContext();
    system.text->Eval<std::string>(*context);
    auto& value = system.text->get_mutable_cache_entry_value(*context);
    auto other = AbstractValue::Make<std::string>("other");
    value.swap_value(&other);
    QVERIFY(value.is_out_of_date());
    QCOMPARE(value.serial_number(), 2);
    QCOMPARE(value.PeekValueOrThrow<std::string>(), std::string("other"));
    QCOMPARE(other->get_value<std::string>(), std::string("0"));
    QCOMPARE(system.text->Eval<std::string>(*context), std::string("0"));
    std::unique_ptr<AbstractValue> null;
    QCOMPARE(Thrown([&] { value.swap_value(&null); }),
             "Cache entry 'text' of system 'diamond' cannot be swapped for no value");
    QCOMPARE(Thrown([&] { value.swap_value(nullptr); }),
             "Cache entry 'text' of system 'diamond' cannot be swapped for no value");
    auto number = AbstractValue::Make<int>(3);
    QCOMPARE(Thrown([&] { value.swap_value(&number); }),
             QString("Cache entry 'text' of system 'diamond' is of type %1 and cannot be swapped "
                     "for a value of type int")
                 .arg(QString::fromStdString(DemangledName(typeid(std::string)))));
    QVERIFY(!value.is_out_of_date());
    Vectors vectors;
    auto vectors_context = vectors.CreateDefaultContext();
    auto vector = vectors.output().Allocate();
    QCOMPARE(
        Thrown([&] {
          vectors.output().get_mutable_cache_entry_value(*vectors_context).swap_value(&vector);
        }),
        "Cache entry 'output port y' of system 'vectors' is a vector that lies in its context: "
        "it can be set, not swapped");
  }

  void property11VectorEntriesKeepTheirType() {
    const Vectors system;
    auto context = system.CreateDefaultContext();
    QCOMPARE(system.position->get_cache_entry_value(*context).PeekValueOrThrow<Position>().y(), 4.);
    context->SetTime(2);
    QCOMPARE(system.position->Eval<Position>(*context).x(), 2.);
    const auto& base = system.as_base->Eval<BasicVector<double>>(*context);
    QCOMPARE(dynamic_cast<const Position&>(base).y(), -2.);
    auto clone = context->Clone();
    const auto& copy = system.as_base->Eval<BasicVector<double>>(*clone);
    QVERIFY(&copy != &base);
    QCOMPARE(dynamic_cast<const Position&>(copy).y(), -2.);
    const auto allocated = system.as_base->Allocate();
    QVERIFY(dynamic_cast<Position*>(&allocated->get_mutable_value<BasicVector<double>>()));
    const auto& port = system.get_output_port(1);
    for (const auto* c : {context.get(), clone.get()}) {
      QCOMPARE(dynamic_cast<const Position&>(port.Eval<BasicVector<double>>(*c)).x(), 2.);
    }
    // A vector-valued port is read and written in place.
    QCOMPARE(system.output().Eval<BasicVector<double>>(*context)[1], -2.);
    auto& value = system.output().get_mutable_cache_entry_value(*context);
    value.mark_out_of_date();
    value.SetValueOrThrow(BasicVector<double>{5, 6});
    QCOMPARE(system.get_output_port(0).Eval(*context)[1], 6.);
  }

  void property13AnAllocatorThatReturnsNullIsNamed() {
    const Null system;
    QCOMPARE(Thrown([&] { system.CreateDefaultContext(); }),
             "Cache entry 'nothing' of system 'forgetful': its allocator returned null");
  }

  void property14EvalReturnsTheStoredObjectCalcLeavesItAlone() {
    Diamond system;
    system.set_name("diamond");
    auto context = system.CreateDefaultContext();
    context->SetTime(1);
    const std::string& first = system.text->Eval<std::string>(*context);
    QCOMPARE(first, std::string("5"));
    context->SetTime(2);
    const std::string& second = system.text->Eval<std::string>(*context);
    QVERIFY(&first == &second);
    QVERIFY(&system.text->EvalAbstract(*context).get_value<std::string>() == &first);
    auto own = system.text->Allocate();
    QCOMPARE(own->get_value<std::string>(), std::string("initial"));
    context->SetTime(3);
    system.text->Calc(*context, own.get());
    QCOMPARE(own->get_value<std::string>(), std::string("15"));
    QCOMPARE(second, std::string("10"));
    QVERIFY(system.text->is_out_of_date(*context));
    QCOMPARE(system.text->serial_number(*context), 2);
    const Vectors vectors;
    auto vectors_context = vectors.CreateDefaultContext();
    vectors_context->SetTime(3);
    auto vector = vectors.output().Allocate();
    vectors.output().Calc(*vectors_context, vector.get());
    QCOMPARE(vector->get_value<BasicVector<double>>()[1], -3.);
    QVERIFY(vectors.output().is_out_of_date(*vectors_context));
  }

  void property15PrerequisitesMayBeEditedBeforeTheNextContext() {
    Diamond system;
    QVERIFY(!system.base->has_default_prerequisites());
    auto old_context = system.CreateDefaultContext();
    system.base->mutable_prerequisites().insert(system.accuracy_ticket());
    auto new_context = system.CreateDefaultContext();
    for (auto* context : {old_context.get(), new_context.get()}) {
      system.text->Eval<std::string>(*context);
      context->SetAccuracy(1e-3);
    }
    QVERIFY(!system.text->is_out_of_date(*old_context));
    QVERIFY(system.text->is_out_of_date(*new_context));
    for (auto* context : {old_context.get(), new_context.get()}) {
      context->SetTime(1);
      QCOMPARE(system.text->Eval<std::string>(*context), std::string("5"));
    }
  }

  void property15EditingReachesTheDiagramAround() {
    DiagramBuilder<double> builder;
    auto* system = builder.AddNamedSystem<Diamond>("diamond");
    const auto diagram = builder.Build();
    auto old_context = diagram->CreateDefaultContext();
    system->base->mutable_prerequisites() = {system->nothing_ticket()};
    auto context = diagram->CreateDefaultContext();
    auto& part = diagram->GetMutableSubsystemContext(*system, context.get());
    system->top->Eval<double>(part);
    context->SetTime(1);
    QVERIFY(!system->top->is_out_of_date(part));
    old_context.reset();
    QCOMPARE(system->top->Eval<double>(part), 0.);
  }

  void property16WrongTypesAreRejected() {
    Diamond system;
    system.set_name("diamond");
    auto context = system.CreateDefaultContext();
    auto& value = system.top->get_mutable_cache_entry_value(*context);
    const QString bad_cast =
        QString("AbstractValue: a request for %1 does not match the value's type double");
    QCOMPARE(Thrown([&] { value.PeekValueOrThrow<int>(); }), bad_cast.arg("int"));
    QCOMPARE(Thrown([&] { value.SetValueOrThrow<int>(3); }), bad_cast.arg("int"));
    QVERIFY(value.is_out_of_date());
    QCOMPARE(Thrown([&] { system.top->Eval<int>(*context); }), bad_cast.arg("int"));
    QCOMPARE(Thrown([&] { value.GetValueOrThrow<int>(); }), bad_cast.arg("int"));
    auto text = AbstractValue::Make<std::string>("text");
    QCOMPARE(Thrown([&] { system.top->Calc(*context, text.get()); }),
             QString("Cache entry 'top' of system 'diamond' is of type double and cannot be "
                     "computed into a value of type %1")
                 .arg(QString::fromStdString(DemangledName(typeid(std::string)))));
    QCOMPARE(Thrown([&] { system.top->Calc(*context, nullptr); }),
             "Cache entry 'top' of system 'diamond' cannot be computed into no value");
    const Vectors vectors;
    auto vectors_context = vectors.CreateDefaultContext();
    Value<BasicVector<double>> short_vector(BasicVector<double>{1.});
    QCOMPARE(Thrown([&] { vectors.output().Calc(*vectors_context, &short_vector); }),
             "Cache entry 'output port y' of system 'vectors' has size 2 and cannot be computed "
             "into a vector of size 1");
  }

  void timeDerivativesHaveNoValueOfTheirOwn() {
    Probe system;
    system.set_name("probe");
    auto context = system.CreateDefaultContext();
    const CacheEntry<double>* entry = nullptr;
    for (const auto& e : system.cache_entries()) {
      if (e->is_written_elsewhere()) entry = e;
    }
    QVERIFY(entry != nullptr);
    QCOMPARE(Thrown([&] { entry->get_cache_entry_value(*context).PeekAbstractValueOrThrow(); }),
             "Cache entry 'time derivatives' of system 'probe' has no value of its own: read it "
             "where it is written to");
    Value<BasicVector<double>> value;
    QCOMPARE(Thrown([&] { entry->Calc(*context, &value); }),
             "Cache entry 'time derivatives' of system 'probe' has no value of its own: "
             "CalcTimeDerivatives() computes it");
  }

  void everyWayToDeclareAnEntryWorks() {
    const Declared system;
    auto context = system.CreateDefaultContext();
    context->SetTime(3);
    for (const auto* entry : system.entries) {
      const bool has_default = entry->description().find("default") != std::string::npos;
      QCOMPARE(entry->get_cache_entry_value(*context).PeekValueOrThrow<int>(), has_default ? 0 : 5);
      QCOMPARE(entry->Eval<int>(*context), 3);
      QCOMPARE(entry->has_default_prerequisites(), entry->description() != "model");
    }
    context->SetAccuracy(1e-3);
    for (const auto* entry : system.entries) {
      QCOMPARE(entry->is_out_of_date(*context), entry->description() != "model");
    }
  }

  void prerequisitesMustBeNamed() {
    class Empty final : public LeafSystem<double> {
     public:
      Empty() {
        set_name("empty");
        DeclareCacheEntry("entry", &Empty::Calc, {});
      }

     private:
      void Calc(const Context<double>&, int*) const {}
    };
    QCOMPARE(Thrown([] { Empty(); }),
             "Cache entry 'entry' of system 'empty' has no prerequisites: say nothing_ticket() "
             "where it depends on nothing");
    class Wrong final : public LeafSystem<double> {
     public:
      Wrong() {
        set_name("wrong");
        DeclareCacheEntry("entry", ValueProducer([] { return AbstractValue::Make<int>(5); },
                                                 [](const Context<AutoDiff>&, AbstractValue*) {}));
      }
    };
    QCOMPARE(Thrown([] { Wrong(); }),
             "Cache entry 'entry' of system 'wrong' is declared with a computation from another "
             "type of context");
  }

  void valuesWithoutAComputationStayAsTheyAreWritten() {
    class Scratch final : public LeafSystem<double> {
     public:
      Scratch() {
        entry = &DeclareCacheEntry(
            "scratch",
            ValueProducer([] { return AbstractValue::Make<int>(5); }, &ValueProducer::NoopCalc),
            {nothing_ticket()});
      }
      const CacheEntry<double>* entry;
    };
    const Scratch system;
    auto context = system.CreateDefaultContext();
    QCOMPARE(system.entry->Eval<int>(*context), 5);
    auto& value = system.entry->get_mutable_cache_entry_value(*context);
    value.mark_out_of_date();
    value.SetValueOrThrow(6);
    context->SetTime(1);
    QCOMPARE(system.entry->Eval<int>(*context), 6);
  }
};

LOOPWRIGHT_TEST(TestCacheEntries)

}  // namespace loopwright::test_cache_entries

#include "test_cache_entries.moc"
