// Patterns with `*` and `?`.

#include <QObject>
#include <QTest>
#include <random>
#include <string>

#include "engine/text/wildcard.h"
#include "tests/random_count.h"
#include "tests/test_main.h"

namespace loopwright::test_wildcard {

namespace {

// The same by its definition: '*' takes nothing, or one character and goes on.
bool Matches(std::string_view text, std::string_view pattern) {
  if (pattern.empty()) return text.empty();
  if (pattern[0] == '*') {
    return Matches(text, pattern.substr(1)) || (!text.empty() && Matches(text.substr(1), pattern));
  }
  if (text.empty() || (pattern[0] != '?' && pattern[0] != text[0])) return false;
  return Matches(text.substr(1), pattern.substr(1));
}

}  // namespace

class TestWildcard : public QObject {
  Q_OBJECT

 private slots:
  void patterns() {
    QVERIFY(HasWildcard("a*") && HasWildcard("?") && !HasWildcard("a.y[0]") && !HasWildcard(""));
    QVERIFY(MatchesWildcards("drive/motor.y", "drive/*"));
    QVERIFY(MatchesWildcards("drive/motor.y", "*.y"));
    QVERIFY(MatchesWildcards("g1.y", "g?.y"));
    QVERIFY(!MatchesWildcards("g12.y", "g?.y"));
    QVERIFY(!MatchesWildcards("g1.y", "g1"));
    QVERIFY(!MatchesWildcards("g1.y", "G1.y"));
    // A character of several bytes is one.
    QVERIFY(MatchesWildcards("f\u00fchler.y", "f?hler.*"));
    QVERIFY(!MatchesWildcards("f\u00fchler.y", "f??hler.*"));
  }

  void asDefined() {
    std::mt19937 random(static_cast<unsigned>(RandomSeed(1)));
    const auto draw = [&](const char* letters, int longest) {
      std::string text(std::uniform_int_distribution<size_t>(0, longest)(random), 'a');
      const int count = static_cast<int>(std::string_view(letters).size());
      for (char& c : text) c = letters[std::uniform_int_distribution<int>(0, count - 1)(random)];
      return text;
    };
    int matching = 0;
    const int count = RandomCount(200'000);
    for (int i = 0; i < count; ++i) {
      const std::string text = draw("ab", 8), pattern = draw("ab**?", 6);
      const bool expected = Matches(text, pattern);
      matching += expected ? 1 : 0;
      QVERIFY2(MatchesWildcards(text, pattern) == expected, (text + " ~ " + pattern).c_str());
    }
    QVERIFY(matching > count / 20);
    // Many stars take no time that grows with their product.
    std::string stars;
    for (int i = 0; i < 1000; ++i) stars += "*a";
    QVERIFY(!MatchesWildcards(std::string(100'000, 'a'), stars + "b"));
  }
};

LOOPWRIGHT_TEST_WITH(QCoreApplication, TestWildcard)

}  // namespace loopwright::test_wildcard

#include "test_wildcard.moc"
