// The command line, and where output goes.
#include <doctest/doctest.h>

#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "driver/gb_registry.h"
#include "driver/invocation.h"
#include "driver/output.h"

namespace graphmend::driver {
namespace {

namespace fs = std::filesystem;

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

std::string Read(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("check takes lists without swallowing the paths behind them") {
  Invocation check = Parsed({"check", "--select", "GM1,GM201", "a.py", "--ignore=GM101", "b", "-",
                             "--select", "host-read", "-o", "out", "-j", "4", "--exit-zero"});
  CHECK(check.command == Command::Check);
  CHECK(check.operands == Words{"a.py", "b", "-"});
  CHECK(check.selectors.select == Words{"GM1", "GM201", "host-read"});
  CHECK(check.selectors.ignore == Words{"GM101"});
  CHECK(check.output == "out");
  CHECK(check.jobs == 4);
  CHECK(check.exit_zero);
  CHECK(check.format == Format::Full);
  CHECK(Parsed({"check", "--", "-odd.py"}).operands == Words{"-odd.py"});
}

TEST_CASE("releases and assumptions") {
  CHECK(Parsed({"check"}).analysis.target == infer::Release{2, 13});
  CHECK(Parsed({"check", "--target-torch", "2.6"}).analysis.target == infer::Release{2, 6});
  CHECK(Parsed({"check", "--target-torch=2.6.1"}).analysis.target == infer::Release{2, 6});
  CHECK(Parsed({"check", "--assume-compiled=explicit"}).analysis.assume ==
        infer::AssumeCompiled::Explicit);
  for (const char* bad : {"3", "2", "2.", "2.x", "2.99", "1.13", "", "2.6x"}) {
    INFO(bad);
    CHECK(Refused({"check", "--target-torch", bad}).find("2.0 to 2.13") != std::string::npos);
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
  CHECK(Refused({"explain"}).find("rule is required") != std::string::npos);
}

TEST_CASE("help and version are answers, not errors") {
  for (const std::vector<const char*>& words :
       {std::vector<const char*>{"--help"}, {"--version"}, {"check", "--help"}, {"why", "-h"}}) {
    base::Result<CommandLine> line = Parse(words);
    REQUIRE(static_cast<bool>(line));
    CHECK(std::holds_alternative<Information>(*line));
  }
}

TEST_CASE("a file is written whole, through links, with its mode kept") {
  std::string name = (fs::temp_directory_path() / "graphmend-XXXXXX").string();
  fs::path folder = ::mkdtemp(name.data());
  CHECK_FALSE(WriteOutput((folder / "new").string(), "text"));
  CHECK(Read(folder / "new") == "text");
  fs::permissions(folder / "new", fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("new", folder / "link");
  CHECK_FALSE(WriteOutput((folder / "link").string(), "other"));
  CHECK(fs::is_symlink(folder / "link"));
  CHECK(Read(folder / "new") == "other");
  CHECK((fs::status(folder / "new").permissions() & fs::perms::all) ==
        (fs::perms::owner_read | fs::perms::owner_write));
  CHECK(WriteOutput(folder.string(), "text"));
  CHECK(WriteOutput((folder / "missing" / "x").string(), "text"));
  CHECK_FALSE(WriteOutput("/dev/null", "text"));
  CHECK(std::distance(fs::directory_iterator(folder), {}) == 2);
  fs::remove_all(folder);
}

TEST_CASE("PyTorch's registry is embedded") {
  GbRegistry registry;
  CHECK(registry.release() == "2.13");
  CHECK(registry.Title("GB0170") == "Data-dependent branching");
  CHECK_FALSE(registry.Title("GB9999"));
}

}  // namespace graphmend::driver
