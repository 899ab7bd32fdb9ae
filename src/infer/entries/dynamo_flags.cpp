// Flags that code sets are those of the file that compiles: at module level and in what that runs
// (`torch._dynamo.config.f = True`), in order, and for the length of a function by
// `torch._dynamo.config.patch`. A flag is read when the compiled code is first called, so what is
// compiled and not called in view is taken to run with what the file has set in the end. What
// `with graphmend.capture.numbers():` sets, in compiled code, holds for its body.
#include "infer/entries/dynamo_flags.h"

#include <algorithm>

#include "infer/unit.h"

namespace graphmend::infer {
namespace {

constexpr std::string_view kFlags[] = {"capture_scalar_outputs", "capture_dynamic_output_shape_ops",
                                       "allow_rnn", "trace_autograd_ops", kLibraryConfigured};
static_assert(std::size(kFlags) == kDynamoFlagBits);

void Set(DynamoFlags& flags, std::uint8_t bit, std::optional<bool> value) {
  flags.on &= ~bit;
  flags.open &= ~bit;
  if (!value) flags.open |= bit;
  else if (*value) flags.on |= bit;
}

}  // namespace

std::uint8_t DynamoFlagBit(std::string_view name) {
  for (std::size_t i = 0; i < std::size(kFlags); ++i)
    if (kFlags[i] == name) return static_cast<std::uint8_t>(1u << i);
  return 0;
}

Has FlagState::DynamoFlag(std::string_view name, const Site& site) const {
  if (std::find(options.dynamo_flags.begin(), options.dynamo_flags.end(), name) !=
      options.dynamo_flags.end())
    return Has::Certainly;
  const DynamoFlags flags = unit_.CurrentMode(site).flags;
  const std::uint8_t bit = DynamoFlagBit(name);
  return flags.on & bit ? Has::Certainly : flags.open & bit ? Has::Maybe : Has::No;
}

void FlagState::SetDynamoFlag(Symbol name, Ref value) {
  if (const std::uint8_t bit = DynamoFlagBit(name.text()))
    Set(flags_, bit, unit_.operations.KnownTruth(value));
}

void FlagState::PatchDynamoFlag(std::string_view name, Ref value) {
  if (const std::uint8_t bit = DynamoFlagBit(name))
    Set(patched_, bit, unit_.operations.KnownTruth(value));
}

void FlagState::PatchDecorated(const Site& decorator, std::string_view name, Ref value) {
  const std::uint8_t bit = DynamoFlagBit(name);
  const syntax::Tree& tree = decorator.file->tree();
  for (std::uint32_t i = 0; bit && i < tree.functions.size(); ++i) {
    const auto& decorators = tree[syntax::FunctionId(i)].decorators;
    if (std::find(decorators.begin(), decorators.end(), decorator.expr) == decorators.end())
      continue;
    Set(decorated_[{decorator.file->id().index, i}], bit, unit_.operations.KnownTruth(value));
  }
}

void FlagState::PatchWithin(const Site& context, std::string_view name, Ref value) {
  const std::uint8_t bit = DynamoFlagBit(name);
  if (!bit || !context.file || !context.expr) return;
  Set(within_[{context.file->id().index, context.expr.index}], bit,
      unit_.operations.KnownTruth(value));
}

DynamoFlags FlagState::Within(const ParsedFile& file, syntax::ExprId context) const {
  const auto found = within_.find({file.id().index, context.index});
  return found == within_.end() ? DynamoFlags{} : found->second;
}

void FlagState::Enter(const CallableInfo& function) {
  const auto found = decorated_.find({function.file->id().index, function.function.index});
  if (found != decorated_.end()) patched_ = Join(patched_, found->second);
}

DynamoFlags FlagState::FlagsNow() const { return Join(flags_, patched_); }

// Whether values and sizes that depend on data become symbols because fullgraph=True asks for one
// graph: since 2.10 (`one_graph or config.capture_…` in output_graph.py and variables/tensor.py;
// with 2.13 measured). Before, they raise.
bool FlagState::FullgraphCaptures(const Site& site) const {
  return unit_.CurrentMode(site).fullgraph && options.target >= Release{2, 10};
}

}  // namespace graphmend::infer
