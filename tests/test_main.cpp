#include "tests/test_main.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

namespace {

using Tests = std::map<std::string, loopwright::TestMain>;

Tests& RegisteredTests() {
  static Tests tests;
  return tests;
}

void PrintUsage(std::FILE* out, const char* program) {
  std::fprintf(out, "Usage: %s TEST [what Qt Test understands: -help tells]\n\nTests:\n", program);
  for (const auto& [name, run] : RegisteredTests()) std::fprintf(out, "  %s\n", name.c_str());
}

}  // namespace

loopwright::TestRegistration::TestRegistration(const char* source, TestMain run) {
  const std::string name = QFileInfo(QString::fromLocal8Bit(source)).baseName().toStdString();
  if (!RegisteredTests().emplace(name, run).second) {
    std::fprintf(stderr, "There are two tests %s\n", name.c_str());
    std::abort();
  }
}

int main(int argc, char** argv) {
  const std::string program = QFileInfo(QString::fromLocal8Bit(argv[0])).fileName().toStdString();
  const std::string name = argc > 1 ? argv[1] : "";
  if (name == "--help") {
    PrintUsage(stdout, program.c_str());
    return EXIT_SUCCESS;
  }
  const auto test = RegisteredTests().find(name);
  if (test == RegisteredTests().end()) {
    if (!name.empty()) std::fprintf(stderr, "There is no test %s\n", name.c_str());
    PrintUsage(stderr, program.c_str());
    return EXIT_FAILURE;
  }
  // Settings and data that a test leaves are its own, also while others run beside it.
  QCoreApplication::setApplicationName(QString::fromStdString(program + "_" + name));
  argv[1] = argv[0];
  return test->second(argc - 1, argv + 1);
}
