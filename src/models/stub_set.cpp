#include "models/stub_set.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "models/merge_stubs.h"

namespace graphmend::models {
namespace {

constexpr std::string_view kOverlay = "overlay.";
constexpr std::string_view kPackage = "/__init__";

// The libraries that graphmend has stubs of without speaking for them: all but torch, NumPy and
// what comes with Python.
constexpr std::string_view kOpen[] = {"PIL",
                                      "amp_C",
                                      "einops",
                                      "flash_attn_2_cuda",
                                      "fused_layer_norm_cuda",
                                      "huggingface_hub",
                                      "lightning",
                                      "packaging",
                                      "pytorch_lightning",
                                      "regex",
                                      "scipy",
                                      "torchvision",
                                      "tqdm",
                                      "triton",
                                      "typing_extensions"};

bool IsPackage(std::string_view relative) {
  return relative == "__init__.pyi" || relative.ends_with("/__init__.pyi");
}

// As names::Program has it: such a package describes a part of its library.
bool SaysNothing(std::string_view text) {
  return text.find("def ") == std::string_view::npos &&
         text.find("class ") == std::string_view::npos &&
         text.find(" = ") == std::string_view::npos;
}

}  // namespace

std::string ModuleOf(std::string_view relative) {
  relative = relative.substr(0, relative.rfind('.'));
  if (relative.ends_with(kPackage)) relative.remove_suffix(kPackage.size());
  std::string module(relative);
  std::replace(module.begin(), module.end(), '/', '.');
  return module;
}

void StubSet::Add(std::string_view relative, std::string_view embedded) {
  std::string module = ModuleOf(relative);
  by_module_.emplace(module, stubs_.size());
  stubs_.push_back({std::string(relative), std::move(module), embedded, ""});
}

const StubSet::Stub* StubSet::Find(const std::string& module) const {
  auto found = by_module_.find(module);
  return found == by_module_.end() ? nullptr : &stubs_[found->second];
}

StubSet::Stub* StubSet::Find(const std::string& module) {
  auto found = by_module_.find(module);
  return found == by_module_.end() ? nullptr : &stubs_[found->second];
}

bool StubSet::IsOpen(std::string_view package) const {
  const bool is_ours = by_module_.contains(std::string(package));
  return !is_ours || std::find(std::begin(kOpen), std::end(kOpen), package) != std::end(kOpen);
}

bool StubSet::DefinesClass(const std::string& place, std::string_view name) {
  const Stub* stub = Find(place);
  if (!stub) return false;
  auto [known, is_new] = classes_.try_emplace(place);
  if (is_new) known->second = ClassesOf(stub->text);
  return known->second.contains(std::string(name));
}

// Whether the source of a package is never looked up.
bool StubSet::Covers(const std::string& package) const {
  const Stub* stub = Find(package);
  return stub && !(IsPackage(stub->relative) && SaysNothing(stub->text));
}

std::string StubSet::PlaceOf(const std::string& module, Says says) const {
  const std::string overlay = std::string(kOverlay) + module;
  if (module.starts_with(kOverlay)) return module;
  const std::string package = module.substr(0, module.find('.'));
  const bool is_part = package == module && Find(module) && !Covers(module);
  if (Find(module) && !is_part) return module;
  if (Find(overlay) || is_part) return overlay;
  return says == Says::All || Covers(package) ? module : overlay;
}

std::optional<std::string> StubSet::ShadowOf(std::string_view relative) const {
  std::string module = ModuleOf(relative);
  if (!module.starts_with(kOverlay)) return std::nullopt;
  module.erase(0, kOverlay.size());
  const std::string package = module.substr(0, module.find('.'));
  const bool has_stub = Find(module) && (package != module || Covers(module));
  return has_stub || Covers(package) ? std::optional(module) : std::nullopt;
}

void StubSet::Merge(std::string_view relative, std::string_view text, Says says) {
  MergeAt(PlaceOf(ModuleOf(relative), says), relative, text, 0);
}

void StubSet::MergeAt(const std::string& place, std::string_view relative, std::string_view text,
                      int depth) {
  constexpr int kDeepest = 8;  // a class is imported from where it is imported from …
  Stub* stub = Find(place);
  if (!stub) {
    const bool in_overlay = place.starts_with(kOverlay) && !relative.starts_with("overlay/");
    by_module_.emplace(place, stubs_.size());
    Stub& added = stubs_.emplace_back();
    added.relative = (in_overlay ? "overlay/" : "") + std::string(relative);
    added.module = place;
    added.own = text;
    added.text = added.own;
    return;
  }
  const bool is_overlay = place.starts_with(kOverlay);
  const std::string_view module =
      is_overlay ? std::string_view(place).substr(kOverlay.size()) : place;
  auto place_of = [&](std::string_view wanted) {
    return (is_overlay ? std::string(kOverlay) : std::string()).append(wanted);
  };
  const HasClass has_class = [&](std::string_view wanted, std::string_view name) {
    return depth < kDeepest && DefinesClass(place_of(wanted), name);
  };
  MergedStub merged = MergeStubs(stub->text, {module, IsPackage(relative), text}, has_class);
  classes_.erase(place);
  stub->own = std::move(merged.text);
  stub->text = stub->own;
  for (const MovedClasses& moved : merged.moved) {
    const std::string there = place_of(moved.module);
    MergeAt(there, Find(there)->relative, moved.text, depth + 1);
  }
}

}  // namespace graphmend::models
