#include <matio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "engine/common/atomic_file.h"
#include "engine/common/exceptions.h"
#include "engine/common/result_file.h"
#include "engine/file/save.h"
#include "engine/recording/recording.h"
#include "engine/recording/results.h"
#include "tests/test_main.h"

namespace loopwright::test_results {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

RecordedSignal Signal(const std::string& path, int width) {
  RecordedSignal signal;
  signal.path = path;
  signal.width = width;
  return signal;
}

Recording Small() {
  return Recording({Signal("error.y", 1), Signal("sub, \"one\"/x.y", 1), Signal("mux.y", 2)});
}

void Append(Recording* recording, double t, Side side, const std::vector<double>& row) {
  recording->Append(t, side, row.data());
}

std::string Csv(const Recording& recording) {
  std::string text;
  WriteCsv(recording, [&text](std::string_view bytes) { text += bytes; });
  return text;
}

std::string Json(const Recording& recording) {
  std::string text;
  WriteJson(recording, [&text](std::string_view bytes) { text += bytes; });
  return text;
}

std::string ReadFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace

class ResultsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void whatASinkThrowsReachesTheCaller() {
    // Of a short result the one and only piece is handed on at the end; of a long one the first.
    Recording recording = Small();
    for (const int rows : {1, 10000}) {
      for (int row = 0; row < rows; ++row) Append(&recording, row, Side::kBefore, {1, 2, 3, 4});
      int calls = 0;
      const auto full = [&calls](std::string_view) {
        ++calls;
        throw FileError("the disk is full");
      };
      QVERIFY_THROWS_EXCEPTION(FileError, WriteJson(recording, full));
      QVERIFY_THROWS_EXCEPTION(FileError, WriteCsv(recording, full));
      QCOMPARE(calls, 2);
    }
  }

  void csvHasHeaderQuotingAndShortestNumbers() {
    Recording recording = Small();
    Append(&recording, 0, Side::kBefore, {0, -0.0, 1, 2});
    Append(&recording, 0, Side::kAfter, {1e-6, kNan, kInfinity, -kInfinity});
    Append(&recording, 0.1 + 0.2, Side::kBefore, {1e16, 123456789, 0.1, 0.1});
    QCOMPARE(Csv(recording),
             std::string("time,side,error.y,\"sub, \"\"one\"\"/x.y\",mux.y[0],mux.y[1]\n"
                         "0,-,0,0,1,2\n"
                         "0,+,1e-06,nan,inf,-inf\n"
                         "0.30000000000000004,-,1e+16,123456789,0.1,0.1\n"));
  }

  void csvOfNothingIsTheHeader() {
    QCOMPARE(Csv(Recording({Signal("a.y", 1)})), std::string("time,side,a.y\n"));
  }

  void matNamesAreThoseOfVariables() {
    QCOMPARE(MatNames({"error.y", "sub/x y.u1", "\u00e4.y", "a.b", "a b", "a_b"}),
             (std::vector<std::string>{"error_y", "sub_x_y_u1", "__y", "a_b", "a_b_2", "a_b_3"}));
    const std::string longest(63, 'x');
    QCOMPARE(MatNames({longest + "1", longest + "2"}),
             (std::vector<std::string>{longest, std::string(61, 'x') + "_2"}));
  }

  void matReadsBack() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("r.mat").toStdString();
    for (const int rows : {0, 3}) {
      Recording recording({Signal("\u00e4.y", 1), Signal("mux.y", 2)});
      if (rows > 0) {
        Append(&recording, 0, Side::kBefore, {0.1, 1, 2});
        Append(&recording, 0, Side::kAfter, {kNan, 3, kInfinity});
        Append(&recording, 0.5, Side::kBefore, {-1, 5, 6});
      }
      AtomicFile file(path);
      WriteMat(recording, file);
      file.Commit();
      mat_t* mat = Mat_Open(path.c_str(), MAT_ACC_RDONLY);
      QVERIFY(mat != nullptr);
      QCOMPARE(Mat_GetVersion(mat), MAT_FT_MAT5);
      matvar_t* mux = Mat_VarRead(mat, "mux_y");
      const auto field = [](matvar_t* variable, const char* name) {
        return Mat_VarGetStructFieldByName(variable, name, 0);
      };
      QCOMPARE(field(mux, "value")->dims[0], size_t(rows));
      QCOMPARE(field(mux, "value")->dims[1], size_t(2));
      matvar_t* umlaut = Mat_VarRead(mat, "__y");
      const matvar_t* label = field(umlaut, "label");
      QCOMPARE(QString(reinterpret_cast<const QChar*>(label->data), qsizetype(label->dims[1])),
               QString::fromUtf8("\u00e4.y"));
      if (rows > 0) {
        const auto numbers = [&](const matvar_t* array) {
          const auto* first = static_cast<const double*>(array->data);
          return std::vector<double>(first, first + array->dims[0] * array->dims[1]);
        };
        QCOMPARE(numbers(field(mux, "value")), (std::vector<double>{1, 3, 5, 2, kInfinity, 6}));
        QCOMPARE(numbers(field(mux, "time")), (std::vector<double>{0, 0, 0.5}));
        QVERIFY(std::isnan(numbers(field(umlaut, "value")).at(1)));
        QCOMPARE(field(mux, "side")->class_type, MAT_C_INT8);
        const auto* sides = static_cast<const int8_t*>(field(mux, "side")->data);
        QCOMPARE(std::vector<int>(sides, sides + 3), (std::vector<int>{-1, 1, -1}));
      }
      Mat_VarFree(mux);
      Mat_VarFree(umlaut);
      Mat_Close(mat);
    }
  }

  // Devices and standard output, which the library cannot go back in, get the same bytes.
  void matGoesToASinkAsToAFile() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("r.mat").toStdString();
    AtomicFile file(path);
    WriteResults(Small(), ResultFormat::kMat, &file);
    std::string bytes;
    WriteResults(Small(), ResultFormat::kMat, [&](std::string_view part) { bytes += part; });
    QVERIFY(bytes.size() > 128);
    QCOMPARE(bytes, ReadFile(path));
    AtomicFile device("/dev/null");
    WriteResults(Small(), ResultFormat::kMat, &device);
    struct stat status {};
    QCOMPARE(stat("/dev/null", &status), 0);
    QVERIFY(S_ISCHR(status.st_mode));
  }

  // A run knows what a run wrote, and nothing else.
  void resultsAreKnownByTheirFirstBytes() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("file").toStdString();
    Recording none({});
    Recording long_one({Signal("a.y", 1)});
    for (int i = 0; i < 200'000; ++i) Append(&long_one, i / 3.0, Side::kBefore, {1.0 * i});
    for (const ResultFormat format :
         {ResultFormat::kCsv, ResultFormat::kMat, ResultFormat::kJson}) {
      const Recording small = Small();
      for (const Recording* recording :
           std::initializer_list<const Recording*>{&none, &small, &long_one}) {
        std::string bytes;
        WriteResults(*recording, format, [&](std::string_view part) { bytes += part; });
        WriteFileAtomically(path, bytes);
        QVERIFY(IsResultFile(path));
        QCOMPARE(ObstacleToResults(path, false), std::string());
      }
    }
    for (const char* foreign :
         {"", "time", "time,side", "time,sides\n0,-\n", "time,side,a\n0,1,2\n", "time,side\n0\n",
          "time,side,a\n0,--,2\n", "t,side,a\n0,-,1\n", "\"time\",side\n0,-\n",
          "{\"time\": [0, 1]}", "{\"time\": [0, 1], \"side\": [\"-\"]}",
          "{\"time\": [\"a\"],\n\"side\": [", "{\"time\": [0, 1",
          "MATLAB 5.0 MAT-file, Platform: x86_64-pc-linux-gnu"}) {
      WriteFileAtomically(path, foreign);
      QVERIFY2(!IsResultFile(path), foreign);
      QCOMPARE(ObstacleToResults(path, false),
               std::string("a file that no run wrote; name another, or allow replacing it with "
                           "--allow-paths"));
      QCOMPARE(ObstacleToResults(path, true), std::string());
    }
    QVERIFY(!IsResultFile("/dev/zero"));
    QVERIFY(!IsResultFile(folder.filePath("none").toStdString()));
  }

  void namesSayTheFormat() {
    QVERIFY(ResultFormatOf("a/b.csv") == ResultFormat::kCsv);
    QVERIFY(ResultFormatOf("b.mat") == ResultFormat::kMat);
    QVERIFY(ResultFormatOf("b.loop.x.json") == ResultFormat::kJson);
    for (const char* name : {"", ".csv", "csv", "b.CSV", "b.txt", "b.csv ", "b.loop.json",
                             "b.LOOP.json", "a/.loop.json"}) {
      QVERIFY2(!ResultFormatOf(name), name);
    }
  }

  // More rows than a chunk or the writer's buffer hold: every number reads back to the bit.
  void csvOfManyRowsReadsBack() {
    Recording recording({Signal("a.y", 2)});
    const int rows = 40000;
    for (int k = 0; k < rows; ++k) {
      Append(&recording, k / 3.0, k % 2 == 0 ? Side::kBefore : Side::kAfter,
             {std::sin(k), std::floor(k / 10.0)});
    }
    std::istringstream lines(Csv(recording));
    std::string line;
    std::getline(lines, line);
    int different = 0;
    int count = 0;
    while (std::getline(lines, line)) {
      std::istringstream fields(line);
      std::string time, side, first, second;
      std::getline(fields, time, ',');
      std::getline(fields, side, ',');
      std::getline(fields, first, ',');
      std::getline(fields, second, ',');
      different += std::stod(time) != count / 3.0;
      different += side != (count % 2 == 0 ? "-" : "+");
      different += std::stod(first) != std::sin(count);
      different += std::stod(second) != std::floor(count / 10.0);
      ++count;
    }
    QCOMPARE(count, rows);
    QCOMPARE(different, 0);
  }

  void jsonHasListsPerSignal() {
    Recording recording = Small();
    Append(&recording, 0, Side::kBefore, {0, 1.5, 1, 2});
    Append(&recording, 0.25, Side::kAfter, {kNan, kInfinity, 3, -kInfinity});
    const std::string text = Json(recording);
    QCOMPARE(text, std::string("{\"time\": [0, 0.25],\n"
                               "\"side\": [\"-\", \"+\"],\n"
                               "\"signals\": {\n"
                               "\"error.y\": [0, \"nan\"],\n"
                               "\"sub, \\\"one\\\"/x.y\": [1.5, \"inf\"],\n"
                               "\"mux.y\": [[1, 2], [3, \"-inf\"]]}}\n"));
    const auto parsed = nlohmann::json::parse(text);
    QCOMPARE(parsed["signals"].size(), size_t{3});
    QCOMPARE(nlohmann::json::parse(Json(Recording({})))["signals"].size(), size_t{0});
  }

  void aFileAppearsAtCommitOnly() {
    QTemporaryDir directory;
    const std::string path = directory.filePath("result.csv").toStdString();
    {
      AtomicFile file(path);
      file.Write("half");
    }
    QVERIFY(std::filesystem::is_empty(directory.path().toStdString()));
    {
      AtomicFile file(path);
      file.Write("first\n");
      file.Write("second\n");
      QVERIFY(!std::filesystem::exists(path));
      file.Commit();
    }
    QCOMPARE(ReadFile(path), std::string("first\nsecond\n"));
  }

  void aFileKeepsItsModeAndItsLink() {
    QTemporaryDir directory;
    const std::string path = directory.filePath("result.csv").toStdString();
    const std::string link = directory.filePath("link.csv").toStdString();
    std::ofstream(path) << "old";
    chmod(path.c_str(), 0640);
    std::filesystem::create_symlink("result.csv", link);
    AtomicFile file(link);
    file.Write("new");
    file.Commit();
    QVERIFY(std::filesystem::is_symlink(link));
    QCOMPARE(ReadFile(path), std::string("new"));
    struct stat status {};
    QCOMPARE(stat(path.c_str(), &status), 0);
    QCOMPARE(status.st_mode & 07777, mode_t{0640});
  }

  void aPlaceThatCannotBeWrittenIsNamed() {
    QTemporaryDir directory;
    const std::string missing = directory.filePath("none/result.csv").toStdString();
    try {
      AtomicFile file(missing);
      QFAIL("a file in a directory that is not there was opened");
    } catch (const FileError& error) {
      QCOMPARE(std::string(error.what()),
               "Cannot write " + missing + ": No such file or directory");
    }
    const std::string folder = directory.path().toStdString();
    try {
      AtomicFile file(folder);
      QFAIL("a directory was opened for writing");
    } catch (const FileError& error) {
      QCOMPARE(std::string(error.what()), "Cannot write " + folder + ": Is a directory");
    }
  }

  void aDeviceIsWrittenInPlace() {
    AtomicFile file("/dev/null");
    file.Write("gone");
    file.Commit();
    QVERIFY(std::filesystem::is_character_file("/dev/null"));
    AtomicFile full("/dev/full");
    try {
      full.Write("too much");
      QFAIL("a full device took bytes");
    } catch (const FileError& error) {
      QCOMPARE(std::string(error.what()),
               std::string("Cannot write /dev/full: No space left on device"));
    }
  }
};

LOOPWRIGHT_TEST(ResultsTest)

}  // namespace loopwright::test_results

#include "test_results.moc"
