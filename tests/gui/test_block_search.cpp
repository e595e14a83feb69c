// Finding block types by whatever people call them.
#include <QObject>
#include <QTest>
#include <set>
#include <string>

#include "blocklib/registry.h"
#include "engine/blocks/block_registry.h"
#include "gui/document/block_search.h"
#include "gui/document/fuzzy_match.h"
#include "gui/language/language.h"
#include "gui/language/library_text.h"
#include "tests/test_main.h"

namespace loopwright::test_block_search {

namespace {

QString first(const QString& text) {
  const auto hits = searchBlocks(BuiltInBlocks(), text);
  return hits.empty() ? QString() : QString::fromStdString(hits.front()->type);
}

struct Query {
  const char* text;
  const char* type;  // of the first hit
};

const Query kEnglish[] = {
    // Titles, beginnings, abbreviations, initials, words in another order.
    {"gain", "Gain"},
    {"gn", "Gain"},
    {"ga", "Gain"},
    {"sum", "Sum"},
    {"sm", "Sum"},
    {"int", "Integrator"},
    {"intgr", "Integrator"},
    {"integral", "Integrator"},
    {"unit del", "UnitDelay"},
    {"delay unit", "UnitDelay"},
    {"transfer", "TransferFunction"},
    {"discrete transfer function", "DiscreteTransferFunction"},
    {"state", "StateSpace"},
    {"sat", "Saturation"},
    {"dead", "DeadZone"},
    {"first order hold", "FirstOrderHold"},
    {"lookup table 2d", "LookupTable2D"},
    {"gaussian", "GaussianNoise"},
    {"dc motor", "DcMotor"},
    {"cnst", "Constant"},
    // Everyday words.
    {"filter", "FirFilter"},
    {"low pass filter", "FirstOrderLag"},
    {"low-pass", "FirstOrderLag"},
    {"lag", "FirstOrderLag"},
    {"PT1", "FirstOrderLag"},
    {"PT2", "SecondOrderLag"},
    {"resonance", "SecondOrderLag"},
    {"lead", "TransferFunction"},
    {"lead-lag", "TransferFunction"},
    {"tf", "TransferFunction"},
    {"laplace", "TransferFunction"},
    {"zpk", "ZeroPoleGain"},
    {"poles", "ZeroPoleGain"},
    {"subtract", "Sum"},
    {"add", "Sum"},
    {"difference", "Sum"},
    {"plus", "Sum"},
    {"+", "Sum"},
    {"error", "Sum"},
    {"divide", "Product"},
    {"multiply", "Product"},
    {"/", "Product"},
    {"amplifier", "Gain"},
    {"multiply by constant", "Gain"},
    {"noise", "GaussianNoise"},
    {"random", "GaussianNoise"},
    {"white noise", "BandLimitedWhiteNoise"},
    {"brownian motion", "WienerProcess"},
    {"sde", "StochasticEquation"},
    {"PID", "PidController"},
    {"PI", "PidController"},
    {"controller", "PidController"},
    {"digital pid", "DiscretePid"},
    {"dead time", "TransportDelay"},
    {"time delay", "TransportDelay"},
    {"memory", "UnitDelay"},
    {"1/z", "UnitDelay"},
    {"z^-1", "UnitDelay"},
    {"1/s", "Integrator"},
    {"hold", "ZeroOrderHold"},
    {"zoh", "ZeroOrderHold"},
    {"sample and hold", "ZeroOrderHold"},
    {"digital filter", "DiscreteTransferFunction"},
    {"iir", "DiscreteTransferFunction"},
    {"fir", "FirFilter"},
    {"average", "MovingAverage"},
    {"observer", "KalmanFilter"},
    {"hysteresis", "Relay"},
    {"thermostat", "Relay"},
    {"clip", "Saturation"},
    {"limiter", "Saturation"},
    {"slew rate", "RateLimiter"},
    {"stiction", "CoulombFriction"},
    {"flip-flop", "Latch"},
    {"one-shot", "EdgeDetector"},
    {"count edges", "TriggeredCounter"},
    {"table", "LookupTable1D"},
    {"interpolate", "LookupTable1D"},
    {"map", "LookupTable1D"},
    {"time", "Clock"},
    {"square wave", "Pulse"},
    {"PWM", "Pulse"},
    {"triangle", "Sawtooth"},
    {"sweep", "Chirp"},
    {"sin", "Sine"},
    {"cosine", "Sine"},
    {"sqrt", "MathFunction"},
    {"abs", "MathFunction"},
    {"exp", "MathFunction"},
    {"maximum", "MinMax"},
    {"floor", "Round"},
    {"greater", "Comparison"},
    {">=", "Comparison"},
    {"and", "Logic"},
    {"xor", "Logic"},
    {"formula", "Expression"},
    {"fsolve", "AlgebraicConstraint"},
    {"if", "Switch"},
    {"plot", "Scope"},
    {"oscilloscope", "Scope"},
    {"phase plane", "XYScope"},
    {"fft", "Spectrum"},
    {"save", "FileSink"},
    {"csv", "FileSource"},
    {"stop", "StopWhen"},
    {"split", "Demux"},
    {"join", "Mux"},
    {"group", "Subsystem"},
    {"input", "Inport"},
    {"output", "Outport"},
    {"ode", "DifferentialEquation"},
    {"counter", "DiscreteCounter"},
    {"PRBS", "BinarySequence"},
    {"spring", "MassSpringDamper"},
    {"inverted pendulum", "CartPole"},
    {"motor", "DcMotor"},
    {"chaos", "Lorenz"},
    {"reset", "ResettableIntegrator"},
    {"double integrator", "SecondOrderIntegrator"},
    {"differentiate", "Derivative"},
    // Simulink.
    {"Transfer Fcn", "TransferFunction"},
    {"Discrete Transfer Fcn", "DiscreteTransferFunction"},
    {"Zero-Pole", "ZeroPoleGain"},
    {"Sine Wave", "Sine"},
    {"Pulse Generator", "Pulse"},
    {"Random Number", "GaussianNoise"},
    {"Uniform Random Number", "UniformNoise"},
    {"Relational Operator", "Comparison"},
    {"Logical Operator", "Logic"},
    {"Compare To Zero", "Comparison"},
    {"Fcn", "Expression"},
    {"Math Function", "MathFunction"},
    {"1-D Lookup Table", "LookupTable1D"},
    {"2-D Lookup Table", "LookupTable2D"},
    {"From Workspace", "SignalTable"},
    {"To Workspace", "FileSink"},
    {"Bus Creator", "Mux"},
    {"Manual Switch", "Switch"},
    {"Stop Simulation", "StopWhen"},
    {"XY Graph", "XYScope"},
    {"S-Function", "DifferentialEquation"},
    {"Rate Transition", "ZeroOrderHold"},
    {"Discrete-Time Integrator", "DiscreteIntegrator"},
    {"Tapped Delay", "Delay"},
    {"Ground", "Constant"},
    {"In1", "Inport"},
    // Xcos.
    {"GAINBLK_f", "Gain"},
    {"gainblk", "Gain"},
    {"SUMMATION", "Sum"},
    {"BIGSOM_f", "Sum"},
    {"INTEGRAL_m", "Integrator"},
    {"CLR", "TransferFunction"},
    {"DLR", "DiscreteTransferFunction"},
    {"CLSS", "StateSpace"},
    {"DLSS", "DiscreteStateSpace"},
    {"DOLLAR_f", "UnitDelay"},
    {"TIME_DELAY", "TransportDelay"},
    {"GENSIN_f", "Sine"},
    {"CSCOPE", "Scope"},
    {"CSCOPXY", "XYScope"},
    {"CONST_m", "Constant"},
    {"STEP_FUNCTION", "Step"},
    {"HYSTHERESIS", "Relay"},
    {"AFFICH_m", "Display"},
    {"RAND_m", "GaussianNoise"},
    {"SAMPHOLD_m", "ZeroOrderHold"},
    {"SUPER_f", "Subsystem"},
    {"TRASH_f", "Terminator"},
    {"ISELECT_m", "MultiportSwitch"},
    // Drake and bdsim.
    {"Adder", "Sum"},
    {"VectorLogSink", "Scope"},
    {"FirstOrderLowPassFilter", "FirstOrderLag"},
    {"LTI_SISO", "TransferFunction"},
    {"DINTEGRATOR", "DiscreteIntegrator"},
};

const Query kGerman[] = {
    {"Verstärkung", "Gain"},
    {"Verstärker", "Gain"},
    {"Filter", "FirFilter"},
    {"Verstaerkung", "Gain"},
    {"Verstaerker", "Gain"},
    {"Uebertragungsfunktion", "TransferFunction"},
    {"Einheitsverzoegerung", "UnitDelay"},
    {"Verzoegerung", "Delay"},
    {"Verzögerung", "Delay"},
    {"weisses Rauschen", "BandLimitedWhiteNoise"},
    {"Saegezahn", "Sawtooth"},
    {"Subtraktion", "Sum"},
    {"Addition", "Sum"},
    {"Addierer", "Sum"},
    {"Tiefpass", "FirstOrderLag"},
    {"PT1-Glied", "FirstOrderLag"},
    {"PT2", "SecondOrderLag"},
    {"Übertragungsfunktion", "TransferFunction"},
    {"Vorhalt", "TransferFunction"},
    {"subtrahieren", "Sum"},
    {"addieren", "Sum"},
    {"Regelabweichung", "Sum"},
    {"Totzeit", "TransportDelay"},
    {"Totzeitglied", "TransportDelay"},
    {"Rauschen", "GaussianNoise"},
    {"Zufallszahl", "GaussianNoise"},
    {"weißes Rauschen", "BandLimitedWhiteNoise"},
    {"Regler", "PidController"},
    {"PI-Regler", "PidController"},
    {"digitaler Regler", "DiscretePid"},
    {"Hysterese", "Relay"},
    {"Zweipunktregler", "Relay"},
    {"Begrenzung", "Saturation"},
    {"Totzone", "DeadZone"},
    {"Kennlinie", "LookupTable1D"},
    {"Kennfeld", "LookupTable2D"},
    {"Halteglied", "ZeroOrderHold"},
    {"Abtaster", "ZeroOrderHold"},
    {"Einheitsverzögerung", "UnitDelay"},
    {"Ableitung", "Derivative"},
    {"D-Glied", "Derivative"},
    {"I-Glied", "Integrator"},
    {"Zustandsraum", "StateSpace"},
    {"Differentialgleichung", "DifferentialEquation"},
    {"Differenzengleichung", "DifferenceEquation"},
    {"Beobachter", "KalmanFilter"},
    {"Mittelwert", "MovingAverage"},
    {"Sprung", "Step"},
    {"Rampe", "Ramp"},
    {"Sinus", "Sine"},
    {"Rechteck", "Pulse"},
    {"Sägezahn", "Sawtooth"},
    {"Zeit", "Clock"},
    {"Sollwert", "Constant"},
    {"Wurzel", "MathFunction"},
    {"Betrag", "MathFunction"},
    {"vergleichen", "Comparison"},
    {"Formel", "Expression"},
    {"Umschalter", "Switch"},
    {"Oszilloskop", "Scope"},
    {"Phasenebene", "XYScope"},
    {"Teilsystem", "Subsystem"},
    {"Eingang", "Inport"},
    {"Ausgang", "Outport"},
    {"Motor", "DcMotor"},
    {"inverses Pendel", "CartPole"},
    {"Reibung", "CoulombFriction"},
    {"Speicherglied", "Latch"},
    {"Flankenerkennung", "EdgeDetector"},
    {"Ereigniszähler", "TriggeredCounter"},
    {"Datei schreiben", "FileSink"},
    // English words, and the names of other programs, are words in German as well.
    {"subtract", "Sum"},
    {"low-pass", "FirstOrderLag"},
    {"GAINBLK_f", "Gain"},
    {"Transfer Fcn", "TransferFunction"},
};

}  // namespace

class TestBlockSearch : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void cleanup() { installLanguage(QStringLiteral("en")); }

  void everyTypeHasWordsInBothLanguages();
  void everyWordFindsItsType();
  void theFirstHitIsTheOneMeant_data();
  void theFirstHitIsTheOneMeant();
  void namesComeBeforeSynonyms();
  void aValueFollowsTheName();
  void textsMatchBetterOrWorse();
};

void TestBlockSearch::everyTypeHasWordsInBothLanguages() {
  installLanguage(QStringLiteral("de"));
  for (const BlockDescriptor& type : BuiltInBlocks().all()) {
    QVERIFY2(!type.search_words.empty(), type.type.c_str());
    const QString german = searchWordsText(type.search_words);
    QVERIFY2(german != QString::fromStdString(type.search_words), type.type.c_str());
  }
}

// Among the hits, in both languages; which is the first is the table's matter.
void TestBlockSearch::everyWordFindsItsType() {
  installLanguage(QStringLiteral("de"));
  int found = 0;
  for (const BlockDescriptor& type : BuiltInBlocks().all()) {
    const BlockRegistry alone({type});
    for (const QString& list :
         {QString::fromStdString(type.search_words), searchWordsText(type.search_words),
          QString::fromStdString(type.names_elsewhere)}) {
      for (const QString& word : list.split(QStringLiteral(", "), Qt::SkipEmptyParts)) {
        QVERIFY2(searchBlocks(alone, word).size() == 1, qPrintable(word));
        ++found;
      }
    }
  }
  QVERIFY(found > 1000);
}

void TestBlockSearch::theFirstHitIsTheOneMeant_data() {
  QTest::addColumn<QString>("language");
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("type");
  for (const Query& query : kEnglish) {
    QTest::addRow("%s", query.text) << "en" << query.text << query.type;
  }
  for (const Query& query : kGerman) {
    QTest::addRow("German: %s", query.text) << "de" << query.text << query.type;
  }
}

void TestBlockSearch::theFirstHitIsTheOneMeant() {
  QFETCH(QString, language);
  QFETCH(QString, text);
  QFETCH(QString, type);
  installLanguage(language);
  QCOMPARE(first(text), type);
}

void TestBlockSearch::namesComeBeforeSynonyms() {
  const auto typesOf = [](const char* text) {
    QStringList types;
    for (const BlockDescriptor* type : searchBlocks(BuiltInBlocks(), text)) {
      types += QString::fromStdString(type->type);
    }
    return types;
  };
  const QStringList filters = typesOf("filter");
  QCOMPARE(filters.first(), QString("FirFilter"));
  QVERIFY(filters.contains("FirstOrderLag"));
  installLanguage(QStringLiteral("de"));
  const QStringList delays = typesOf("Verzögerung");
  QCOMPARE(delays.mid(0, 2), QStringList({"Delay", "TransportDelay"}));
  QVERIFY(delays.contains("UnitDelay"));
  QCOMPARE(typesOf("Verzoegerung"), delays);
}

void TestBlockSearch::aValueFollowsTheName() {
  const auto parsed = [](const char* text) {
    const BlockRequest request = parseBlockRequest(BuiltInBlocks(), text);
    return QStringList{request.search, request.value};
  };
  QCOMPARE(parsed("gn 5"), QStringList({"gn", "5"}));
  QCOMPARE(parsed("gain [1 2]"), QStringList({"gain", "[1 2]"}));
  QCOMPARE(parsed("step -3"), QStringList({"step", "-3"}));
  QCOMPARE(parsed("transfer fcn"), QStringList({"transfer fcn", ""}));
  QCOMPARE(parsed("lookup table 2d"), QStringList({"lookup table 2d", ""}));
  QCOMPARE(parsed(""), QStringList({"", ""}));
  const BlockDescriptor& gain = *BuiltInBlocks().Find("Gain");
  QCOMPARE(requestedParameters(gain, {"gn", "5"}).value("gain"), QString("5"));
  QVERIFY(requestedParameters(gain, {"gn", ""}).isEmpty());
  QVERIFY(requestedParameters(*BuiltInBlocks().Find("Clock"), {"clock", "5"}).isEmpty());
}

void TestBlockSearch::textsMatchBetterOrWorse() {
  const auto match = [](const char* search) { return fuzzyMatch("Unit delay", search); };
  QVERIFY(match("Unit-Delay") == Match::kEqual);
  QVERIFY(match("unit") == Match::kBegins);
  QVERIFY(match("") == Match::kBegins);
  QVERIFY(match("delay") == Match::kWords);
  QVERIFY(match("del un") == Match::kWords);
  QVERIFY(match("untd") == Match::kAbbreviation);
  QVERIFY(match("ud") == Match::kInitials);
  QVERIFY(match("undel") == Match::kInitials);
  QVERIFY(match("elay") == Match::kContains);
  QVERIFY(match("el") == Match::kLettersInOrder);  // Too short for a part of a word.
  QVERIFY(match("uty") == Match::kLettersInOrder);
  QVERIFY(match("yu") == Match::kNone);
  QVERIFY(match("q") == Match::kNone);
}

LOOPWRIGHT_TEST_WITH(QApplication, TestBlockSearch)

}  // namespace loopwright::test_block_search

#include "test_block_search.moc"
