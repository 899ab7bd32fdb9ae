#include "infer/analyze.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "infer/entries/framework_names.h"
#include "infer/entries/lead.h"
#include "infer/entries/seen.h"
#include "infer/unit.h"

namespace graphmend::infer {
namespace {

// What results say of the units that follow.
struct Followed {
  bool into_module = false;
  std::set<std::string> files = {};
  friend bool operator==(const Followed&, const Followed&) = default;
};

}  // namespace

struct Analysis::State {
  State(const names::Program& all, Options given) : program(all), options(std::move(given)) {}

  const names::Program& program;
  Options options;
  const std::vector<FrameworkName> frameworks = FrameworkNames(program);
  struct FileTask {
    names::FileId file;
    bool run_explicit = false;
    bool run_modules = false;
    std::vector<std::string> named = {};  // of Options::entry_points, without the module
    bool run_functions = false;
  };
  struct UnitInfo {
    std::vector<FileTask> tasks = {};
    std::vector<names::FileId> files = {};
    Group group = Group::Explicit;
  };
  std::vector<UnitInfo> units;
  std::unordered_map<names::FileId, Seen> seen;  // of the files that were asked for
  std::vector<FileTask> assumed;                 // those that `followed` divides
  std::optional<Followed> followed;
  std::unordered_map<names::FileId, std::size_t> last_unit;  // that a file is in
  std::unordered_set<names::FileId> left_out_files;          // what is assumed in them
  std::unordered_map<names::FileId, std::vector<std::string>> named;
  std::vector<std::string> unknown_entry_points;

  void FindEntryPoints();
  Seen Look(names::FileId file) const;
  FileTask TaskOf(names::FileId file) const;
  void AddTask(FileTask task, std::size_t bytes, Group group = Group::Explicit);
  void ReadAhead(const ParallelFor& parallel_for) const;
  std::size_t unit_bytes = 0, unit_limit = 0;

  static void Run(Unit& unit, const FileTask& task);
  UnitResult AnalyzeWhole(const UnitInfo& info, const Stop& stop) const;
  UnitResult AnalyzeApart(const UnitInfo& info, const Stop& stop) const;
  void LetGo(std::size_t index, const UnitResult& result) const;
};

namespace {
// Stubs that nearly every unit needs, the longest first.
constexpr std::string_view kCommonStubs[] = {
    "torch._functions", "torch.nn", "builtins", "torch._tensor", "torch.nn.functional", "torch"};
constexpr std::size_t kWorthReadingAhead = 1 << 17;

// Large enough that shared code is not analysed for each file, small enough that eight threads have
// work, also where the tree is small, and that little is analysed again where a file changes. Units
// of 1 MB took a tenth less on transformers, and four times as long on a tree of 130 libraries,
// where much that has nothing to do with each other came together in one.
constexpr std::size_t kMostUnitBytes = 1 << 17, kLeastUnitBytes = 1 << 16, kUnits = 8;
}  // namespace

// Where there are few units, all would wait for the one that comes to a stub first.
void Analysis::State::ReadAhead(const ParallelFor& parallel_for) const {
  parallel_for(std::size(kCommonStubs), [&](std::size_t i) {
    if (auto file = program.ResolveModule(kCommonStubs[i])) program.Parsed(*file);
  });
}

void Analysis::State::AddTask(FileTask task, std::size_t bytes, Group group) {
  if (units.empty() || units.back().group != group || unit_bytes + bytes > unit_limit) {
    units.emplace_back().group = group;
    unit_bytes = 0;
  }
  unit_bytes += bytes;
  last_unit[task.file] = units.size() - 1;
  units.back().files.push_back(task.file);
  units.back().tasks.push_back(task);
}

void Analysis::State::Run(Unit& unit, const FileTask& task) {
  const names::ParsedFile* file = unit.File(task.file);
  if (!file) return;
  unit.StartFile();
  for (const std::string& name : task.named) unit.entries.CompileNamed(*file, name);
  if (task.run_explicit) unit.entries.RunExplicit(*file);
  if (task.run_explicit || !task.named.empty()) unit.entries.FinishEntries();
  if (task.run_modules) unit.entries.RunModules(*file);
  if (task.run_functions) unit.entries.RunFunctions(*file);
  unit.FinishFile(task.file);
}

Analysis::Analysis(const names::Program& program, Options options)
    : state_(new State(program, std::move(options))) {}
Analysis::~Analysis() = default;

// Each name goes to the file of the longest module that begins it and has the rest.
void Analysis::State::FindEntryPoints() {
  for (const std::string& entry : options.entry_points) {
    std::string dotted = entry;
    std::size_t colon = dotted.find(':');
    if (colon != std::string::npos) dotted[colon] = '.';
    bool found = false;
    for (std::size_t dot = dotted.rfind('.'); dot != std::string::npos && dot > 0 && !found;
         dot = dotted.rfind('.', dot - 1)) {
      if (colon != std::string::npos && dot != colon) continue;
      std::optional<names::FileId> file = program.ResolveModule(dotted.substr(0, dot));
      const names::ParsedFile* parsed = file ? program.Parsed(*file) : nullptr;
      if (!parsed || program.Info(*file).is_stub) continue;
      Unit unit(program, options);
      found = unit.entries.CompileNamed(*parsed, dotted.substr(dot + 1));
      if (found) named[*file].push_back(dotted.substr(dot + 1));
    }
    if (!found) unknown_entry_points.push_back(entry);
  }
}

std::vector<std::string> Analysis::UnknownEntryPoints() const {
  return state_->unknown_entry_points;
}

Seen Analysis::State::Look(names::FileId file) const {
  return SeenIn(program.Bytes(file), frameworks, options.assume);
}

bool Analysis::IsStillDivided(const std::vector<names::FileId>& replaced) const {
  return state_->options.entry_points.empty() &&
         std::all_of(replaced.begin(), replaced.end(), [&](names::FileId file) {
           const auto seen = state_->seen.find(file);
           return seen != state_->seen.end() && seen->second == state_->Look(file);
         });
}

void Analysis::Discover(const ParallelFor& parallel_for) {
  const names::Program& program = state_->program;
  state_->FindEntryPoints();
  std::vector<names::FileId> files = program.SelectedFiles();
  std::vector<Seen> seen(files.size());
  const AssumeCompiled assume = state_->options.assume;
  parallel_for(files.size(), [&](std::size_t i) {
    seen[i] = state_->Look(files[i]);
    if (!seen[i].may_compile && !seen[i].may_hold) program.Forget(files[i]);
  });
  std::size_t all_bytes = 0;
  for (std::size_t i = 0; i < files.size(); ++i) {
    state_->seen.emplace(files[i], seen[i]);
    if (seen[i].may_compile || seen[i].may_hold) all_bytes += program.Bytes(files[i]).size();
  }
  if (all_bytes > kWorthReadingAhead) state_->ReadAhead(parallel_for);
  state_->unit_limit = std::clamp(all_bytes / kUnits, kLeastUnitBytes, kMostUnitBytes);
  // Whether what is assumed counts is known only once what is compiled was followed: by itself.
  const bool apart = assume == AssumeCompiled::Auto;
  for (std::size_t i = 0; i < files.size(); ++i) {
    auto named = state_->named.extract(files[i]);
    const bool modules = seen[i].may_hold && !apart;
    if (seen[i].may_compile || modules || named)
      state_->AddTask({files[i], seen[i].may_compile, modules,
                       named ? std::move(named.mapped()) : std::vector<std::string>(),
                       modules && assume == AssumeCompiled::Public},
                      program.Bytes(files[i]).size());
  }
  // Files that were not asked for, but that hold an entry point.
  std::vector<std::pair<std::string_view, names::FileId>> others;
  for (const auto& [file, names] : state_->named) others.push_back({program.Info(file).path, file});
  std::sort(others.begin(), others.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [path, file] : others)
    state_->AddTask({file, false, false, std::move(state_->named[file])},
                    program.Bytes(file).size());
  for (std::size_t i = 0; i < files.size(); ++i)
    if (seen[i].may_hold && apart)
      state_->AddTask({files[i], false, true}, program.Bytes(files[i]).size(), Group::Assumed);
}

std::size_t Analysis::UnitCount() const { return state_->units.size(); }
const std::vector<names::FileId>& Analysis::UnitFiles(std::size_t unit) const {
  return state_->units[unit].files;
}

UnitResult Analysis::State::AnalyzeWhole(const UnitInfo& info, const Stop& stop) const {
  Options own = options;
  if (info.group == Group::LeftOut) own.trace = nullptr;
  Unit unit(program, own);
  unit.budget.StopWhen(stop);
  for (const FileTask& task : info.tasks) Run(unit, task);
  std::vector<const names::ParsedFile*> files;
  for (const FileTask& task : info.tasks)
    if (const names::ParsedFile* file = unit.File(task.file)) files.push_back(file);
  Lead lead;
  if (info.group == Group::Explicit) lead = LeadOf(unit, files);
  UnitResult result = unit.TakeResult();
  result.group = info.group;
  result.lead = std::move(lead);
  return result;
}

// One of the files defeats graphmend: each alone, so that the others are not lost.
UnitResult Analysis::State::AnalyzeApart(const UnitInfo& info, const Stop& stop) const {
  UnitResult all;
  all.group = info.group;
  for (const FileTask& task : info.tasks) {
    try {
      UnitResult one = AnalyzeWhole({{task}, {task.file}, info.group}, stop);
      all.lead.Add(std::move(one.lead));
      std::move(one.observations.begin(), one.observations.end(),
                std::back_inserter(all.observations));
      std::move(one.entries.begin(), one.entries.end(), std::back_inserter(all.entries));
      std::move(one.holes.begin(), one.holes.end(), std::back_inserter(all.holes));
      std::move(one.facts.begin(), one.facts.end(), std::back_inserter(all.facts));
      all.unfinished.insert(all.unfinished.end(), one.unfinished.begin(), one.unfinished.end());
      all.steps += one.steps;
      all.read.insert(all.read.end(), one.read.begin(), one.read.end());
      all.searched.insert(all.searched.end(), one.searched.begin(), one.searched.end());
    } catch (const std::exception& error) {
      all.failures.push_back({task.file, error.what()});
    }
  }
  return all;
}

// What is found in a file is looked at again, in its tree, by rules and fixes; and each file of a
// later unit is read once more in any case.
void Analysis::State::LetGo(std::size_t index, const UnitResult& result) const {
  if (options.keep_trees) return;
  auto comes_again = [&](names::FileId file) {
    auto last = last_unit.find(file);
    return last != last_unit.end() && last->second > index;
  };
  std::set<std::string_view> found;
  for (const Observation& observation : result.observations)
    if (observation.location.file) found.insert(observation.location.file->path());
  std::vector<names::FileId> rest, looked_at_again;
  for (names::FileId file : result.read)
    (comes_again(file) || found.contains(program.Info(file).shown_path) ? looked_at_again : rest)
        .push_back(file);
  program.LetGo(rest, names::ParsedFile::Part::AllButText);
  program.LetGo(looked_at_again, names::ParsedFile::Part::Graphs);
}

UnitResult Analysis::AnalyzeUnit(std::size_t index, const Stop& stop) const {
  const State::UnitInfo& info = state_->units[index];
  UnitResult result;
  try {
    result = state_->AnalyzeWhole(info, stop);
  } catch (const std::exception&) {
    result = state_->AnalyzeApart(info, stop);
  }
  state_->LetGo(index, result);
  return result;
}

std::size_t Analysis::FirstAssumedUnit() const {
  const auto first =
      std::find_if(state_->units.begin(), state_->units.end(),
                   [](const State::UnitInfo& unit) { return unit.group != Group::Explicit; });
  return static_cast<std::size_t>(first - state_->units.begin());
}

bool Analysis::Follow(const std::vector<UnitResult>& results) {
  Followed followed;
  for (const UnitResult& result : results) {
    followed.into_module |= result.lead.into_module;
    for (const source::SourceFile* file : result.lead.files) followed.files.insert(file->path());
  }
  if (state_->followed == followed) return false;
  const auto first = state_->units.begin() + static_cast<std::ptrdiff_t>(FirstAssumedUnit());
  if (!state_->followed)
    for (auto unit = first; unit != state_->units.end(); ++unit)
      state_->assumed.insert(state_->assumed.end(), unit->tasks.begin(), unit->tasks.end());
  state_->units.erase(first, state_->units.end());
  state_->unit_bytes = 0;
  state_->left_out_files.clear();
  for (Group group : {Group::Assumed, Group::LeftOut})
    for (const State::FileTask& task : state_->assumed) {
      const bool out = followed.into_module ||
                       followed.files.contains(state_->program.Info(task.file).shown_path);
      if (out != (group == Group::LeftOut)) continue;
      if (out) state_->left_out_files.insert(task.file);
      state_->AddTask(task, state_->program.Bytes(task.file).size(), group);
    }
  state_->followed = std::move(followed);
  return true;
}

Analysis::State::FileTask Analysis::State::TaskOf(names::FileId file) const {
  const Seen saw = Look(file);
  const bool left_out = (followed && followed->into_module) || left_out_files.contains(file);
  FileTask task{file, saw.may_compile, !left_out && saw.may_hold};
  task.run_functions = task.run_modules && options.assume == AssumeCompiled::Public;
  for (const UnitInfo& unit : units)
    for (const FileTask& known : unit.tasks)
      if (known.file == file && !known.named.empty()) task.named = known.named;
  return task;
}

UnitResult Analysis::AnalyzeFiles(const std::vector<names::FileId>& files, const Stop& stop) const {
  Unit unit(state_->program, state_->options);
  unit.budget.StopWhen(stop);
  for (names::FileId file : files) State::Run(unit, state_->TaskOf(file));
  return unit.TakeResult();
}

std::vector<RevealedValue> Analysis::Reveal(names::FileId file, std::uint32_t line) const {
  std::vector<KnownValue> known;
  const names::ParsedFile* parsed = state_->program.Parsed(file);
  if (!parsed || line == 0 || line > parsed->source().LineCount()) return {};
  const source::SourceFile& text = parsed->source();
  const bool last = line == text.LineCount();
  const std::size_t end = last ? text.text().size() : text.LineStart(line + 1);
  const source::Span begin{text.LineStart(line), static_cast<std::uint32_t>(end)};
  // The unit that holds the file first; others may reach it too.
  auto holds = [&](const State::UnitInfo& info) {
    return std::find(info.files.begin(), info.files.end(), file) != info.files.end();
  };
  auto look = [&](bool own) {
    for (const State::UnitInfo& info : state_->units) {
      if (holds(info) != own || info.group == Group::LeftOut) continue;
      for (const State::FileTask& task : info.tasks) {
        if (own && task.file != file) continue;
        Unit unit(state_->program, state_->options);
        unit.reveal = RevealRequest{file, begin, {}, &known};
        State::Run(unit, task);
        if (!own && !known.empty()) return;
      }
    }
  };
  look(true);
  if (known.empty()) look(false);
  std::vector<RevealedValue> shown;
  for (KnownValue& one : known) shown.push_back(std::move(one.shown));
  return shown;
}

std::vector<KnownValue> Analysis::RevealAt(const std::vector<names::FileId>& files,
                                           std::uint32_t offset, const Stop& stop) const {
  std::vector<KnownValue> out;
  Unit unit(state_->program, state_->options);
  unit.budget.StopWhen(stop);
  unit.reveal = RevealRequest{files.front(), {}, offset, &out};
  for (names::FileId file : files) State::Run(unit, state_->TaskOf(file));
  return out;
}

}  // namespace graphmend::infer
