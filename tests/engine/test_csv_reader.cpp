#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>

#undef signals

#include "engine/common/csv_reader.h"
#include "engine/file/diagram_files.h"
#include "engine/file/signal_file.h"
#include "tests/engine/message_of.h"
#include "tests/test_main.h"

namespace loopwright::test_csv_reader {

namespace {

using Records = std::vector<std::vector<std::string>>;

Records ReadAll(std::string_view bytes) {
  CsvReader reader(bytes);
  Records records;
  while (reader.Next()) records.emplace_back(reader.fields().begin(), reader.fields().end());
  return records;
}

QString Said(const std::function<void()>& call) { return QString::fromStdString(MessageOf(call)); }
QString Text(const std::string& text) { return QString::fromStdString(text); }

/// "LINE:COLUMN: text" of what is wrong.
template <typename F>
QString Wrong(F read) {
  try {
    read();
  } catch (const CsvError& error) {
    return QString("%1:%2: %3").arg(error.line()).arg(error.column()).arg(error.what());
  }
  return "nothing";
}
QString WrongCsv(std::string_view bytes) {
  return Wrong([&] { ReadAll(bytes); });
}
QString WrongSignal(std::string_view bytes, const std::string& columns = "") {
  return Wrong([&] { ParseSignalFile(bytes, columns); });
}

}  // namespace

/// Comma-separated values, the signals in them, and the files that a diagram may reach.
class TestCsvReader : public QObject {
  Q_OBJECT

 private slots:
  void readsFieldsAndLines() {
    QCOMPARE(ReadAll("a,b\n1,2\n"), (Records{{"a", "b"}, {"1", "2"}}));
    QCOMPARE(ReadAll("a,b\r\n1,2"), (Records{{"a", "b"}, {"1", "2"}}));
    QCOMPARE(ReadAll("a,\n,b\n"), (Records{{"a", ""}, {"", "b"}}));
    QCOMPARE(ReadAll(""), Records{});
    QCOMPARE(ReadAll("\n\n"), (Records{{""}, {""}}));
    QCOMPARE(ReadAll("\xEF\xBB\xBF"
                     "a\n"),
             (Records{{"a"}}));
    QCOMPARE(ReadAll(" a , b\n"), (Records{{" a ", " b"}}));  // spaces belong to fields
  }

  void readsQuotedFields() {
    QCOMPARE(ReadAll("\"a,b\",\"c\"\"d\"\"\"\n"), (Records{{"a,b", "c\"d\""}}));
    QCOMPARE(ReadAll("\"two\r\nlines\",x\n\"\",y"), (Records{{"two\r\nlines", "x"}, {"", "y"}}));
    QCOMPARE(ReadAll("\"\"\"\"\n"), (Records{{"\""}}));
  }

  void saysWhereAFileIsWrong() {
    QCOMPARE(WrongCsv("a,b\n1,2\n3\n"), "3:1: the line has 1 field, the first line has 2");
    QCOMPARE(WrongCsv("a,b\n1,2,3\n"), "2:5: the line has 3 fields, the first line has 2");
    QCOMPARE(WrongCsv("a,b\n1,2\n\n"), "3:1: the line has 1 field, the first line has 2");
    QCOMPARE(WrongCsv("a,b\n1,2\"\n"),
             "2:4: a quote stands inside a field: put the field in quotes and double the quote");
    QCOMPARE(WrongCsv("a,\"b\" \n"),
             "1:6: after the closing quote comes a comma or the end of the line");
    QCOMPARE(WrongCsv("a\n\"b\n\n"), "2:1: the quote is never closed");
    QCOMPARE(WrongCsv("a\rb\n"), "1:2: a carriage return stands alone: lines end in CR LF or LF");
    // Line breaks in quotes are lines, and columns are characters.
    QCOMPARE(WrongCsv("a,b\n\"x\ny\",\"\n\xC3\xA4\xC3\xB6\"z\n"),
             "4:4: after the closing quote comes a comma or the end of the line");
  }

  void readsSignals() {
    const SignalFile all = ParseSignalFile("t,a,b\n0,1,2\n0.5,-3e2,4\n", "");
    QCOMPARE(all.names, (std::vector<std::string>{"a", "b"}));
    QCOMPARE(all.times, (std::vector<double>{0, 0.5}));
    QCOMPARE(all.values, (std::vector<double>{1, 2, -300, 4}));
    const SignalFile some = ParseSignalFile("t,a,\"b, c\"\n0,x,2\n1,,4\n", "\"b, c\"");
    QCOMPARE(some.values, (std::vector<double>{2, 4}));  // other columns need not be numbers
    QCOMPARE(ParseSignalFile("t,a,b\n0,1,2\n", "b, a").values, (std::vector<double>{2, 1}));
  }

  void saysWhatIsWrongWithASignal() {
    QCOMPARE(WrongSignal(""), "1:1: the file is empty: its first line names the columns");
    QCOMPARE(WrongSignal("0,1\n1,2\n"),
             "1:1: the first line is numbers: it must be the names of the columns");
    QCOMPARE(WrongSignal("t\n0\n"),
             "1:1: there is only the column of the time: give one more for the signal");
    QCOMPARE(WrongSignal("t,a\n"), "2:1: there are no rows below the names of the columns");
    QCOMPARE(WrongSignal("t,a\n0,1\n1,x\n"),
             "3:3: \"x\" in the column \"a\" is not a finite number");
    QCOMPARE(WrongSignal("t,a\n0,\n"), "2:3: \"\" in the column \"a\" is not a finite number");
    QCOMPARE(WrongSignal("t,a\n0, 1\n"), "2:3: \" 1\" in the column \"a\" is not a finite number");
    QCOMPARE(WrongSignal("t,a\n0,nan\n"),
             "2:3: \"nan\" in the column \"a\" is not a finite number");
    QCOMPARE(WrongSignal("t,a\n0,1e999\n"),
             "2:3: \"1e999\" in the column \"a\" is not a finite number");
    QCOMPARE(WrongSignal("t,a\n0,1\n0,2\n"),
             "3:1: the time 0 does not come after 0 in the row before: times must increase");
    QCOMPARE(WrongSignal("t,speed\n0,1\n", "sped"),
             "1:1: there is no column \"sped\", did you mean \"speed\"?");
    QCOMPARE(WrongSignal("t,a\n0,1\n", "quantity"),
             "1:1: there is no column \"quantity\"; there are \"t\", \"a\"");
    QCOMPARE(WrongSignal("t,a,a\n0,1,2\n", "a"), "1:5: there are two columns \"a\": rename one");
    QCOMPARE(Said([] { ParseSignalFile("t,a\n0,1\n", "a,\"b"); }),
             "is no list of names: the quote is never closed");
  }

  void aDiagramReachesFilesInItsFolderOnly() {
    const QTemporaryDir temporary;
    const std::string root = std::filesystem::canonical(temporary.path().toStdString()).string();
    std::filesystem::create_directories(root + "/in/sub");
    std::filesystem::create_directories(root + "/inside");
    std::ofstream(root + "/inside/x.csv") << "t,a\n0,1\n";
    std::ofstream(root + "/in/here.csv") << "t,a\n0,1\n";
    std::filesystem::create_symlink(root + "/inside/x.csv", root + "/in/link.csv");
    std::filesystem::create_symlink(root + "/in/here.csv", root + "/in/sub/link.csv");
    const DiagramFiles files({root + "/in", {}, {}}, false);
    QCOMPARE(files.Resolve("here.csv"), root + "/in/here.csv");
    QCOMPARE(files.Resolve("sub/../new.csv"), root + "/in/new.csv");
    QCOMPARE(files.Resolve("sub/link.csv"), root + "/in/here.csv");
    QCOMPARE(files.Resolve(root + "/in/here.csv"), root + "/in/here.csv");
    for (const std::string path : {"../inside/x.csv", "link.csv", "/etc/passwd"}) {
      const std::string leads = path[0] == '/' ? path : root + "/inside/x.csv";
      QCOMPARE(Said([&] { files.Resolve(path); }),
               Text("is \"" + path + "\", which leads to \"" + leads +
                    "\", outside the diagram's folder \"" + root +
                    "/in\"; move the file into that folder, or allow other paths with "
                    "--allow-paths"));
      QCOMPARE(DiagramFiles({root + "/in", {}, {}}, true).Resolve(path), leads);
    }
    QCOMPARE(Said([&] { files.Resolve(""); }), "is empty; name a file");
    std::filesystem::create_symlink("circle.csv", root + "/in/circle.csv");
    QCOMPARE(Said([&] { files.Resolve("circle.csv"); }),
             "is \"circle.csv\", which leads nowhere: Too many levels of symbolic links");
    QCOMPARE(Said([&] { files.Resolve(std::string("a\0b", 3)); }), "holds a null character");
    // A folder that is gone: nothing is taken from where the program was started.
    const DiagramFiles gone({root + "/gone", {root + "/in/here.csv"}, {}}, false);
    QCOMPARE(
        Said([&] { gone.Resolve("x.csv"); }),
        Text("is \"x.csv\", relative to the diagram's folder \"" + root +
             "/gone\", which cannot be reached: No such file or directory; make that folder, or "
             "save the diagram in another one"));
    QCOMPARE(gone.Resolve(root + "/in/here.csv"), root + "/in/here.csv");
    QCOMPARE(
        Said([&] { gone.Resolve("/etc/passwd"); }),
        Text("is \"/etc/passwd\", which leads to \"/etc/passwd\", outside the diagram's folder "
             "\"" +
             root +
             "/gone\"; move the file into that folder, or allow other paths with "
             "--allow-paths"));
    QCOMPARE(Said([] { DiagramFiles({}, true).Resolve("x.csv"); }),
             "is \"x.csv\", relative to the file of the diagram, which has none yet; save the "
             "diagram first");
  }

  void aFileIsReadOnceAndSaysWhatIsWrong() {
    const QTemporaryDir temporary;
    const std::string root = std::filesystem::canonical(temporary.path().toStdString()).string();
    std::ofstream(root + "/good.csv") << "t,a\n0,1\n";
    std::ofstream(root + "/bad.csv") << "t,a\n0,x\n";
    const DiagramFiles files({root, {}, {}}, false);
    const auto first = files.ReadSignal("good.csv", "");
    std::filesystem::remove(root + "/good.csv");
    QCOMPARE(files.ReadSignal("./good.csv", ""), first);
    QCOMPARE(Said([&] { files.ReadSignal("bad.csv", ""); }),
             "is \"bad.csv\", wrong in line 2, column 3: \"x\" in the column \"a\" is not a finite "
             "number");
    QCOMPARE(Said([&] { files.ReadSignal("none.csv", ""); }),
             Text("is \"none.csv\": Cannot read " + root + "/none.csv: No such file or directory"));
    QCOMPARE(Said([&] { files.ReadSignal(".", ""); }), "is \".\", which is not a file with data");
  }

  void aFileIsReadAgainOnlyWhereItsSizeOrTimeChanged() {
    using std::filesystem::last_write_time;
    const QTemporaryDir temporary;
    const std::string root = std::filesystem::canonical(temporary.path().toStdString()).string();
    const std::string file = root + "/a.csv";
    const auto now = std::filesystem::file_time_type::clock::now();
    const auto write = [&](const char* bytes, std::chrono::seconds age) {
      std::ofstream(file) << bytes;
      last_write_time(file, now - age);
    };
    DiagramFiles files({root, {}, {}}, false);
    const auto value = [&] {
      files.LookAgain();
      return files.ReadSignal("a.csv", "")->values.front();
    };
    write("t,a\n0,1\n", std::chrono::seconds(60));
    QCOMPARE(value(), 1.0);
    QCOMPARE(value(), 1.0);
    QCOMPARE(files.num_reads(), std::int64_t{1});
    write("t,a\n0,2\n", std::chrono::seconds(50));
    QCOMPARE(value(), 2.0);
    write("t,a\n0,33\n", std::chrono::seconds(50));
    QCOMPARE(value(), 33.0);
    QCOMPARE(files.num_reads(), std::int64_t{3});
    // Without LookAgain() a diagram sees one version of a file.
    write("t,a\n0,4\n", std::chrono::seconds(40));
    QCOMPARE(files.ReadSignal("a.csv", "")->values.front(), 33.0);
    // A file that has just changed may change again within the same tick of the clock. (Here it
    // changes in a minute, so that the test may take its time.)
    write("t,a\n0,5\n", std::chrono::seconds(-60));
    QCOMPARE(value(), 5.0);
    write("t,a\n0,6\n", std::chrono::seconds(-60));
    QCOMPARE(value(), 6.0);
    // What is wrong is kept as well; what was not asked for is forgotten.
    write("t,a\n0,x\n", std::chrono::seconds(30));
    for (int i = 0; i < 2; ++i) {
      QVERIFY_THROWS_EXCEPTION(std::invalid_argument, value());
    }
    QCOMPARE(files.num_reads(), std::int64_t{6});
    files.LookAgain();
    files.LookAgain();
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, files.ReadSignal("a.csv", ""));
    QCOMPARE(files.num_reads(), std::int64_t{7});
  }
};

LOOPWRIGHT_TEST(TestCsvReader)

}  // namespace loopwright::test_csv_reader

#include "test_csv_reader.moc"
