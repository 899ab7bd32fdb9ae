// From files to what is reported: what is selected, suppressed, mended and weighed, in this order.
#include "project/check.h"

#include <doctest/doctest.h>

#include "folder.h"
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

TEST_CASE("what is kept of a run serves runs that look for less, and no others") {
  const Folder folder;
  const std::string cache = folder.Path("cache");
  CHECK(Told(Outcome("select = ['GM101']", cache)) == "GM101(1)");
  CHECK(Told(Outcome("", cache)) == "GM201(1) GM101(1) suppressed GM201(0)");
  CHECK(Told(Outcome("select = ['GM201']", cache)) == "GM201(1) suppressed GM201(0)");
  CHECK(Told(Outcome("", cache)) == "GM201(1) GM101(1) suppressed GM201(0)");
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

}  // namespace graphmend::project
