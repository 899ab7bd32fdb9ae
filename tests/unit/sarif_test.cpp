// SARIF as GitHub reads it: fingerprints, URIs, and the log.
#include <doctest/doctest.h>
#include <rapidjson/document.h>

#include "base/path.h"
#include "findings.h"
#include "sarif/fingerprint.h"
#include "sarif/sarif.h"
#include "sarif/uri.h"

namespace graphmend::sarif {
namespace {

using testing::At;
using testing::Finding;
using testing::OutcomeOf;

std::string Repeat(std::string_view text, int times) {
  std::string repeated;
  while (times-- > 0) repeated += text;
  return repeated;
}

rapidjson::Document Parsed(const lint::Outcome& outcome, Options options = {}) {
  rapidjson::Document log;
  log.Parse(Write(outcome, options).c_str());
  REQUIRE_FALSE(log.HasParseError());
  return log;
}

std::string Text(const rapidjson::Value& value) { return value.GetString(); }

}  // namespace

TEST_CASE("fingerprints are those that GitHub computes") {
  CHECK(LineHashes("") == std::vector<std::string>{"c129715d7a2bc9a3:1"});
  std::vector<std::string> lorem = LineHashes(Repeat("Lorem ipsum dolor sit amet.\n", 10));
  REQUIRE(lorem.size() == 11);
  for (int i = 0; i < 6; ++i) CHECK(lorem[i] == "a7f2ff13bc495cf2:" + std::to_string(i + 1));
  CHECK(lorem[6] == "a7f2ff1481e87703:1");
  CHECK(lorem[7] == "a9cf91f7bbf1862b:1");
  CHECK(lorem[8] == "55ec222b86bcae53:1");
  CHECK(lorem[9] == "cc97dc7b1d7d8f7b:1");
  CHECK(lorem[10] == "c129715d7a2bc9a3:1");
}

TEST_CASE("line ends, blanks and odd bytes in fingerprints") {
  CHECK(LineHashes("a\r\nb\rc") == LineHashes("a\nb\nc"));
  CHECK(LineHashes("a\r \nb") == LineHashes("a\n\nb"));
  CHECK(LineHashes(" a\tb \n") == LineHashes("ab\n"));
  CHECK(LineHashes("a\x0B\x0C") != LineHashes("a"));
  CHECK(LineHashes("a\xFF") == LineHashes("a\xEF\xBF\xBD"));
  CHECK(LineHashes("\xEF\xBB\xBFx") != LineHashes("x"));
  CHECK(LineHashes("😀").size() == 1);
}

TEST_CASE("URIs") {
  CHECK(UriOf("src/model.py") == "src/model.py");
  CHECK(UriOf("./a b#c.py") == "a%20b%23c.py");
  CHECK(UriOf("ü%.py") == "%C3%BC%25.py");
  CHECK(UriOf("a:b.py") == "a%3Ab.py");
  CHECK(UriOf("/opt/x y.py") == "file:///opt/x%20y.py");
  CHECK(UriOf("C:/x.py") == (base::kIsWindows ? "file:///C:/x.py" : "C%3A/x.py"));
}

TEST_CASE("a clean run still has its results and all rules") {
  rapidjson::Document log = Parsed(OutcomeOf({}), {"0.1.0", 0, {}, false});
  CHECK(Text(log["version"]) == "2.1.0");
  const auto& run = log["runs"][0];
  CHECK(run["results"].IsArray());
  CHECK(run["results"].Empty());
  CHECK(Text(run["automationDetails"]["id"]) == "graphmend/");
  CHECK(Text(run["columnKind"]) == "utf16CodeUnits");
  CHECK(run["invocations"][0]["executionSuccessful"].GetBool());
  const auto& rules = run["tool"]["driver"]["rules"];
  REQUIRE(rules.Size() == lint::Rules().size());
  for (rapidjson::SizeType i = 0; i < rules.Size(); ++i) {
    const auto& rule = rules[i];
    INFO(Text(rule["id"]));
    CHECK(Text(rule["id"]) == lint::Rules()[i]->code.text());
    CHECK(Text(rule["shortDescription"]["text"]).size() <= 1024);
    CHECK(Text(rule["fullDescription"]["text"]).size() <= 1024);
    CHECK_FALSE(Text(rule["fullDescription"]["text"]).empty());
    CHECK(rule["help"].HasMember("text"));
    CHECK(rule["help"].HasMember("markdown"));
    CHECK(rule["properties"].HasMember("precision"));
    CHECK(rule["properties"].HasMember("problem.severity"));
    CHECK(rule["properties"]["tags"].Size() <= 10);
    CHECK_FALSE(rule["properties"].HasMember("security-severity"));
  }
}

TEST_CASE("a result has its place, its way and its fingerprint") {
  source::SourceFile file("src/my model.py",
                          "def f(x):\n    y = '😀', x\n    if y > 0:\n        pass\n");
  source::SourceFile other("src/other.py", "f(z)\n");
  diag::Diagnostic finding = Finding(file, "GM101", "y > 0");
  finding.statement = At(file, "if y > 0:").span;
  finding.gb_ids = {"GB0170"};
  finding.label = "is a tensor";
  finding.reason = {{At(file, "x\n"), "`x` is a tensor"}};
  finding.callers = {{At(other, "f(z)"), "called here"}};
  finding.call_sites = 1;
  rapidjson::Document log = Parsed(OutcomeOf({finding}));
  const auto& result = log["runs"][0]["results"][0];
  CHECK(Text(result["ruleId"]) == "GM101");
  CHECK(result["ruleIndex"].GetUint() == testing::IndexOf("GM101"));
  CHECK(Text(result["level"]) == "warning");
  CHECK(Text(result["message"]["text"]) ==
        "`y > 0` breaks the graph. Because `x` is a tensor ([line 2](1)). "
        "Compiled code gets here through: called here ([other.py:1](2)).");
  CHECK(Text(result["locations"][0]["message"]["text"]) == "Is a tensor.");
  const auto& place = result["locations"][0]["physicalLocation"];
  CHECK(Text(place["artifactLocation"]["uri"]) == "src/my%20model.py");
  CHECK(place["region"]["startLine"].GetInt() == 3);
  CHECK(place["region"]["startColumn"].GetInt() == 8);
  CHECK(place["region"]["endLine"].GetInt() == 3);
  CHECK(place["region"]["endColumn"].GetInt() == 13);
  CHECK(place["contextRegion"]["startColumn"].GetInt() == 5);
  const auto& related = result["relatedLocations"];
  REQUIRE(related.Size() == 2);
  CHECK(related[0]["id"].GetInt() == 1);
  // The emoji before it counts as two UTF-16 units.
  CHECK(related[0]["physicalLocation"]["region"]["startColumn"].GetInt() == 15);
  const auto& flows = result["codeFlows"];
  REQUIRE(flows.Size() == 2);
  const auto& steps = flows[0]["threadFlows"][0]["locations"];
  REQUIRE(steps.Size() == 2);
  CHECK(steps[1]["location"]["physicalLocation"]["region"]["startLine"].GetInt() == 3);
  CHECK(Text(result["partialFingerprints"]["primaryLocationLineHash"]) ==
        LineHashes(file.text())[2]);
}

TEST_CASE("findings of one rule on one line are one result, the firmest first") {
  source::SourceFile file("m.py", "f(a.item(), b.item())\n");
  diag::Diagnostic a = Finding(file, "GM106", "a.item()"), b = Finding(file, "GM106", "b.item()");
  a.severity = diag::Severity::Note;
  rapidjson::Document log = Parsed(OutcomeOf({a, b, Finding(file, "GM101", "f(")}));
  const auto& results = log["runs"][0]["results"];
  REQUIRE(results.Size() == 2);
  CHECK(Text(results[0]["level"]) == "warning");
  CHECK(
      Text(results[0]["message"]["text"]) ==
      "`b.item()` breaks the graph. Also on this line: `a.item()` breaks the graph ([line 1](1)).");
}

TEST_CASE("a place over several lines is cut at the first") {
  source::SourceFile file("m.py", "if (a >\n    0):\n    pass\n");
  rapidjson::Document log = Parsed(OutcomeOf({Finding(file, "GM101", "(a >\n    0)")}));
  const auto& region = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"];
  CHECK(region["endLine"].GetInt() == 1);
  CHECK(region["endColumn"].GetInt() == 8);
}

TEST_CASE("text that looks like a link is none") {
  source::SourceFile file("m.py", "table[0](1)\n");
  rapidjson::Document log = Parsed(OutcomeOf({Finding(file, "GM101", "table[0](1)")}));
  CHECK(Text(log["runs"][0]["results"][0]["message"]["text"]) ==
        "`table[0\\](1)` breaks the graph.");
}

TEST_CASE("fingerprints come from the bytes on disk") {
  source::SourceFile file("m.py", "x\n");
  Options options;
  options.bytes = [](const source::SourceFile&) { return std::string("\xEF\xBB\xBFx\n"); };
  rapidjson::Document log = Parsed(OutcomeOf({Finding(file, "GM101", "x")}), options);
  CHECK(Text(log["runs"][0]["results"][0]["partialFingerprints"]["primaryLocationLineHash"]) ==
        LineHashes("\xEF\xBB\xBFx\n")[0]);
}

TEST_CASE("problems and emptiness are notifications") {
  lint::Outcome outcome = OutcomeOf({});
  outcome.entries.clear();
  outcome.problems.push_back(
      {lint::ProblemKind::Internal, "a.py", 3, "GM000 internal error", "report it"});
  rapidjson::Document log = Parsed(outcome, {"0.1.0", 2, {}, false});
  const auto& invocation = log["runs"][0]["invocations"][0];
  CHECK_FALSE(invocation["executionSuccessful"].GetBool());
  CHECK(invocation["exitCode"].GetInt() == 2);
  const auto& notifications = invocation["toolExecutionNotifications"];
  REQUIRE(notifications.Size() == 2);
  CHECK(Text(notifications[0]["descriptor"]["id"]) == "GM000");
  CHECK(Text(notifications[0]["message"]["text"]) == "GM000 internal error. Report it.");
  CHECK(Text(notifications[1]["descriptor"]["id"]) == "nothing-compiled");
}

}  // namespace graphmend::sarif
