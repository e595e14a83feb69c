#include <sys/stat.h>

#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>

#include "engine/common/exceptions.h"
#include "engine/file/load.h"
#include "engine/file/save.h"
#include "tests/engine/fake_block_types.h"
#include "tests/test_main.h"

namespace loopwright::test_document_save {

namespace {

std::string Canonical(std::string_view bytes) {
  const LoadResult result = LoadDocument(bytes, FakeBlockTypes());
  return result.document ? SaveCanonical(*result.document) : "not loaded";
}

int CountFiles(const std::filesystem::path& directory) {
  int count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(directory)) ++count;
  return count;
}

}  // namespace

class TestDocumentSave : public QObject {
  Q_OBJECT

 private slots:
  // Files in canonical form, with every key that there is.
  void canonicalFilesKeepTheirBytes_data() {
    QTest::addColumn<QString>("path");
    const std::string source = LOOPWRIGHT_SOURCE_DIR;
    for (const auto& entry :
         std::filesystem::directory_iterator(source + "/tests/canonical_files")) {
      if (entry.path().extension() != ".json") continue;
      QTest::newRow(entry.path().filename().c_str())
          << QString::fromStdString(entry.path().string());
    }
  }
  void canonicalFilesKeepTheirBytes() {
    QFETCH(QString, path);
    const std::string bytes = ReadFile(path.toStdString());
    QCOMPARE(Canonical(bytes), bytes);
  }

  void anyFormBecomesCanonical() {
    const std::string file =
        "\xef\xbb\xbf{\"plots\": [], \"diagram\":{\"wires\":[], \"signals\": "
        "{}, \"notes\": [], "
        "\"frames\": "
        "[],\r\n\"blocks\":{\"b\":{\"layout\":{\"y\":-0.0,\"x\":1.50},"
        "\"random\": {}, "
        "\"parameters\":{\"gain\":0.000001, \"g\\u0061in2\": 1}, "
        "\"type\":\"Unknown\"}, "
        "\"a\":{\"type\":\"Gain\",\"parameters\":{}}}},\n"
        "\"simulation\":{\"seed\":5,\"stop_time\":1e2}, \"parameters\": {}, "
        "\"version\":1.0,\n"
        "\"format\":\"loopwright\"}";
    const std::string canonical =
        "{\n"
        "  \"format\": \"loopwright\",\n"
        "  \"version\": 1,\n"
        "  \"simulation\": {\"stop_time\": 100, \"seed\": 5},\n"
        "  \"diagram\": {\n"
        "    \"blocks\": {\n"
        "      \"b\": {\"type\": \"Unknown\", \"parameters\": {\"gain\": "
        "1e-06, \"gain2\": 1}, \"layout\": {\"x\": 1.5, \"y\": 0}},\n"
        "      \"a\": {\"type\": \"Gain\"}\n"
        "    }\n"
        "  }\n"
        "}\n";
    QCOMPARE(Canonical(file), canonical);
    QCOMPARE(Canonical(canonical), canonical);
  }

  void emptyDocument() {
    const std::string expected =
        "{\n  \"format\": \"loopwright\",\n  \"version\": 1,\n  \"diagram\": "
        "{\n    \"blocks\": "
        "{}\n  }\n}\n";
    QCOMPARE(SaveCanonical(Document()), expected);
    QCOMPARE(Canonical(expected), expected);
  }

  void writingReplacesTheFileAtOnce() {
    const QTemporaryDir directory;
    const std::filesystem::path path = directory.filePath("a.loop.json").toStdString();
    WriteFileAtomically(path, "one");
    QCOMPARE(ReadFile(path), std::string("one"));
    chmod(path.c_str(), 0640);
    WriteFileAtomically(path, std::string(1'000'000, 'x'));
    QCOMPARE(ReadFile(path).size(), 1'000'000u);
    struct stat status {};
    stat(path.c_str(), &status);
    QCOMPARE(static_cast<int>(status.st_mode & 0777), 0640);
    QCOMPARE(CountFiles(path.parent_path()), 1);
  }

  void writingFollowsALink() {
    const QTemporaryDir directory;
    const std::filesystem::path path = directory.filePath("a").toStdString();
    const std::filesystem::path link = directory.filePath("b").toStdString();
    WriteFileAtomically(path, "one");
    std::filesystem::create_symlink("a", link);
    WriteFileAtomically(link, "two");
    QVERIFY(std::filesystem::is_symlink(link));
    QCOMPARE(ReadFile(path), std::string("two"));
  }

  void whatCannotBeWrittenNamesThePath() {
    const QTemporaryDir directory;
    const std::string path = directory.filePath("none/a.loop.json").toStdString();
    try {
      WriteFileAtomically(path, "one");
      QFAIL("written");
    } catch (const FileError& error) {
      QCOMPARE(std::string(error.what()), "Cannot write " + path + ": No such file or directory");
    }
    // A directory stands where the file should go: nothing is left behind.
    const std::string taken = directory.filePath("taken").toStdString();
    std::filesystem::create_directory(taken);
    QVERIFY_THROWS_EXCEPTION(FileError, WriteFileAtomically(taken, "one"));
    QCOMPARE(CountFiles(directory.path().toStdString()), 1);
  }
};

LOOPWRIGHT_TEST(TestDocumentSave)

}  // namespace loopwright::test_document_save

#include "test_document_save.moc"
