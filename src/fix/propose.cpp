#include "fix/propose.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <tuple>

#include "base/check.h"
#include "fix/asked_variables.h"
#include "fix/calls.h"
#include "fix/declaration.h"
#include "fix/differences.h"
#include "fix/failures.h"
#include "fix/function_flows.h"
#include "fix/inline_helper.h"
#include "fix/input_indices.h"
#include "fix/refused.h"
#include "fix/scripted.h"
#include "lint/rule.h"

namespace graphmend::fix {
namespace {

using infer::ObservationKind;

void (*hear_answer)(const Answer&) = nullptr;

void Tell(const Fix& asked, const std::optional<Proposal>& proposal) {
  if (!hear_answer) return;
  Answer answer;
  answer.asked = asked.slug();
  const auto* fix = proposal ? std::get_if<diag::Fix>(&*proposal) : nullptr;
  if (fix) answer.offered = fix->applicability;
  answer.declined = proposal && !fix;
  hear_answer(answer);
}

// What is said of a kind of finding that no fix answers.
struct NoRewrite {
  ObservationKind kind;
  std::string_view why;
};

constexpr NoRewrite kNoRewrites[] = {
    {ObservationKind::BranchOn,
     "no rewrite of this branch is known to keep the results; `torch.where` on both results, or "
     "`torch.cond`, may work"},
    {ObservationKind::LoopOn,
     "how often the loop runs depends on data, and the graph has a fixed length"},
    {ObservationKind::AssertOn,
     "no rewrite of this test is known to fail in the same way; `torch._check` in the graph, or "
     "the test outside it, may work"},
    {ObservationKind::TruthInCall,
     "the builtin needs a Python bool; combine tensors with `|`, `&` or `torch.any`"},
    {ObservationKind::HostRead,
     "Python needs the number itself here; keep the 0-d tensor where one works as well"},
    {ObservationKind::TensorAsInt,
     "Python needs an int here, and where it comes from is not known"},
    {ObservationKind::DataPredicate,
     "the answer is a Python bool; compute it as a tensor, for example `(a == b).all()`"},
    {ObservationKind::DynamicShape,
     "the size of the result depends on data; a fixed-size masked form may work"},
    {ObservationKind::BooleanMask,
     "the size of the result depends on data; a fixed-size masked form may work"},
    {ObservationKind::Print, "no rewrite is known that keeps the message"},
    {ObservationKind::Logging, "no rewrite is known that keeps the message"},
    {ObservationKind::Warning, "no rewrite is known that keeps the message"},
    {ObservationKind::Numpy, "NumPy computations are not rewritten; use the functions of torch"},
    {ObservationKind::Random, "another generator would draw other numbers"},
    {ObservationKind::InputOutput, "a graph cannot reach the outside world; do it before or after"},
    {ObservationKind::SkippedCall, "no equivalent of this call is known that stays in the graph"},
    {ObservationKind::UnsupportedContext, "what the context manager does cannot be left out"},
    {ObservationKind::Autograd, "training steps belong outside the compiled code"},
    {ObservationKind::StateMutation,
     "the state must be kept in another way, which only its author can choose"},
    {ObservationKind::TensorText, "the text of a tensor cannot be made in a graph, and it is used"},
    {ObservationKind::ModuleCall, "the module must be replaced with one that Dynamo traces"},
    {ObservationKind::Disabled, "the break is intended"},
    {ObservationKind::Exception,
     "the exception must be made in another way, which only its author can choose"},
    {ObservationKind::ChangingAttribute,
     "the state must be kept in another way, which only its author can choose"},
    {ObservationKind::GrowingContainer,
     "the state must be kept in another way, which only its author can choose"},
    {ObservationKind::DeviceCopy, "where the tensor is needed next is not known"},
    {ObservationKind::CompileInLoop,
     "what it compiles may change with the iteration; call it once, before the loop"},
    {ObservationKind::MutatedInput,
     "callers that pass the tensor may rely on the change; return a new one"},
    {ObservationKind::UnusedCompile,
     "only its author can choose which of its callers should call the result"},
};

constexpr bool InOrder() {
  for (std::size_t i = 0; i < std::size(kNoRewrites); ++i)
    if (kNoRewrites[i].kind != static_cast<ObservationKind>(i)) return false;
  return std::size(kNoRewrites) == infer::kObservationKinds;
}
static_assert(InOrder(), "each kind has its words, in the order of observations.def");

using Key = std::tuple<const source::SourceFile*, std::uint32_t, std::uint32_t>;

Key KeyOf(const diag::Location& location) {
  return {location.file, location.span.begin, location.span.end};
}

std::int64_t SizeOf(const Proposal& proposal) {
  std::size_t size = 0;
  if (const auto* fix = std::get_if<diag::Fix>(&proposal))
    for (const diag::Edit& edit : fix->edits) size += edit.text.size();
  return static_cast<std::int64_t>(size);
}

// What fixes give other values, take away or add is seen where all variables are asked for.
void StateWhatIsSeen(std::span<const source::Span> asked, diag::Fix& fix) {
  const bool seen = std::any_of(fix.edits.begin(), fix.edits.end(), [&](const diag::Edit& edit) {
    return std::any_of(asked.begin(), asked.end(), [&](source::Span code) {
      return code.begin <= edit.span.begin && edit.span.end <= code.end;
    });
  });
  if (!seen) return;
  if (fix.applicability == diag::Applicability::Safe)
    fix.applicability = diag::Applicability::Unsafe;
  AddDifference(fix.difference,
                "what asks for all variables of the function, as `locals()` does, may see others");
}

// A graph that breaks in a `try` leaves the whole function to Python. Without the break it is
// compiled, and what tracing finds is raised past the handlers (torch 2.13, measured).
void StateWhatTracingFinds(const Finding& finding, diag::Fix& fix) {
  if (!infer::IsBreak(finding.kind)) return;
  // A `with` whose head the fix rewrites is not around what it leaves.
  syntax::StmtId stmt = finding.stmt;
  for (syntax::StmtId outer = stmt; outer; outer = finding.parents.Parent(outer)) {
    const auto* with = finding.If<syntax::With>(outer);
    if (!with || with->body.empty()) continue;
    const std::uint32_t begin = finding.tree()[outer].span.begin;
    const std::uint32_t body = finding.tree()[with->body[0]].span.begin;
    if (std::any_of(fix.edits.begin(), fix.edits.end(), [&](const diag::Edit& edit) {
          return edit.span.begin < body && begin < edit.span.end;
        }))
      stmt = outer;
  }
  const bool caught = StandsInHandler(finding, stmt) ||
                      (finding.function && Calls(finding).IsCaught(finding.function));
  if (!caught) return;
  if (fix.applicability == diag::Applicability::Safe)
    fix.applicability = diag::Applicability::Unsafe;
  AddDifference(fix.difference,
                "an error found while the code around it is compiled is raised past the `try`");
}

bool Keeps(Promise promise, diag::Applicability made) {
  return promise == Promise::Either ||
         (promise == Promise::Safe) == (made == diag::Applicability::Safe);
}

class Proposer {
 public:
  Proposer(const names::Program& program, const infer::Facts& facts, const Options& options,
           const std::vector<diag::Diagnostic>& diagnostics)
      : facts_(facts), options_(options), flows_(program, diagnostics) {
    for (const diag::Diagnostic& diagnostic : diagnostics)
      breaks_[diagnostic.location.file].push_back(diagnostic.location.span);
    for (names::FileId id : program.SelectedFiles())
      files_.emplace(program.Info(id).shown_path, id);
  }

  void Answer(diag::Diagnostic& diagnostic, const std::set<ObservationKind>& kinds) {
    const std::optional<ObservationKind> kind = lint::Rules()[diagnostic.rule_index]->on;
    if (!kind || !kinds.contains(*kind)) return;
    Answer(diagnostic, *kind);
    if (diagnostic.fixes.empty() && diagnostic.no_fix.empty())
      diagnostic.no_fix = kNoRewrites[static_cast<std::size_t>(*kind)].why;
  }

 private:
  std::span<const source::Span> BreaksOf(const source::SourceFile* file) const {
    const auto found = breaks_.find(file);
    return found == breaks_.end() ? std::span<const source::Span>() : found->second;
  }

  void Answer(diag::Diagnostic& diagnostic, ObservationKind kind) {
    auto file = files_.find(diagnostic.location.file->path());
    if (file == files_.end()) return;
    if (begun_ != file->second) flows_.BeginFile(begun_ = file->second);
    const FileView* view = flows_.View(file->second);
    if (!view || &view->file.source() != diagnostic.location.file) return;
    const ParentMap& parents = view->parents;
    const syntax::ExprId expr = parents.ExprAt(diagnostic.location.span);
    const syntax::StmtId stmt =
        expr ? parents.Statement(expr) : parents.ClassAt(diagnostic.location.span);
    if (!stmt) return;
    const Finding finding{
        kind,         diagnostic, view->file,
        view->module, parents,    facts_,
        options_,     flows_,     BreaksOf(diagnostic.location.file),
        expr,         stmt,       expr ? parents.FunctionOf(expr) : parents.FunctionOf(stmt)};
    flows_.budget().BeginProposal();  // what is found once for the file is not counted
    if (known_of_ != file->second) {
      scripted_ = ScriptedFunctions(finding);
      asked_for_ = CodeAskedForVariables(finding);
    }
    known_of_ = file->second;
    flows_.budget().BeginProposal();
    flows_.budget().Spend(Budget::kOfCharacter * finding.tree()[stmt].span.size());
    Ask(finding, diagnostic);
  }

  // Whether one of the edits is in the source of a function that torch.jit.script reads.
  bool ChangesScripted(const Finding& finding, const diag::Fix& fix) const {
    const syntax::Tree& tree = finding.tree();
    for (std::uint32_t i = 0; i < scripted_.size(); ++i) {
      const syntax::Function& function = tree[syntax::FunctionId(i)];
      const std::uint32_t begin = function.name_span.begin;  // its decorators may change
      if (scripted_[i] && std::any_of(fix.edits.begin(), fix.edits.end(), [&](const auto& edit) {
            return edit.span.begin >= begin && edit.span.end <= function.span.end;
          }))
        return true;
    }
    return false;
  }

  // The fixes of its kind in order, until one of them mends it.
  void Ask(const Finding& finding, diag::Diagnostic& diagnostic) {
    Budget& budget = flows_.budget();
    for (const Fix* asked : FixesOf(finding.kind)) {
      std::optional<Proposal> proposal;
      if (!budget.IsExhausted()) {
        proposal = asked->Propose(finding);
        Tell(*asked, proposal);
      }
      if (proposal) budget.Spend(SizeOf(*proposal));
      if (budget.IsExhausted()) {
        flows_.ForgetTerms();
        diagnostic.no_fix = "the function is too large to tell what a rewrite would change";
        return;
      }
      if (!proposal) continue;
      if (auto* fix = std::get_if<diag::Fix>(&*proposal)) {
        Take(finding, *asked, std::move(*fix), diagnostic);
        return AskBeside(finding, diagnostic);
      }
      Say(std::get<Declined>(*proposal).why, *asked, diagnostic);
    }
  }

  // A safe fix beside one that is not.
  void AskBeside(const Finding& finding, diag::Diagnostic& diagnostic) {
    if (diagnostic.fixes.empty() ||
        diagnostic.fixes.front().applicability != diag::Applicability::Unsafe)
      return;
    for (const Fix* asked : FixesOf(finding.kind)) {
      if (!(*asked)->beside_unsafe || asked->name() == diagnostic.fixes.front().name) continue;
      std::optional<Proposal> proposal = asked->Propose(finding);
      auto* fix = proposal ? std::get_if<diag::Fix>(&*proposal) : nullptr;
      if (!fix || flows_.budget().IsExhausted()) continue;
      Tell(*asked, proposal);
      Take(finding, *asked, std::move(*fix), diagnostic);
      return;
    }
  }

  void Take(const Finding& finding, const Fix& made_by, diag::Fix fix,
            diag::Diagnostic& diagnostic) const {
    std::string_view refused = WhyRefused(finding, fix);
    if (ChangesScripted(finding, fix))
      refused = "torch.jit.script reads the source of this function as well";
    if (!refused.empty()) {
      diagnostic.no_fix = refused;
      return;
    }
    fix.name = made_by.name();
    GM_CHECK(Keeps(made_by->promise, fix.applicability), fix.name);
    StateWhatTracingFinds(finding, fix);
    StateWhatIsSeen(asked_for_, fix);
    IndexByInputs(finding, fix);
    diagnostic.fixes.push_back(std::move(fix));
    diagnostic.no_fix.clear();
  }

  // The first reason is kept. Who asks for outlines wants to know why there is none, too.
  static void Say(const std::string& why, const Fix& asked, diag::Diagnostic& diagnostic) {
    if (diagnostic.no_fix.empty()) diagnostic.no_fix = why;
    else if (asked->on_request && !diagnostic.no_fix.ends_with(why))
      diagnostic.no_fix += "; " + why;
  }

  const infer::Facts& facts_;
  const Options& options_;
  std::map<std::string_view, names::FileId> files_;
  std::map<const source::SourceFile*, std::vector<source::Span>> breaks_;
  names::FileId begun_;  // what is found comes file by file
  names::FileId known_of_;
  std::vector<bool> scripted_;           // of that file
  std::vector<source::Span> asked_for_;  // …
  FunctionFlows flows_;
};

}  // namespace

void HearAnswers(void (*hear)(const Answer&)) { hear_answer = hear; }

const Assumed* Finding::AssumedOf(syntax::ExprId e) const {
  if (!assumptions || !e) return nullptr;
  auto found = assumptions->find(e.index);
  return found == assumptions->end() ? nullptr : &found->second;
}

const infer::ExprFact& Finding::Fact(syntax::ExprId e) const {
  static const infer::ExprFact kNothing;
  if (const Assumed* assumed = AssumedOf(e)) return assumed->fact;
  flows.budget().Spend(Budget::kOfFact);
  const infer::ExprFact* fact = e ? facts.Of(file.id(), e) : nullptr;
  return fact ? *fact : kNothing;
}

const infer::ExprFact& Finding::FactOrName(syntax::ExprId e) const {
  const infer::ExprFact& fact = Fact(e);
  const infer::ExprFact* named = fact.kinds == 0 ? facts.NamedAt(file.id(), e) : nullptr;
  return named ? *named : fact;
}

void Propose(const names::Program& program, const std::vector<infer::Observation>& observations,
             const infer::Facts& facts, const Options& options,
             std::vector<diag::Diagnostic>& diagnostics, std::vector<std::string>& failures) {
  std::map<Key, std::set<ObservationKind>> kinds;
  for (const infer::Observation& observation : observations)
    kinds[KeyOf(observation.location)].insert(observation.kind());
  Proposer proposer(program, facts, options, diagnostics);
  for (diag::Diagnostic& diagnostic : diagnostics) {
    if (options.stop && options.stop()) return;
    auto found = kinds.find(KeyOf(diagnostic.location));
    if (found == kinds.end()) continue;
    try {
      proposer.Answer(diagnostic, found->second);
    } catch (const base::InternalError& error) {
      diagnostic.no_fix = "graphmend failed to make one, which is a bug";
      failures.push_back(diagnostic.code + " at " + diagnostic.location.file->path() + ": " +
                         error.what());
    }
  }
}

}  // namespace graphmend::fix
