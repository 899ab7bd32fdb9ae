// `graphmend stubs`: writing, checking and measuring what stubs say of libraries.
#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/path.h"
#include "cli/commands.h"
#include "diag/json_writer.h"
#include "models/stub_function.h"
#include "project/discover.h"
#include "project/known_stubs.h"
#include "project/session.h"
#include "project/stub_context.h"
#include "project/stub_names.h"
#include "settings/resolve.h"
#include "syntax/parse.h"
#include "syntax/qualified_name.h"

namespace graphmend::cli {
namespace {

namespace fs = std::filesystem;

// A program that sees the environment and no stubs but graphmend's own.
project::Session SourceOnly(const Invocation& invocation, project::Configuration& configuration) {
  const settings::Stack& stack = configuration.ForRun();
  project::SessionSetup setup =
      project::SetupOf(stack, configuration.EnvironmentOf(stack), project::Selection());
  setup.stubs.clear();
  return project::Session(std::move(setup), invocation.jobs);
}

// The stubs at the paths, or those that the settings name.
base::Result<project::StubFiles> StubsAt(const Invocation& invocation,
                                         project::Configuration& configuration) {
  std::vector<std::string> paths = invocation.operands;
  if (paths.empty()) paths = settings::Paths(configuration.ForRun(), "stubs");
  if (paths.empty())
    return base::Error{"no stubs are named", "for example `graphmend stubs check stubs/`"};
  project::StubFiles out;
  for (const std::string& path : paths) {
    project::StubFiles more = project::ReadStubsAt(path);
    std::move(more.files.begin(), more.files.end(), std::back_inserter(out.files));
    std::move(more.problems.begin(), more.problems.end(), std::back_inserter(out.problems));
  }
  if (out.files.empty() && out.problems.empty())
    return base::Error{"no stubs were found", "stubs are files whose names end with .pyi"};
  return out;
}

int NewStub(const Invocation& invocation, project::Configuration& configuration) {
  if (invocation.operands.size() != 1)
    return Fail(invocation, {"stubs new takes one package",
                             "for example `graphmend stubs new fastlib -o graphmend.pyi`"});
  std::error_code error;
  if (!invocation.output.empty() && invocation.output != "-" &&
      fs::exists(fs::symlink_status(base::ToPath(invocation.output), error)))
    return Fail(invocation, {invocation.output + " already exists, and is left as it is",
                             "-o names the file to write"});
  const project::Session session = SourceOnly(invocation, configuration);
  const base::Result<std::string> text =
      project::SkeletonOf(invocation.operands.front(), session.program());
  if (!text) return Fail(invocation, text.error());
  return Deliver(invocation, *text, 0);
}

// "stubs/own.pyi:3:11: there is no transfer `smae`", and the hint below it.
std::string Line(const lint::Problem& problem) {
  std::string text = problem.path + ":" + std::to_string(problem.line);
  if (problem.column > 0) text += ":" + std::to_string(problem.column);
  text += ": " + problem.message + "\n";
  return problem.hint.empty() ? text : text + "  hint: " + problem.hint + "\n";
}

// What lies in the folder of an author speaks for the names in it.
models::StubSet::Says SaysOf(const project::StubFile& file) {
  const bool of_author = file.path.find("-graphmend-stubs/") != std::string::npos;
  return of_author ? models::StubSet::Says::Names : models::StubSet::Says::All;
}

int CheckStubs(const Invocation& invocation, project::Configuration& configuration) {
  const base::Result<project::StubFiles> stubs = StubsAt(invocation, configuration);
  if (!stubs) return Fail(invocation, stubs.error());
  const project::Session session = SourceOnly(invocation, configuration);
  std::vector<std::vector<lint::Problem>> found(stubs->files.size());  // in each
  models::StubSet set;
  project::AddOwnStubs(set);
  for (std::size_t i = found.size(); i-- > 0;)  // what comes first has the last word
    project::TakeStub(stubs->files[i], SaysOf(stubs->files[i]), set, found[i]);
  models::StubBindings bindings(set);
  std::string text;
  std::size_t mistakes = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const project::StubFile& file = stubs->files[i];
    std::vector<lint::Problem>& problems = found[i];
    for (lint::Problem& problem : project::NamesNotThere(file, session.program()))
      problems.push_back(std::move(problem));
    for (lint::Problem& problem : project::CheckAmongOthers(file, SaysOf(file), set, bindings))
      problems.push_back(std::move(problem));
    std::stable_sort(
        problems.begin(), problems.end(),
        [](const lint::Problem& a, const lint::Problem& b) { return a.line < b.line; });
    for (const lint::Problem& problem : problems) text += Line(problem);
    mistakes += problems.size();
  }
  text += lint::Count(mistakes, "mistake", "mistakes") + " in " +
          lint::Count(stubs->files.size(), "stub", "stubs") + "\n";
  for (const lint::Problem& problem : stubs->problems) ComplainOf(invocation, problem);
  return Deliver(invocation, text, !stubs->problems.empty() ? kTrouble : mistakes > 0 ? 1 : 0);
}

// Each @breaks row of a stub as one JSON object.
void AddRows(const project::StubFile& file, std::vector<std::string>& out) {
  base::Interner interner;
  const std::unique_ptr<syntax::Tree> tree = syntax::Parse(file.source, interner);
  for (std::uint32_t i = 0; i < tree->functions.size(); ++i) {
    const syntax::FunctionId id(i);
    const models::StubFunction stub = models::ReadStub(*tree, (*tree)[id].decorators, file.source);
    for (const models::BreakRow& row : stub.breaks) {
      diag::JsonWriter<diag::JsonLayout::Compact> json;
      json.Object([&] {
        json.Field("name", syntax::QualifiedName(*tree, id));
        json.Field("path", file.source.path());
        json.Field("line", std::uint64_t{file.source.LineOf((*tree)[id].name_span.begin)});
        json.Array("ids", row.gb_ids, [&](const std::string& gb) { json.Text(gb); });
        json.Field("since", static_cast<std::uint64_t>(row.since));
        json.Field("before", static_cast<std::uint64_t>(row.before));
        json.Field("probe", row.probe);
        json.Field("unmeasured", stub.unmeasured);
      });
      out.push_back(json.Finish());
    }
  }
}

int RecordStubs(const Invocation& invocation, project::Configuration& configuration) {
  const base::Result<project::StubFiles> stubs = StubsAt(invocation, configuration);
  if (!stubs) return Fail(invocation, stubs.error());
  bool in_trouble = false;
  for (const lint::Problem& problem : stubs->problems) {
    ComplainOf(invocation, problem);
    in_trouble = true;
  }
  std::vector<std::string> rows;
  for (const project::StubFile& file : stubs->files) {
    for (const lint::Problem& problem : project::CheckStubFile(file.source)) {
      ComplainOf(invocation, problem);
      in_trouble = true;
    }
    AddRows(file, rows);
  }
  if (in_trouble) return kTrouble;
  const std::string python = settings::Text(configuration.ForRun(), "python");
  base::Result<int> status = invocation.python_bridge->Run("record", std::move(rows), python);
  return status ? *status : Fail(invocation, status.error());
}

}  // namespace

int RunStubs(const Invocation& invocation) {
  project::Configuration configuration(invocation.settings);
  static_cast<void>(configuration.EnvironmentOf(configuration.ForRun()));
  if (auto error = configuration.error()) return Fail(invocation, *error);
  switch (invocation.stubs) {
    case StubsAction::New: return NewStub(invocation, configuration);
    case StubsAction::Check: return CheckStubs(invocation, configuration);
    case StubsAction::Record: break;
  }
  return RecordStubs(invocation, configuration);
}

}  // namespace graphmend::cli
