// From observations to findings, which rules are on, and the registry.
#include <doctest/doctest.h>

#include <algorithm>

#include "base/suggest.h"
#include "findings.h"
#include "lint/check.h"
#include "lint/select.h"
#include "lint/steps.h"

namespace graphmend::lint {
namespace {

using infer::Observation;
using infer::ObservationKind;
using testing::At;
using testing::IndexOf;

Observation Branch(const source::SourceFile& file, std::string_view text) {
  Observation observation;
  observation.what = infer::observed::BranchOn{};
  observation.location = At(file, text);
  observation.statement = observation.location.span;
  observation.subject = text;
  observation.gb_ids = {"GB0170"};
  return observation;
}

std::vector<std::string> Selected(Selectors selectors) {
  base::Result<std::vector<bool>> on = Select(selectors);
  REQUIRE(static_cast<bool>(on));
  std::vector<std::string> codes;
  for (std::size_t i = 0; i < on->size(); ++i)
    if ((*on)[i]) codes.emplace_back(Rules()[i]->code.text());
  return codes;
}

bool Has(const std::vector<std::string>& codes, std::string_view code) {
  return std::find(codes.begin(), codes.end(), code) != codes.end();
}

}  // namespace

TEST_CASE("the registry is sorted by code, and each rule has its page") {
  REQUIRE(Rules().size() > 2);
  for (std::size_t i = 1; i < Rules().size(); ++i)
    CHECK(Rules()[i - 1]->code.text() < Rules()[i]->code.text());
  for (const Rule* rule : Rules()) {
    INFO(rule->name);
    CHECK_FALSE(Documentation(*rule).empty());
    CHECK(FindRule(rule->code.text()) == rule);
    CHECK(FindRule(rule->name) == rule);
    CHECK((rule->check != nullptr) == rule->on.has_value());
  }
  CHECK(FindRule("gm101") == FindRule("branch-on-tensor"));
  CHECK(FindRule("GM1") == nullptr);
  CHECK(FindRule("") == nullptr);
}

TEST_CASE("one finding for each rule and expression, whatever the contexts") {
  source::SourceFile file("m.py", "def f(x):\n    if x > 0:\n        g(x)\n        h(x)\n");
  Observation first = Branch(file, "x > 0"), second = first, third = first;
  first.callers = {{At(file, "g(x)"), "g"}};
  second.callers = {{At(file, "h(x)"), "h"}};
  std::vector<diag::Diagnostic> findings = Check({first, second, first});
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].code == "GM101");
  CHECK(findings[0].rule_index == IndexOf("GM101"));
  CHECK(findings[0].severity == diag::Severity::Warning);
  CHECK(findings[0].call_sites == 2);
  REQUIRE(findings[0].callers.size() == 2);
  CHECK(findings[0].callers[0].text == "calls g");
  CHECK(findings[0].callers[1].text == "calls h");
}

TEST_CASE("firm wins over conditional, raising over breaking, in any order") {
  source::SourceFile file("m.py", "if x > 0: pass\n");
  Observation firm = Branch(file, "x > 0"), conditional = firm, raising = firm;
  conditional.conditions = {{infer::OpenKind::IsTensor, "x"}};
  raising.fullgraph = true;
  auto severity = [](std::vector<Observation> observations) {
    std::vector<diag::Diagnostic> findings = Check(observations);
    REQUIRE(findings.size() == 1);
    return findings[0].severity;
  };
  CHECK(severity({conditional}) == diag::Severity::Note);
  CHECK(severity({conditional, firm}) == diag::Severity::Warning);
  CHECK(severity({firm, conditional}) == diag::Severity::Warning);
  CHECK(severity({firm, raising, conditional}) == diag::Severity::Error);
  CHECK(Check({firm, conditional})[0].condition.empty());
  CHECK(Check({conditional})[0].condition == "`x` is a tensor");
}

TEST_CASE("findings come in the order of their places, independent of that of observations") {
  source::SourceFile a("a.py", "if x: pass\nif y: pass\n"), b("b.py", "if z: pass\n");
  Observation x = Branch(a, "x"), y = Branch(a, "y"), z = Branch(b, "z");
  auto subjects = [](const std::vector<diag::Diagnostic>& findings) {
    std::string text;
    for (const diag::Diagnostic& finding : findings)
      text += finding.location.file->Text(finding.location.span);
    return text;
  };
  CHECK(subjects(Check({z, y, x})) == "xyz");
  CHECK(subjects(Check({y, x, z})) == "xyz");
  CHECK(Check({}).empty());
}

TEST_CASE("selection") {
  CHECK(Selected({.select = {"ALL"}}).size() == Rules().size());
  for (const std::string& code : Selected({})) CHECK(!FindRule(code)->on_request);
  CHECK(Selected({.select = {"ALL"}}).size() == Rules().size());
  std::vector<std::string> family = Selected({.select = {"GM1"}});
  CHECK(Has(family, "GM101"));
  CHECK_FALSE(Has(family, "GM201"));
  CHECK(Has(Selected({.select = {"GM1"}, .extend_select = {"print-in-graph"}}), "GM201"));
  CHECK_FALSE(Has(Selected({.ignore = {"GM1"}}), "GM101"));
  // The more exact selector wins; equal ones: ignored.
  CHECK(Has(Selected({.extend_select = {"GM101"}, .ignore = {"GM1"}}), "GM101"));
  CHECK_FALSE(Has(Selected({.select = {"GM1"}, .ignore = {"GM101"}}), "GM101"));
  CHECK_FALSE(Has(Selected({.select = {"GM101"}, .ignore = {"branch-on-tensor"}}), "GM101"));
  CHECK(Has(Selected({.select = {"gm101"}}), "GM101"));
}

TEST_CASE("an unknown selector is named with a hint") {
  base::Result<std::vector<bool>> on = Select({.ignore = {"branch-on-tensr"}});
  REQUIRE_FALSE(static_cast<bool>(on));
  CHECK(on.error().message == "--ignore: no rule is called `branch-on-tensr`");
  CHECK(on.error().hint == "did you mean `branch-on-tensor`?");
  CHECK_FALSE(static_cast<bool>(Select({.select = {""}})));
  CHECK_FALSE(static_cast<bool>(Select({.select = {"G"}})));
}

TEST_CASE("what was meant") {
  CHECK(base::Nearest("slect", {"ignore", "select"}) == "select");
  CHECK(base::Nearest("chekc", {"check", "rules"}) == "check");
  CHECK(base::Nearest("xyzzy", {"check", "rules"}).empty());
  CHECK(base::Nearest("", {"check"}).empty());
  CHECK(base::DidYouMean("jsno", {"json", "sarif"}) == "did you mean `json`?");
}

TEST_CASE("exit status and what was looked at") {
  source::SourceFile file("m.py", "if x: pass\n");
  Outcome clean = testing::OutcomeOf({}),
          found = testing::OutcomeOf({testing::Finding(file, "GM101", "x")});
  CHECK(ExitStatus(clean, false) == 0);
  CHECK(ExitStatus(found, false) == 1);
  CHECK(ExitStatus(found, true) == 0);
  clean.problems.push_back({ProblemKind::Incomplete, "a.py", 1, "m", ""});
  CHECK(ExitStatus(clean, false) == 0);
  clean.problems.push_back({ProblemKind::Internal, "a.py", 1, "m", ""});
  CHECK(ExitStatus(clean, false) == 2);
  CHECK(ExitStatus(clean, true) == 2);
  CHECK(DescribeEntries(found) == "3 compiled entries (1 by torch.compile, 2 assumed)");
  CHECK(NothingCompiled(found).empty());
  found.entries.clear();
  CHECK_FALSE(NothingCompiled(found).empty());
}

TEST_CASE("what the interpreter saw becomes sentences here") {
  using infer::CompiledBy;
  using infer::OriginKind;
  const source::SourceFile file("m.py", "x.sum()  f(x)\ny > 0\n");
  const diag::Location sum = At(file, "x.sum()"), call = At(file, "f(x)");
  const auto [reason, telling] = Words({{OriginKind::Annotated, sum, "x"},
                                        {OriginKind::Argument, sum, "x"},
                                        {OriginKind::Called, sum, "torch.Tensor.sum"},
                                        {OriginKind::Called, sum, "torch.Tensor.sum"},
                                        {OriginKind::Argument, call, "y"}},
                                       At(file, "y > 0"));
  REQUIRE(reason.size() == 3);
  CHECK(telling == 1);
  CHECK_FALSE(Words({{OriginKind::Called, sum, "torch.Tensor.sum"}}, call).telling);
  CHECK(reason[0].text == "parameter `x` is declared a tensor");
  CHECK(reason[1].text == "`x.sum()` is a tensor: result of torch.Tensor.sum");
  CHECK(reason[2].text == "passed as parameter `y`");
  CHECK(InOneLine({{OriginKind::Used, sum, "x"}, {OriginKind::Element, call, ""}}) ==
        "parameter `x` is used as a tensor; `f(x)` is an element of a tensor");
  CHECK(InOneLine({{OriginKind::Used, sum, ""}}) == "`x.sum()` is used as a tensor");
  CHECK(Words(infer::CallStep{call, "m.f", {}}).text == "calls m.f");
  const infer::HowCompiled written{CompiledBy::Source, "torch.compile(f)"},
      setting{CompiledBy::Setting, ""}, method{CompiledBy::AssumedMethod, "forward"},
      function{CompiledBy::AssumedFunction, "f"};
  auto both = [&](const infer::HowCompiled& how) {
    return Words(how) + " | " + Words(infer::CallStep{call, "", how}).text;
  };
  CHECK(both(written) == "torch.compile(f) | compiled by torch.compile(f)");
  CHECK(both(setting) == "the setting entry-points | compiled by the setting entry-points");
  CHECK(both(method) == "nn.Module.forward (assumed) | assumed to be compiled: nn.Module.forward");
  CHECK(both(function) == "function (assumed) | assumed to be compiled: f");
}

TEST_CASE("a call is of the kind that its stub names, by the name that the user knows") {
  namespace observed = infer::observed;
  for (int i = 0; i < infer::kObservationKinds; ++i) {
    const auto kind = static_cast<infer::ObservationKind>(i);
    if (!infer::NamedByStubs(kind)) continue;
    const observed::Any what = observed::OfCall(kind, {"f", infer::OperationKind::Math});
    CHECK(observed::KindOf(what) == kind);
    const infer::Operation* by = observed::ByOf(what);
    CHECK((by ? by->name : "torch._assert") ==
          (kind == ObservationKind::AssertOn ? "torch._assert" : "f"));
    CHECK_FALSE(observed::InputSuffices(what));
  }
  CHECK_THROWS(observed::OfCall(ObservationKind::BranchOn, "f"));
  observed::HostRead read;
  read.input_suffices = true;
  CHECK(observed::InputSuffices(read));
}

}  // namespace graphmend::lint
