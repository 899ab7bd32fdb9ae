#include "outliner.h"

#include "fix/module_scope.h"
#include "fix/operands.h"
#include "fix/renderer.h"
#include "fix/rewriter.h"
#include "fix/variables.h"

namespace graphmend::fix {
namespace {

using syntax::ExprId;
using syntax::StmtId;

constexpr std::size_t kMostStatements = 16;

class Outliner {
 public:
  Outliner(const Finding& finding, Results results)
      : finding_(finding),
        results_(results),
        function_(finding.tree()[finding.function]),
        terms_(finding),
        variables_(finding, finding.function),
        rewriter_(finding) {}

  std::optional<Proposal> Run() {
    if (!HasPlace()) return std::nullopt;
    if (!Find()) return Declined{"it cannot be outlined: " + last_.why};
    // Of an object of another class the operator cannot tell what it holds.
    if (region_.reads_self && !IsModuleClass(finding_, function_.cls))
      return Declined{"it cannot be outlined: `" + function_.params[0].name.str() +
                      "` is not known to be a module"};
    return Write();
  }

 private:
  // A function at the top of the module, or a method of a module's class there, that is not one of
  // the kinds in which code of another function is not the same.
  bool HasPlace() const {
    if (function_.lambda_body || function_.parent || function_.is_async || function_.is_generator)
      return false;
    if (!function_.cls) return true;
    const syntax::Class& cls = finding_.tree()[function_.cls];
    if (cls.cls || cls.function || function_.params.empty()) return false;
    for (ExprId decorator : function_.decorators)
      if (const std::string name = ImportedName(finding_, decorator);
          name == "builtins.staticmethod" || name == "builtins.classmethod")
        return false;
    return true;
  }

  // The innermost run around the finding that is a region, and with it the branches and loops
  // around it that break the graph themselves; else why the widest one is none.
  bool Find() {
    bool found = false;
    for (StmtId stmt = finding_.stmt; stmt; stmt = finding_.parents.Parent(stmt)) {
      if (found && !BreaksAtHead(stmt)) continue;
      const BlockPosition position = finding_.parents.PositionOf(stmt);
      if (!Grow({position.block, position.index, position.index})) continue;
      while (TakeWhatBreaksBefore()) {
      }
      found = true;
    }
    return found;
  }

  bool BreaksAtHead(StmtId stmt) const {
    bool breaks = false;
    ForEachExpression(finding_.tree(), stmt, [&](ExprId part) {
      breaks = breaks || finding_.Breaks(finding_.tree()[part].span);
    });
    return breaks;
  }

  // Whether there is a blank line above: imports that are added go before it.
  bool StandsFree(std::uint32_t place) const {
    const source::SourceFile& source = finding_.file.source();
    const std::uint32_t line = source.LineOf(place);
    return line > 1 &&
           source.Line(line - 1).find_first_not_of(" \t\f\r\n") == std::string_view::npos;
  }

  // Statements at both ends until the run is a region; whether it came to be one.
  bool Grow(fix::Run run) {
    while (run.last - run.first < kMostStatements) {
      auto found = RegionOf(finding_, terms_, run, results_);
      if (auto* region = std::get_if<Region>(&found)) {
        run_ = run;
        region_ = std::move(*region);
        return true;
      }
      last_ = std::get<NoRegion>(std::move(found));
      if (last_.mend == NoRegion::Mend::Behind && run.last + 1 < run.block.size()) ++run.last;
      else if (last_.mend == NoRegion::Mend::Before && run.first > 0) --run.first;
      else return false;
    }
    return false;
  }

  // A statement before the region that gives it something and breaks the graph: it goes along, if
  // there is a region with it.
  bool TakeWhatBreaksBefore() {
    const source::Span span = run_.span(finding_.tree());
    std::size_t first = run_.first;
    for (flow::Slot slot : region_.reads)
      for (const flow::Inst* definition : terms_.flow().Before(span, slot))
        if (definition && !Dataflow::IsMerge(definition))
          for (std::size_t i = 0; i < first; ++i)
            if (const source::Span stmt = finding_.tree()[run_.block[i]].span;
                stmt.begin <= definition->span.begin && definition->span.end <= stmt.end &&
                finding_.Breaks(stmt))
              first = i;
    if (first == run_.first) return false;
    return Grow({run_.block, first, run_.last});
  }

  std::optional<Proposal> Write() {
    const StmtId first = run_.block[run_.first], last = run_.block[run_.last];
    if (!rewriter_.HasOwnLines(first) || !rewriter_.HasOwnLines(last) ||
        !rewriter_.HasOwnLines(function_.body[0]))
      return Declined{"other code shares its lines"};
    const std::string inner = function_.cls ? IndentationOf(function_.span.begin)
                                            : rewriter_.Indentation(function_.body[0]);
    const StmtId top = TopOf(finding_, first);
    const std::uint32_t place = AboveComments(finding_, top);
    if (inner.empty() || rewriter_.Indentation(first).size() < inner.size() || !StandsFree(place))
      return Declined{"other code shares its lines"};
    const std::string cls =
        function_.cls ? finding_.tree()[function_.cls].name.str() + "_" : std::string();
    const std::string name = rewriter_.FreshModuleName("_outlined_" + cls + function_.name.str());
    const std::string results =
        Joined(Names(results_ == Results::Made ? region_.made : region_.changed));
    std::vector<std::string> arguments = Names(region_.reads);
    if (region_.reads_self) arguments.insert(arguments.begin(), function_.params[0].name.str());
    const std::string end = results.empty() ? "" : "\n" + inner + "return " + results;
    rewriter_.InsertAt(place, "@" + rewriter_.Import("graphmend.outline") + Kind(results) + "\n" +
                                  CallText("def " + name, arguments, 1) + ":\n" + Moved(inner) +
                                  end + "\n\n\n");
    const std::string indentation = rewriter_.Indentation(first);
    rewriter_.Replace(run_.span(finding_.tree()),
                      Indented(CallText((region_.returns   ? "return "
                                         : results.empty() ? ""
                                                           : results + " = ") +
                                            name,
                                        arguments, indentation.size()),
                               indentation));
    diag::Fix fix = rewriter_.Finish(Title(), diag::Applicability::Unsafe, Difference());
    fix.asked_for = true;
    return fix;
  }

  // What the decorator says.
  std::string Kind(const std::string& results) const {
    switch (results_) {
      case Results::Made: return ".computed";
      case Results::Changed: return ".region(\"" + results + "\")";
      case Results::Buffers: break;
    }
    if (region_.buffers.empty()) return ".saying";
    std::string names;
    for (const std::string& buffer : region_.buffers) names += (names.empty() ? "" : ", ") + buffer;
    return ".changing(\"" + names + "\")";
  }

  std::string Title() const {
    switch (results_) {
      case Results::Made: return "compute it uncompiled, as one operator of the graph";
      case Results::Changed: return "run it uncompiled, as one operator of the graph";
      case Results::Buffers: break;
    }
    return region_.buffers.empty()
               ? "decide on the messages uncompiled, in one operator of the graph"
               : "change the buffers uncompiled, by one operator of the graph";
  }

  std::string Difference() const {
    if (results_ == Results::Buffers)
      return "the code in it is not compiled, and runs in the state that the module then has; what "
             "it draws and says may change places with what the graph draws and says, and names "
             "the function that it becomes; where it raises, what the call has changed before is "
             "not "
             "kept; what was computed of its buffers before keeps the gradients of their old "
             "values, and raises no error for the change; an attribute of an attribute or a global "
             "that it "
             "reads is not looked at again";
    std::string text =
        "the code in it is not compiled; for gradients it runs once more in the backward pass, "
        "with the state that the module then has, and their sums may be rounded differently; its "
        "results require gradients wherever what it reads does; what a call does not use gets a "
        "zero gradient where it had none, and what it reads must not be changed in place later; a "
        "warning that torch gives in it may show once more in the backward pass";
    if (results_ == Results::Made)
      text +=
          "; where what it gives has a shape that depends on data, the graph breaks as before; its "
          "results are contiguous, and copies where they may share memory with what it was given "
          "or "
          "with another result; where it raises, what the call has changed before is not kept; an "
          "attribute of an attribute or a global that it reads is not looked at again";
    if (region_.several)
      text += "; a result whose gradient is zero everywhere counts as one that is not used";
    if (region_.says)
      text += "; its messages name the function that it becomes, and may change places with others";
    if (region_.unknown.empty()) return text;
    std::string names;
    for (const std::string& callee : region_.unknown)
      names += (names.empty() ? "`" : ", `") + callee + "`";
    return text + "; the side effects of " + names + " are not known, and happen then, too";
  }

  // The lines of the run, as the body of a function with this indentation.
  std::string Moved(const std::string& inner) const {
    const source::SourceFile& source = finding_.file.source();
    const source::Span span = run_.span(finding_.tree());
    const std::size_t less = rewriter_.Indentation(run_.block[run_.first]).size() - inner.size();
    return Dedented(finding_, {source.LineStart(source.LineOf(span.begin)), span.end}, less);
  }

  std::vector<std::string> Names(const std::vector<flow::Slot>& slots) const {
    std::vector<std::string> names;
    for (flow::Slot slot : slots) names.push_back(variables_.Name(slot));
    return names;
  }

  static std::string Joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
  }

  // The lines behind the first one.
  static std::string Indented(std::string_view lines, const std::string& indentation) {
    std::string text;
    for (char c : lines) text += c == '\n' ? c + indentation : std::string(1, c);
    return text;
  }

  std::string IndentationOf(std::uint32_t offset) const {
    const source::SourceFile& source = finding_.file.source();
    const std::string_view line = source.Line(source.LineOf(offset));
    return std::string(line.substr(0, line.find_first_not_of(" \t\f")));
  }

  const Finding& finding_;
  const Results results_;
  const syntax::Function& function_;
  Terms terms_;
  Variables variables_;
  Rewriter rewriter_;
  fix::Run run_;
  Region region_;
  NoRegion last_;
};

}  // namespace

std::optional<Proposal> Outline(const Finding& finding, Results results) {
  if (!finding.options.outline || !finding.function || finding.Text(finding.stmt).empty())
    return std::nullopt;
  return Outliner(finding, results).Run();
}

}  // namespace graphmend::fix
