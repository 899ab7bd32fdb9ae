// Write at the places that a mask selects, and into the segments that end there, all at once:
//
//     idxs = torch.nonzero(m)
//     last = 0
//     for row, col in idxs:
//         ids[row, last + 1 : col + 1] = torch.arange(0, col - last)
//         last = col
//
//     places = torch.arange(m.shape[1])
//     …
//     ids[:] = torch.where(inside, places - starts - 1, ids)
#include <algorithm>
#include <vector>

#include "fix/declaration.h"
#include "fix/differences.h"
#include "fix/renderer.h"
#include "fix/rewriter.h"
#include "segment_loop.h"

namespace graphmend::fix::fill_segments {
namespace {

using diag::Applicability;
using syntax::ExprId;

class Filling {
 public:
  explicit Filling(const Finding& finding)
      : finding_(finding),
        terms_(finding),
        variables_(finding, finding.function),
        loop_(finding, terms_, variables_),
        rewriter_(finding) {}

  std::optional<Proposal> Run() {
    if (!loop_.Find()) return std::nullopt;
    if (!rewriter_.HasOwnLines(finding_.stmt) || !rewriter_.HasOwnLines(loop_.loop()))
      return Declined{"the loop shares its lines with other code; put it on lines of its own"};
    mask_ = finding_.Text(loop_.mask());
    torch_ = rewriter_.Import("torch");
    places_ = rewriter_.FreshName("places");
    std::string text = loop_.HasSegments() ? Segments() : "";
    for (const SegmentLoop::Write& write : loop_.writes()) text += Written(write);
    if (text.find(places_) != std::string::npos)
      text = places_ + " = " + torch_ + ".arange(" + mask_ + ".shape[1], device=" + mask_ +
             ".device)\n" + text;
    text = CommentsIn(finding_, finding_.tree()[loop_.loop()].span) + text;
    if (finding_.stmt != loop_.loop()) rewriter_.Delete(finding_.stmt);
    if (const syntax::StmtId first = loop_.first_in(); first && rewriter_.HasOwnLines(first))
      rewriter_.Delete(first);
    rewriter_.ReplaceStatement(loop_.loop(), text);
    return rewriter_.Finish("write at all places at once", Applicability::Unsafe, Difference());
  }

 private:
  // For each place where the segment that it may be in ends, behind which place that begins, and
  // whether it is in one.
  std::string Segments() {
    const std::string numbers = rewriter_.FreshName("numbers"),
                      before = rewriter_.FreshName("before");
    starts_ = rewriter_.FreshName("starts");
    ends_ = rewriter_.FreshName("ends");
    inside_ = rewriter_.FreshName("inside");
    const std::string count = mask_ + ".shape[1]", where = torch_ + ".where(";
    std::string text;
    auto assign = [&](const std::string& name, const std::string& value) {
      text += name + " = " + value + "\n";
    };
    assign(numbers, torch_ + ".arange(" + mask_ + ".numel(), device=" + mask_ + ".device)");
    text += "# The place before each that is one, in all rows.\n";
    assign(before, where + mask_ + ".flatten(), " + numbers + ", -1).cummax(0).values.roll(1)");
    assign(before, where + numbers + " > 0, " + before + ", -1)");
    assign(starts_, where + before + " < 0, " + std::string(finding_.Text(loop_.first())) + ", " +
                        before + " % " + count + ").view(" + mask_ + ".shape)");
    text += "# The place at or behind each that is one, in its row.\n";
    assign(ends_,
           where + mask_ + ", " + places_ + ", " + count + ").flip(1).cummin(1).values.flip(1)");
    assign(starts_, starts_ + ".gather(1, " + ends_ + ".clamp(max=" + count + " - 1))");
    assign(inside_, "(" + ends_ + " < " + count + ") & (" + places_ + " > " + starts_ + ")");
    return text;
  }

  std::string Written(const SegmentLoop::Write& write) const {
    std::string where = write.segment ? inside_ : mask_;
    for (const SegmentLoop::Test& test : write.under) {
      const std::string text = loop_.TestOf(test.expr, write.segment ? ends_ : places_);
      where += std::string(" & ") + (test.holds ? "" : "~") + text;
    }
    std::string target(finding_.Text(write.target));
    const std::string value =
        write.value ? std::string(finding_.Text(write.value)) : places_ + " - " + starts_ + " - 1";
    if (write.rank == 3 && write.segment)
      where = "(" + where + ")[:, :, None] & " + inside_ + "[:, None, :] & (" + ends_ +
              "[:, :, None] == " + ends_ + "[:, None, :])";
    if (write.rank == 3 && !write.segment) target += ".diagonal(dim1=1, dim2=2)";
    return target + "[:] = " + torch_ + ".where(" + where + ", " + value + ", " + target + ")\n";
  }

  std::string Difference() const {
    std::string names;
    std::vector<std::string> seen;
    bool counted = false;
    for (const SegmentLoop::Write& write : loop_.writes()) {
      const std::string name = "`" + std::string(finding_.Text(write.target)) + "`";
      counted |= !write.value;
      if (std::find(seen.begin(), seen.end(), name) != seen.end()) continue;
      seen.push_back(name);
      names += (names.empty() ? "" : " and ") + name;
    }
    std::string text = names + " must have the sizes of `" + mask_ +
                       "` and be where it is, or an error is raised, and " +
                       (seen.size() == 1 ? "is" : "are") +
                       " written to in each call, also where no place is selected";
    if (finding_.Fact(loop_.mask()).Rank() != 2)
      AddDifference(text,
                    "`" + mask_ + "` must have two dimensions, also where it selects nothing");
    if (counted)
      AddDifference(
          text,
          "a segment that would begin behind its end, as the first of a row may, is empty "
          "and raises no error");
    return text;
  }

  const Finding& finding_;
  const Terms terms_;
  const Variables variables_;
  SegmentLoop loop_;
  Rewriter rewriter_;
  std::string mask_, torch_, places_, starts_, ends_, inside_;
};

std::optional<Proposal> Propose(const Finding& finding) {
  if (!finding.IsInFunction()) return std::nullopt;
  return Filling(finding).Run();
}

constexpr infer::ObservationKind kAnswers[] = {infer::ObservationKind::DynamicShape};

}  // namespace

extern constinit const Declaration kFix = {
    .summary = "write at once at the places of a mask and into the segments between them",
    .answers = kAnswers,
    .promise = Promise::Unsafe,
    .propose = Propose,
};

}  // namespace graphmend::fix::fill_segments
