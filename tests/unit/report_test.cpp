// The reports for people and for programs.
#include <doctest/doctest.h>
#include <rapidjson/document.h>

#include "base/utf8.h"
#include "findings.h"
#include "lint/holes.h"
#include "report/frame.h"
#include "report/json.h"
#include "report/text.h"
#include "report/width.h"

namespace graphmend::report {
namespace {

using testing::At;
using testing::Finding;
using testing::OutcomeOf;

std::string FrameOf(const source::SourceFile& file, std::string_view text) {
  return Frame(At(file, text), 1, diag::Severity::Warning, Style(false));
}

diag::Diagnostic Explained(const source::SourceFile& file) {
  diag::Diagnostic finding = Finding(file, "GM101", "y > 0");
  finding.function = "m.f";
  finding.gb_ids = {"GB0170"};
  finding.reason = {{At(file, "x"), "`x` is a tensor: parameter"}, {At(file, "y > 0"), "compared"}};
  finding.callers = {{At(file, "f("), "called by `g`"}};
  finding.call_sites = 1;
  finding.help = "use `torch.where`";
  return finding;
}

}  // namespace

TEST_CASE("cells of a terminal") {
  CHECK(DisplayWidth("abc") == 3);
  CHECK(DisplayWidth("日本") == 4);
  CHECK(DisplayWidth("e\xCC\x81") == 1);  // e and a combining accent
  CHECK(DisplayWidth("😀") == 2);
  CHECK(DisplayWidth("é") == 1);
  CHECK(IsUnprintable(0x1B));
  CHECK(IsUnprintable(0x202E));
  CHECK_FALSE(IsUnprintable('a'));
}

TEST_CASE("what is not UTF-8 is replaced as browsers do") {
  CHECK(base::ToValidUtf8("a\xFFz") == "a\xEF\xBF\xBDz");
  CHECK(base::ToValidUtf8("\xE2\x82") == "\xEF\xBF\xBD");
  CHECK(base::ToValidUtf8("\xE2\x82(") == "\xEF\xBF\xBD(");
  CHECK(base::ToValidUtf8("\xC0\x80") == "\xEF\xBF\xBD\xEF\xBF\xBD");
  CHECK(base::ToValidUtf8("\xED\xA0\x80") == "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  CHECK(base::ToValidUtf8("é日😀") == "é日😀");
}

TEST_CASE("carets stand below what is meant") {
  CHECK(FrameOf({"m.py", "if x > 0:\n"}, "x > 0") ==
        "  |\n"
        "1 | if x > 0:\n"
        "  |    ^^^^^\n"
        "  |\n");
  CHECK(FrameOf({"m.py", "\tif x:\n"}, "x") ==
        "  |\n"
        "1 |     if x:\n"
        "  |        ^\n"
        "  |\n");
  CHECK(FrameOf({"m.py", "f('日本', x)\n"}, "x") ==
        "  |\n"
        "1 | f('日本', x)\n"
        "  |           ^\n"
        "  |\n");
  CHECK(FrameOf({"m.py", "a = (x +\n     y)\n"}, "x +\n     y") ==
        "  |\n"
        "1 | a = (x +\n"
        "  |      ^^^\n"
        "2 |      y)\n"
        "  |      ^\n"
        "  |\n");
}

TEST_CASE("long lines and long places are cut") {
  std::string line = std::string(500, 'a') + " + target + " + std::string(500, 'b') + "\n";
  std::string frame = FrameOf({"m.py", line}, "target");
  CHECK(frame.find("… ") != std::string::npos);
  CHECK(frame.find("target") != std::string::npos);
  CHECK(frame.size() < 500);
  std::string tall = "f(\n1,\n2,\n3,\n4,\n5,\n6,\n7)";
  frame = FrameOf({"m.py", tall}, tall);
  CHECK(frame.find("…") != std::string::npos);
  CHECK(frame.find("7)") != std::string::npos);
  CHECK(frame.find("5,") == std::string::npos);
}

TEST_CASE("control characters do not reach the terminal") {
  CHECK(FrameOf({"m.py", "x = '\x1b[31m'\n"}, "x").find('\x1b') == std::string::npos);
  CHECK(OneLine("a\tb\nc\x1b") == "a b c\xEF\xBF\xBD");
}

TEST_CASE("the full report of a finding") {
  source::SourceFile file("m.py", "def f(x):\n    y = x\n    if y > 0:\n        pass\n");
  CHECK(report::Finding(Explained(file), Style(false)) ==
        "warning[GM101]: `y > 0` breaks the graph\n"
        " --> m.py:3:8 in m.f\n"
        "  |\n"
        "3 |     if y > 0:\n"
        "  |        ^^^^^\n"
        "  |\n"
        "  = because:\n"
        "      1. m.py:1:7  `x` is a tensor: parameter\n"
        "      2. m.py:3:8  compared\n"
        "  = reached through:\n"
        "      1. m.py:1:5  called by `g`\n"
        "  = help: use `torch.where`\n"
        "  = see: GB0170 https://meta-pytorch.github.io/compile-graph-break-site/gb/gb0170.html\n");
}

TEST_CASE("a note names what it depends on, several callers are counted") {
  source::SourceFile file("m.py", "def f(x):\n    y = x\n    if y > 0:\n        pass\n");
  diag::Diagnostic finding = Explained(file);
  finding.severity = diag::Severity::Note;
  finding.condition = "`x` is float16";
  finding.call_sites = 2;
  finding.skips_frame = true;
  std::string text = report::Finding(finding, Style(false));
  CHECK(text.starts_with("note[GM101]: "));
  CHECK(text.find("= only if: `x` is float16\n") != std::string::npos);
  CHECK(text.find("= called from 2 sites:\n") != std::string::npos);
  CHECK(text.find("= note: the whole function") != std::string::npos);
}

TEST_CASE("summaries never make nothing look clean") {
  source::SourceFile file("m.py", "if x: pass\n");
  diag::Diagnostic warning = Finding(file, "GM101", "x"), note = Finding(file, "GM103", "x");
  note.severity = diag::Severity::Note;
  CHECK(SummaryLine(OutcomeOf({warning, note}), Style(false)) ==
        "Found 2 graph breaks (1 warning, 1 note) in 1 of 2 files, looking at 3 compiled entries "
        "(1 by torch.compile, 2 assumed)\n");
  CHECK(SummaryLine(OutcomeOf({}), Style(false)) ==
        "No graph break found in 2 files, looking at 3 compiled entries (1 by torch.compile, 2 "
        "assumed); --assume-compiled=public looks at functions and other methods, too\n");
  lint::Outcome all = OutcomeOf({});
  all.assume = "public";
  CHECK(SummaryLine(all, Style(false)).ends_with("assumed)\n"));
  lint::Outcome nothing = OutcomeOf({});
  nothing.entries.clear();
  CHECK(SummaryLine(nothing, Style(false)) ==
        "Nothing compiled was found in 2 files: nothing was checked\n");
}

TEST_CASE("summaries say what was not followed") {
  source::SourceFile file("m.py", "third.load(x)\ntable[i](x)\nf(x)\ng(x)\nh(x)\n");
  lint::Outcome outcome = OutcomeOf({});
  outcome.entries[0].incomplete = true;
  auto hole = [&](infer::HoleKind why, std::string_view text, std::uint32_t entries) {
    return infer::Hole{why, At(file, text), std::string(text), {}, "m.step", entries};
  };
  outcome.holes = {hole(infer::HoleKind::Library, "third.load", 1)};
  const std::string one = Summary(outcome, Style(false));
  CHECK(one.starts_with("No graph break found in 2 files"));
  CHECK(
      one.ends_with("\n1 of 3 entries was not followed whole: `third.load` (m.py:1: its source is "
                    "not in view)\n"));
  outcome.entries[2].incomplete = true;
  for (std::string_view text : {"table[i]", "f", "g", "h"})
    outcome.holes.push_back(hole(infer::HoleKind::UnknownCallee, text, 2));
  CHECK(lint::NotFollowed(outcome).starts_with("2 of 3 entries were not followed whole: "));
  CHECK(lint::NotFollowed(outcome).ends_with(" and 2 more; `graphmend entries` lists them"));
  CHECK(HoleLine(outcome.holes[1], Style(false)) ==
        "incomplete: `table[i]` is not followed: source does not tell what it is; m.step and 1 "
        "more get here\n");
}

TEST_CASE("places that several units of analysis meet are one") {
  source::SourceFile file("m.py", "f(x)\n");
  const infer::Hole hole{infer::HoleKind::Depth, At(file, "f(x)"), "f", At(file, "x"), "m.b", 1};
  infer::Hole other = hole;
  other.target = "m.a";
  std::vector<infer::Hole> holes = {hole, other};
  lint::MergeHoles(holes);
  REQUIRE(holes.size() == 1);
  CHECK(holes[0].entries == 2);
  CHECK(holes[0].target == "m.a");
}

TEST_CASE("concise, statistics, colour") {
  source::SourceFile file("m.py", "if x: pass\n");
  lint::Outcome outcome = OutcomeOf({Finding(file, "GM101", "x")});
  CHECK(Concise(outcome, Style(false)).starts_with("m.py:1:4: GM101 `x` breaks the graph\n"));
  CHECK(Statistics(outcome, Style(false))
            .starts_with("     1  GM101  branch-on-tensor  1 firm, 0 notes\n"));
  CHECK(Full(outcome, Style(true)).find("\x1b[1;33mwarning[GM101]\x1b[0m") != std::string::npos);
  CHECK(Full(outcome, Style(false)).find('\x1b') == std::string::npos);
}

TEST_CASE("JSON") {
  source::SourceFile file("m\xFF.py", "def f(x):\n    y = x\n    if y > 0:\n        pass\n");
  lint::Outcome outcome = OutcomeOf({Explained(file)});
  outcome.problems.push_back({lint::ProblemKind::Internal, "b.py", 0, "GM000 internal error", ""});
  std::string text = Json(outcome, {"0.1.0", true});
  rapidjson::Document json;
  json.Parse(text.c_str());
  REQUIRE_FALSE(json.HasParseError());
  CHECK(json["version"].GetInt() == kJsonVersion);
  CHECK(json["entries"]["total"].GetInt() == 3);
  CHECK(json["entries"]["explicit"].GetInt() == 1);
  CHECK_FALSE(json["entries"]["nothing_compiled"].GetBool());
  const auto& finding = json["findings"][0];
  CHECK(finding["path"].GetString() == std::string("m\xEF\xBF\xBD.py"));
  CHECK(finding["name"].GetString() == std::string("branch-on-tensor"));
  CHECK(finding["firm"].GetBool());
  CHECK(finding["condition"].IsNull());
  CHECK(finding["location"]["line"].GetInt() == 3);
  CHECK(finding["location"]["column"].GetInt() == 8);
  CHECK(finding["location"]["end_column"].GetInt() == 13);
  CHECK(finding["reason"].Size() == 2);
  CHECK(json["problems"][0]["code"].GetString() == std::string("GM000"));
  CHECK(json["statistics"][0]["firm"].GetInt() == 1);
}

TEST_CASE("the registry and the entries as JSON") {
  rapidjson::Document rules, entries;
  rules.Parse(RulesJson().c_str());
  REQUIRE_FALSE(rules.HasParseError());
  CHECK(rules["rules"].Size() == lint::Rules().size());
  entries.Parse(EntriesJson(OutcomeOf({}).entries, {}).c_str());
  REQUIRE_FALSE(entries.HasParseError());
  CHECK(entries["entries"].Size() == 3);
}

}  // namespace graphmend::report
