// What a class says by a `__torch_function__` of its own that operations of torch do with its
// instances. Dynamo traces it in place of the operation, as Python runs it.
//
// What it runs in turn are the operations of torch.Tensor (Mode::within_torch_function): mostly it
// calls super(), or works on tensors that it has taken out.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "infer/calls/call_arguments.h"
#include "infer/site.h"
#include "infer/unit.h"

namespace graphmend::infer {

// What the class of the first such argument makes of calling the function; nullopt: none is of such
// a class, or the code is not compiled.
std::optional<Ref> CallTorchFunction(Unit& unit, Ref function, const Arguments& args,
                                     const Site& site);

// The same of an operator, by the method of torch.Tensor that it stands for.
std::optional<Ref> OperateByTorchFunction(Unit& unit, std::string_view method,
                                          const std::vector<Ref>& operands, const Site& site);
std::string_view MethodOf(syntax::BinaryOp op);
std::string_view MethodOf(syntax::CompareOp op);  // empty: it asks no method

}  // namespace graphmend::infer
