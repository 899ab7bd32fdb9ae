// Applying many fixes at once: which are taken together, and what never is. What is still read
// behind code that a fix changes.
#include "fix/apply.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "base/symbol.h"
#include "fix/dataflow.h"
#include "parse_text.h"

namespace graphmend::fix {
namespace {

using diag::Applicability;
using diag::Edit;

constexpr const char* kText = "a = 1\nb = 2\nc = 3\n";

// The edits are made in the places of texts that occur once; "" is the beginning of the file.
struct Findings {
  source::SourceFile file{"file.py", kText};
  std::vector<diag::Diagnostic> all;

  source::Span Of(std::string_view text) const {
    const auto begin = static_cast<std::uint32_t>(file.text().find(text));
    return {begin, begin + static_cast<std::uint32_t>(text.size())};
  }
  Edit Replace(std::string_view text, std::string by) const { return {Of(text), std::move(by)}; }
  Edit Insert(std::string_view before, std::string text) const {
    return {{Of(before).begin, Of(before).begin}, std::move(text)};
  }
  void Add(std::vector<Edit> edits, std::vector<Edit> shared = {},
           Applicability applicability = Applicability::Safe) {
    diag::Diagnostic one;
    one.code = "GM101";
    one.location = {&file, edits.front().span};
    diag::Fix fix;
    fix.title = "mend it";
    fix.applicability = applicability;
    fix.edits = std::move(edits);
    fix.shared = std::move(shared);
    if (applicability == Applicability::Unsafe) fix.difference = "it may differ";
    one.fixes.push_back(std::move(fix));
    all.push_back(std::move(one));
  }
  Applied Apply(Applicability least = Applicability::Safe) {
    base::Interner interner;
    return fix::Apply(all, least, {}, interner);
  }
};

std::string TextOf(const Applied& applied) {
  return applied.texts.empty() ? "unchanged" : applied.texts.at("file.py");
}

// Whether `y` is still read behind `code`, which occurs once in the body.
bool IsRead(const std::string& body, std::string_view code) {
  testing::ParsedText parsed("def f(a, b, y):\n" + body);
  const auto graph = parsed.Lower("f");
  const auto begin = static_cast<std::uint32_t>(parsed.file.text().find(code));
  constexpr flow::Slot kSlotOfY = 2;
  Budget budget;
  return Dataflow(*graph, budget)
      .LiveAfter({begin, begin + static_cast<std::uint32_t>(code.size())}, kSlotOfY);
}

// What reaches the last read of `y`, after so many branches that may each assign it.
struct Reaching {
  explicit Reaching(std::size_t branches, const std::string& last = "  return y\n") {
    std::string body = "def f(a, b, y):\n";
    for (std::size_t i = 0; i < branches; ++i) body += "  if a:\n    y = b\n";
    parsed = std::make_unique<testing::ParsedText>(body + last);
    graph = parsed->Lower("f");
    flow = std::make_unique<Dataflow>(*graph, budget);
  }
  const Definitions& Last() const { return flow->Of(flow->LoadsOf(2).back()); }

  std::unique_ptr<testing::ParsedText> parsed;
  std::unique_ptr<flow::Graph> graph;
  Budget budget;
  std::unique_ptr<Dataflow> flow;
};

}  // namespace

TEST_CASE("fixes that touch nothing of one another are made together") {
  Findings findings;
  findings.Add({findings.Replace("1", "10")});
  findings.Add({findings.Replace("3", "30")});
  const Applied applied = findings.Apply();
  CHECK(TextOf(applied) == "a = 10\nb = 2\nc = 30\n");
  CHECK(applied.fixes.size() == 2);
}

TEST_CASE("a fix that overlaps one that is taken waits, with all its edits") {
  Findings findings;
  findings.Add({findings.Replace("a = 1\nb", "b")});
  findings.Add({findings.Replace("b = 2", "b = 20"), findings.Replace("3", "30")});
  const Applied applied = findings.Apply();
  CHECK(TextOf(applied) == "b = 2\nc = 3\n");
  CHECK(applied.fixes.size() == 1);
}

TEST_CASE("replacements may adjoin; an insertion at the edge of another edit waits") {
  Findings adjoining;
  adjoining.Add({adjoining.Replace("a", "x")});
  adjoining.Add({adjoining.Replace(" = 1", " = y")});
  CHECK(TextOf(adjoining.Apply()) == "x = y\nb = 2\nc = 3\n");

  Findings inserting;
  inserting.Add({inserting.Insert("b", "p()\n")});
  inserting.Add({inserting.Insert("b", "q()\n")});
  const Applied applied = inserting.Apply();
  CHECK(TextOf(applied) == "a = 1\np()\nb = 2\nc = 3\n");
  CHECK(applied.fixes.size() == 1);

  Findings at_edge;
  at_edge.Add({at_edge.Replace("a", "x")});
  at_edge.Add({at_edge.Insert(" = 1", ".y")});
  CHECK(at_edge.Apply().fixes.size() == 1);
}

TEST_CASE("the same edit wanted by two fixes is made once, and mends both") {
  Findings findings;
  const Edit import = findings.Insert("a", "import torch\n");
  findings.Add({findings.Replace("2", "20")}, {import});
  findings.Add({findings.Replace("2", "20"), findings.Replace("3", "30")}, {import});
  const Applied applied = findings.Apply();
  CHECK(TextOf(applied) == "import torch\na = 1\nb = 20\nc = 30\n");
  CHECK(applied.fixes.size() == 2);
}

TEST_CASE("unsafe fixes are made on request, and say what may differ") {
  Findings findings;
  findings.Add({findings.Replace("1", "10")}, {}, Applicability::Unsafe);
  findings.Add({findings.Replace("2", "20")}, {}, Applicability::DisplayOnly);
  findings.Add({findings.Replace("3", "30")});
  CHECK(TextOf(findings.Apply()) == "a = 1\nb = 2\nc = 30\n");
  const Applied applied = findings.Apply(Applicability::Unsafe);
  CHECK(TextOf(applied) == "a = 10\nb = 2\nc = 30\n");
  REQUIRE(applied.fixes.size() == 2);
  CHECK(applied.fixes[0].difference == "it may differ");
  CHECK(applied.fixes[0].applicability == Applicability::Unsafe);
}

TEST_CASE("a file that would no longer parse stays as it is, and is named") {
  Findings findings;
  findings.Add({findings.Replace("1", "(")});
  const Applied applied = findings.Apply();
  CHECK(TextOf(applied) == "unchanged");
  CHECK(applied.fixes.empty());
  CHECK(applied.broken == std::vector<std::string>{"file.py"});
}

TEST_CASE(
    "many definitions that come together are one merge, and that there may be none stays known") {
  const Reaching few(Dataflow::kMostDefinitions);
  CHECK(few.Last().size() == Dataflow::kMostDefinitions + 1);
  CHECK(std::none_of(few.Last().begin(), few.Last().end(), Dataflow::IsMerge));

  const Reaching many(200);
  CHECK(many.Last().size() <= Dataflow::kMostDefinitions + 1);
  CHECK(many.Last().contains(nullptr));
  CHECK(std::any_of(many.Last().begin(), many.Last().end(), Dataflow::IsMerge));

  const Reaching anew(200, "  y = a\n  return y\n");
  REQUIRE(anew.Last().size() == 1);
  CHECK_FALSE(Dataflow::IsMerge(*anew.Last().begin()));
}

TEST_CASE("merges of two places are not taken for one another") {
  std::string more = "  b(y)\n";
  for (int i = 0; i < 100; ++i) more += "  if b:\n    y = a\n";
  const Reaching reaching(100, more + "  return y\n");
  const std::vector<syntax::ExprId>& loads = reaching.flow->LoadsOf(2);
  REQUIRE(loads.size() == 2);
  CHECK(reaching.flow->Of(loads[0]) != reaching.flow->Of(loads[1]));
}

TEST_CASE("where the budget is spent, a variable may be read") {
  Reaching reaching(1, "  return a\n");
  const auto begin = static_cast<std::uint32_t>(reaching.parsed->file.text().find("y = b"));
  CHECK_FALSE(reaching.flow->LiveAfter({begin, begin + 5}, 2));
  reaching.budget.Spend(Budget::kMostOfProposal + 1);
  CHECK(reaching.flow->LiveAfter({begin, begin + 5}, 2));
}

TEST_CASE("a variable that a fix may leave out is one that nothing behind it reads") {
  CHECK(IsRead("  y = a\n  return y\n", "y = a"));
  CHECK_FALSE(IsRead("  y = a\n  return b\n", "y = a"));
  CHECK_FALSE(IsRead("  y = a\n  y = b\n  return y\n", "y = a"));
  CHECK(IsRead("  y = a\n  y = y + b\n  return y\n", "y = a"));
  CHECK(IsRead("  if a:\n    y = b\n  return y\n", "if a:\n    y = b"));
  CHECK_FALSE(IsRead("  if a:\n    y = b\n  return a\n", "if a:\n    y = b"));
  CHECK(IsRead("  while a:\n    a = y\n    y = b\n", "y = b"));
  CHECK(IsRead("  try:\n    y = a\n    b()\n  except E:\n    return y\n", "y = a"));
}

}  // namespace graphmend::fix
