// What compiles where source does not tell what is called: `block.compile(fullgraph=True)` of most
// likely a module, which is named as an entry that was not followed; and callbacks.
#include <algorithm>

#include "infer/unit.h"

namespace graphmend::infer {
namespace {

// Whether all arguments are options of torch.compile, by name. Without any there is nothing to
// tell it from other methods that are called so.
bool AreCompileOptions(Unit& unit, const Arguments& args) {
  const Ref compile = unit.definitions.StubValue("torch", "compile");
  const auto* function = compile.value ? unit.values.If<values::Function>(compile) : nullptr;
  if (!function || args.empty()) return false;
  const CallableInfo& info = unit.Info(function->id);
  const auto& params = info.file->tree()[info.function].params;
  return std::all_of(args.begin(), args.end(), [&](const CallArgument& a) {
    return a.kind == syntax::ArgKind::Keyword &&
           std::any_of(params.begin(), params.end(),
                       [&](const syntax::Param& p) { return p.name == a.name; });
  });
}

// `timed(lambda: torch.compile(f)(x))`: a callback without parameters that names something that
// compiles is taken to be called.
void CallWhatCompiles(Unit& unit, const Arguments& args, const Site& site) {
  for (const CallArgument& a : args) {
    const auto* function = a.value.value ? unit.values.If<values::Function>(a.value) : nullptr;
    if (!function || unit.Info(function->id).is_stub) continue;
    const CallableInfo& info = unit.Info(function->id);
    const syntax::Function& node = info.file->tree()[info.function];
    if (!node.params.empty()) continue;
    const std::string_view text = info.file->source().Text(node.span);
    if (text.find("compile") != std::string_view::npos) unit.calls.Call(a.value, {}, site);
  }
}

}  // namespace

void Entries::CompileUnseen(const Arguments& args, const Site& site) {
  if (unit_.CurrentMode(site).compiled || !site.file || !site.expr) return;
  CallWhatCompiles(unit_, args, site);
  const syntax::Tree& tree = site.file->tree();
  const auto* call = std::get_if<syntax::Call>(&tree[site.expr].node);
  const auto* method = call ? std::get_if<syntax::Attribute>(&tree[call->callee].node) : nullptr;
  if (!method || method->name != "compile" || !AreCompileOptions(unit_, args)) return;
  CompileCall compile;
  compile.how = {CompiledBy::Source, unit_.recorder.SourceText(site, 80)};
  compile.in_place = true;
  CompileEntry(unit_.UnknownRef(Why::UnknownCallee), site, std::move(compile));
}

}  // namespace graphmend::infer
