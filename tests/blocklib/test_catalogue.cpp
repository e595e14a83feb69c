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
    QCOMPARE(order_.size(), qsizetype{104});
    const QByteArray built = QByteArray::fromStdString(CatalogueJson(BuiltInBlocks()));
    for (const auto& block : Blocks(built)) {
      built_.insert(block.toObject().value("type").toString(), block.toObject());
    }
    QCOMPARE(built_.size(), qsizetype(BuiltInBlocks().all().size()));
  }

  void everyTypeOfTheCatalogueIsAsItSays() {
    for (const QString& type : order_) {
      QVERIFY2(built_.contains(type), qPrintable(type));
      const QJsonObject& block = built_[type];
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
    QVERIFY(BuiltInBlocks().Find("NoSuchBlock") == nullptr);
  }

  // Types that are not in the catalogue may stand anywhere between its types.
  void blocksComeInTheOrderOfTheCatalogue() {
    QStringList types;
    for (const BlockDescriptor& block : BuiltInBlocks().all()) {
      const QString type = QString::fromStdString(block.type);
      if (wanted_.contains(type)) types << type;
    }
    QCOMPARE(types, order_);
  }

  void everyBlockHasATitleForPeople() {
    for (const BlockDescriptor& block : BuiltInBlocks().all()) {
      QVERIFY2(!block.title.empty() && std::isupper(block.title[0]), block.type.c_str());
    }
  }

 private:
  QHash<QString, QJsonObject> wanted_;
  QStringList order_;
  QHash<QString, QJsonObject> built_;
};

LOOPWRIGHT_TEST(TestCatalogue)

}  // namespace loopwright::test_catalogue

#include "test_catalogue.moc"
