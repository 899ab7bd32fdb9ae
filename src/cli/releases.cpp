#include "cli/releases.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "lint/gb_since.h"
#include "models/stub_function.h"
#include "rules/embedded.h"
#include "settings/release.h"
#include "syntax/parse.h"

namespace graphmend::cli {
namespace {

// The stretch of releases in which something breaks: `since` 0 and `before` past the newest are
// open ends.
using Stretch = std::tuple<int, int>;

struct Differences {
  std::map<Stretch, std::set<std::string>> calls;  // names as users write them
  bool captured = false;  // some break is none where the flags capture_… are on
};

std::string Two(int minor) { return "2." + std::to_string(minor); }

// "stubs/torch/nn/__init__.pyi": "torch.nn".
std::string ModuleOf(std::string_view path) {
  path.remove_prefix(std::string_view("stubs/").size());
  path.remove_suffix(std::string_view(".pyi").size());
  if (path.ends_with("/__init__")) path.remove_suffix(std::string_view("/__init__").size());
  std::string module(path);
  std::replace(module.begin(), module.end(), '/', '.');
  return module;
}

// A constructor goes by the name of its class.
std::string NameOf(const syntax::Tree& tree, const syntax::Function& function,
                   const std::string& module) {
  std::string name = function.name.str();
  if (function.cls && (name == "__init__" || name == "__new__")) name.clear();
  for (syntax::ClassId id = function.cls; id; id = tree[id].cls)
    name = tree[id].name.str() + (name.empty() ? "" : "." + name);
  return models::PublicName(module + "." + name);
}

void AddFile(const rules::EmbeddedFile& stub, const lint::Rule& rule, Differences& out) {
  base::Interner interner;
  source::SourceFile source(std::string(stub.path), std::string(stub.text));
  std::unique_ptr<syntax::Tree> tree = syntax::Parse(source, interner);
  std::string module = ModuleOf(stub.path);
  for (const syntax::Function& function : tree->functions) {
    if (function.decorators.empty()) continue;
    for (const models::BreakRow& row :
         models::ReadStub(*tree, function.decorators, source).breaks) {
      if (rule.on != row.kind) continue;
      out.captured |= row.unless.starts_with("capture_");
      if (row.since > 0 || row.before != models::BreakRow::kNoRelease)
        out.calls[{row.since, row.before}].insert(NameOf(*tree, function, module));
    }
  }
}

Differences Find(const lint::Rule& rule) {
  Differences found;
  for (const rules::EmbeddedFile& file : rules::EmbeddedFiles())
    if (file.path.starts_with("stubs/")) AddFile(file, rule, found);
  return found;
}

std::string Listed(const std::set<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "`" : ", `") + name + "`";
  return text;
}

std::string Line(const Stretch& stretch, const std::set<std::string>& names) {
  auto [since, before] = stretch;
  bool ended = before != models::BreakRow::kNoRelease;
  if (!ended) return "- Break only since " + Two(since) + ": " + Listed(names) + "\n";
  if (since == 0) return "- Break only before " + Two(before) + ": " + Listed(names) + "\n";
  return "- Break only from " + Two(since) + " to " + Two(before - 1) + ": " + Listed(names) + "\n";
}

// "GB0170 since 2.8; GB4841 since 2.11": by release, then by id.
std::string IdsByRelease(const lint::Rule& rule) {
  std::map<int, std::set<std::string>> by_release;
  for (const lint::GbId& id : rule.breaks)
    by_release[lint::GbSince(id.text())].insert(std::string(id.text()));
  std::string text;
  for (const auto& [minor, ids] : by_release) {
    text += text.empty() ? "" : "; ";
    bool first = true;
    for (const std::string& id : ids) text += std::exchange(first, false) ? id : ", " + id;
    text += " since " + Two(minor);
  }
  return text;
}

}  // namespace

std::string ReleaseSection(const lint::Rule& rule) {
  Differences found = Find(rule);
  std::string lines;
  for (const auto& [stretch, names] : found.calls) lines += Line(stretch, names);
  if (found.captured)
    lines +=
        "- With `fullgraph=True`, a value or size that depends on data is captured from 2.10 on, "
        "and raises before\n";
  if (!rule.breaks.empty())
    lines += "- PyTorch names these breaks by an id: " + IdsByRelease(rule) +
             "; earlier releases break without it\n";
  if (lines.empty()) return {};
  return "\n## By release of torch\n\n`--target-torch` takes " + Two(settings::kOldestMinor) +
         " to " + Two(settings::kNewestMinor) + ".\n\n" + lines;
}

std::string ReleasesOf(const std::string& gb_id) {
  int minor = lint::GbSince(gb_id);
  if (minor == 0) return {};
  return "PyTorch has reported this id since " + Two(minor) +
         ". Earlier releases may break there, too, without an id or with a different one.\n";
}

}  // namespace graphmend::cli
