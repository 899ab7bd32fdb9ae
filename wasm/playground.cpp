// The linter as a WebAssembly module: the text of a Python file in, JSON out. Nothing is read from
// a disk and nothing is written: the module has no file but what it is handed.
//
//   graphmend_check   the JSON report of that one file, as `graphmend check -o json`
//   graphmend_fix     `text`: the file with its fixes; `fixes`: what was done; `diff`
//   graphmend_explain the page of a rule, Markdown; empty where there is no such rule
//
// What is returned stays valid until the next call. Texts are UTF-8 and end with a zero byte.
#include <emscripten.h>

#include <string>
#include <utility>

#include "diag/json_writer.h"
#include "lint/rule.h"
#include "project/check.h"
#include "project/fixing.h"
#include "project/version.h"
#include "report/json.h"

namespace graphmend {
namespace {

constexpr const char* kName = "playground.py";

// Holds what was returned last.
std::string& Answer() {
  static std::string answer;
  return answer;
}

const char* Return(std::string text) {
  Answer() = std::move(text);
  return Answer().c_str();
}

project::Selection Given(const char* text) {
  project::Selection selection;
  project::SelectedFile file;
  file.path = kName;
  file.shown = kName;
  file.text = std::string(text);
  selection.files.push_back(std::move(file));
  return selection;
}

project::Configuration NothingSet() { return project::Configuration({.isolated = true}); }

std::string Fixed(const char* text, diag::Applicability least) {
  project::Configuration configuration = NothingSet();
  const project::Fixing fixing =
      project::Fix({.least = least, .jobs = 1}, configuration, Given(text),
                   [](project::Project&, lint::Outcome&) { return true; });
  diag::JsonWriter<diag::JsonLayout::Compact> json;
  json.Object([&] {
    json.Field("text", fixing.files.empty() ? text : fixing.files.begin()->second.after);
    json.Field("diff", project::Diff(fixing));
    json.Array("fixes", fixing.fixes, [&](const fix::AppliedFix& fix) {
      json.Object([&] {
        json.Field("line", fix.line);
        json.Field("code", fix.code);
        json.Field("title", fix.title);
        json.Optional("difference", fix.difference);
      });
    });
  });
  return json.Finish();
}

}  // namespace
}  // namespace graphmend

extern "C" {

EMSCRIPTEN_KEEPALIVE const char* graphmend_check(const char* text) {
  using namespace graphmend;
  project::Configuration configuration = NothingSet();
  const project::Checked checked = project::Check({configuration, Given(text), {.jobs = 1}});
  return Return(report::Json(checked.outcome, {.tool_version = GRAPHMEND_VERSION}));
}

EMSCRIPTEN_KEEPALIVE const char* graphmend_fix(const char* text, int unsafe_too) {
  using graphmend::diag::Applicability;
  return graphmend::Return(
      graphmend::Fixed(text, unsafe_too ? Applicability::Unsafe : Applicability::Safe));
}

EMSCRIPTEN_KEEPALIVE const char* graphmend_explain(const char* code) {
  const graphmend::lint::Rule* rule = graphmend::lint::FindRule(code);
  return graphmend::Return(rule ? std::string(graphmend::lint::Documentation(*rule)) : "");
}

}  // extern "C"
