#pragma once

#include <QString>
#include <QStringList>
#include <QWidget>
#include <vector>

class QComboBox;
class QLabel;

namespace loopwright {

class DiagramDocument;
class SignalField;
struct AnalysisSetting;

/// Between which signals a diagram is analysed: the loop through one, or the response from one to
/// another, and of an analysis of several inputs and outputs, or of a signal of several elements,
/// which of them is drawn. Of a loop also the parameter that a hand changes when it drags what is
/// drawn. Object names: `analysisKind`, `analysisFrom`, `analysisTo`, `analysisChannel`,
/// `analysisParameter`.
class PortFields : public QWidget {
  Q_OBJECT

 public:
  /// `document` must outlive it.
  explicit PortFields(DiagramDocument* document, QWidget* parent = nullptr);

  bool isLoop() const;
  void setLoop(bool isLoop);
  /// What is typed.
  void setFrom(const QString& signal);
  void setTo(const QString& signal);
  /// The signals that are drawn: elements of those that are typed, where they have several.
  QString from() const;
  QString to() const;
  /// The parameter that is dragged, `Kp` or `SUB/BLOCK.gain`; "" where there is none.
  QString parameter() const;

  /// Lists what the document has.
  void fill();
  /// Empties the fields.
  void clear();
  /// Shows the points of an analysis; what it does not say stays. showKind() first finds out by its
  /// points whether it is one of a loop.
  void show(const AnalysisSetting& setting);
  void showKind(const AnalysisSetting& setting);
  /// Puts what is typed into an analysis.
  void put(AnalysisSetting* setting) const;
  /// Whether all that is typed is a point, so that a file may have it.
  bool arePoints() const;

 Q_SIGNALS:
  /// Something else is to be analysed.
  void changed();
  /// A person has finished a change.
  void edited();
  /// A person has chosen between a loop and a response.
  void kindChosen();

 private:
  /// One response among those that an analysis has.
  struct Channel {
    QString from, to;
    int input = 0, output = 0;  ///< numbers of the points in the analysis
  };

  void connectFields();
  void fillParameters();
  QString ownParameter() const;
  void updateChannels();
  void chooseChannel(int index);
  QStringList elementsOf(const QString& signal) const;

  DiagramDocument* document_;
  QComboBox* kind_;
  SignalField* from_;
  QLabel* arrow_;
  SignalField* to_;
  QComboBox* channel_;
  QComboBox* parameter_;
  QStringList inputs_, outputs_;  // of the analysis that is shown
  int input_ = 0, output_ = 0;    // which of these are typed
  std::vector<Channel> channels_;
  bool isFollowing_ = false;        // the fields follow an analysis, and no hand
  bool isParameterChosen_ = false;  // by a person
};

}  // namespace loopwright
