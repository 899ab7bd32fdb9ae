// The command line, and where output goes.
#include <doctest/doctest.h>

#include "cli/gb_registry.h"
#include "cli/invocation.h"
#include "cli/output.h"
#include "folder.h"
#include "settings/release.h"

namespace graphmend::cli {
namespace {

base::Result<CommandLine> Parse(std::vector<const char*> words) {
  words.insert(words.begin(), "graphmend");
  return ParseCommandLine(static_cast<int>(words.size()), words.data());
}

Invocation Parsed(const std::vector<const char*>& words) {
  base::Result<CommandLine> line = Parse(words);
  REQUIRE(static_cast<bool>(line));
  REQUIRE(std::holds_alternative<Invocation>(*line));
  return std::get<Invocation>(*line);
}

std::string Refused(const std::vector<const char*>& words) {
  base::Result<CommandLine> line = Parse(words);
  REQUIRE_FALSE(static_cast<bool>(line));
  return line.error().message + " | " + line.error().hint;
}

using Words = std::vector<std::string>;

Words Given(const Invocation& invocation, const char* key) {
  return std::get<Words>(invocation.settings.overrides.items.at(key).value);
}

}  // namespace

TEST_CASE("check takes lists without swallowing the paths behind them") {
  Invocation check = Parsed({"check", "--select", "GM1,GM201", "a.py", "--ignore=GM101", "b", "-",
                             "--select", "host-read", "-o", "out", "-j", "4", "--exit-zero"});
  CHECK(check.command == Command::Check);
  CHECK(check.operands == Words{"a.py", "b", "-"});
  CHECK(Given(check, "select") == Words{"GM1", "GM201", "host-read"});
  CHECK(Given(check, "ignore") == Words{"GM101"});
  REQUIRE(check.reports.size() == 1);
  CHECK(check.reports[0].path == "out");
  CHECK(check.reports[0].format == Format::Full);
  CHECK(check.jobs == 4);
  CHECK(check.exit_zero);
  CHECK(Parsed({"check", "--", "-odd.py"}).operands == Words{"-odd.py"});
}

TEST_CASE("releases and assumptions") {
  auto given = [](const char* option) {
    return std::get<std::string>(
        Parsed({"check", option}).settings.overrides.items.at("target-torch").value);
  };
  CHECK(Parsed({"check"}).settings.overrides.items.empty());
  CHECK(given("--target-torch=2.6") == "2.6");
  CHECK(given("--target-torch=2.6.1") == "2.6.1");
  CHECK(*settings::ParseRelease("2.6.1") == infer::Release{2, 6});
  for (const char* bad : {"3", "2", "2.", "2.5", "2.14", "2.x", "2.99", "1.13", "", "2.6x"}) {
    INFO(bad);
    CHECK(Refused({"check", "--target-torch", bad}).find("2.6 to 2.13") != std::string::npos);
  }
}

TEST_CASE("what is not known is named with a hint") {
  CHECK(Refused({"chek"}) == "unknown command `chek` | did you mean `check`?");
  CHECK(Refused({"check", "--slect", "GM1"}) ==
        "unknown option `--slect` | did you mean `--select`?");
  CHECK(Refused({"check", "--output-format", "jsn"}) ==
        "--output-format: `jsn` is not known | did you mean `json`?");
  CHECK(Refused({"check", "--color", "pink"}) ==
        "--color: `pink` is not known | one of auto, always, never");
  CHECK(Refused({"check", "--jobs", "many"}).starts_with("--jobs: `many` is not a number"));
  CHECK(Refused({"check", "--jobs", "0"}).starts_with("--jobs: `0` is not a number"));
  CHECK(Refused({"dump", "--stage=flw", "a.py"}) ==
        "--stage: `flw` is not known | did you mean `flow`?");
  CHECK(Refused({"dump", "--stage=names", "--format=mermaid", "a.py"})
            .starts_with("--format=mermaid"));
  CHECK(Refused({"explain", "GM101", "GM102"}).starts_with("explain takes one rule"));
  CHECK(Refused({}).starts_with("a command is missing"));
  CHECK(Refused({"check", "--jobs"}).find("--jobs") != std::string::npos);
  CHECK(Refused({"explain"}).find("name is required") != std::string::npos);
}

TEST_CASE("reports: several at once, each to its place") {
  auto reports = [](const Words& formats, const Words& outputs) {
    base::Result<std::vector<Report>> parsed = ParseReports(formats, outputs);
    if (!parsed) return "! " + parsed.error().message;
    std::string text;
    for (const Report& report : *parsed)
      text += std::string(NameOf(report.format)) + ">" + report.path + " ";
    return text;
  };
  CHECK(reports({}, {"sarif:out.sarif", "full"}) == "sarif>out.sarif full> ");
  CHECK(reports({"sarif"}, {"out.sarif"}) == "sarif>out.sarif ");
  CHECK(reports({"json", "sarif:a"}, {"b"}) == "json>b sarif>a ");
  CHECK(reports({}, {"report.txt"}) == "full>report.txt ");
  CHECK(reports({"json"}, {"-"}) == "json> ");
  CHECK(reports({}, {"sarfi"}) == "! -o: `sarfi` is not known");
  CHECK(reports({"out.txt"}, {}) == "! --output-format: `out.txt` is not known");
  CHECK(reports({"json", "full"}, {}) == "! two reports go to standard output");
  CHECK(reports({"json:a", "full:a"}, {}) == "! two reports go to a");
  CHECK(reports({"json:a"}, {"b.txt"}) == "! no report is left for the file b.txt");
  CHECK(reports({"json:"}, {}) == "! output format: `json:` names no file");
}

TEST_CASE("help and version are answers, not errors") {
  for (const std::vector<const char*>& words :
       {std::vector<const char*>{"--help"}, {"--version"}, {"check", "--help"}, {"why", "-h"}}) {
    base::Result<CommandLine> line = Parse(words);
    REQUIRE(static_cast<bool>(line));
    CHECK(std::holds_alternative<Information>(*line));
  }
}

TEST_CASE("what cannot be written is said with a hint") {
  Folder folder;
  CHECK_FALSE(WriteOutput(folder.Path("new"), "text"));
  CHECK(folder.Read("new") == "text");
  std::optional<base::Error> error = WriteOutput(folder.Path(""), "text");
  REQUIRE(error);
  CHECK(error->message == "cannot write " + folder.Path("") + ": Is a directory");
  CHECK(error->hint == "`-o` takes a file");
  error = WriteOutput(folder.Path("missing/x"), "text");
  REQUIRE(error);
  CHECK(error->message ==
        "cannot write " + folder.Path("missing/x") + ": No such file or directory");
  CHECK(error->hint == "does the directory exist?");
}

TEST_CASE("PyTorch's registry is embedded") {
  GbRegistry registry;
  CHECK(registry.release() == "2.13");
  CHECK(registry.Title("GB0170") == "Data-dependent branching");
  CHECK_FALSE(registry.Title("GB9999"));
}

}  // namespace graphmend::cli
