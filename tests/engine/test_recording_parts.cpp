#include <QObject>
#include <QTest>
#include <memory>
#include <string>
#include <vector>

#include "engine/recording/parts.h"
#include "engine/recording/recording.h"
#include "engine/recording/results.h"
#include "tests/engine/message_of.h"
#include "tests/test_main.h"

namespace loopwright::test_recording_parts {
namespace {

RecordedSignal Signal(const std::string& path, int width) {
  RecordedSignal signal;
  signal.path = path;
  signal.width = width;
  return signal;
}

// Updates at 1, none at 0 and 2.
std::unique_ptr<Recording> Small() {
  auto recording = std::make_unique<Recording>(std::vector{Signal("a.y", 1), Signal("b.y", 2)});
  double value = 0;
  for (const auto& [time, side] : {std::pair(0.0, Side::kBefore), std::pair(1.0, Side::kBefore),
                                   std::pair(1.0, Side::kAfter), std::pair(2.0, Side::kBefore)}) {
    const double row[] = {value, value + 10, value + 20};
    recording->Append(time, side, row);
    ++value;
  }
  return recording;
}

std::string Csv(const Recording& recording) {
  std::string text;
  WriteCsv(recording, [&text](std::string_view bytes) { text += bytes; });
  return text;
}

}  // namespace

class RecordingPartsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void signalsAreFoundByName() {
    const auto recording = Small();
    QCOMPARE(Csv(*KeepSignals(*recording, {"b.y[1]", "a.*"})),
             std::string("time,side,b.y[1],a.y\n0,-,20,0\n1,-,21,1\n1,+,22,2\n2,-,23,3\n"));
    QCOMPARE(KeepSignals(*recording, {"b.y", "*"})->num_columns(), 5);
    QCOMPARE(MessageOf([&] { KeepSignals(*recording, {"b.z"}); }),
             std::string("no signal \"b.z\" was recorded; did you mean \"b.y\"?"));
    QCOMPARE(MessageOf([&] { KeepSignals(*recording, {"quite.other"}); }),
             std::string("no signal \"quite.other\" was recorded; a signal is PATH.PORT of an "
                         "output"));
  }

  void timesAreTakenWithBothEnds() {
    const auto recording = Small();
    QCOMPARE(Csv(*KeepTimes(*recording, 0.5, 1)),
             std::string("time,side,a.y,b.y[0],b.y[1]\n1,-,1,11,21\n1,+,2,12,22\n"));
    QCOMPARE(KeepTimes(*recording, 3, 4)->size(), int64_t{0});
  }

  void sidesStandInColumns() {
    QCOMPARE(Csv(*PutSidesInColumns(*Small())),
             std::string("time,side,a.y-,a.y+,b.y-[0],b.y-[1],b.y+[0],b.y+[1]\n"
                         "0,-,0,0,10,20,10,20\n"
                         "1,-,1,2,11,21,12,22\n"
                         "2,-,3,3,13,23,13,23\n"));
  }
};

LOOPWRIGHT_TEST(RecordingPartsTest)

}  // namespace loopwright::test_recording_parts

#include "test_recording_parts.moc"
