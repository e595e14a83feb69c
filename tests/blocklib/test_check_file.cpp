// check tells all that it can at once: what is wrong with the form of a file hides nothing else.

#include <QObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>
#include <random>

#include "tests/random_count.h"

// Qt's keyword is a member's name in documents.
#undef signals

#include "blocklib/registry.h"
#include "engine/check/check.h"
#include "engine/file/load.h"
#include "engine/file/save.h"
#include "tests/test_main.h"

namespace loopwright::test_check_file {

namespace {

std::vector<Diagnostic> Check(const std::string& bytes) {
  static const QTemporaryDir folder;
  const std::string path = folder.filePath("d.loop.json").toStdString();
  WriteFileAtomically(path, bytes);
  return CheckFile(path, BuiltInBlocks());
}

std::string Codes(const std::string& bytes) {
  std::string codes;
  for (const Diagnostic& found : Check(bytes)) {
    codes += (codes.empty() ? "" : " ") + found.path + ":" + std::string(found.code());
  }
  return codes;
}

std::string File(const std::string& blocks, const std::string& wires,
                 const std::string& more = "") {
  std::string text = "{'format': 'loopwright', 'version': 1, " + more + "'diagram': {'blocks': {" +
                     blocks + "},\n'wires': [" + wires + "]}}";
  std::replace(text.begin(), text.end(), '\'', '"');
  return text;
}

}  // namespace

class TestCheckFile : public QObject {
  Q_OBJECT

 private slots:
  void errorsOfTheFormHideNoOthers() {
    // Each line of blocks has a fault of its own; the wire leads nowhere.
    QCOMPARE(Codes(File("'a': {'type': 'Gain', 'parameters': {'gian': 1}},\n"
                        "'b': {'type': 'Gian'},\n"
                        "'c': {'type': 'Constant', 'parameters': {'value': 'q'}}",
                        "{'from': 'c.y', 'to': 'nowhere.u'}")),
             std::string("a.u:unwired-input a:unknown-parameter b:unknown-type c.value:expression "
                         "wires[0]:unknown-block"));
    // Nothing is said twice, nor of what could not be read.
    QCOMPARE(
        Codes(File("'a': 5,\n'b': {},\n'c': {'type': 'Subsystem'},\n'd': {'type': 'Gain'}",
                   "{'from': 'a.y', 'to': 'd.u'},\n{'to': 'c.u'},\n{'from': 'b.y', 'to': "
                   "'c.v'}",
                   "'parameters': {'m': 1},")),
        std::string("m:wrong-type a:wrong-type b:missing-key c:missing-key wires[1]:missing-key"));
  }

  void wrongParametersHideNoWires() {
    // The ports of a Gain do not depend on its parameters; those of a Sum do.
    QCOMPARE(Codes(File("'a': {'type': 'Gain', 'parameters': {'gain': '2*'}},\n"
                        "'b': {'type': 'Sum', 'parameters': {'signs': 'x'}},\n"
                        "'c': {'type': 'Clock'}",
                        "{'from': 'c.y', 'to': 'a.v'},\n{'from': 'a.z', 'to': 'b.u7'}")),
             std::string("a.u:unwired-input a.gain:expression b.signs:parameter-value "
                         "a.v:unknown-port a.z:unknown-port"));
    // One wrong parameter does not hide another; what is compared with it is not checked.
    QCOMPARE(
        Codes(File(
            "'c': {'type': 'Clock'},\n'a': {'type': 'Saturation', 'parameters': {\n'lower': 'q', "
            "\n'upper': -5}},\n'b': {'type': 'Pulse', 'parameters': {\n'amplitude': 'q',"
            "\n'period': -1}}",
            "{'from': 'c.y', 'to': 'a.u'}")),
        std::string("a.lower:expression b.amplitude:expression b.period:parameter-value"));
  }

  void oneErrorHidesNoLoop() {
    const std::string loop =
        "'g': {'type': 'Gain'},\n'f': {'type': 'Expression', 'parameters': {'expression': '2*u1', "
        "'inputs': 1}}";
    const std::string wires = "{'from': 'g.y', 'to': 'f.u1'},\n{'from': 'f.y', 'to': 'g.u'}";
    QCOMPARE(Codes(File(loop, wires)), std::string("g:algebraic-loop"));
    QCOMPARE(
        Codes(File(loop + ",\n'c': {'type': 'Constant', 'parameters': {'value': 'q'}}", wires)),
        std::string("c.value:expression g:algebraic-loop"));
    const std::string widths =
        ",\n'a': {'type': 'Constant', 'parameters': {'value': [1, 2]}},\n'b': {'type': 'Constant', "
        "'parameters': {'value': [1, 2, 3]}},\n's': {'type': 'Sum'}";
    QCOMPARE(Codes(File(loop + widths, wires + ",\n{'from': 'a.y', 'to': 's.u1'},\n{'from': 'b.y', "
                                               "'to': 's.u2'}")),
             std::string("g:algebraic-loop s.u2:width-mismatch"));
  }

  // A formula that does not fit is told where its input is known, and only there.
  void refusalsAreToldWhereInputsAreKnown() {
    const std::string formulas =
        "'c': {'type': 'Constant', 'parameters': {'value': [1, 2]}},\n"
        "'good': {'type': 'Expression', 'parameters': {'expression': 'u1[5]', 'inputs': 1}},\n"
        "'bad': {'type': 'Constant', 'parameters': {'value': 'q'}},\n"
        "'behind': {'type': 'Expression', 'parameters': {'expression': 'u1[5]', 'inputs': 1}}";
    QCOMPARE(Codes(File(formulas,
                        "{'from': 'c.y', 'to': 'good.u1'},\n{'from': 'bad.y', 'to': "
                        "'behind.u1'}")),
             std::string("good:block bad.value:expression"));
  }

  // Cut after every byte: the first error of what the program prints has a line and a column.
  void filesCutAnywhereAreRefused() {
    const std::string text =
        ReadFile(std::string(LOOPWRIGHT_SOURCE_DIR) + "/resources/examples/counter.loop.json");
    const QTemporaryDir folder;
    const std::string path = folder.filePath("cut.loop.json").toStdString();
    const QRegularExpression pattern("^cut\\.loop\\.json:[0-9]+:[0-9]+: error: .* \\[[a-z-]+\\]$");
    QVERIFY(text.size() > 500);
    // Behind the last bracket there is only a line break.
    for (size_t bytes = 0; bytes < text.size() - 1; ++bytes) {
      std::ofstream(path, std::ios::binary) << text.substr(0, bytes);
      const LoadResult loaded = LoadFile(path, BuiltInBlocks());
      QVERIFY2(!loaded.document.has_value(), std::to_string(bytes).c_str());
      QVERIFY2(!loaded.diagnostics.empty(), std::to_string(bytes).c_str());
      const std::string first = FormatDiagnostic("cut.loop.json", loaded.diagnostics.front());
      QVERIFY2(pattern.match(QString::fromStdString(first)).hasMatch(), first.c_str());
    }
  }

  // Examples with random values replaced, names bent and parts cut out: whatever is left of them is
  // checked, and each error has a place.
  void damagedFilesNeverCrash() {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(
             std::string(LOOPWRIGHT_SOURCE_DIR) + "/resources/examples")) {
      if (entry.path().extension() == ".json") files.push_back(ReadFile(entry.path().string()));
    }
    QVERIFY(!files.empty());
    const char* const values[] = {"5",
                                  "-1",
                                  "\"q\"",
                                  "[]",
                                  "{}",
                                  "null",
                                  "[1, 2]",
                                  "\"[1 2\"",
                                  "true",
                                  "\"x.y\"",
                                  "1e300",
                                  "\"a/b\"",
                                  "{\"type\": \"Gain\"}"};
    std::mt19937 random(static_cast<unsigned>(RandomSeed(1)));
    const auto pick = [&](size_t count) {
      return std::uniform_int_distribution<size_t>(0, count - 1)(random);
    };
    int damaged = 0, beyond = 0;
    const int count = RandomCount(10'000);
    for (int i = 0; i < count; ++i) {
      std::string text = files[pick(files.size())];
      for (size_t changes = 1 + pick(4); changes > 0; --changes) {
        // Behind a colon there is a value, up to the next comma or bracket.
        const size_t colon = text.find(": ", pick(text.size()));
        if (colon == std::string::npos) continue;
        const size_t end = text.find_first_of(",}]\n", colon + 2);
        if (end == std::string::npos) continue;
        if (text[colon + 2] == '{' || text[colon + 2] == '[') continue;
        text.replace(colon + 2, end - colon - 2, values[pick(std::size(values))]);
      }
      const LoadResult loaded = LoadDocument(text, BuiltInBlocks());
      const std::vector<Diagnostic> found = Check(text);
      QVERIFY(found.size() >= loaded.diagnostics.size());
      if (!loaded.damaged) continue;
      ++damaged;
      beyond += found.size() > loaded.diagnostics.size() ? 1 : 0;
      QVERIFY(HasErrors(found));
    }
    QVERIFY2(damaged > count / 20, qPrintable(QString::number(damaged)));
    QVERIFY2(beyond > damaged / 20, qPrintable(QString::number(beyond)));
  }
};

LOOPWRIGHT_TEST_WITH(QCoreApplication, TestCheckFile)

}  // namespace loopwright::test_check_file

#include "test_check_file.moc"
