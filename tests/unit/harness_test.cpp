// The case harness itself: a slip in a case must fail, never weaken it silently.
#include <doctest/doctest.h>

#include "harness/case.h"
#include "harness/markers.h"
#include "harness/run.h"

namespace graphmend::harness {
namespace {

std::vector<Marker> Markers(const std::string& text, std::vector<Failure>& failures) {
  return ParseMarkers({"case.py", text, 10}, failures);
}

std::string SlipIn(const std::string& text) {
  std::vector<Failure> failures;
  Markers(text, failures);
  return failures.empty() ? "" : failures.front().message;
}

TEST_CASE("markers behind code") {
  std::vector<Failure> failures;
  auto markers = Markers(
      "a = 1\nif x:  # error: [GM101] \"this `if`\"\nb  # note\nc  # quiet: why\n", failures);
  CHECK(failures.empty());
  REQUIRE(markers.size() == 3);
  CHECK(markers[0].kind == MarkerKind::Error);
  CHECK(markers[0].line == 2);
  CHECK(markers[0].code == "GM101");
  CHECK(markers[0].text == "this `if`");
  CHECK(markers[1].kind == MarkerKind::Note);
  CHECK(markers[1].code.empty());
  CHECK(markers[2].kind == MarkerKind::Quiet);
}

TEST_CASE("markers above code, stacked") {
  std::vector<Failure> failures;
  auto markers = Markers("# error: [GM101]\n# note: \"x\"\n\nif x:\n    pass\n", failures);
  CHECK(failures.empty());
  REQUIRE(markers.size() == 2);
  CHECK(markers[0].line == 4);
  CHECK(markers[1].line == 4);
  CHECK(markers[1].text == "x");
}

TEST_CASE("carets name columns of the line above, in characters") {
  std::vector<Failure> failures;
  auto markers = Markers("é = x.item()\n#   ^^^^^^^^ error: [GM106]\n", failures);
  CHECK(failures.empty());
  REQUIRE(markers.size() == 1);
  CHECK(markers[0].line == 1);
  CHECK(markers[0].column == 5);
  CHECK(markers[0].end_column == 13);
}

TEST_CASE("revealed takes the rest of the line") {
  std::vector<Failure> failures;
  auto markers = Markers("reveal(x)  # revealed: Tensor[float, 2d] | None\n", failures);
  CHECK(failures.empty());
  REQUIRE(markers.size() == 1);
  CHECK(markers[0].text == "Tensor[float, 2d] | None");
}

TEST_CASE("a hash inside a string begins no comment") {
  std::vector<Failure> failures;
  CHECK(Markers("a = '# error'\nb = \"# note\"\n", failures).empty());
  CHECK(failures.empty());
}

TEST_CASE("ordinary comments are no markers") {
  CHECK(SlipIn("a = 1  # errors happen\n# notes about b\nb = 2\n").empty());
}

TEST_CASE("slips fail") {
  CHECK(SlipIn("a  # error [GM101]\n").find("looks like a marker") != std::string::npos);
  CHECK(SlipIn("a  # error: GM101\n").find("looks like a marker") != std::string::npos);
  CHECK(SlipIn("a  # error: [GM1]\n").find("looks like a marker") != std::string::npos);
  CHECK(SlipIn("a  # error: [GM101] text\n").find("looks like a marker") != std::string::npos);
  CHECK(SlipIn("a  # error:\n").find("looks like a marker") != std::string::npos);
  CHECK(SlipIn("a  # revealed:\n").find("looks like a marker") != std::string::npos);
  CHECK(SlipIn("a  # dead\n").find("looks like a marker") != std::string::npos);
  CHECK(SlipIn("a\n# error\n").find("no code follows") != std::string::npos);
  CHECK(SlipIn("a\n#  ^^^ eror\n").find("carets") != std::string::npos);
  CHECK(SlipIn("# ^^^ error\na\n").find("no code stands above") != std::string::npos);
}

TEST_CASE("quiet lines are reached by compiled code, dead lines are not") {
  auto trouble = [](const std::string& line) {
    std::vector<Failure> failures;
    CaseFile file = ParseCaseFile("x.md",
                                  "## A\n```py\nimport torch\n\n\n@torch.compile\ndef f(x):\n    " +
                                      line + "\n    return x\n    x + 1\n```\n",
                                  failures);
    Exercised exercised;
    for (const Failure& failure : RunCase(file.cases[0], "", exercised).failures)
      failures.push_back(failure);
    return failures.empty() ? std::string() : failures.front().message;
  };
  CHECK(trouble("x = x + 1  # quiet: so it is").empty());
  CHECK(trouble("x = x + 1  # dead: it is not").find("reaches this line") != std::string::npos);
  CHECK(trouble("return x  # quiet\n    x = x.item()  # quiet").find("never reaches") !=
        std::string::npos);
  CHECK(trouble("return x  # quiet\n    x = x.item()  # dead: behind return").empty());
}

TEST_CASE("headings, files and settings") {
  std::vector<Failure> failures;
  CaseFile file = ParseCaseFile(
      "x.md",
      "# Page\n\n## One\n\n```py\na\n```\n\n### Inner\n\n`b.py`:\n\n```py\nb\n```\n\n"
      "```toml\nassume-compiled = \"modules\"\ntarget-torch = \"2.6\"\n```\n\n## Text\n\nwords\n",
      failures);
  CHECK(failures.empty());
  REQUIRE(file.cases.size() == 2);
  CHECK(file.cases[0].title == "One");
  CHECK(file.cases[0].files[0].first_line == 6);
  CHECK(file.cases[1].title == "One / Inner");
  CHECK(file.cases[1].files[0].name == "b.py");
  const auto& settings = file.cases[1].settings.items;
  CHECK(std::get<std::string>(settings.at("assume-compiled").value) == "modules");
  CHECK(std::get<std::string>(settings.at("target-torch").value) == "2.6");
}

TEST_CASE("a page that is broken says so") {
  auto trouble = [](const std::string& text) {
    std::vector<Failure> failures;
    ParseCaseFile("x.md", text, failures);
    return failures.empty() ? std::string() : failures.front().message;
  };
  CHECK(trouble("## A\n```py\na\n").find("never closed") != std::string::npos);
  CHECK(trouble("## A\n```py\na\n```\n```py\nb\n```\n").find("a second `case.py`") !=
        std::string::npos);
  CHECK(trouble("## A\n```facts\na\n```\n").find("without code") != std::string::npos);
  CHECK(trouble("## A\n```py\na\n```\n```outptu\n```\n").find("unknown block") !=
        std::string::npos);
  CHECK(trouble("## A\n```py\na\n```\n```toml\nspeed = 3\n```\n").find("no setting `speed`") !=
        std::string::npos);
}

}  // namespace
}  // namespace graphmend::harness
