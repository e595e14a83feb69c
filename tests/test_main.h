#pragma once

#include <QTest>

/// The tests of a folder are one program, `engine_tests` for tests/engine: linking one is much
/// quicker than linking one for each source, and they share all that the sources have in common.
/// A source `test_x.cpp` has a class of Qt Test with its slots, and registers it by one of the
/// macros below in place of QTEST_MAIN. Each run of the program runs one source: with the name of
/// the source as its first argument, and what Qt Test understands behind it,
///
///     engine_tests test_autodiff derivativesOfPowers
///
/// Without an argument it lists the names. ctest has an entry for each source,
/// engine_test_autodiff.
namespace loopwright {

/// Runs a test with the arguments of a program, without the test's name among them, and returns
/// what the program is to return.
using TestMain = int (*)(int argc, char** argv);

/// Makes a test known to the program before its main() begins.
class TestRegistration {
 public:
  /// `source` is the path of the test's source, whose name without folder and ending is the test's.
  /// Two of one name end the program.
  TestRegistration(const char* source, TestMain run);
};

/// Runs the test class `Test` within an application, as QTEST_MAIN does. A static function
/// `initMain()` of the class is called before there is an application.
template <typename Test, typename Application>
int RunTest(int argc, char** argv) {
  if constexpr (requires { Test::initMain(); }) Test::initMain();
  Application application(argc, argv);
  application.setAttribute(Qt::AA_Use96Dpi, true);  // Texts are as wide as on every other computer.
  Test test;
  return QTest::qExec(&test, argc, argv);
}

/// Runs the test class `Test` without any application, as QTEST_APPLESS_MAIN does.
template <typename Test>
int RunTest(int argc, char** argv) {
  Test test;
  return QTest::qExec(&test, argc, argv);
}

}  // namespace loopwright

/// Registers a test that has a way of its own to be run: `run` is a TestMain.
#define LOOPWRIGHT_TEST_MAIN(run) \
  static const loopwright::TestRegistration registration(__FILE__, run);

/// Registers a test class that needs no application.
#define LOOPWRIGHT_TEST(Test) LOOPWRIGHT_TEST_MAIN(loopwright::RunTest<Test>)

/// Registers a test class that needs an event loop (QCoreApplication) or widgets (QApplication).
#define LOOPWRIGHT_TEST_WITH(Application, Test) \
  LOOPWRIGHT_TEST_MAIN((loopwright::RunTest<Test, Application>))
