#include "engine/session/run_session.h"

#include <algorithm>
#include <utility>

#include "engine/session/run_worker.h"

namespace loopwright {

std::shared_ptr<RunSession> RunSession::Start(Document document, const BlockRegistry& registry,
                                              RunOptions options, const RunGoal& goal) {
  return std::shared_ptr<RunSession>(new RunSession(
      std::make_unique<Worker>(std::move(document), registry, std::move(options), goal)));
}

RunSession::RunSession(std::unique_ptr<Worker> worker) : worker_(std::move(worker)) {}
RunSession::~RunSession() = default;

void RunSession::Pause() { worker_->Pause(); }
void RunSession::Resume(const RunGoal& goal) { worker_->Resume(goal); }
void RunSession::Show(const RunAim& aim) { worker_->Show(aim); }
void RunSession::ReadNow() { worker_->ReadNow(); }
void RunSession::LookInside(bool looks) { worker_->LookInside(looks); }
void RunSession::Stop() { worker_->Stop(); }
double RunSession::realtime_rate() const { return worker_->realtime_rate(); }
void RunSession::Edit(Document document, bool goes_on) {
  worker_->Edit(std::move(document), goes_on);
}
RunEdits RunSession::edits() const { return worker_->edits(); }
std::shared_ptr<const RunInstant> RunSession::instant() const { return worker_->instant(); }
int64_t RunSession::num_instants() const { return worker_->num_instants(); }
bool RunSession::is_looking() const { return worker_->is_looking(); }
int64_t RunSession::last_step() const { return worker_->last_step(); }
std::pair<size_t, int64_t> RunSession::snapshots() const { return worker_->snapshots(); }
std::shared_ptr<RunSession> RunSession::Fork(int64_t step, Document edited,
                                             const RunGoal& goal) const {
  return std::shared_ptr<RunSession>(new RunSession(worker_->Fork(step, std::move(edited), goal)));
}
int64_t RunSession::num_edits() const { return worker_->num_edits(); }
void RunSession::Wait() { worker_->Wait(); }
RunState RunSession::state() const { return worker_->state(); }
double RunSession::time() const { return worker_->time(); }
double RunSession::start_time() const { return worker_->start_time(); }
double RunSession::stop_time() const { return worker_->stop_time(); }
int64_t RunSession::steps() const { return worker_->steps(); }
double RunSession::wall_seconds() const { return worker_->wall_seconds(); }
std::vector<RunWarning> RunSession::warnings() const { return worker_->warnings(); }
size_t RunSession::num_warnings() const { return worker_->num_warnings(); }
RunOutcome RunSession::outcome() const { return worker_->outcome(); }
std::vector<Diagnostic> RunSession::diagnostics() const { return worker_->diagnostics(); }
std::shared_ptr<const Recording> RunSession::recording() const { return worker_->recording(); }
std::shared_ptr<const Timeline> RunSession::timeline() const { return worker_->timeline(); }
std::shared_ptr<const RunStart> RunSession::start() const { return worker_->start(); }

double RunSession::progress() const {
  const double duration = stop_time() - start_time();
  if (duration <= 0) return finished() ? 1 : 0;
  return std::clamp((time() - start_time()) / duration, 0.0, 1.0);
}

}  // namespace loopwright
