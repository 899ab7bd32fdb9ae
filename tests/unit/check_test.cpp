// From files to what is reported: what is selected, suppressed, mended and weighed, in this order.
#include "project/check.h"

#include <doctest/doctest.h>

#include "folder.h"
#include "project/fix_file.h"
#include "settings/read.h"

namespace graphmend::project {
namespace {

constexpr const char* kModel = R"(import torch


@torch.compile
def f(x):
    print("one")
    print("two")  # graphmend: ignore[GM201] known
    if x.sum() > 0:
        return x
    return -x
)";

GivenSettings Settings(const std::string& toml) {
  auto layer = settings::ReadToml(toml, settings::FileKind::Own, "settings", "");
  REQUIRE(static_cast<bool>(layer));
  return {**layer, {}, true};
}

lint::Outcome Outcome(const std::string& toml, const std::string& cache = "",
                      const char* text = kModel) {
  Configuration configuration(Settings(toml));
  Selection selection;
  selection.files.push_back({"/virtual/model.py", "model.py", text});
  ProjectRun run{.jobs = 1, .cache = cache.empty() ? std::nullopt : std::optional(cache)};
  return Check({configuration, std::move(selection), std::move(run)}).outcome;
}

// The codes, and in parentheses how many fixes each has.
std::string Told(const lint::Outcome& outcome) {
  std::string told;
  for (const diag::Diagnostic& one : outcome.diagnostics)
    told += (told.empty() ? "" : " ") + one.code + "(" + std::to_string(one.fixes.size()) + ")";
  for (const lint::Suppressed& one : outcome.suppressed)
    told += " suppressed " + one.diagnostic.code + "(" +
            std::to_string(one.diagnostic.fixes.size()) + ")";
  return told;
}

}  // namespace

TEST_CASE("what is suppressed gets no fix, nor a reason why it has none") {
  const lint::Outcome outcome = Outcome("");
  CHECK(Told(outcome) == "GM201(1) GM101(1) suppressed GM201(0)");
  REQUIRE(outcome.suppressed.size() == 1);
  CHECK(outcome.suppressed[0].diagnostic.no_fix.empty());
}

TEST_CASE("a comment that names a rule suppresses that rule alone") {
  const char* text = R"(import torch


@torch.compile
def f(x):
    print(x.sum().item())  # graphmend: ignore[GM201] known
    return x
)";
  CHECK(Told(Outcome("select = ['GM1', 'GM2']", "", text)) == "GM106(1) suppressed GM201(0)");
}

TEST_CASE("a comment is used by what is too light to be reported") {
  CHECK(Told(Outcome("select = ['GM201', 'GM9']\nmin-severity = 'error'")).empty());
  CHECK(Told(Outcome("select = ['GM101', 'GM901']")) == "GM101(1)");
}

TEST_CASE("a run that is given up looks for no more fixes") {
  Configuration configuration(Settings(""));
  Selection selection;
  selection.files.push_back({"/virtual/model.py", "model.py", kModel});
  std::atomic<bool> cancelled{false};
  ProjectRun run{.jobs = 1, .stop = [&] { return cancelled.load(); }};
  run.progress = [&](std::size_t done, std::size_t total) { cancelled = done == total; };
  CHECK(Told(Check({configuration, std::move(selection), std::move(run)}).outcome) ==
        "GM201(0) GM101(0) suppressed GM201(0)");
}

TEST_CASE("analyses that share what is parsed of stubs come to the same as others") {
  Folder folder;
  folder.File("one/helper.pyi", "def clean(x):\n    ...\n")
      .File("two/helper.pyi", "import torch\ndef clean(x) -> torch.Tensor:\n    ...\n");
  const char* text = R"(import torch
import helper


@torch.compile
def f(x):
    if helper.clean(x).sum() > 0:
        print(x)
    return x.max().item()
)";
  const auto stubs = std::make_shared<names::SharedStubs>();
  auto told = [&](const std::string& settings, const std::shared_ptr<names::SharedStubs>& shared) {
    Configuration configuration(Settings(settings));
    Selection selection;
    selection.files.push_back({"/virtual/model.py", "model.py", text});
    return Told(
        Check({configuration, std::move(selection), {.jobs = 2, .shared_stubs = shared}}).outcome);
  };
  for (int i = 0; i < 2; ++i)
    for (const char* own : {"one", "two"}) {
      const std::string settings = "stubs = ['" + folder.Path(own) + "']";
      CHECK(told(settings, stubs) == told(settings, nullptr));
      CHECK(told("", stubs) == told("", nullptr));
    }
  CHECK_FALSE(stubs->IsLarge());
}

TEST_CASE("what is kept of a run serves runs that look for less, and no others") {
  const Folder folder;
  const std::string cache = folder.Path("cache");
  CHECK(Told(Outcome("select = ['GM101']", cache)) == "GM101(1)");
  CHECK(Told(Outcome("", cache)) == "GM201(1) GM101(1) suppressed GM201(0)");
  CHECK(Told(Outcome("select = ['GM201']", cache)) == "GM201(1) suppressed GM201(0)");
  CHECK(Told(Outcome("", cache)) == "GM201(1) GM101(1) suppressed GM201(0)");
}

TEST_CASE("a break in a library stands at the last call before it, at its place, or nowhere") {
  Folder folder;
  const std::string site = "venv/lib/python3.12/site-packages/";
  folder.File("venv/pyvenv.cfg", "home = /usr/bin\n")
      .File(site + "lib-1.5.dist-info/METADATA")
      .File(site + "torch-2.9.0.dist-info/METADATA")
      .File(site + "lib/__init__.py", "from .inner import helper\n")
      .File(site + "lib/inner.py",
            "def helper(x):\n    print('one')\n    if x.sum() > 0:\n        return x\n    return "
            "-x\n");
  const char* text = R"(import torch
from lib import helper


@torch.compile
def f(x):
    y = helper(x + 1)
    return y


f(torch.ones(3))
)";
  auto outcome = [&](const std::string& settings) {
    Configuration configuration(Settings("python = '" + folder.Path("venv") + "'\n" + settings));
    Selection selection;
    selection.files.push_back({"/virtual/model.py", "model.py", text});
    return Check({configuration, std::move(selection), {.jobs = 1}});
  };
  const Checked checked = outcome("");
  const lint::Outcome& call = checked.outcome;
  CHECK(Told(call) == "GM306(0)");
  REQUIRE(call.diagnostics.size() == 1);
  const diag::Diagnostic& finding = call.diagnostics[0];
  CHECK(finding.location.file->LineOf(finding.location.span.begin) == 7);
  CHECK(finding.function == "f");
  CHECK(finding.library == "lib 1.5");
  REQUIRE(finding.breaks.size() == 2);
  CHECK(finding.breaks[0].code + finding.breaks[1].code == "GM201GM101");
  CHECK(finding.message ==
        "lib 1.5 breaks the graph in 2 places inside this call: inner.py:2, inner.py:3");
  CHECK(call.libraries == std::vector<std::string>{"lib 1.5"});
  CHECK(call.target == "2.9");
  CHECK(Told(outcome("library-breaks = 'place'").outcome) == "GM201(0) GM101(0)");
  CHECK(Told(outcome("library-breaks = 'off'").outcome).empty());
  CHECK(Told(outcome("environment = false").outcome).empty());
  // Rules that are off are off in libraries, too.
  const Checked less = outcome("ignore = ['GM201']");
  const lint::Outcome& one = less.outcome;
  REQUIRE(one.diagnostics.size() == 1);
  CHECK(one.diagnostics[0].message.starts_with(
      "in lib 1.5, inner.py:3: data-dependent branch on `x.sum() > 0`"));
  CHECK(Told(outcome("ignore = ['GM201', 'GM101']").outcome).empty());
  CHECK(Told(outcome("ignore = ['GM306']").outcome).empty());
  CHECK(outcome("target-torch = '2.11'").outcome.target == "2.11");
}

TEST_CASE("what a budget leaves undone is told, and what comes behind it is not dead") {
  std::string text = "import torch\n\n";
  for (int i = 0; i < 20; ++i) {
    const std::string n = std::to_string(i), next = std::to_string(i + 1);
    text += "def f" + n + "(x):\n    y = f" + next + "(x)\n    return x + y\n\n";
  }
  text += "def f20(x):\n    return x\n\n";
  text += "@torch.compile\ndef entry(x):\n    f0(x)\n    print(x)\n    return x\n";
  auto run = [&](std::uint64_t budget) {
    Configuration configuration(Settings(""));
    Selection selection;
    selection.files.push_back({"/virtual/model.py", "model.py", text});
    return Check({configuration,
                  std::move(selection),
                  {.jobs = 1, .checked = true, .budget = budget}})
        .outcome;
  };
  const lint::Outcome whole = run(1'000'000);
  CHECK(Told(whole) == "GM201(1)");
  CHECK_FALSE(whole.IsIncomplete());
  for (std::uint64_t budget = 1; budget < 150; ++budget) {
    INFO(budget);
    const lint::Outcome part = run(budget);
    if (Told(part) == Told(whole) && !part.IsIncomplete()) continue;
    REQUIRE(part.entries.size() == 1);
    CHECK(part.entries[0].incomplete);
    REQUIRE_FALSE(part.holes.empty());
    CHECK(part.holes[0].why == infer::HoleKind::Budget);
  }
}

TEST_CASE("an analysis for an editor can be stopped") {
  std::string text = "import torch\n\n\n@torch.compile\ndef f(x):\n";
  for (int i = 0; i < 3000; ++i) text += "    x = x + " + std::to_string(i) + "\n";
  text += "    print(x)\n    return x\n";
  Configuration configuration(Settings(""));
  Selection selection;
  selection.files.push_back({"/virtual/model.py", "model.py", text});
  Checked checked = Check({configuration, std::move(selection), {.jobs = 1, .keep_trees = true}});
  int asked = 0;
  auto after = [&](int times) { return [&asked, times] { return ++asked > times; }; };
  CHECK_FALSE(checked.project->AnalyseFile("model.py", after(0)));
  CHECK(asked == 3);  // by the interpreter, before syntax errors, and before what comes of it
  asked = 0;
  CHECK(
      checked.project->RevealAt("model.py", static_cast<std::uint32_t>(text.rfind("x\n")), after(0))
          .empty());
  CHECK(asked == 1);
  // Where the analysis is not stopped, but what follows it is.
  int last = 0;
  while (!checked.project->AnalyseFile("model.py", after(last))) {
    asked = 0;
    REQUIRE(++last < 100);
  }
  CHECK(last > 3);
  // What was stopped leaves no trace.
  const auto whole = checked.project->AnalyseFile("model.py", after(1'000'000));
  REQUIRE(whole);
  CHECK(Told(*whole) == "GM201(1)");
}

TEST_CASE("looking for fixes for an editor can be stopped") {
  std::string text = "import torch\n\n\n@torch.compile\ndef f(x):\n";
  for (int i = 0; i < 50; ++i) text += "    print(\"one\")\n";
  text += "    return x\n";
  Configuration configuration(Settings(""));
  Selection selection;
  selection.files.push_back({"/virtual/model.py", "model.py", text});
  Checked checked = Check({configuration, std::move(selection), {.jobs = 1, .keep_trees = true}});
  // It is asked before each of the findings, and goes no further.
  int asked = 0;
  const auto count = [&] { return ++asked, false; };
  REQUIRE(checked.project->AnalyseFile("model.py", count));
  CHECK(asked > 50);
  const int in_all = std::exchange(asked, 0);
  CHECK_FALSE(checked.project->AnalyseFile("model.py", [&] { return ++asked > in_all - 40; }));
  CHECK(asked == in_all - 40 + 2);  // before the next finding, and before what comes of it
  const auto all = [](const diag::Diagnostic&) { return true; };
  CHECK_FALSE(FixFile(*checked.project, "model.py", text, all, [] { return true; }));
  CHECK(FixFile(*checked.project, "model.py", text, all).value() != text);
}

TEST_CASE("fixing a file for an editor comes to an end and leaves the project as it was") {
  Configuration configuration(Settings(""));
  Selection selection;
  selection.files.push_back({"/virtual/model.py", "model.py", kModel});
  Checked checked = Check({configuration, std::move(selection), {.jobs = 1, .keep_trees = true}});
  auto all = [](const diag::Diagnostic&) { return true; };
  auto none = [](const diag::Diagnostic&) { return false; };
  CHECK(FixFile(*checked.project, "model.py", kModel, none) == kModel);
  const auto fixed = FixFile(*checked.project, "model.py", kModel, all);
  REQUIRE(fixed);
  CHECK(fixed->find("import graphmend.runtime\n") != std::string::npos);
  CHECK(fixed->find("    print(\"one\")") == std::string::npos);
  CHECK(fixed->find("    print(\"two\")") != std::string::npos);
  CHECK(Told(checked.project->AnalyseFile("model.py")) == Told(checked.outcome));
}

}  // namespace graphmend::project
