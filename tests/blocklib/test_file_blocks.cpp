// What FileSink and FileSource may touch: whatever a stranger's diagram names.

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QObject>
#include <QTest>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/blocklib/diagram_run.h"

// After the header that takes Qt's keyword away.
#include "engine/common/exceptions.h"
#include "tests/test_main.h"

namespace loopwright::test_file_blocks {
namespace fs = std::filesystem;

namespace {

std::string SinkText(const std::string& path) {
  return DiagramText(
      "'a': {'type': 'Clock'}, 'f': {'type': 'FileSink', 'parameters': {'path': '" + path + "'}}",
      "a.y>f.u1");
}

std::string SourceText(const std::string& path) {
  return DiagramText("'s': {'type': 'FileSource', 'parameters': {'path': '" + path +
                         "'}}, 'end': {'type': 'Terminator'}",
                     "s.y>end.u");
}

// What refuses a run of `text`: the problems of its check that are errors, or why it does not
// start; empty where it runs.
std::string RefusalOf(const std::string& text, bool allow_paths = false) {
  const Document document = LoadText(text);
  RunOptions options;
  options.stop_time = 0;
  options.allow_paths = allow_paths;
  try {
    RunSetup setup(document, BuiltInBlocks(), options);
    if (!setup.ok()) return setup.diagnostics().at(0).path + ": " + setup.diagnostics().at(0).text;
    setup.Run([](double, int64_t) { return true; });
    setup.WriteFiles();
    return "";
  } catch (const FileError& error) {
    return error.what();
  }
}

std::string InFolder(const std::string& name) {
  return fs::canonical(TestFolder()).string() + "/" + name;
}

const std::string kResults = "time,side,a.y\n0,-,0\n";
const std::string kOwn = "what somebody wrote\n";

}  // namespace

class TestFileBlocks : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    for (const auto& entry : fs::directory_iterator(TestFolder())) fs::remove_all(entry.path());
  }

  void sinksWriteNamesOfResultsOnly() {
    for (const std::string name : {"x", "x.txt", "x.csv.bak", ".bashrc", "x.CSV", "x.loop.json",
                                   "x.LOOP.json", "sub/../x.loop.json"}) {
      for (const bool allow_paths : {false, true}) {
        QCOMPARE(RefusalOf(SinkText(name), allow_paths),
                 "f.path: `path` is \"" + name +
                     "\", no name for results; it must end in .csv, "
                     ".mat or .json, and not in .loop.json");
      }
    }
    QVERIFY(fs::is_empty(TestFolder()));
    for (const std::string name : {"x.csv", "x.mat", "x.json"}) {
      // A second run replaces what the first one wrote.
      QCOMPARE(RefusalOf(SinkText(name)), "");
      QCOMPARE(RefusalOf(SinkText(name)), "");
    }
    QCOMPARE(ReadTestFile("x.csv"), kResults);
    QCOMPARE(ReadTestFile("x.json"),
             "{\"time\": [0],\n\"side\": [\"-\"],\n\"signals\": {\n\"a.y\": [0]}}\n");
    QVERIFY(ReadTestFile("x.mat").starts_with("MATLAB 5.0 MAT-file, results of Loopwright"));
  }

  void sinksLeaveWhatNoRunWrote() {
    for (const std::string name : {"x.csv", "x.mat", "x.json"}) {
      WriteTestFile(name, kOwn);
      const std::string reason =
          "a file that no run wrote; name another, or allow replacing it with --allow-paths";
      QCOMPARE(Problems(SinkText(name)),
               (std::vector<std::string>{"f.path: a run will not write `path`: \"" + name +
                                         "\" is " + reason}));
      QCOMPARE(RefusalOf(SinkText(name)),
               "f: Cannot write " + InFolder(name) + ": it is " + reason);
      QCOMPARE(ReadTestFile(name), kOwn);
      QCOMPARE(RefusalOf(SinkText(name), true), "");
      QVERIFY(ReadTestFile(name) != kOwn);
      QVERIFY(Problems(SinkText(name)).empty());
    }
    // The same by another way to write the path.
    WriteTestFile("y.csv", kOwn);
    fs::create_directory(InFolder("sub"));
    for (const std::string path : {"./y.csv", "sub/../y.csv", "sub//..//y.csv"}) {
      QVERIFY(
          RefusalOf(SinkText(path)).starts_with("f: Cannot write " + InFolder("y.csv") + ": it "));
    }
    QVERIFY(!RefusalOf(SinkText(InFolder("y.csv"))).empty());
    QCOMPARE(ReadTestFile("y.csv"), kOwn);
    // What a person allowed in the editor is as good as the option, for that file alone.
    Document document = LoadText(SinkText("y.csv"));
    RunOptions options;
    options.stop_time = 0;
    for (auto* files : {&document.folder.replaceable, &document.folder.allowed_outside}) {
      document.folder.replaceable = {InFolder("z.csv")};
      files->insert(InFolder(files == &document.folder.replaceable ? "x.csv" : "y.csv"));
      QCOMPARE(CheckDocument(document, BuiltInBlocks()).size(), size_t(1));
      QVERIFY_THROWS_EXCEPTION(FileError, RunDocument(document, options));
      QCOMPARE(ReadTestFile("y.csv"), kOwn);
    }
    document.folder.replaceable = {InFolder("y.csv")};
    QVERIFY(CheckDocument(document, BuiltInBlocks()).empty());
    RunDocument(document, options);
    QCOMPARE(ReadTestFile("y.csv"), kResults);
  }

  void aFileOutsideIsAllowedByItsName() {
    fs::create_directory(InFolder("diagram"));
    WriteTestFile("data.csv", "time,a\n0,1\n1,2\n");
    WriteTestFile("more.csv", "time,a\n0,1\n1,2\n");
    fs::create_symlink("../data.csv", InFolder("diagram/link.csv"));
    const auto num_problems = [](const std::string& path, const std::string& allowed) {
      Document document = LoadText(SourceText(path));
      document.folder.path = InFolder("diagram");
      document.folder.allowed_outside = {InFolder(allowed)};
      return CheckDocument(document, BuiltInBlocks()).size();
    };
    for (const std::string path : {"../data.csv", "link.csv", "../diagram/../data.csv"}) {
      QCOMPARE(num_problems(path, "data.csv"), size_t(0));
      QCOMPARE(num_problems(path, "more.csv"), size_t(1));
    }
    QCOMPARE(num_problems(InFolder("data.csv"), "data.csv"), size_t(0));
    QCOMPARE(num_problems(InFolder("data.csv"), "dat"), size_t(1));
    // What may be read may not be replaced.
    Document document = LoadText(SinkText("../data.csv"));
    document.folder.path = InFolder("diagram");
    document.folder.allowed_outside = {InFolder("data.csv")};
    RunOptions options;
    options.stop_time = 0;
    QVERIFY_THROWS_EXCEPTION(FileError, RunDocument(document, options));
    QCOMPARE(ReadTestFile("data.csv"), std::string("time,a\n0,1\n1,2\n"));
  }

  void aFileThatComesDuringTheRunStays() {
    RunOptions options;
    options.stop_time = 0;
    RunSetup setup(LoadText(SinkText("late.csv")), BuiltInBlocks(), options);
    setup.Run([](double, int64_t) { return true; });
    WriteTestFile("late.csv", kOwn);
    QVERIFY_THROWS_EXCEPTION(FileError, setup.WriteFiles());
    QCOMPARE(ReadTestFile("late.csv"), kOwn);
  }

  // What a run records for a file is not bounded by memory: it waits on the disk, and the file has
  // every row.
  void aFileHasAllRowsOfALongRun() {
    std::string zeros = "0";
    for (int i = 1; i < 400; ++i) zeros += ", 0";
    RunOptions options;
    options.stop_time = 12.5;
    options.recording_limit = 16 << 20;
    RunSetup setup(
        LoadText(DiagramText(
            "'c': {'type': 'DiscreteCounter', 'parameters': {'period': 0.001}}, 'w': {'type': "
            "'Constant', 'parameters': {'value': [" +
                zeros +
                "]}}, 'f': {'type': 'FileSink', 'parameters': {'inputs': 2, 'path': "
                "'long.csv'}}",
            "c.y>f.u1 w.y>f.u2")),
        BuiltInBlocks(), options);
    QVERIFY(setup.ok());
    setup.Run([](double, int64_t) { return true; });
    std::ifstream maps("/proc/self/maps");
    const std::string all((std::istreambuf_iterator<char>(maps)), std::istreambuf_iterator<char>());
    QVERIFY(all.find(InFolder(".loopwright-")) != std::string::npos);
    QVERIFY(setup.recording()->thinned_until().has_value());
    setup.WriteFiles();
    const std::string written = ReadTestFile("long.csv");
    // A row at the start after its update, then two at each of 12,500 instants.
    const auto lines = std::count(written.begin(), written.end(), '\n');
    QVERIFY2(lines > 25'000 && lines < 25'010, std::to_string(lines).c_str());
    for (const char* row : {"\n6.25,-,6250,0,0,", "\n6.25,+,6251,0,0,", "\n0.001,-,1,0,"}) {
      QVERIFY2(written.find(row) != std::string::npos, row);
    }
    QCOMPARE(std::distance(fs::directory_iterator(TestFolder()), fs::directory_iterator()), 1);
  }

  void sinksGoToRegularFilesOnly() {
    QCOMPARE(mkfifo(InFolder("pipe.csv").c_str(), 0600), 0);
    fs::create_directory(InFolder("folder.csv"));
    fs::create_symlink("/dev/null", InFolder("null.csv"));
    fs::create_symlink("pipe.csv", InFolder("link.csv"));
    const auto expected = [](const std::string& name, const std::string& kind) {
      return "f: Cannot write " + InFolder(name) + ": it is " + kind +
             "; results go to regular files only";
    };
    for (const bool allow_paths : {false, true}) {
      QCOMPARE(RefusalOf(SinkText("pipe.csv"), allow_paths), expected("pipe.csv", "a named pipe"));
      QCOMPARE(RefusalOf(SinkText("link.csv"), allow_paths), expected("pipe.csv", "a named pipe"));
      QCOMPARE(RefusalOf(SinkText("folder.csv"), allow_paths),
               expected("folder.csv", "a directory"));
      QVERIFY(RefusalOf(SinkText("null.csv"), allow_paths).starts_with("f.path: "));
    }
    QCOMPARE(Problems(SinkText("pipe.csv")).size(), size_t(1));
    QVERIFY(fs::is_fifo(InFolder("pipe.csv")));
  }

  void linksLeadNowhereElse() {
    WriteTestFile("other.loop.json", kOwn);
    WriteTestFile("own.csv", kOwn);
    WriteTestFile("results.csv", kResults);
    fs::create_symlink("other.loop.json", InFolder("diagram.csv"));
    fs::create_symlink("own.csv", InFolder("link.csv"));
    fs::create_symlink("results.csv", InFolder("good.csv"));
    fs::create_symlink("new.csv", InFolder("dangling.csv"));
    QCOMPARE(RefusalOf(SinkText("diagram.csv"), true),
             "f.path: `path` is \"diagram.csv\", which leads to \"" + InFolder("other.loop.json") +
                 "\", no name for results; it must end in .csv, .mat or .json, and not in "
                 ".loop.json");
    QVERIFY(RefusalOf(SinkText("link.csv")).starts_with("f: Cannot write " + InFolder("own.csv")));
    QCOMPARE(RefusalOf(SinkText("good.csv")), "");
    QVERIFY(fs::is_symlink(InFolder("good.csv")));
    QCOMPARE(RefusalOf(SinkText("dangling.csv")), "");
    // A second name of a file is a file of its own from the run on; the first keeps its bytes.
    fs::create_hard_link(InFolder("own.csv"), InFolder("hard.csv"));
    QVERIFY(RefusalOf(SinkText("hard.csv")).starts_with("f: Cannot write "));
    QCOMPARE(RefusalOf(SinkText("hard.csv"), true), "");
    QCOMPARE(ReadTestFile("hard.csv"), kResults);
    QCOMPARE(ReadTestFile("own.csv"), kOwn);
    QCOMPARE(ReadTestFile("other.loop.json"), kOwn);
    // Two sinks by two names.
    QCOMPARE(Problems(DiagramText("'a': {'type': 'Clock'}, 'f': {'type': 'FileSink', 'parameters': "
                                  "{'path': 'results.csv'}}, 'g': {'type': 'FileSink', "
                                  "'parameters': {'path': 'good.csv'}}",
                                  "a.y>f.u1 a.y>g.u1")),
             (std::vector<std::string>{"g.path: `path` names the file that f writes already; give "
                                       "each a file of its own"}));
  }

  // Neither the diagram itself nor another, whatever its name, and whatever is allowed.
  void sinksNeverWriteDiagrams() {
    const std::string text = SinkText("me.json");
    WriteTestFile("me.json", text);
    fs::create_symlink("me.json", InFolder("link.json"));
    fs::create_hard_link(InFolder("me.json"), InFolder("hard.csv"));
    WriteTestFile("wide.csv",
                  std::string(1000, ' ') + "{\"version\": 1,\n\"format\" :\n\"loopwright\"}");
    for (const std::string name : {"me.json", "./me.json", "link.json", "hard.csv", "wide.csv"}) {
      for (const bool allow_paths : {false, true}) {
        const std::string file = InFolder(fs::path(name).filename().string());
        QCOMPARE(RefusalOf(SinkText(name), allow_paths),
                 "f: Cannot write " + fs::canonical(file).string() +
                     ": it is a diagram; name another file");
      }
    }
    const LoadResult loaded = LoadFile(InFolder("me.json"), BuiltInBlocks());
    QCOMPARE(CheckDocument(*loaded.document, BuiltInBlocks()).size(), size_t(1));
    QCOMPARE(ReadTestFile("me.json"), text);
  }

  void sourcesReadRegularFilesOnly() {
    const std::string data = "time,a\n0,1\n1,2\n";
    WriteTestFile("data.csv", data);
    fs::create_symlink("data.csv", InFolder("link.csv"));
    fs::create_hard_link(InFolder("data.csv"), InFolder("hard.csv"));
    for (const std::string name : {"data.csv", "link.csv", "hard.csv"}) {
      QCOMPARE(RefusalOf(SourceText(name)), "");
    }
    // Nobody writes to the pipe: whoever waited for it would wait for ever.
    QCOMPARE(mkfifo(InFolder("pipe.csv").c_str(), 0600), 0);
    fs::create_symlink("pipe.csv", InFolder("to_pipe.csv"));
    fs::create_directory(InFolder("folder.csv"));
    for (const std::string name : {"pipe.csv", "to_pipe.csv", "folder.csv"}) {
      QCOMPARE(RefusalOf(SourceText(name)),
               "s.path: `path` is \"" + name + "\", which is not a file with data");
    }
    for (const std::string device : {"/dev/zero", "/dev/tty", "/dev/stdin"}) {
      if (fs::is_regular_file(device)) continue;
      const std::string refusal = RefusalOf(SourceText(device), true);
      QVERIFY2(refusal.starts_with("s.path: `path` is \"" + device + "\""), refusal.c_str());
    }
    // One that has become a pipe between the look at it and the reading.
    QVERIFY(!ReadRegularFile(InFolder("pipe.csv")).has_value());
    QCOMPARE(ReadRegularFile(InFolder("data.csv")), data);
  }
};

LOOPWRIGHT_TEST_WITH(QCoreApplication, TestFileBlocks)

}  // namespace loopwright::test_file_blocks

#include "test_file_blocks.moc"
