// A loop that ends early where a tensor says so, as one that runs through and changes nothing more
// once it has ended:
//
//     for _ in range(steps):              stopped = torch.zeros((), dtype=torch.bool,
//     device=x.device)
//         step = x - f(x)                 for _ in range(steps):
//         if step.abs().max() < tol:          step = x - f(x)
//             break                           stopped = stopped | (step.abs().max() < tol)
//         x = x - step                        x = torch.where(stopped, x, x - step)
//
// Each statement stays where it is, so that what it reads is what it read: what it assigns is kept
// where the loop has ended, if a later iteration or the code behind reads it. `while` loops are
// followed where Python ends them all the same, by a counter.
#include <algorithm>

#include "fix/branches.h"
#include "fix/declaration.h"
#include "fix/ended_loop.h"
#include "fix/failures.h"
#include "fix/gradients.h"
#include "fix/operands.h"
#include "fix/pure_calls.h"
#include "fix/renderer.h"
#include "fix/repeatable.h"
#include "fix/result_uses.h"
#include "fixes/with_blocks.h"

namespace graphmend::fix::freeze_loop {
namespace {

using infer::ObservationKind;
using syntax::ExprId;
using syntax::StmtId;

class LoopFreeze {
 public:
  LoopFreeze(const Finding& finding, const EndedLoop& loop)
      : finding_(finding),
        terms_(finding),
        rewriter_(finding),
        loop_(loop),
        iterations_(finding_, terms_, loop_),
        changes_(ChangesTensors(finding, loop.body)),
        begun_(Code::Place(rewriter_.FreshName("begun"))),
        stopped_(Code::Place(rewriter_.FreshName("stopped"))) {}

  Proposal Run() {
    if (IsCaught(finding_, loop_.stmt)) return Declined{std::string(kCaughtHere)};
    const syntax::StmtList ends =
        loop_.end ? finding_.If<syntax::If>(loop_.end)->body : syntax::StmtList();
    if (LeavesLoop(finding_, loop_.body, ends.empty() ? StmtId() : ends.back()))
      return Declined{"the loop is left at other places as well; let it end at one"};
    if (std::string why = iterations_.WhyNotAll(); !why.empty()) return Declined{std::move(why)};
    if (!End() || !Block(loop_.body) || !Else()) return Declined{why_};
    if (device_.empty()) device_ = TestedTensor();
    if (device_.empty())
      return Declined{"the loop leaves nothing behind that is known to be a tensor before it"};
    const Code device = Code::Place(device_).Attribute("device");
    const Code none = Torch().Method("zeros", {Code::Verbatim("()", Precedence::Primary),
                                               {"dtype=", Torch().Attribute("bool")},
                                               {"device=", device}});
    const Code off = Code::Verbatim("False", Precedence::Primary);
    const std::string begins = HasFirst() ? off.AssignedTo(begun_).Text() + "\n" : std::string();
    rewriter_.InsertBefore(loop_.stmt,
                           begins + none.AssignedTo(stopped_).Text() + "\n" + CommentsOfEnd());
    return rewriter_.Finish("run every iteration, and change nothing more once the loop has ended",
                            diag::Applicability::Unsafe, Difference());
  }

 private:
  bool Fail(std::string why) {
    if (why_.empty()) why_ = std::move(why);
    return false;
  }
  Code Torch() { return Code::Place(rewriter_.Import("torch")); }
  Code Stopping(const Code& ends) const { return stopped_.BitOr(ends).AssignedTo(stopped_); }
  std::string CommentsOfEnd() const {
    return loop_.end ? std::string() : CommentsIn(finding_, finding_.tree()[loop_.test].span);
  }

  std::string Difference() const {
    std::string difference =
        "every iteration runs, with its cost, errors and warnings, also once the loop has ended; "
        "what the loop leaves behind is a new tensor in each call; gradients of zeros that go "
        "through the iterations behind the end are NaN where their values overflow";
    // That both sides run is said already.
    for (const std::string& how : differences_)
      if (!how.starts_with("both sides ") && how != kPutElsewhere) difference += "; " + how;
    if (CallsObjects(finding_, finding_.tree()[loop_.stmt].span))
      difference += "; " + std::string(kPutElsewhere);
    return difference;
  }

  // A tensor that the test asks for and that is there before the loop; "" where there is none.
  std::string TestedTensor() const {
    std::string found;
    ForEachInside(finding_, finding_.tree()[loop_.test].span, [&](ExprId part) {
      const std::optional<flow::Slot> slot = terms_.SlotOf(part);
      if (!slot || !found.empty() || !IsTensor(finding_.Fact(part))) return;
      const Definitions& reaching = terms_.flow().Of(part);
      const source::Span loop = finding_.tree()[loop_.stmt].span;
      const bool outside =
          std::all_of(reaching.begin(), reaching.end(), [&](const flow::Inst* one) {
            return one ? !loop.Contains(one->span) : *slot < terms_.flow().graph().param_count;
          });
      if (outside && !Dataflow::IsMerge(*reaching.begin()))
        found = std::string(finding_.Text(part));
    });
    return found;
  }

  // ---- where it ends ----
  bool End() {
    auto found = PredicateOf(finding_, terms_, loop_.test, {});
    if (auto* declined = std::get_if<Declined>(&found)) return Fail(declined->why);
    const Predicate& test = std::get<Predicate>(found);
    if (test.code.Text().find('\n') != std::string::npos) return Fail(std::string(kLongText));
    if (test.calls_torch) Torch();
    Differ(test.difference);
    const std::string statics = StaticsOf(finding_, test).Text();
    if (loop_.end) return EndInBody(test, statics);
    rewriter_.Replace(loop_.test, statics);
    rewriter_.InsertBefore(loop_.body.front(), TextOf({Stopping(test.negated)}, 0));
    return true;
  }

  bool EndInBody(const Predicate& test, const std::string& statics) {
    const auto& branch = *finding_.If<syntax::If>(loop_.end);
    std::string text = CommentsIn(finding_, finding_.tree()[loop_.end].span);
    Code ends = test.code;
    if (branch.body.size() > 1) {
      if (!statics.empty())
        return Fail("Python decides part of the test; make that part a branch around this one");
      ends = Code::Place(rewriter_.FreshName("ends"));
      text += test.code.BitAnd(stopped_.Inverted()).AssignedTo(ends).Text() + "\n";
      for (StmtId stmt : branch.body.first(branch.body.size() - 1)) {
        std::optional<std::string> lines = Selected(stmt, ends, true);
        if (!lines) return false;
        text += *lines;
      }
    }
    if (HasFirst())
      text += Code::Verbatim("True", Precedence::Primary).AssignedTo(begun_).Text() + "\n";
    if (!statics.empty()) text += "if " + statics + ":\n";
    text += TextOf({{Stopping(ends), statics.empty() ? 0U : 1U}}, 0);
    for (StmtId stmt : branch.orelse) {
      std::optional<std::string> lines = Lines(stmt);
      if (!lines) return false;
      text += *lines;
    }
    rewriter_.ReplaceStatement(loop_.end, text);
    return true;
  }

  // ---- what it does ----
  bool Block(syntax::StmtList block) {
    return std::all_of(block.begin(), block.end(), [&](StmtId stmt) { return Statement(stmt); });
  }

  bool Statement(StmtId stmt) {
    if (stmt == loop_.end) return true;
    if (const auto* branch = finding_.If<syntax::If>(stmt);
        branch && terms_.IsStatic(branch->test) && !terms_.EffectsOfOperand(branch->test))
      return Block(branch->body) && Block(branch->orelse);
    if (const auto* inner = finding_.If<syntax::For>(stmt); inner && inner->orelse.empty())
      return IsRepeatable(finding_, terms_, inner->iterable) && iterations_.IsLocal(inner->target)
                 ? Block(inner->body)
                 : Fail("a loop inside goes through something unknown; go through a list");
    if (const auto* with = finding_.If<syntax::With>(stmt);
        with && TurnsOffGradients(finding_, *with))
      return Block(with->body);
    const std::optional<std::string> lines = Lines(stmt);
    if (lines && *lines != OwnText(stmt)) rewriter_.ReplaceStatement(stmt, *lines);
    return lines.has_value();
  }

  std::string OwnText(StmtId stmt) const { return std::string(finding_.Text(stmt)) + "\n"; }

  // What the statement becomes, as it is where it may run once the loop has ended.
  std::optional<std::string> Lines(StmtId stmt) {
    if (iterations_.IsHarmless(stmt)) return OwnText(stmt);
    if (!rewriter_.HasOwnLines(stmt) || HoldsLongText(finding_, finding_.tree()[stmt].span)) {
      Fail(
          "a statement of the loop shares its line with another one, or holds a long text; give it "
          "its own line");
      return std::nullopt;
    }
    return IsFirst(stmt) ? GivenInEach(stmt) : Selected(stmt, stopped_, false);
  }

  // ---- variables that have no value before the loop ----
  // Whether each iteration gives the variable a value, before it may end the loop, and the code
  // behind reads the last: the first iteration has nothing to keep.
  bool IsFirst(StmtId stmt) const {
    const auto* assign = finding_.If<syntax::Assign>(stmt);
    const bool ahead = loop_.end && finding_.parents.Parent(stmt) == loop_.stmt &&
                       finding_.tree()[stmt].span.begin < finding_.tree()[loop_.end].span.begin;
    const auto slot = ahead && assign && assign->targets.size() == 1
                          ? terms_.SlotOf(assign->targets[0])
                          : std::nullopt;
    return slot && !iterations_.HasValueBefore(*slot) && iterations_.IsReadBehind(*slot);
  }

  bool HasFirst() const {
    return std::any_of(loop_.body.begin(), loop_.body.end(),
                       [&](StmtId stmt) { return IsFirst(stmt) && !iterations_.IsHarmless(stmt); });
  }

  // `y_new = f(x)`, `y = torch.where(stopped, y, y_new) if begun else y_new`
  std::optional<std::string> GivenInEach(StmtId stmt) {
    Branches branches(finding_, terms_, rewriter_, stmt);
    branches.Within(finding_.tree()[loop_.stmt].span);
    Side done;
    done.when = stopped_.Inverted();
    const BlockPosition position = finding_.parents.PositionOf(stmt);
    const std::string name(finding_.Text(finding_.If<syntax::Assign>(stmt)->targets[0]));
    if (!branches.Follow(position.block.subspan(position.index, 1), done)) {
      Fail(branches.why());
      return std::nullopt;
    }
    Value fresh = done.values.at(name);
    if (fresh.number || !fresh.term.tensor || (changes_ && fresh.held)) {
      Fail("`" + name + "` is not known to be a new tensor in each iteration; give it one before");
      return std::nullopt;
    }
    const Code made = Code::Place(branches.Fresh(name + "_new"));
    done.lines.emplace_back(fresh.code.AssignedTo(made));
    // What an earlier iteration gave may be of another kind.
    Value kept = fresh, merged;
    kept.code = Code::Place(name), fresh.code = made;
    kept.term.shape = {}, kept.term.dtype = {};
    kept.layout = name;
    kept.reads.insert(name);
    if (!branches.MergeValue(name, stopped_, kept, fresh, merged)) {
      Fail(branches.why());
      return std::nullopt;
    }
    done.lines.emplace_back(merged.code.If(begun_, made).AssignedTo(Code::Place(name)));
    for (const std::string& how : branches.differences()) Differ(how);
    if (ResultUses(finding_, terms_, stmt).IsShown(name)) Differ(std::string(kShown));
    return CommentsIn(finding_, finding_.tree()[stmt].span) +
           TextOf(done.lines, rewriter_.Indentation(stmt).size());
  }

  // The statement where the name says so, or where it does not.
  std::optional<std::string> Selected(StmtId stmt, const Code& name, bool when) {
    Branches branches(finding_, terms_, rewriter_, stmt);
    branches.Within(finding_.tree()[loop_.stmt].span);
    Side kept, done, out;
    Predicate predicate;
    predicate.code = name;
    predicate.negated = name.Inverted();
    done.when = when ? predicate.code : predicate.negated;
    const BlockPosition position = finding_.parents.PositionOf(stmt);
    if (!branches.Follow(position.block.subspan(position.index, 1), done) ||
        !branches.Merge(predicate, when ? done : kept, when ? kept : done, out)) {
      Fail(branches.why());
      return std::nullopt;
    }
    for (const auto& [variable, value] : done.values)
      if (changes_ && value.held && !value.number) {
        Fail("`" + variable +
             "` may share memory with what the loop changes in place; assign a copy");
        return std::nullopt;
      }
    branches.Untangle(out);
    std::string text = CommentsIn(finding_, finding_.tree()[stmt].span);
    for (const std::string& one : out.order) {
      out.lines.emplace_back(out.values.at(one).code.AssignedTo(Code::Place(one)));
      FindDevice(stmt, one);
      if (ResultUses(finding_, terms_, stmt).IsShown(one)) Differ(std::string(kShown));
    }
    if (const auto* assign = finding_.If<syntax::Assign>(stmt))
      if (const auto* item = finding_.If<syntax::Subscript>(assign->targets[0]))
        FindDevice(stmt, std::string(finding_.Text(item->object)));
    if (const auto* said = finding_.If<syntax::ExprStmt>(stmt);
        said && ChangesByMethod(finding_, said->value))
      FindDevice(stmt, std::string(finding_.Text(ChangedBy(said->value))));
    for (const std::string& how : branches.differences()) Differ(how);
    return text + TextOf(out.lines, rewriter_.Indentation(stmt).size());
  }

  // The variable that the chain of methods begins at: the y of `y[0].mul_(2).add_(1)`.
  ExprId ChangedBy(ExprId expr) const {
    if (const auto* call = finding_.If<syntax::Call>(expr)) return ChangedBy(call->callee);
    if (const auto* attribute = finding_.If<syntax::Attribute>(expr))
      return ChangedBy(attribute->object);
    const auto* item = finding_.If<syntax::Subscript>(expr);
    return item ? ChangedBy(item->object) : expr;
  }

  // A tensor that the statement finds as it was before the loop tells the device of what is asked.
  void FindDevice(StmtId stmt, const std::string& name) {
    Branches at(finding_, terms_, rewriter_, stmt), before(finding_, terms_, rewriter_, loop_.stmt);
    Value found, first;
    if (!device_.empty() || !at.ValueBefore(name, found) || !before.ValueBefore(name, first))
      return;
    const auto slot = at.SlotOf(name);
    if (!slot || found.number || !found.term.tensor) return;
    const Definitions& here = terms_.flow().Before(finding_.tree()[stmt].span, *slot);
    const Definitions& there = terms_.flow().Before(finding_.tree()[loop_.stmt].span, *slot);
    if (std::includes(here.begin(), here.end(), there.begin(), there.end())) device_ = name;
  }

  void Differ(const std::string& how) {
    if (!how.empty() &&
        std::find(differences_.begin(), differences_.end(), how) == differences_.end())
      differences_.push_back(how);
  }

  // ---- what follows where it does not end ----
  bool Else() {
    // A `while` that its head ends comes to the `else` wherever it ends, as it did.
    if (loop_.orelse.empty() || !loop_.end) return true;
    std::string text;
    for (StmtId stmt : loop_.orelse) {
      const std::optional<std::string> lines = Selected(stmt, stopped_, false);
      if (!lines) return false;
      text += *lines;
    }
    const source::SourceFile& source = finding_.file.source();
    std::uint32_t line = source.LineOf(finding_.tree()[loop_.orelse.front()].span.begin);
    const std::uint32_t least = source.LineOf(iterations_.body().end);
    const auto is_else = [&](std::uint32_t at) {
      const std::string_view code = finding_.Text(
          source::Span{source.LineStart(at), finding_.tree()[loop_.orelse.front()].span.begin});
      const std::size_t begin = code.find_first_not_of(" \t");
      return begin != std::string_view::npos && code.substr(begin).starts_with("else");
    };
    while (line > least && !is_else(line)) --line;
    if (line == least || !rewriter_.HasOwnLines(loop_.orelse.front()))
      return Fail("the `else` of the loop shares its line with a statement; give it its own line");
    std::uint32_t begin = source.LineStart(line);
    if (text.empty()) {  // with the end of the line above
      while (begin > 0 && (source.text()[begin - 1] == '\n' || source.text()[begin - 1] == '\r'))
        --begin;
      rewriter_.Replace({begin, finding_.tree()[loop_.orelse.back()].span.end}, "");
      return true;
    }
    const std::string indentation = rewriter_.Indentation(loop_.stmt);
    std::string indented;
    for (std::size_t at = 0, end; at < text.size(); at = end + 1) {
      end = text.find('\n', at);
      indented += indentation + text.substr(at, end - at) + "\n";
    }
    indented.pop_back();
    rewriter_.Replace({begin, finding_.tree()[loop_.orelse.back()].span.end}, indented);
    return true;
  }

  const Finding& finding_;
  Terms terms_;
  Rewriter rewriter_;
  const EndedLoop loop_;
  const Iterations iterations_;
  const bool changes_;  // something in place
  const Code begun_, stopped_;
  std::string device_, why_;
  std::vector<std::string> differences_;
};

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.IsInFunction()) return std::nullopt;
  const std::optional<EndedLoop> loop = EndedLoopOf(finding);
  if (!loop || loop->returns) return std::nullopt;
  return LoopFreeze(finding, *loop).Run();
}

constexpr ObservationKind kAnswers[] = {ObservationKind::BranchOn, ObservationKind::LoopOn,
                                        ObservationKind::TruthInCall,
                                        ObservationKind::DataPredicate};
constexpr std::string_view kBefore[] = {"merge_branch"};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "run every iteration of a loop that a tensor ends, and change nothing more",
    .answers = kAnswers,
    .before = kBefore,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::freeze_loop
