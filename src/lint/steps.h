// The words of how a value has come and of how compiled code gets to a place.
#pragma once

#include <string>
#include <vector>

#include "diag/diagnostic.h"
#include "infer/steps.h"

namespace graphmend::lint {

// "parameter `x` is declared a tensor; `x.sum()` is a tensor: result of torch.Tensor.sum".
std::string InOneLine(const std::vector<infer::OriginStep>& reason);
// "`x.sum()` is a tensor: result of torch.Tensor.sum"; what would read like the step before it is
// left out.
std::vector<diag::Step> Words(const std::vector<infer::OriginStep>& reason);
// "calls pkg.mod.helper", "compiled by torch.compile(model)".
diag::Step Words(const infer::CallStep& step);
// "torch.compile(model)", "@torch.compile", "nn.Module.forward (assumed)".
std::string Words(const infer::HowCompiled& how);

}  // namespace graphmend::lint
