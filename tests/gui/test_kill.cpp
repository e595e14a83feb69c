#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QRandomGenerator>
#include <QTest>
#include <QThread>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/document/document.h"
#include "engine/edits/edit_helpers.h"
#include "gui/document/autosave.h"
#include "gui/document/diagram_document.h"
#include "gui/document/recovery.h"
#include "gui/main_window/file_commands.h"
#include "tests/gui/window_fixture.h"
#include "tests/random_count.h"
#include "tests/test_main.h"

namespace loopwright::test_kill {

// The program is killed at random moments while it edits, keeps changes and saves. This executable
// is both: with `--victim FILE` it is the program, which says what it has done line by line. A
// number behind FILE makes it one that never saves and edits so often (in milliseconds), and whose
// changes are kept as often as in the program itself.

namespace {

void Say(const char* what, int count) {
  std::printf("%s %d\n", what, count);
  std::fflush(stdout);
}

int IncrementIn(const QByteArray& bytes) {
  const QByteArray key = "\"increment\": ";
  const qsizetype place = bytes.indexOf(key);
  if (place < 0) return -1;
  const qsizetype begin = place + key.size();
  return bytes.mid(begin, bytes.indexOf(',', begin) - begin).toInt();
}

// Edits for ever: the increment counts the edits. Saves at every 25th, where it saves.
int RunVictim(const QString& file, std::optional<int> pause) {
  MainWindow window(BuiltInBlocks());
  window.show();
  if (!openFile(&window, file)) return 1;
  Workspace* const workspace = window.current();
  DiagramDocument* const document = workspace->document();
  if (!pause) workspace->autosave()->setInterval(3);
  // What is on disk for certain: the edits made when the last writing began, or before.
  QObject::connect(workspace->autosave(), &Autosave::saved, workspace, [workspace] {
    QFile kept(workspace->autosave()->path());
    if (kept.open(QIODevice::ReadOnly)) Say("kept", IncrementIn(kept.readAll()));
  });
  int count = IncrementIn(document->bytes());
  QTimer timer;
  QObject::connect(&timer, &QTimer::timeout, workspace, [&] {
    ++count;
    document->edit("Count", [&](Transaction* transaction) {
      SetBlockParameter(transaction, "", "counter", "increment", count);
    });
    if (pause) return Say("edit", count);
    if (count % 25 != 0) return;
    Say("saving", count);
    if (save(&window, workspace)) Say("kept", count);
  });
  timer.start(pause.value_or(1));
  Say("ready", count);
  return QApplication::exec();
}

// The greatest number that the victim said behind a word; -1 where it did not say it.
int Last(const QByteArray& word, const QByteArray& output) {
  int last = -1;
  for (const QByteArray& line : output.split('\n')) {
    if (line.startsWith(word + ' ')) last = std::max(last, line.mid(word.size() + 1).toInt());
  }
  return last;
}

// A victim that edits by now.
std::unique_ptr<QProcess> StartVictim(const QStringList& arguments, QByteArray* output) {
  auto victim = std::make_unique<QProcess>();
  victim->start(QCoreApplication::applicationFilePath(),
                QStringList{"test_kill", "--victim"} + arguments);
  while (!output->contains("ready") && victim->waitForReadyRead(60000)) {
    *output += victim->readAllStandardOutput();
  }
  return victim;
}

void Kill(QProcess* victim, QByteArray* output) {
  victim->kill();
  victim->waitForFinished();
  *output += victim->readAllStandardOutput();
}

// What a victim was doing when it was killed.
enum class Moment { kEditing, kKeeping, kSaving };

constexpr int kLeastKills = 3;  // at each moment

// A file that is being written has a name of its own until it is whole.
QStringList UnfinishedFiles(const QString& folder) {
  return QDir(folder).entryList({".loopwright-*.tmp"}, QDir::Files | QDir::Hidden);
}

Moment MomentOfKill(const QString& folder, const QByteArray& output) {
  const QStringList unfinished = UnfinishedFiles(folder);
  for (const QString& name : unfinished) QFile::remove(QDir(folder).filePath(name));
  const int saving = Last("saving", output);
  if (saving >= 0 && Last("kept", output) < saving) return Moment::kSaving;
  return unfinished.isEmpty() ? Moment::kEditing : Moment::kKeeping;
}

}  // namespace

class TestKill : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aKillLosesAndDamagesNothing();
  void aKillLosesTheLastSecondsAtMost();
};

void TestKill::aKillLosesAndDamagesNothing() {
  WindowFixture fixture;
  const QString file = fixture.write("counter.loop.json", counterDiagram());
  const QString folder = QFileInfo(file).path();
  QRandomGenerator random(2024);
  int recovered = 0;
  std::map<Moment, int> moments;
  const auto areAllMet = [&] {
    for (const Moment moment : {Moment::kEditing, Moment::kKeeping, Moment::kSaving}) {
      if (moments[moment] < kLeastKills) return false;
    }
    return true;
  };
  // More where chance left a moment out.
  const int rounds = std::max(24, RandomCount(200));
  constexpr int kEnoughRecovered = 6, kMostRounds = 200;
  const auto isEnough = [&] { return areAllMet() && recovered >= kEnoughRecovered; };
  for (int round = 0; round < rounds || (round < kMostRounds && !isEnough()); ++round) {
    QByteArray output;
    const std::unique_ptr<QProcess> victim = StartVictim({file}, &output);
    QVERIFY2(output.contains("ready"), victim->readAllStandardError());
    victim->waitForFinished(static_cast<int>(random.bounded(120)));
    // Writing is short: some victims are killed soon after they began.
    const auto isAsked = [&] {
      output += victim->readAllStandardOutput();
      if (round % 3 == 0) return Last("saving", output) > Last("kept", output);
      return round % 3 != 1 || !UnfinishedFiles(folder).isEmpty();
    };
    QDeadlineTimer patience(60000);
    while (!isAsked() && !patience.hasExpired()) victim->waitForReadyRead(1);
    QThread::usleep(random.bounded(500U));
    QCOMPARE(victim->state(), QProcess::Running);
    Kill(victim.get(), &output);
    const int certain = Last("kept", output);
    ++moments[MomentOfKill(folder, output)];

    // The file is whole, whenever that was.
    DiagramDocument document(BuiltInBlocks());
    bool opened = false;
    document.open(file, &opened);
    QVERIFY2(opened, WindowFixture::read(file));
    int best = IncrementIn(document.bytes());
    // What was kept is whole too, and holds what the program said it kept.
    for (const Recoverable& left : findRecoverable()) {
      const QByteArray bytes = WindowFixture::read(left.autosave);
      QVERIFY2(document.recover(bytes, left.file), bytes);
      // What is offered as newer than the file is so.
      QVERIFY(left.is_older || IncrementIn(bytes) >= IncrementIn(WindowFixture::read(file)));
      best = std::max(best, IncrementIn(bytes));
      ++recovered;
    }
    QVERIFY2(
        best >= certain,
        qPrintable(
            QStringLiteral("round %1: %2 on disk, %3 said").arg(round).arg(best).arg(certain)));
    // Half of the time the user takes what was left, as the next start does.
    for (const Recoverable& left : findRecoverable()) {
      if (round % 2 == 0 && !left.is_older) {
        MainWindow window(BuiltInBlocks());
        QVERIFY(recoverDocument(&window, left));
        QVERIFY(save(&window, window.current()));
        QCOMPARE(IncrementIn(WindowFixture::read(file)), best);
      } else {
        discardRecoverable(left);
      }
    }
    QVERIFY(findRecoverable().empty());
  }
  QVERIFY2(recovered >= kEnoughRecovered, qPrintable(QString::number(recovered)));
  QVERIFY2(areAllMet(), qPrintable(QStringLiteral("killed while editing %1, keeping %2, saving %3 "
                                                  "times")
                                       .arg(moments[Moment::kEditing])
                                       .arg(moments[Moment::kKeeping])
                                       .arg(moments[Moment::kSaving])));
}

void TestKill::aKillLosesTheLastSecondsAtMost() {
  WindowFixture fixture;
  constexpr int kPause = 50;                // milliseconds from edit to edit
  constexpr int kMostLost = 3000 / kPause;  // edits
  QRandomGenerator random(7);
  struct Victim {
    QString file;
    QByteArray output;
    std::unique_ptr<QProcess> process;
  };
  std::vector<Victim> victims(4);
  for (std::size_t i = 0; i < victims.size(); ++i) {
    Victim& victim = victims[i];
    victim.file = fixture.write(QStringLiteral("%1.loop.json").arg(i), counterDiagram());
    victim.process = StartVictim({victim.file, QString::number(kPause)}, &victim.output);
    QVERIFY2(victim.output.contains("ready"), victim.process->readAllStandardError());
  }
  for (Victim& victim : victims) {
    // They edit at the same time, 80 edits and more each.
    const int enough = Last("ready", victim.output) + 80 + static_cast<int>(random.bounded(60));
    while (Last("edit", victim.output) < enough && victim.process->waitForReadyRead(60000)) {
      victim.output += victim.process->readAllStandardOutput();
    }
    Kill(victim.process.get(), &victim.output);
  }
  std::map<QString, int> kept;
  for (const Recoverable& left : findRecoverable()) {
    kept[left.file] = IncrementIn(WindowFixture::read(left.autosave));
    discardRecoverable(left);
  }
  for (const Victim& victim : victims) {
    const int lost = Last("edit", victim.output) - kept[victim.file];
    QVERIFY2(lost >= 0 && lost <= kMostLost,
             qPrintable(QStringLiteral("%1 edits are lost").arg(lost)));
  }
}

namespace {

int Run(int argc, char** argv) {
  if (argc < 3 || argv[1] != std::string_view("--victim")) {
    return RunTest<TestKill, QApplication>(argc, argv);
  }
  QApplication application(argc, argv);
  QApplication::setOrganizationName(QStringLiteral("LoopwrightTest"));
  QApplication::setApplicationName(QStringLiteral("LoopwrightTest"));
  const QStringList arguments = QCoreApplication::arguments();
  const bool pauses = arguments.size() > 3;
  return RunVictim(arguments[2], pauses ? std::optional(arguments[3].toInt()) : std::nullopt);
}

}  // namespace

LOOPWRIGHT_TEST_MAIN(Run)

}  // namespace loopwright::test_kill

#include "test_kill.moc"
