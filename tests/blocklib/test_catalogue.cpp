#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QObject>
#include <QTest>

#undef signals

#include "blocklib/registry.h"
#include "engine/blocks/catalogue_json.h"
#include "tests/test_main.h"

namespace loopwright::test_catalogue {

namespace {

QJsonArray Blocks(const QByteArray& json) {
  return QJsonDocument::fromJson(json).object().value("blocks").toArray();
}

}  // namespace

/// The block types against the catalogue, a contract of which catalogue.json is a copy.
class TestCatalogue : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    QFile file(LOOPWRIGHT_SOURCE_DIR "/tests/blocklib/catalogue.json");
    QVERIFY(file.open(QIODevice::ReadOnly));
    for (const auto& block : Blocks(file.readAll())) {
      wanted_.insert(block.toObject().value("type").toString(), block.toObject());
      order_ << block.toObject().value("type").toString();
    }
    QVERIFY(wanted_.size() >= 100);
    const QByteArray built = QByteArray::fromStdString(CatalogueJson(BuiltInBlocks()));
    for (const auto& block : Blocks(built)) built_ << block.toObject();
  }

  void everyBlockIsThatOfTheCatalogue() {
    QCOMPARE(built_.size(), qsizetype(BuiltInBlocks().all().size()));
    for (const QJsonObject& block : built_) {
      const QString type = block.value("type").toString();
      QVERIFY2(wanted_.contains(type), qPrintable(type));
      const QJsonObject& wanted = wanted_[type];
      for (const QString& key : wanted.keys()) {
        const QByteArray context = (type + "." + key).toUtf8();
        QVERIFY2(block.contains(key), context);
        QVERIFY2(
            block.value(key) == wanted.value(key),
            context + ": " +
                QJsonDocument(QJsonObject{{"is", block.value(key)}, {"not", wanted.value(key)}})
                    .toJson(QJsonDocument::Compact));
      }
    }
  }

  void blocksComeInTheOrderOfTheCatalogue() {
    qsizetype last = -1;
    for (const QJsonObject& block : built_) {
      const qsizetype at = order_.indexOf(block.value("type").toString());
      QVERIFY(at > last);
      last = at;
    }
  }

  void theFirstBlocksAreThere() {
    for (const char* type : {"Constant",
                             "Step",
                             "Ramp",
                             "Sine",
                             "Pulse",
                             "Sawtooth",
                             "Chirp",
                             "Clock",
                             "SignalTable",
                             "FileSource",
                             "DiscreteCounter",
                             "BinarySequence",
                             "Gain",
                             "Sum",
                             "Product",
                             "MathFunction",
                             "Expression",
                             "AlgebraicConstraint",
                             "Saturation",
                             "Relay",
                             "Latch",
                             "EdgeDetector",
                             "TriggeredCounter",
                             "Switch",
                             "MultiportSwitch",
                             "Goto",
                             "From",
                             "Terminator",
                             "Selector",
                             "Integrator",
                             "ResettableIntegrator",
                             "SecondOrderIntegrator",
                             "FirstOrderLag",
                             "SecondOrderLag",
                             "TransferFunction",
                             "ZeroPoleGain",
                             "StateSpace",
                             "PidController",
                             "Derivative",
                             "TransportDelay",
                             "DifferentialEquation",
                             "UnitDelay",
                             "Delay",
                             "ZeroOrderHold",
                             "FirstOrderHold",
                             "DiscreteIntegrator",
                             "DiscreteDerivative",
                             "DiscreteTransferFunction",
                             "DiscreteZeroPoleGain",
                             "DiscreteStateSpace",
                             "DiscretePid",
                             "FirFilter",
                             "MovingAverage",
                             "DifferenceEquation",
                             "KalmanFilter",
                             "TriggeredSampler",
                             "GaussianNoise",
                             "UniformNoise",
                             "ExponentialNoise",
                             "BandLimitedWhiteNoise",
                             "RandomWalk",
                             "PoissonProcess",
                             "GaussMarkov",
                             "OrnsteinUhlenbeck",
                             "WienerProcess",
                             "GeometricBrownianMotion",
                             "StochasticEquation",
                             "Mux",
                             "Demux",
                             "Subsystem",
                             "Inport",
                             "Outport",
                             "MassSpringDamper",
                             "Pendulum",
                             "CartPole",
                             "BouncingBall",
                             "DcMotor",
                             "VanDerPol",
                             "Lorenz",
                             "Scope",
                             "XYScope",
                             "Display",
                             "Histogram",
                             "Spectrum",
                             "FileSink",
                             "Assert",
                             "StopWhen"}) {
      QVERIFY2(BuiltInBlocks().Find(type) != nullptr, type);
    }
    QVERIFY(BuiltInBlocks().Find("NoSuchBlock") == nullptr);
  }

  void everyBlockHasATitleForPeople() {
    for (const BlockDescriptor& block : BuiltInBlocks().all()) {
      QVERIFY2(!block.title.empty() && std::isupper(block.title[0]), block.type.c_str());
    }
  }

 private:
  QHash<QString, QJsonObject> wanted_;
  QStringList order_;
  QList<QJsonObject> built_;
};

LOOPWRIGHT_TEST(TestCatalogue)

}  // namespace loopwright::test_catalogue

#include "test_catalogue.moc"
