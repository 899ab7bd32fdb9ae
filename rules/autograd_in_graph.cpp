// GM305: compiled code drives autograd: requires_grad, backward, hooks, optimizer steps.
#include "rules/wording.h"

namespace graphmend::rules::autograd_in_graph {
namespace {

constexpr lint::GbId kBreaks[] = {
    "GB0008", "GB0013", "GB0029", "GB0083", "GB0085", "GB0100", "GB0101", "GB0104",
    "GB0108", "GB0123", "GB0125", "GB0140", "GB0144", "GB0145", "GB0206", "GB0225",
    "GB0358", "GB0371", "GB0372", "GB0373", "GB0442", "GB0467", "GB1042", "GB2464",
    "GB4372", "GB4927", "GB6297", "GB7054", "GB7324", "GB7444", "GB8985", "GB9186"};
using infer::observed::Autograd;

// The two calls that torch traces from 2.11 on, where it is told to (2.13, measured): what the
// code returns must not hold on to the graph that they used up.
std::string Help(const Autograd& what) {
  const std::string outside = "compile the forward pass only and do this outside";
  if (what.by.name == "torch.Tensor.backward" || what.by.name == "torch.autograd.grad")
    return outside +
           "; or set `torch._dynamo.config.trace_autograd_ops = True` (torch 2.11 or newer), and "
           "return only detached tensors";
  return outside + "; gradients inside the graph can come from `torch.func.grad`";
}

lint::Finding Word(const infer::Observation& observation, const Autograd& what) {
  const bool sets = what.form == Autograd::Form::SetRequiresGrad;
  return Report(observation,
                (sets ? "setting `requires_grad`" : "call to " + Name(what.by, "autograd")) +
                    " in compiled code",
                "drives autograd, which is not traced", Help(what));
}

}  // namespace

extern constinit const lint::Rule kRule = {
    .code = "GM305",
    .name = "autograd-in-graph",
    .summary = "compiled code drives autograd in a way that is not traced",
    .breaks = kBreaks,
    .precision = lint::Precision::High,
    .on = lint::kOn<Autograd>,
    .check = lint::Check<Autograd, Word>,
};

}  // namespace graphmend::rules::autograd_in_graph
