#include "gui/responses/found_response.h"

#include <exception>

#include "engine/analysis/response_picture.h"
#include "engine/blocks/block_registry.h"
#include "engine/build/overrides.h"
#include "engine/common/exceptions.h"
#include "engine/orbits/limit_cycles.h"
#include "gui/analysis/analysis_runner.h"
#include "gui/document/qt_text.h"

namespace loopwright {

// Whatever goes wrong is told in the answer, so that a figure without a response is not the end of
// all others. `isWrong` means that the request itself is at fault, in the file or the fields; else
// the diagram merely has no such response at this point.
FoundResponse findResponse(const Document& document, const BlockRegistry& registry,
                           const AnalysisSetting& analysis,
                           const std::vector<std::pair<std::string, std::string>>& overrides) {
  FoundResponse found;
  try {
    Document changed = document;
    ApplyOverrides(overrides, registry, &changed);
    auto picture = std::make_shared<ResponsePicture>(PictureAnalysis(changed, registry, analysis));
    if (analysis.loop) {
      AddDescribingFunctions(changed, registry, *analysis.loop, PointOf(analysis), picture.get());
    }
    found.picture = picture;
    return found;
  } catch (const InvalidDiagramError& error) {
    found.isWrong = true;
    found.diagnostics = error.diagnostics();
    found.problem = toQt(found.diagnostics.empty() ? std::string(error.what())
                                                   : found.diagnostics.front().text);
  } catch (const OverrideError& error) {
    found.isWrong = true;
    found.problem = toQt(error.what());
  } catch (const UsageError& error) {
    found.isWrong = true;
    found.problem = withoutOptions(error.what());
  } catch (const std::exception& error) {
    found.problem = withoutOptions(error.what());
  }
  return found;
}

}  // namespace loopwright
