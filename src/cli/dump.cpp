// `graphmend dump`: what a stage makes of a file, by the printers that tests compare with.
#include <algorithm>
#include <filesystem>

#include "base/path.h"
#include "base/visible.h"
#include "cli/commands.h"
#include "cli/dump_models.h"
#include "flow/graph.h"
#include "lint/steps.h"
#include "project/session.h"
#include "report/frame.h"
#include "report/text.h"
#include "syntax/parse.h"

namespace graphmend::cli {
namespace {

struct Target {
  std::string path;
  std::string function;  // empty: the whole file
};

// "model.py:Model.forward"; a colon that belongs to the name of the file stays with it.
Target Split(const std::string& operand) {
  std::error_code error;
  std::size_t colon = operand.rfind(':');
  if (colon == std::string::npos || std::filesystem::exists(base::ToPath(operand), error))
    return {operand, ""};
  return {operand.substr(0, colon), operand.substr(colon + 1)};
}

// "Model.forward", "outer.inner": as a user would name a function of the file.
std::string QualifiedName(const syntax::Tree& tree, syntax::FunctionId function) {
  std::string name = tree[function].name.str();
  syntax::FunctionId parent = tree[function].parent;
  syntax::ClassId cls = tree[function].cls;
  while (parent || cls) {
    if (cls) {
      name = tree[cls].name.str() + "." + name;
      parent = tree[cls].function;
      cls = tree[cls].cls;
    } else {
      name = tree[parent].name.str() + "." + name;
      cls = tree[parent].cls;
      parent = tree[parent].parent;
    }
  }
  return name;
}

bool Means(const std::string& asked, const std::string& qualified) {
  return asked.empty() || qualified == asked || qualified.ends_with("." + asked);
}

// The functions that are meant; all where none is named.
std::vector<syntax::FunctionId> FunctionsOf(const syntax::Tree& tree, const std::string& asked) {
  std::vector<syntax::FunctionId> functions;
  for (std::uint32_t i = 0; i < tree.functions.size(); ++i) {
    syntax::FunctionId id(i);
    if (Means(asked, QualifiedName(tree, id))) functions.push_back(id);
  }
  return functions;
}

std::string FlowText(const names::ParsedFile& file, const std::string& asked, Format format) {
  auto print = [&](const std::string& name, const flow::Graph& graph) {
    if (format == Format::Mermaid)
      return "%% " + name + "\n" + flow::PrintMermaid(graph, file.tree()) + "\n";
    return name + ":\n" + flow::Print(graph, file.tree()) + "\n";
  };
  std::string text;
  if (asked.empty()) text += print("<module>", file.Module());
  for (syntax::FunctionId function : FunctionsOf(file.tree(), asked))
    text += print(QualifiedName(file.tree(), function), file.Function(function));
  return text;
}

std::string FactsOfLines(const infer::Analysis& analysis, const names::ParsedFile& file,
                         std::uint32_t first, std::uint32_t last) {
  std::string text;
  for (std::uint32_t line = first; line <= last; ++line) {
    for (const infer::RevealedValue& fact : analysis.Reveal(file.id(), line)) {
      text += report::Place(fact.location) + ": " +
              base::OneLine(file.source().Text(fact.location.span)) + " = " + fact.value;
      if (!fact.because.empty()) text += "  (" + lint::InOneLine(fact.because) + ")";
      text += "\n";
    }
  }
  return text;
}

std::string FactsText(const infer::Analysis& analysis, const names::ParsedFile& file,
                      const std::string& asked) {
  const source::SourceFile& source = file.source();
  if (asked.empty()) return FactsOfLines(analysis, file, 1, source.LineCount());
  std::string text;
  for (syntax::FunctionId function : FunctionsOf(file.tree(), asked)) {
    source::Span span = file.tree()[function].span;
    text += FactsOfLines(analysis, file, source.LineOf(span.begin), source.LineOf(span.end));
  }
  return text;
}

// The yardstick for speed: parses every file as the syntax stage's parser does, and drops it.
int ParseOnly(const Invocation& invocation, const project::Session& session) {
  std::vector<names::FileId> files = session.program().SelectedFiles();
  std::vector<std::size_t> nodes(files.size());
  session.pool().Run(files.size(), [&](std::size_t i) {
    const names::FileInfo& info = session.program().Info(files[i]);
    if (auto file = source::Load(info.path, info.shown_path))
      nodes[i] = syntax::Parse(*file, session.program().interner())->exprs.size();
  });
  std::size_t total = 0;
  for (std::size_t count : nodes) total += count;
  return Deliver(invocation,
                 lint::Count(files.size(), "file", "files") + ", " +
                     lint::Count(total, "node", "nodes") + "\n",
                 0);
}

std::string StageText(const Invocation& invocation, project::Session& session,
                      const names::ParsedFile& file, const std::string& function) {
  switch (invocation.stage) {
    case Stage::Syntax: return syntax::Print(file.tree(), file.source());
    case Stage::Names: return names::Print(file.index(), file.tree());
    case Stage::Flow: return FlowText(file, function, invocation.format);
    case Stage::Models: return ModelsText(session.program(), file);
    case Stage::Facts: return FactsText(*session.analysis(), file, function);
    case Stage::ParseOnly: break;
  }
  return {};
}

// The one file that is meant: on disk, or, for the models, an embedded stub by its module's name.
const names::ParsedFile* FindTarget(const Invocation& invocation, const project::Session& session,
                                    const Target& target) {
  if (auto file = session.FindFile(project::ShownPath(target.path)))
    return session.program().Parsed(*file);
  if (invocation.stage != Stage::Models) return nullptr;
  auto stub = session.program().ResolveModule(target.path);
  return stub ? session.program().Parsed(*stub) : nullptr;
}

bool HasFunction(const names::ParsedFile& file, const std::string& asked) {
  return asked.empty() || !FunctionsOf(file.tree(), asked).empty();
}

int DumpFile(const Invocation& invocation, const std::string& operand) {
  Target target = Split(operand);
  std::error_code error;
  bool on_disk = std::filesystem::is_regular_file(base::ToPath(target.path), error);
  std::vector<std::string> paths;
  if (on_disk || invocation.stage != Stage::Models) paths.push_back(target.path);
  project::Configuration configuration(invocation.settings);
  project::Session session(configuration, Selected(invocation, configuration, paths),
                           invocation.jobs);
  std::vector<lint::Problem> problems;
  if (invocation.stage == Stage::Facts) problems = session.Analyse().problems;
  const names::ParsedFile* file = FindTarget(invocation, session, target);
  if (invocation.stage != Stage::Facts) problems = session.TakeProblems();
  for (const lint::Problem& problem : problems) ComplainOf(invocation, problem);
  if (!file) {
    if (problems.empty())
      Fail(invocation, {target.path + " is not a file that can be shown", "dump takes one file"});
    return kTrouble;
  }
  if (!HasFunction(*file, target.function))
    return Fail(invocation, {target.path + " has no function `" + target.function + "`",
                             "name it as Class.method or outer.inner"});
  return Deliver(invocation, StageText(invocation, session, *file, target.function),
                 problems.empty() ? 0 : kTrouble);
}

}  // namespace

int RunDump(const Invocation& invocation) {
  if (invocation.stage == Stage::ParseOnly) {
    project::Configuration configuration(invocation.settings);
    project::Session session(
        configuration, Selected(invocation, configuration, invocation.operands), invocation.jobs);
    int status = ParseOnly(invocation, session);
    for (const lint::Problem& problem : session.TakeProblems()) {
      ComplainOf(invocation, problem);
      status = kTrouble;
    }
    return status;
  }
  int status = 0;
  for (const std::string& operand : invocation.operands)
    status = std::max(status, DumpFile(invocation, operand));
  return status;
}

}  // namespace graphmend::cli
