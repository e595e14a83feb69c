// What systems and plans keep their lists, names and calls in, so that a block stays small.

#include <QObject>
#include <QTest>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "engine/common/handler.h"
#include "engine/common/inline_vector.h"
#include "engine/common/interned_string.h"
#include "engine/common/owning_vector.h"
#include "engine/common/small_mutex.h"
#include "engine/context/plan.h"
#include "engine/context/ticket_set.h"
#include "engine/system/leaf_system.h"
#include "tests/test_main.h"

namespace loopwright::test_small_containers {

namespace {

template <typename Range>
std::vector<int> Values(const Range& range) {
  return {range.begin(), range.end()};
}

std::vector<int> Row(const Adjacency& rows, int row) { return {rows.begin(row), rows.end(row)}; }

/// Counts how many there are.
struct Counted {
  explicit Counted(int* n) : count(n) { ++*count; }
  Counted(const Counted& other) : count(other.count) { ++*count; }
  Counted& operator=(const Counted&) = delete;
  ~Counted() { --*count; }
  int* count;
};

}  // namespace

class TestSmallContainers : public QObject {
  Q_OBJECT
 private slots:
  void inlineVectorsGrowAndShrink() {
    using Vector = InlineVector<int, 2>;
    static_assert(sizeof(Vector) == 16);
    Vector v;
    QVERIFY(v.empty());
    v.push_back(3);
    v.insert(v.begin(), 1);
    QCOMPARE(Values(v), (std::vector<int>{1, 3}));
    QCOMPARE(*v.insert(v.begin() + 1, 2), 2);
    for (int i = 4; i < 100; ++i) v.push_back(i);
    QCOMPARE(v.size(), size_t{99});
    for (int i = 0; i < 99; ++i) QCOMPARE(v[i], i + 1);
    v.push_back(v[0]);  // moves while it is read
    QCOMPARE(v.back(), 1);
    Vector copy(v);
    QCOMPARE(*copy.erase(copy.begin()), 2);
    QCOMPARE(copy.size(), size_t{99});
    QCOMPARE(v.size(), size_t{100});
    const Vector few{7, 8};
    v = few;
    QCOMPARE(Values(v), (std::vector<int>{7, 8}));
    v = copy;
    QCOMPARE(Values(v), Values(copy));
    v.clear();
    QVERIFY(v.empty());
  }

  void owningVectorsDestroyWhatTheyOwn() {
    int count = 0;
    {
      OwningVector<Counted> owner;
      static_assert(sizeof(owner) == 16);
      QVERIFY(owner.empty());
      const Counted& first = owner.push_back(std::make_unique<Counted>(&count));
      QCOMPARE(owner[0], &first);
      for (int i = 0; i < 9; ++i) owner.push_back(std::make_unique<Counted>(&count));
      QCOMPARE(owner[0], &first);
      QCOMPARE(owner.size(), size_t{10});
      QCOMPARE(count, 10);
    }
    QCOMPARE(count, 0);
  }

  void ticketSetsAreSets() {
    TicketSet set{DependencyTicket(5), DependencyTicket(2), DependencyTicket(5)};
    QCOMPARE(Values(set), (std::vector<int>{2, 5}));
    QVERIFY(!set.insert(DependencyTicket(2)).second);
    const auto [at, is_new] = set.insert(DependencyTicket(3));
    QVERIFY(is_new && int{*at} == 3);
    QCOMPARE(Values(set), (std::vector<int>{2, 3, 5}));
    const std::set<DependencyTicket> as_set = set;
    QCOMPARE(Values(as_set), (std::vector<int>{2, 3, 5}));
    QVERIFY(TicketSet(as_set) == set);
    QCOMPARE(set.erase(DependencyTicket(2)), size_t{1});
    QCOMPARE(set.erase(DependencyTicket(2)), size_t{0});
    QVERIFY(!set.contains(DependencyTicket(2)) && set.count(DependencyTicket(5)) == 1);
    QVERIFY(set.find(DependencyTicket(4)) == set.end());
    set = {DependencyTicket(9)};
    QCOMPARE(Values(set), std::vector<int>{9});
    set.clear();
    QVERIFY(set.empty());
  }

  void equalTextsLieInMemoryOnce() {
    const int before = InternedString::count();
    {
      const InternedString first("a name that no port has"), second("a name that no port has");
      const InternedString other("another name that no port has");
      QCOMPARE(&first.text(), &second.text());
      QCOMPARE(other.text(), std::string("another name that no port has"));
      QCOMPARE(InternedString::count(), before + 2);
    }
    QCOMPARE(InternedString::count(), before);
  }

  void threadsMakeAndDestroyTextsAtOnce() {
    const int before = InternedString::count();
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([] {
        for (int i = 0; i < 2000; ++i) {
          const std::string text = "text " + std::to_string(i % 7);
          const InternedString interned(text);
          if (interned.text() != text) std::abort();
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    QCOMPARE(InternedString::count(), before);
  }

  void eachThreadHasTextsOfItsOwn() {
    const int before = InternedString::count();
    const InternedString here("text of two threads");
    std::unique_ptr<InternedString> there;
    std::thread([&] { there = std::make_unique<InternedString>("text of two threads"); }).join();
    QCOMPARE(there->text(), here.text());
    QVERIFY(&there->text() != &here.text());
    QCOMPARE(InternedString::count(), before + 2);
    // What another thread made goes like any other.
    there.reset();
    QCOMPARE(InternedString::count(), before + 1);
  }

  void aSmallMutexKeepsOthersOut() {
    SmallMutex mutex;
    int count = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&] {
        for (int i = 0; i < 10000; ++i) {
          mutex.lock();
          ++count;
          mutex.unlock();
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    QCOMPARE(count, 40000);
  }

  void handlersKeepSmallCallsInsideAndShareOthers() {
    using Call = Handler<int, int(int)>;
    static_assert(sizeof(Call) == 32);
    int count = 0;
    {
      Call none;
      QVERIFY(!none);
      Call small = [](const int& object, int x) { return object + x; };
      Call large = [counted = Counted(&count), offset = std::vector<int>{100}](
                       const int& object, int x) { return object * x + offset[0]; };
      QCOMPARE(count, 1);
      QCOMPARE(small(2, 3), 5);
      QCOMPARE(large(2, 3), 106);
      Call copy = large;
      large = small;
      QCOMPARE(large(2, 3), 5);
      QCOMPARE(copy(2, 3), 106);
      small = copy;
      copy = none;
      QVERIFY(!copy);
      QCOMPARE(small(2, 3), 106);
      QCOMPARE(count, 1);
    }
    QCOMPARE(count, 0);
  }

  // A diagram of 100,000 blocks has as many of these.
  void whatEveryBlockHasStaysSmall() {
    QVERIFY(sizeof(LeafSystem<double>) <= 320);
    QVERIFY(sizeof(InputPort<double>) <= 40);
    QVERIFY(sizeof(OutputPort<double>) <= 40);
    QVERIFY(sizeof(CacheEntry<double>) <= 104);
    QVERIFY(sizeof(Plan<double>::Entry) <= 24);
    QVERIFY(sizeof(PlanNode) <= 96);
    QVERIFY(sizeof(Context<double>) <= 104);
  }

  void adjacencyRowsAreSortedWithoutRepeats() {
    const Adjacency rows(5, {{3, 9}, {0, 4}, {3, 7}, {4, 1}, {3, 9}, {4, 1}, {2, 0}, {3, 8}});
    QCOMPARE(Row(rows, 0), std::vector<int>{4});
    QCOMPARE(Row(rows, 1), std::vector<int>());
    QCOMPARE(Row(rows, 2), std::vector<int>{0});
    QCOMPARE(Row(rows, 3), (std::vector<int>{7, 8, 9}));
    QCOMPARE(Row(rows, 4), std::vector<int>{1});
    QCOMPARE(rows.size(3), 3);
    QCOMPARE(rows.only(0), 4);
    QCOMPARE(rows.only(1), Adjacency::kEmpty);
    QVERIFY(rows.only(3) < Adjacency::kEmpty);
    QCOMPARE(rows.num_values(), 6);
    QCOMPARE(rows.num_longer_rows(), 1);
  }
};

LOOPWRIGHT_TEST(TestSmallContainers)

}  // namespace loopwright::test_small_containers

#include "test_small_containers.moc"
