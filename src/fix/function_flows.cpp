#include "fix/function_flows.h"

#include "lint/rule.h"

namespace graphmend::fix {

namespace {

// Not what a rewrite may keep in the graph, so that it asks where the result goes.
bool IsLeftToPython(const diag::Diagnostic& diagnostic) {
  using infer::ObservationKind;
  const std::optional<ObservationKind> kind = lint::Rules()[diagnostic.rule_index]->on;
  return kind && infer::IsBreak(*kind) && diagnostic.severity != diag::Severity::Note &&
         kind != ObservationKind::HostRead && kind != ObservationKind::TensorAsInt &&
         kind != ObservationKind::DynamicShape && kind != ObservationKind::BooleanMask;
}

}  // namespace

FunctionFlows::FunctionFlows(const names::Program& program,
                             const std::vector<diag::Diagnostic>& diagnostics)
    : program_(program) {
  for (const diag::Diagnostic& diagnostic : diagnostics) {
    const diag::Location& at = diagnostic.location;
    if (IsLeftToPython(diagnostic)) breaks_.insert({at.file, at.span.begin, at.span.end});
  }
}

bool FunctionFlows::BreaksAt(const names::ParsedFile& file, source::Span code) const {
  return breaks_.contains({&file.source(), code.begin, code.end});
}

void FunctionFlows::BeginFile(names::FileId file) {
  budget_.BeginFile();
  if (files_.size() < kMostFiles) return;
  auto kept = files_.extract(file.index);
  files_.clear();
  if (kept) files_.insert(std::move(kept));
}

const FileView* FunctionFlows::View(names::FileId file) {
  std::optional<std::unique_ptr<FileView>>& view = files_[file.index].view;
  if (view) return view->get();
  view.emplace();
  const names::ParsedFile* parsed = program_.Info(file).is_stub ? nullptr : program_.Parsed(file);
  if (parsed && parsed->tree().errors.empty())
    *view = std::make_unique<FileView>(
        FileView{*parsed, program_.Info(file).module, ParentMap(parsed->tree())});
  return view->get();
}

std::pair<CallIndex&, bool> FunctionFlows::CallsOf(const names::ParsedFile& file) {
  std::unique_ptr<CallIndex>& calls = files_[file.id().index].calls;
  const bool is_new = !calls;
  if (is_new) calls = std::make_unique<CallIndex>();
  return {*calls, is_new};
}

FunctionFlows::Entry& FunctionFlows::EntryOf(const names::ParsedFile& file,
                                             syntax::FunctionId function) {
  std::unique_ptr<Entry>& entry = files_[file.id().index].functions[function.index];
  if (!entry) entry = std::make_unique<Entry>(file.Function(function), budget_);
  return *entry;
}

void FunctionFlows::ForgetTerms() {
  for (auto& [id, file] : files_)
    for (auto& [function, entry] : file.functions) entry->terms = {}, entry->answers = {};
}

bool AskedOnce(const Finding& finding, std::optional<bool> FunctionAnswers::* answer,
               bool (*ask)(const Finding&)) {
  if (finding.assumptions) return ask(finding);
  std::optional<bool>& known = finding.flows.AnswersFor(finding.file, finding.function).*answer;
  if (!known) known = ask(finding);
  return *known;
}

const Dataflow& Finding::Flow() const { return flows.Of(file, function); }

Finding Finding::In(syntax::FunctionId other) const {
  Finding inside = *this;
  inside.function = other;
  inside.assumptions = nullptr;
  return inside;
}

Finding Finding::In(const FileView& view, syntax::FunctionId other) const {
  return {kind,    diagnostic, view.file, view.module,      view.parents,     facts,
          options, flows,      {},        syntax::ExprId(), syntax::StmtId(), other};
}

}  // namespace graphmend::fix
