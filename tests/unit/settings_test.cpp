// Settings: reading, checking, which layer wins.
#include <doctest/doctest.h>

#include "lint/rule.h"
#include "settings/read.h"
#include "settings/resolve.h"
#include "settings/table.h"

namespace graphmend::settings {
namespace {

std::shared_ptr<const Layer> Read(std::string_view text, FileKind kind = FileKind::Own) {
  auto layer = ReadToml(text, kind, "graphmend.toml", "/project");
  REQUIRE_MESSAGE(static_cast<bool>(layer), (layer ? "" : layer.error().message));
  return *layer;
}

std::string Refused(std::string_view text, FileKind kind = FileKind::Own) {
  auto layer = ReadToml(text, kind, "graphmend.toml", "/project");
  if (layer) return "taken";
  return layer.error().message + " | " + layer.error().hint;
}

Stack StackOf(std::initializer_list<std::string_view> texts) {
  Stack stack;
  for (std::string_view text : texts) stack.Push(Read(text));
  return stack;
}

bool IsOn(const Stack& stack, std::string_view code) {
  RuleTable table = Rules(stack);
  for (std::size_t i = 0; i < table.on.size(); ++i)
    if (lint::Rules()[i]->code.text() == code) return table.on[i];
  FAIL("no such rule");
  return false;
}

}  // namespace

TEST_CASE("every default and every example in the table is a value that is taken") {
  for (const Setting& setting : Settings()) {
    for (std::string_view value : {setting.fallback, setting.example}) {
      if (value.empty()) continue;
      CAPTURE(setting.key);
      CAPTURE(value);
      auto layer = Read(std::string(setting.key) + " = " + std::string(value));
      REQUIRE(layer->items.contains(setting.key));
      // And it is written as it was read.
      auto again = Read(std::string(setting.key) + " = " +
                        ToToml(setting.type, layer->items.find(setting.key)->second.value));
      CHECK(again->items.find(setting.key)->second.value ==
            layer->items.find(setting.key)->second.value);
    }
  }
}

TEST_CASE("what is written of any text is read as that text") {
  std::string text;
  for (char c = 1; c < 0x7f; ++c) text += c;
  text += "\x7f é𝄞";
  auto layer = Read("src = [" + ToToml(Type::Text, text) + "]");
  CHECK(std::get<std::vector<std::string>>(layer->items.find("src")->second.value).front() == text);
}

// Of these the parser takes it that they cannot be where it asks whether they are blank.
TEST_CASE("letters outside of ASCII are no blanks, and no part of a key without quotes") {
  for (std::string letter : {"\u00A1", "\u01F5", "\u0499", "\u2FFF", "\uFB00", "\uFEFE"}) {
    CAPTURE(letter);
    CHECK(Refused("a" + letter + "b = 1").starts_with("graphmend.toml:1:"));
    CHECK(Refused("src = [" + letter + "]").starts_with("graphmend.toml:1:"));
    CHECK(Refused("src = [\"\"\"\\" + letter + "\"\"\"]").starts_with("graphmend.toml:1:"));
    auto layer = Read("src = [\"\"\"\\\n  " + letter + "\"\"\"]");
    CHECK(ToToml(Type::List, layer->items.find("src")->second.value).find(letter) !=
          std::string::npos);
  }
}

TEST_CASE("what is wrong is told with its place, and a near word is suggested") {
  CHECK(
      Refused("[tool.graphmend]\nslect = 1").find("in [tool.graphmend] | did you mean `select`?") !=
      std::string::npos);
  CHECK(Refused("ignore = []\n[tool.graphmend]\nselect = ['GM1']")
            .find("put all settings below [tool.graphmend], or all without") != std::string::npos);
  CHECK_FALSE(IsOn(StackOf({"[tool.graphmend]\nignore = ['GM1']\n[tool.other]\nx = 1"}), "GM101"));
  CHECK(Refused("ignore = []\nslect = ['GM1']") ==
        "graphmend.toml:2:1: there is no setting `slect` | did you mean `select`?");
  CHECK(Refused("\nselect = 'GM1'") ==
        "graphmend.toml:2:10: `select` must be a list of strings, not a string | for example "
        "select = [\"GM1\", \"print-in-graph\"]");
  CHECK(Refused("select = ['GM1', 3]").starts_with("graphmend.toml:1:18: `select` must be a list"));
  CHECK(Refused("ignore = ['print-in-grap']") ==
        "graphmend.toml:1:11: `ignore`: no rule is called `print-in-grap` | did you mean "
        "`print-in-graph`?");
  CHECK(Refused("target-torch = 2.11")
            .starts_with("graphmend.toml:1:16: `target-torch` must be a string, not a number"));
  CHECK(Refused("target-torch = '3.1'").find("2.6 to 2.13") != std::string::npos);
  CHECK(Refused("min-severity = 'warn'") ==
        "graphmend.toml:1:16: `min-severity`: `warn` is not known | one of error, warning, note");
  CHECK(Refused("[dynamo]\ncapture_scaler_outputs = true") ==
        "graphmend.toml:2:1: there is no setting `dynamo.capture_scaler_outputs` | did you mean "
        "`dynamo.capture_scalar_outputs`?");
  CHECK(
      Refused("[severity]\nGM999 = 'note'").starts_with("graphmend.toml:2:1: `severity`: no rule"));
  CHECK(Refused("fullgraph = 1").find("must be true or false, not an integer") !=
        std::string::npos);
  CHECK(Refused("entry-points = ['Model']").find("not the dotted name") != std::string::npos);
  CHECK(Refused("select = [").starts_with("graphmend.toml:1:"));
  // The first by place, whatever the order of names.
  CHECK(Refused("zz = 1\naa = 2").starts_with("graphmend.toml:1:1:"));
}

TEST_CASE("pyproject.toml") {
  CHECK(Read("[tool.ruff]\nselect = 1", FileKind::Pyproject) == nullptr);
  CHECK(Read("[tool.graphmend]\n", FileKind::Pyproject) != nullptr);
  CHECK(Refused("[tool.graphmend]\nslect = 1", FileKind::Pyproject)
            .starts_with("graphmend.toml:2:1: there is no setting `slect` in [tool.graphmend]"));
  // Somebody else's broken file is not graphmend's business; one that speaks of it is.
  CHECK(Read("[tool.ruff\n", FileKind::Pyproject) == nullptr);
  CHECK(Refused("[tool.graphmend\n", FileKind::Pyproject).find("not valid TOML") !=
        std::string::npos);
}

TEST_CASE("assignments") {
  auto value = [](std::string_view text, const char* key) {
    auto layer = ReadAssignment(text, "/project");
    REQUIRE_MESSAGE(static_cast<bool>(layer), (layer ? "" : layer.error().message));
    return ToToml(FindSetting(key)->type, (*layer)->items.at(key).value);
  };
  CHECK(value("min-severity=warning", "min-severity") == "\"warning\"");
  CHECK(value("min-severity = \"warning\"", "min-severity") == "\"warning\"");
  CHECK(value("target-torch=2.10", "target-torch") == "\"2.10\"");
  CHECK(value("ignore=['GM2']", "ignore") == "[\"GM2\"]");
  CHECK(value("dynamo.allow_rnn=true", "dynamo.allow_rnn") == "true");
  CHECK(value("severity.GM202='off'", "severity") == "{ \"GM202\" = \"off\" }");
  auto refused = [](std::string_view text) { return ReadAssignment(text, "/").error().message; };
  CHECK(refused("fulgraph=true") == "--config fulgraph: there is no setting `fulgraph`");
  CHECK(refused("fullgraph=yes").starts_with("--config fullgraph: `yes` is not a TOML value"));
  CHECK(refused("min-severity=loud") == "--config min-severity: `loud` is not known");
}

TEST_CASE("layers: select starts afresh, extend-select and ignore go on top") {
  CHECK(IsOn(StackOf({""}), "GM101"));
  Stack file = StackOf({"select = ['GM1']\nignore = ['GM106']"});
  CHECK(IsOn(file, "GM101"));
  CHECK_FALSE(IsOn(file, "GM106"));
  CHECK_FALSE(IsOn(file, "GM201"));
  Stack above = StackOf({"select = ['GM1']\nignore = ['GM106']", "extend-select = ['GM106']"});
  CHECK(IsOn(above, "GM106"));
  CHECK_FALSE(IsOn(above, "GM201"));
  CHECK_FALSE(IsOn(StackOf({"ignore = ['GM101']", "ignore = ['GM2']"}), "GM101"));
  CHECK(IsOn(StackOf({"ignore = ['GM101']", "select = ['GM1']"}), "GM101"));
  // The more exact wins; equal ones: ignored.
  CHECK(IsOn(StackOf({"select = ['GM101']\nignore = ['GM1']"}), "GM101"));
  CHECK_FALSE(IsOn(StackOf({"select = ['GM101']\nignore = ['branch-on-tensor']"}), "GM101"));
}

TEST_CASE("severities") {
  RuleTable table =
      Rules(StackOf({"severity = { GM1 = 'note', GM101 = 'error', GM203 = 'off' }\n"
                     "min-severity = 'warning'"}));
  for (std::size_t i = 0; i < table.on.size(); ++i) {
    std::string_view code = lint::Rules()[i]->code.text();
    if (code == "GM101") CHECK(table.severity[i] == diag::Severity::Error);
    if (code == "GM106") CHECK(table.severity[i] == diag::Severity::Note);
    if (code == "GM201") CHECK_FALSE(table.severity[i].has_value());
    CHECK(table.on[i] == (code != "GM203" && !lint::Rules()[i]->on_request));
  }
  CHECK(table.least == diag::Severity::Warning);
}

TEST_CASE("paths are relative to the file that holds them") {
  CHECK(Paths(StackOf({"src = ['lib', '/abs']"}), "src") ==
        std::vector<std::string>{"/project/lib", "/abs"});
}

}  // namespace graphmend::settings
