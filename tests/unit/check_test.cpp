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
  ProjectRun run{.jobs = 1};
  if (!cache.empty()) run.cache = cache;
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

}  // namespace graphmend::project
