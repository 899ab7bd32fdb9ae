// The reports for people and for programs.
#include <doctest/doctest.h>
#include <rapidjson/document.h>

#include "base/utf8.h"
#include "base/visible.h"
#include "findings.h"
#include "lint/holes.h"
#include "report/finding.h"
#include "report/frame.h"
#include "report/json.h"
#include "report/overview.h"
#include "report/text.h"
#include "report/width.h"
#include "report/wrap.h"

namespace graphmend::report {
namespace {

using testing::At;
using testing::Finding;
using testing::OutcomeOf;

std::string FrameOf(const source::SourceFile& file, std::string_view text,
                    std::string_view label = "", std::size_t columns = 0) {
  return Frame(At(file, text), label, 1, diag::Severity::Warning, Style(false, false, columns));
}

diag::Diagnostic Explained(const source::SourceFile& file) {
  diag::Diagnostic finding = Finding(file, "GM101", "y > 0");
  finding.function = "m.f";
  finding.gb_ids = {"GB0170"};
  finding.label = "is a tensor";
  finding.origin = 0;
  finding.reason = {{At(file, "x"), "`x` is a tensor: parameter"}, {At(file, "y > 0"), "compared"}};
  finding.callers = {{At(file, "f("), "called by `g`"}};
  finding.call_sites = 1;
  finding.help = "use `torch.where`";
  return finding;
}

diag::Fix FixOf(diag::Applicability applicability) {
  diag::Fix fix;
  fix.title = "mend it";
  fix.applicability = applicability;
  return fix;
}

}  // namespace

TEST_CASE("cells of a terminal") {
  CHECK(DisplayWidth("abc") == 3);
  CHECK(DisplayWidth("日本") == 4);
  CHECK(DisplayWidth("e\xCC\x81") == 1);  // e and a combining accent
  CHECK(DisplayWidth("😀") == 2);
  CHECK(DisplayWidth("é") == 1);
  CHECK(base::IsUnprintable(0x1B));
  CHECK(base::IsUnprintable(0x202E));
  CHECK_FALSE(base::IsUnprintable('a'));
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

TEST_CASE("a label stands behind the carets, or below them where it does not fit") {
  const source::SourceFile file("m.py", "if score > threshold:\n");
  CHECK(FrameOf(file, "score > threshold", "needs a Python bool") ==
        "  |\n"
        "1 | if score > threshold:\n"
        "  |    ^^^^^^^^^^^^^^^^^ needs a Python bool\n"
        "  |\n");
  CHECK(FrameOf(file, "score > threshold", "needs a Python bool", 40) ==
        "  |\n"
        "1 | if score > threshold:\n"
        "  |    ^^^^^^^^^^^^^^^^^\n"
        "  |    needs a Python bool\n"
        "  |\n");
  CHECK(FrameOf(file, "threshold", "needs a Python bool, but this is a tensor", 40) ==
        "  |\n"
        "1 | if score > threshold:\n"
        "  |            ^^^^^^^^^\n"
        "  | needs a Python bool, but this is a\n"
        "  | tensor\n"
        "  |\n");
  CHECK(FrameOf({"m.py", "f(\n  x)\n"}, "f(\n  x)", "here") ==
        "  |\n"
        "1 | f(\n"
        "  | ^^\n"
        "2 |   x)\n"
        "  |   ^^ here\n"
        "  |\n");
}

TEST_CASE("text is wrapped between words, and not within code") {
  CHECK(Wrap("one two three", 40, 0, 2) == "one two three");
  CHECK(Wrap("one two three", 7, 0, 2) == "one two\n  three");
  CHECK(Wrap("one two three", 9, 4, 2) == "one\n  two\n  three");
  CHECK(Wrap("see `a b c` now", 10, 0, 2) == "see\n  `a b c`\n  now");
  CHECK(Wrap("see `a b c d e f` now", 10, 0, 2) == "see `a b c\n  d e f`\n  now");
  CHECK(Wrap("a word-without-end follows", 10, 0, 2) == "a\n  word-without-end\n  follows");
  CHECK(Wrap("a ` alone", 6, 0, 0) == "a `\nalone");
  CHECK(Wrap("日本 日本", 6, 0, 0) == "日本\n日本");
  CHECK(Wrap("", 10, 0, 2).empty());
  CHECK(Wrap("\x1b[1mone\x1b[0m two", 7, 0, 0) == "\x1b[1mone\x1b[0m two");
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
  CHECK(base::OneLine("a\tb\nc\x1b") == "a b c\xEF\xBF\xBD");
}

TEST_CASE("the full report of a finding") {
  source::SourceFile file("m.py", "def f(x):\n    y = x\n    if y > 0:\n        pass\n");
  CHECK(report::Finding(Explained(file), Chain::Whole, Style(false)) ==
        "warning[GM101]: `y > 0` breaks the graph\n"
        " --> m.py:3:8 in m.f\n"
        "  |\n"
        "3 |     if y > 0:\n"
        "  |        ^^^^^ is a tensor\n"
        "  |\n"
        "  = because:\n"
        "      1. m.py:1:7  `x` is a tensor: parameter\n"
        "      2. m.py:3:8  compared\n"
        "  = reached through:\n"
        "      1. m.py:1:5  called by `g`\n"
        "  = help: use `torch.where`\n"
        "  = see: GB0170 https://meta-pytorch.github.io/compile-graph-break-site/gb/gb0170.html\n");
  CHECK(LeavesOut(Explained(file)));
}

TEST_CASE("the short chain has the step that says most, and where compiled code begins") {
  source::SourceFile file("m.py", "def f(x):\n    y = x\n    if y > 0:\n        pass\n");
  diag::Diagnostic finding = Explained(file);
  finding.callers.push_back({At(file, "y = x"), "calls `h`"});
  std::string text = report::Finding(finding, Chain::Short, Style(false));
  CHECK(text.find("  = because: `x` is a tensor: parameter\n      m.py:1:7 | def f(x):\n"
                  "  = called by `g`, 1 call up\n  = help") != std::string::npos);
  // Without a value to explain, the last call is of interest.
  finding.origin.reset();
  text = report::Finding(finding, Chain::Short, Style(false));
  CHECK(text.find("because") == std::string::npos);
  CHECK(text.find("  = calls `h` here\n      m.py:2:5 | y = x\n") != std::string::npos);
  finding.reason.clear();
  CHECK_FALSE(LeavesOut(finding));
}

TEST_CASE(
    "several callers are counted, and it is said what makes a whole function run uncompiled") {
  source::SourceFile file("m.py", "def f(x):\n    y = x\n    if y > 0:\n        pass\n");
  diag::Diagnostic finding = Explained(file);
  finding.severity = diag::Severity::Note;
  finding.call_sites = 2;
  finding.skips_frame = true;
  finding.within = "loop";
  std::string text = report::Finding(finding, Chain::Short, Style(false));
  CHECK(text.starts_with("note[GM101]: "));
  CHECK(text.find("= reached in 2 ways, for example: called by `g`\n") != std::string::npos);
  CHECK(text.find("= note: inside a loop, so the whole function") != std::string::npos);
  finding.within = "try";
  text = report::Finding(finding, Chain::Whole, Style(false));
  CHECK(text.find("= reached in 2 ways:\n") != std::string::npos);
  CHECK(text.find("= note: inside a `try`, so the whole function") != std::string::npos);
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

TEST_CASE("summaries count what can be fixed, and where most of many findings are") {
  source::SourceFile file("pkg/m.py", "if x: pass\n"), top("n.py", "if x: pass\n");
  diag::Diagnostic safe = Finding(file, "GM101", "x"), unsafe = safe, shown = safe;
  safe.fixes = {FixOf(diag::Applicability::Safe)};
  unsafe.fixes = {FixOf(diag::Applicability::Unsafe)};
  shown.fixes = {FixOf(diag::Applicability::DisplayOnly)};
  CHECK(FixableLine(OutcomeOf({shown})).empty());
  CHECK(FixableLine(OutcomeOf({unsafe})) == "1 fixable with --fix --unsafe-fixes");
  CHECK(FixableLine(OutcomeOf({safe, safe})) == "2 fixable with --fix");
  std::vector<diag::Diagnostic> many(50, shown);
  CHECK(Summary(OutcomeOf(many), Style(false)).find("by rule") == std::string::npos);
  many.insert(many.end(), {safe, unsafe, Finding(top, "GM201", "x")});
  const std::string text = Summary(OutcomeOf(many), Style(false));
  CHECK(text.find("\n1 fixable with --fix, 1 more with --unsafe-fixes\n"
                  "Most by rule: GM101 branch-on-tensor (52), GM201 print-in-graph (1)\n"
                  "Most by folder: pkg (52), . (1)\nTo narrow down: ") != std::string::npos);
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
      one.ends_with("\n1 of 3 entries was followed only in part: `third.load` (m.py:1: its source "
                    "is not in view)\n"));
  outcome.entries[2].incomplete = true;
  for (std::string_view text : {"table[i]", "f", "g", "h"})
    outcome.holes.push_back(hole(infer::HoleKind::UnknownCallee, text, 2));
  CHECK(lint::NotFollowed(outcome).starts_with("2 of 3 entries were followed only in part: "));
  CHECK(lint::NotFollowed(outcome).ends_with(" and 2 more; `graphmend entries` lists them"));
  CHECK(HoleLine(outcome.holes[1], Style(false)) ==
        "incomplete: `table[i]` is not followed: the source does not tell what it is; m.step and 1 "
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
            .starts_with("     1  GM101  branch-on-tensor  1 definite, 0 notes\n"));
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
  CHECK(finding["label"].GetString() == std::string("is a tensor"));
  CHECK(json["fixable"]["safe"].GetInt() == 0);
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

TEST_CASE("commands to runners of jobs, controls and marks are text") {
  CHECK(base::OneLine("::error::x") == ": :error::x");
  CHECK(base::OneLine("a ::error::x") == "a ::error::x");
  CHECK(base::OneLine("a ##[error]x ##vso[task.x]y ## #") == "a # #[error]x # #vso[task.x]y ## #");
  CHECK(base::OneLine("###[x") == "## #[x");
  CHECK(base::OneLine("a\n\tb\r\nc\x1b[31m") == "a  b  c\uFFFD[31m");
  CHECK(base::Visible("a\n \t::x\r\n::y\rz\xff\u202E\u009B") ==
        "a\n \t: :x\r\n: :y\uFFFDz\uFFFD\uFFFD\uFFFD");
  CHECK(base::WithoutCommands("\x1b[1m::x\n ::y") == "\x1b[1m::x\n : :y");
  CHECK(base::VisibleJson(R"("a##[b\u001b)"
                          "\u009B\u202E\U000E0041#\"") ==
        R"("a\u0023#[b\u001b\u009b\u202e\udb40\udc41#")");
}

TEST_CASE("Markdown shows what is there") {
  CHECK(base::Markdown("a `x[0] | y` b [l](u) <i> *m* | #1") ==
        "a `x[0] \\| y` b \\[l\\](u) \\<i\\> \\*m\\* \\| \\#1");
  // Backticks that make no code.
  CHECK(base::Markdown("a ` [l](u)") == "a \\` \\[l\\](u)");
  CHECK(base::Markdown("``[l](u)`` `x`") == "\\`\\`\\[l\\](u)\\`\\` `x`");
  CHECK(base::Markdown("http://x www.x.y me@x.y") == "http:\\//x www\\.x.y me@\xE2\x80\x8Bx.y");
  CHECK(base::MarkdownCode("a|b") == "`a\\|b`");
  CHECK(base::MarkdownCode("a`b``c") == "```a`b``c```");
  CHECK(base::MarkdownCode("`") == "`` ` ``");
  CHECK(base::MarkdownCode("") == "` `");
}

}  // namespace graphmend::report
