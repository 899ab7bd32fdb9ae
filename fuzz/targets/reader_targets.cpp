// What else is read of a tree: settings, notebooks, baselines, ignore files and the cache.
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/utf8.h"
#include "cache/outcome.h"
#include "notebook/notebook.h"
#include "notebook/notebook_edit.h"
#include "project/baseline.h"
#include "project/check.h"
#include "project/exclusion.h"
#include "project/gitignore.h"
#include "settings/read.h"
#include "settings/resolve.h"
#include "settings/table.h"
#include "targets/target.h"
#include "targets/whole_path.h"

namespace graphmend::fuzz {
namespace {

// A program with findings of several kinds, and what is found in it.
constexpr std::string_view kSample = R"(import torch


class Model(torch.nn.Module):
    def forward(self, x, mask=None):
        if x.sum() > 0:
            print(x)
        return self.tail(x[x > 0])

    def tail(self, x):
        scale = x.max().item()
        if torch.isnan(x).any():
            raise ValueError("nan")
        return x * scale
)";

struct Sample {
  source::SourceFile file{std::string(kName), std::string(kSample)};
  std::string record;  // of all that is found
};

const Sample& SampleOutcome() {
  static const Sample sample = [] {
    Sample made;
    bool first = true;
    FixAll({kFolder + std::string(kName), std::string(kName), std::string(kSample)},
           [&](const project::Project&, const lint::Outcome& outcome) {
             if (std::exchange(first, false))
               made.record = cache::Pack(outcome, [](const source::SourceFile& file) {
                 return cache::FileName{file.path(), file.path()};
               });
           });
    return made;
  }();
  return sample;
}

std::optional<lint::Outcome> OutcomeOf(std::string_view record) {
  return cache::Unpack(record, [](const cache::FileName& name) {
    return name.shown == kName ? &SampleOutcome().file : nullptr;
  });
}

void UseSettings(const std::shared_ptr<const settings::Layer>& layer) {
  if (!layer) return;
  for (const auto& [key, item] : layer->items) {
    const settings::Setting* setting = settings::FindSetting(key);
    if (!setting) Fail("a setting that is none was taken", key);
    const std::string toml = key + " = " + settings::ToToml(setting->type, item.value);
    if (base::ToValidUtf8(toml) != toml) continue;  // a path of the command line, which TOML has not
    const auto again =
        settings::ReadToml(toml, settings::FileKind::Own, "fuzz", "/graphmend-fuzz");
    if (!again) Fail("what was taken is refused when it is written", toml);
    if ((*again)->items.at(key).value != item.value) Fail("a setting is read as another", toml);
  }
  settings::Stack stack;
  stack.Push(layer);
  static_cast<void>(settings::Rules(stack));
  static_cast<void>(settings::AnalysisOptions(stack));
  static_cast<void>(settings::FailOn(stack));
  const project::Exclusion exclusion(&stack);
  static_cast<void>(exclusion.LeavesOut("/graphmend-fuzz/a/b.py", false));
}

}  // namespace

void ReadSettings(std::string_view bytes) {
  if (bytes.size() > kMostBytes) return;
  using settings::FileKind;
  for (FileKind kind : {FileKind::Own, FileKind::Pyproject})
    if (const auto read = settings::ReadToml(bytes, kind, "fuzz", "/graphmend-fuzz"))
      UseSettings(*read);
  if (const auto read = settings::ReadAssignment(bytes, "/graphmend-fuzz")) UseSettings(*read);
}

void ReadNotebook(std::string_view bytes) {
  if (bytes.size() > kMostBytes) return;
  base::Result<notebook::Notebook> read = notebook::ReadNotebook(bytes, "model.ipynb");
  if (!read) return;
  for (const notebook::Notebook::Cell& cell : read->cells)
    if (cell.begin > cell.end || cell.end > bytes.size()) Fail("a cell lies outside", "");
  project::SelectedFile file{kFolder + std::string("model.ipynb"), "model.ipynb", read->code};
  file.notebook = std::make_shared<notebook::Notebook>(*std::move(read));
  file.bytes = std::string(bytes);
  const project::Fixing fixing =
      FixAll(std::move(file), [&](const project::Project& project, const lint::Outcome& outcome) {
        RenderAll(outcome, std::string(bytes));
        TellEditor(outcome, project);
      });
  for (const auto& [shown, fixed] : fixing.files)
    if (!notebook::ReadNotebook(fixed.after, shown)) Fail("a fixed notebook is none", fixed.after);
}

void ReadBaseline(std::string_view bytes) {
  if (bytes.size() > kMostBytes) return;
  base::Result<project::Baseline> read =
      project::Baseline::FromText("/graphmend-fuzz/baseline.json", std::string(bytes));
  if (!read) return;
  lint::Outcome outcome = OutcomeOf(SampleOutcome().record).value();
  read->Apply(outcome, {{std::string(kName)}, [](const auto&, const auto&) { return true; }});
  static_cast<void>(read->Stale());
  for (const std::string& text : {read->Pruned(), read->Updated(outcome)}) {
    const auto again = project::Baseline::FromText(read->path(), text);
    if (!again) Fail("a baseline is written that cannot be read", again.error().message);
  }
}

void ReadIgnoreFile(std::string_view bytes) {
  if (bytes.size() > kMostBytes) return;
  const std::size_t end = std::min(bytes.find('\0'), bytes.size());
  const project::IgnoreFile patterns(bytes.substr(0, end));
  for (std::size_t at = end + 1; at < bytes.size();) {
    const std::string_view path = bytes.substr(at, bytes.find('\0', at) - at);
    for (const bool is_directory : {false, true})
      static_cast<void>(patterns.Ignores(path, is_directory));
    at += path.size() + 1;
  }
}

void ReadRecord(std::string_view bytes) {
  if (bytes.size() > kMostBytes) return;
  if (const std::optional<lint::Outcome> outcome = OutcomeOf(bytes))
    RenderAll(*outcome, std::string(kSample));
}

std::string ExampleOfRecord() { return SampleOutcome().record; }

}  // namespace graphmend::fuzz
