// The words of how a value has come and of how compiled code gets to a place.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "diag/diagnostic.h"
#include "infer/steps.h"

namespace graphmend::lint {

// "parameter `x` is declared a tensor; `x.sum()` is a tensor: result of torch.Tensor.sum".
std::string InOneLine(const std::vector<infer::OriginStep>& reason);
// "`x.sum()` is a tensor: result of torch.Tensor.sum". What adds nothing to the step before it is
// left out. `telling`: the last of them that says what made the value, elsewhere than on the lines
// of `at`, where the reader sees it; none where there is no such step.
struct Reason {
  std::vector<diag::Step> steps;
  std::optional<std::size_t> telling;
};
Reason Words(const std::vector<infer::OriginStep>& reason, const diag::Location& at);
// "calls pkg.mod.helper", "compiled by torch.compile(model)".
diag::Step Words(const infer::CallStep& step);
// "torch.compile(model)", "@torch.compile", "nn.Module.forward (assumed)".
std::string Words(const infer::HowCompiled& how);

}  // namespace graphmend::lint
