#include <QCoreApplication>
#include <QFile>
#include <QProcess>
#include <QRandomGenerator>
#include <QTest>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <memory>

#include "engine/model/document.h"
#include "engine/model/edit_helpers.h"
#include "gui/document/autosave.h"
#include "gui/document/diagram_document.h"
#include "gui/document/recovery.h"
#include "gui/main_window/file_commands.h"
#include "tests/gui/window_fixture.h"

using namespace loopwright;

// The program is killed at random moments while it edits, keeps changes and saves. This executable
// is both: with `--victim FILE` it is the program, which says what it has done line by line.

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

// Edits for ever: the increment counts the edits. Saves at every 25th.
int RunVictim(const QString& file) {
  MainWindow window(BuiltInBlocks());
  window.show();
  if (!openFile(&window, file)) return 1;
  Workspace* const workspace = window.current();
  DiagramDocument* const document = workspace->document();
  workspace->autosave()->setInterval(3);
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
    if (count % 25 != 0) return;
    Say("saving", count);
    if (save(&window, workspace)) Say("kept", count);
  });
  timer.start(1);
  Say("ready", count);
  return QApplication::exec();
}

// The last number that the victim said it had on disk.
int LastKept(const QByteArray& output) {
  int last = -1;
  for (const QByteArray& line : output.split('\n')) {
    if (line.startsWith("kept ")) last = std::max(last, line.mid(5).toInt());
  }
  return last;
}

}  // namespace

class TestKill : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aKillLosesAndDamagesNothing();
};

void TestKill::aKillLosesAndDamagesNothing() {
  WindowFixture fixture;
  const QString file = fixture.write("counter.loop.json", counterDiagram());
  QRandomGenerator random(2024);
  int recovered = 0;
  for (int round = 0; round < 50; ++round) {
    QProcess victim;
    victim.start(QCoreApplication::applicationFilePath(), {"--victim", file});
    QByteArray output;
    while (!output.contains("ready") && victim.waitForReadyRead(60000)) {
      output += victim.readAllStandardOutput();
    }
    QVERIFY2(output.contains("ready"), victim.readAllStandardError());
    victim.waitForFinished(static_cast<int>(random.bounded(120)));
    QCOMPARE(victim.state(), QProcess::Running);
    victim.kill();
    QVERIFY(victim.waitForFinished());
    output += victim.readAllStandardOutput();
    const int certain = LastKept(output);

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
      best = std::max(best, IncrementIn(bytes));
      ++recovered;
    }
    QVERIFY2(
        best >= certain,
        qPrintable(
            QStringLiteral("round %1: %2 on disk, %3 said").arg(round).arg(best).arg(certain)));
    // Half of the time the user takes what was left, as the next start does.
    MainWindow window(BuiltInBlocks());
    for (const Recoverable& left : findRecoverable()) {
      if (round % 2 == 0 && !left.is_older) {
        QVERIFY(recoverDocument(&window, left));
        QVERIFY(save(&window, window.current()));
        QCOMPARE(IncrementIn(WindowFixture::read(file)), best);
      } else {
        discardRecoverable(left);
      }
    }
    QVERIFY(findRecoverable().empty());
  }
  QVERIFY2(recovered > 5, qPrintable(QString::number(recovered)));
}

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  const QStringList arguments = QCoreApplication::arguments();
  if (arguments.size() == 3 && arguments[1] == QLatin1String("--victim")) {
    QApplication::setOrganizationName(QStringLiteral("LoopwrightTest"));
    QApplication::setApplicationName(QStringLiteral("LoopwrightTest"));
    return RunVictim(arguments[2]);
  }
  TestKill test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_kill.moc"
