#include "infer/calls/callables.h"

#include <algorithm>

#include "infer/interpret/frame.h"
#include "infer/unit.h"
#include "syntax/qualified_name.h"

namespace graphmend::infer {

CallableId Callables::InternCallable(CallableInfo info) {
  std::vector<std::uint64_t> key = {info.file->id().index, info.function.index, info.cells.index,
                                    info.owner.index, info.made_inside};
  for (Ref d : info.defaults) key.push_back(d.value ? values.Canonical(d.value).index : ~0ull);
  auto [it, added] =
      callable_table_.try_emplace(std::move(key), static_cast<std::uint32_t>(callables_.size()));
  if (added) {
    info.is_stub = program.Info(info.file->id()).is_stub;
    callables_.push_back(std::move(info));
  }
  return CallableId(it->second);
}

const models::StubFunction& Callables::Stub(CallableId callable) {
  auto& slot = stubs_[callable.index];
  if (!slot) {
    const CallableInfo& info = callables_[callable.index];
    slot = std::make_unique<models::StubFunction>(models::ReadStub(
        info.file->tree(), info.file->tree()[info.function].decorators, info.file->source()));
  }
  return *slot;
}

std::string Callables::QualifiedName(CallableId callable) const {
  const CallableInfo& info = unit_.Info(callable);
  const std::string& module = program.Info(info.file->id()).module;
  return (module.empty() ? "" : module + ".") +
         syntax::QualifiedName(info.file->tree(), info.function);
}

const ParsedFile* Callables::OverlayOf(const ParsedFile& file) {
  auto [overlay, added] = overlays_.try_emplace(file.id().index);
  if (added) overlay->second = program.ResolveStub("overlay." + program.Info(file.id()).module);
  return overlay->second ? unit_.File(*overlay->second) : nullptr;
}

CallableId Callables::SpokenForBy(CallableId callable) {
  const CallableInfo& info = Info(callable);
  const syntax::Tree& tree = info.file->tree();
  const syntax::Function& function = tree[info.function];
  if (function.parent || (function.cls && tree[function.cls].cls)) return {};
  const ParsedFile* stub = OverlayOf(*info.file);
  if (!stub) return {};
  Ref found =
      unit_.definitions.GlobalValue(*stub, function.cls ? tree[function.cls].name : function.name);
  if (const auto* cls = found.value ? values.If<values::Class>(found) : nullptr)
    found = unit_.classes.ClassAttribute(cls->id, function.name);
  if (const auto* bound = found.value ? values.If<values::Wrapper>(found) : nullptr)
    found = bound->inner;  // of a class or static method
  const auto* stands = found.value ? values.If<values::Function>(found) : nullptr;
  return stands && Info(stands->id).file == stub ? stands->id : CallableId();
}

const std::string& Callables::StubName(CallableId callable) {
  auto [it, added] = stub_names_.try_emplace(callable.index);
  if (added) it->second = models::PublicName(QualifiedName(callable));
  return it->second;
}

// What a stub's return annotation says; evaluated once.
Ref Callables::StubReturn(CallableId callable) {
  auto cached = stub_returns_.find(callable.index);
  if (cached != stub_returns_.end()) return cached->second;
  const CallableInfo& info = unit_.Info(callable);
  const syntax::ExprId returns = info.file->tree()[info.function].returns;
  if (!returns) return unit_.OfLibrary(Why::StubSilent);
  Ref declared =
      unit_.definitions.FromAnnotation(*info.file, info.file->index().module, {}, returns);
  return stub_returns_.emplace(callable.index, declared).first->second;
}

// Whether the file that calls, or the one that compiles, has told Dynamo to drop this call, or to
// move it behind the graph, which works for tensors, constants and text only.
bool Callables::Silenced(CallableId f, const BoundArguments& bound, const Site& site) {
  // Who calls is known once all has settled.
  if (!unit_.recorder.diagnosing() || (reordered_.empty() && ignored_.empty())) return false;
  std::vector<const ParsedFile*> files = {site.file};
  ContextId context = site.frame ? site.frame->context() : ContextId();
  while (context && unit_.Info(context).caller.context)
    context = unit_.Info(context).caller.context;
  if (context) files.push_back(unit_.Info(context).caller.file);
  auto told = [&](const auto& set) {
    return std::any_of(files.begin(), files.end(),
                       [&](const ParsedFile* file) { return set.contains({file, f.index}); });
  };
  if (told(ignored_)) return true;
  if (!told(reordered_)) return false;
  auto plain = [&](Ref r) {
    const auto* g = values.If<values::Guarded>(r);
    return values.If<values::Tensor>(r) || values.If<values::Constant>(r) ||
           (g && g->type == values::PyType::Str);
  };
  for (std::size_t i = 0; i < bound.values.size(); ++i) {
    if (!bound.given[i] || !bound.values[i].value) continue;
    auto items = values.If<values::Tensor>(bound.values[i])
                     ? std::nullopt
                     : unit_.operations.ExactElements(bound.values[i]);
    if (items ? !std::all_of(items->begin(), items->end(), plain) : !plain(bound.values[i]))
      return false;
  }
  return true;
}

void Callables::StandsFor(CallableId wrapper, Ref wrapped) {
  auto [known, added] = wrapped_.try_emplace(wrapper.index, wrapped);
  if (!added) known->second = values.Join(known->second, wrapped);
}

Ref Callables::WrappedBy(CallableId wrapper) const {
  const auto known = wrapped_.find(wrapper.index);
  return known == wrapped_.end() ? Ref{} : known->second;
}

}  // namespace graphmend::infer
