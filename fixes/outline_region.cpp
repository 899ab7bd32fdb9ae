// A loop that breaks the graph, as one operator of it:
//
//                                             @graphmend.outline.region("out")
//                                             def _outlined_Experts_forward(self, mask, out, x):
//                                                 for expert in mask.nonzero():
//                                                     rows = torch.where(mask[expert])
//     out = torch.zeros_like(x)                       out.index_add_(0, rows, self.up(x[rows]))
//     for expert in mask.nonzero():               return out
//         rows = torch.where(mask[expert])
//         out.index_add_(0, rows, …)          out = torch.zeros_like(x)
//                                             out = _outlined_Experts_forward(self, mask, out, x)
//
// A function of the module, not a method: a class that is derived from this one, in whatever file,
// could have a method of the same name.
//
// Only where it is asked for (`Options::outline`): the graph goes on behind it, and the code in it
// stays uncompiled. python/graphmend/outline.py says what the operator does.
//
// What is moved are the fewest statements around the finding whose results are tensors that they
// change in place, together with those before them that break the graph and hand them something.

#include "fix/declaration.h"
#include "fix/module_scope.h"
#include "fix/region.h"
#include "fix/renderer.h"
#include "fix/rewriter.h"
#include "fix/variables.h"

namespace graphmend::fix::outline_region {
namespace {

using syntax::ExprId;
using syntax::StmtId;

constexpr std::size_t kMostStatements = 16;

class Outliner {
 public:
  explicit Outliner(const Finding& finding)
      : finding_(finding),
        function_(finding.tree()[finding.function]),
        terms_(finding),
        assigned_(AssignedIn(finding)),
        variables_(finding, finding.function),
        rewriter_(finding) {}

  std::optional<Proposal> Run() {
    if (!HasPlace()) return std::nullopt;
    std::optional<std::string> why;
    for (StmtId stmt = finding_.stmt; stmt; stmt = finding_.parents.Parent(stmt)) {
      const BlockPosition position = finding_.parents.PositionOf(stmt);
      if (Grow({position.block, position.index, position.index})) {
        while (TakeWhatBreaksBefore()) {
        }
        return Write();
      }
      why = last_.why;  // of the widest run
    }
    return Declined{"it cannot be outlined: " + why.value_or("")};
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
    return DerivesFrom(finding_, function_.cls, {"torch.nn.Module"});
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
      auto found = RegionOf(finding_, terms_, assigned_, run);
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
    const std::string changed = Joined(Names(region_.changed));
    std::vector<std::string> arguments = Names(region_.reads);
    if (function_.cls) arguments.insert(arguments.begin(), function_.params[0].name.str());
    rewriter_.InsertAt(place, "@" + rewriter_.Import("graphmend.outline") + ".region(\"" + changed +
                                  "\")\n" + CallText("def " + name, arguments, 1) + ":\n" +
                                  Moved(inner) + "\n" + inner + "return " + changed + "\n\n\n");
    const std::string indentation = rewriter_.Indentation(first);
    rewriter_.Replace(
        run_.span(finding_.tree()),
        Indented(CallText(changed + " = " + name, arguments, indentation.size()), indentation));
    diag::Fix fix = rewriter_.Finish("run it uncompiled, as one operator of the graph",
                                     diag::Applicability::Unsafe, Difference());
    fix.asked_for = true;
    return fix;
  }

  std::string Difference() const {
    std::string text =
        "the code in it is not compiled; for gradients it runs once more in the backward pass, "
        "with the state that the module then has, and their sums may be rounded differently; its "
        "results require gradients wherever what it reads does; what a call does not use gets a "
        "zero gradient where it had none, and what it reads must not be changed in place later";
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
  const syntax::Function& function_;
  Terms terms_;
  const Assigned assigned_;
  Variables variables_;
  Rewriter rewriter_;
  fix::Run run_;
  Region region_;
  NoRegion last_;
};

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.options.outline || !finding.function || finding.Text(finding.stmt).empty())
    return std::nullopt;
  return Outliner(finding).Run();
}

constexpr infer::ObservationKind kAnswers[] = {
    infer::ObservationKind::DynamicShape,  infer::ObservationKind::BooleanMask,
    infer::ObservationKind::LoopOn,        infer::ObservationKind::BranchOn,
    infer::ObservationKind::HostRead,      infer::ObservationKind::TensorAsInt,
    infer::ObservationKind::DataPredicate, infer::ObservationKind::TruthInCall,
    infer::ObservationKind::AssertOn};
constexpr std::string_view kBefore[] = {"visit_all", "count_selected", "capture_number"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "run a loop uncompiled, as one operator of the graph",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .last_resort = true,
    .on_request = true,
    .propose = Propose,
};

}  // namespace graphmend::fix::outline_region
