#include "cache/outcome.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "cache/bytes.h"
#include "lint/rule.h"

namespace graphmend::cache {
namespace {

using source::SourceFile;

class Packer {
 public:
  explicit Packer(const std::function<FileName(const SourceFile&)>& name) : name_(name) {}

  std::string Pack(const lint::Outcome& outcome) {
    body_.List(outcome.diagnostics, [&](const diag::Diagnostic& d) { Diagnostic(d); });
    body_.List(outcome.problems, [&](const lint::Problem& p) { Problem(p); });
    body_.List(outcome.entries, [&](const infer::Entry& e) { Entry(e); });
    body_.List(outcome.holes, [&](const infer::Hole& h) { Hole(h); });
    body_.List(outcome.reaches, [&](const lint::Reach& reach) {
      Location(reach.entry);
      Location(reach.place);
    });
    body_.Number(outcome.files);
    body_.Text(outcome.target);
    body_.Text(outcome.environment);
    body_.List(outcome.libraries, [&](const std::string& library) { body_.Text(library); });
    body_.Text(outcome.assume);
    body_.Number(outcome.left_out.modules);
    body_.Number(outcome.left_out.breaks);
    Writer all;
    all.List(files_, [&](const FileName& file) {
      all.Text(file.path);
      all.Text(file.shown);
    });
    all.Text(body_.Take());
    return all.Take();
  }

 private:
  // 0: none; else the number of the file, from 1 on.
  void Location(const diag::Location& location) {
    std::size_t& number = numbers_[location.file];
    if (location.file && number == 0) {
      files_.push_back(name_(*location.file));
      number = files_.size();
    }
    body_.Number(number);
    Span(location.span);
  }
  void Span(source::Span span) {
    body_.Number(span.begin);
    body_.Number(span.end);
  }
  void Step(const diag::Step& step) {
    Location(step.location);
    body_.Text(step.text);
  }
  void Edit(const diag::Edit& edit) {
    Span(edit.span);
    body_.Text(edit.text);
  }
  void Fix(const diag::Fix& fix) {
    body_.Text(fix.name);
    body_.Text(fix.title);
    body_.Number(static_cast<std::uint64_t>(fix.applicability));
    body_.Text(fix.difference);
    body_.Number(fix.asked_for);
    body_.Number(fix.leads);
    body_.List(fix.edits, [&](const diag::Edit& edit) { Edit(edit); });
    body_.List(fix.shared, [&](const diag::Edit& edit) { Edit(edit); });
    body_.List(fix.names, [&](const std::string& name) { body_.Text(name); });
    body_.List(fix.module_names, [&](const std::string& name) { body_.Text(name); });
  }
  void Diagnostic(const diag::Diagnostic& d) {
    body_.Text(d.code);
    body_.Number(d.rule_index);
    body_.Number(static_cast<std::uint64_t>(d.severity));
    Location(d.location);
    Span(d.statement);
    body_.Text(d.message);
    body_.Text(d.label);
    body_.Text(d.condition);
    body_.Text(d.function);
    body_.List(d.gb_ids, [&](const std::string& id) { body_.Text(id); });
    body_.List(d.reason, [&](const diag::Step& step) { Step(step); });
    body_.Number(d.origin ? *d.origin + 1 : 0);  // 0: none
    body_.List(d.callers, [&](const diag::Step& step) { Step(step); });
    body_.Number(d.call_sites);
    body_.Text(d.library);
    body_.List(d.breaks, [&](const diag::LibraryBreak& one) {
      body_.Text(one.code);
      body_.Number(static_cast<std::uint64_t>(one.severity));
      Location(one.location);
      body_.Text(one.message);
    });
    body_.Text(d.help);
    body_.Number(d.skips_frame);
    body_.Text(d.within);
    body_.Number(d.hides);
    body_.List(d.fixes, [&](const diag::Fix& fix) { Fix(fix); });
    body_.Text(d.no_fix);
  }
  void Problem(const lint::Problem& p) {
    body_.Number(static_cast<std::uint64_t>(p.kind));
    body_.Text(p.path);
    body_.Number(p.line);
    body_.Text(p.message);
    body_.Text(p.hint);
    body_.Number(p.column);
  }
  void Entry(const infer::Entry& e) {
    Location(e.location);
    body_.Text(e.target);
    body_.Number(static_cast<std::uint64_t>(e.how.by));
    body_.Text(e.how.text);
    body_.Number(e.module);
    body_.Number(e.open);
    body_.Number(e.fullgraph);
    body_.Number(e.incomplete);
    body_.Text(e.options);
  }
  void Hole(const infer::Hole& h) {
    body_.Number(static_cast<std::uint64_t>(h.why));
    Location(h.location);
    body_.Text(h.subject);
    Location(h.entry);
    body_.Text(h.target);
    body_.Number(h.entries);
  }

  const std::function<FileName(const SourceFile&)>& name_;
  Writer body_;
  std::vector<FileName> files_;
  std::unordered_map<const SourceFile*, std::size_t> numbers_;
};

class Unpacker {
 public:
  Unpacker(std::string_view body, const std::vector<const SourceFile*>& files)
      : body_(body), files_(files) {}

  std::optional<lint::Outcome> Unpack() {
    lint::Outcome outcome;
    outcome.diagnostics = body_.List([&] { return Diagnostic(); });
    outcome.problems = body_.List([&] { return Problem(); });
    outcome.entries = body_.List([&] { return Entry(); });
    outcome.holes = body_.List([&] { return Hole(); });
    outcome.reaches = body_.List([&] {
      const diag::Location entry = Location();
      return lint::Reach{entry, Location()};
    });
    outcome.files = body_.Number();
    outcome.target = body_.Text();
    outcome.environment = body_.Text();
    outcome.libraries = body_.List([&] { return body_.Text(); });
    outcome.assume = body_.Text();
    outcome.left_out.modules = body_.Number();
    outcome.left_out.breaks = body_.Number();
    if (!body_.AtEnd() || broken_) return std::nullopt;
    return outcome;
  }

 private:
  diag::Location Location() {
    const std::uint64_t number = body_.Number();
    broken_ |= number > files_.size();
    const SourceFile* file = number > 0 && number <= files_.size() ? files_[number - 1] : nullptr;
    const source::Span span = Span();
    broken_ |= file && span.end > file->text().size();
    return {file, span};
  }
  // Of what is always somewhere.
  diag::Location Place() {
    const diag::Location place = Location();
    broken_ |= !place.file;
    return place;
  }
  source::Span Span() {
    const auto begin = body_.As<std::uint32_t>();
    const auto end = body_.As<std::uint32_t>();
    broken_ |= begin > end;
    return {begin, end};
  }
  diag::Step Step() {
    const diag::Location location = Location();
    return {location, body_.Text()};
  }
  diag::Edit Edit() {
    const source::Span span = Span();
    return {span, body_.Text()};
  }
  diag::Fix Fix() {
    diag::Fix fix;
    fix.name = body_.Text();
    fix.title = body_.Text();
    fix.applicability = body_.UpTo(diag::Applicability::Safe);
    fix.difference = body_.Text();
    fix.asked_for = body_.Number() != 0;
    fix.leads = body_.Number() != 0;
    fix.edits = body_.List([&] { return Edit(); });
    fix.shared = body_.List([&] { return Edit(); });
    fix.names = body_.List([&] { return body_.Text(); });
    fix.module_names = body_.List([&] { return body_.Text(); });
    return fix;
  }
  diag::Diagnostic Diagnostic() {
    diag::Diagnostic d;
    d.code = body_.Text();
    d.rule_index = body_.As<std::uint32_t>();
    broken_ |= d.rule_index >= lint::Rules().size();
    d.severity = body_.UpTo(diag::Severity::Error);
    d.location = Place();
    d.statement = Span();
    d.message = body_.Text();
    d.label = body_.Text();
    d.condition = body_.Text();
    d.function = body_.Text();
    d.gb_ids = body_.List([&] { return body_.Text(); });
    d.reason = body_.List([&] { return Step(); });
    if (const std::uint64_t origin = body_.Number(); origin > 0 && origin <= d.reason.size())
      d.origin = origin - 1;
    d.callers = body_.List([&] { return Step(); });
    d.call_sites = body_.As<std::uint32_t>();
    d.library = body_.Text();
    d.breaks = body_.List([&] {
      diag::LibraryBreak one;
      one.code = body_.Text();
      one.severity = body_.UpTo(diag::Severity::Error);
      one.location = Place();
      one.message = body_.Text();
      return one;
    });
    d.help = body_.Text();
    d.skips_frame = body_.Number() != 0;
    d.within = body_.Text();
    d.hides = body_.As<std::uint32_t>();
    d.fixes = body_.List([&] { return Fix(); });
    d.no_fix = body_.Text();
    broken_ |= !broken_ && !LiesIn(d, *d.location.file);
    return d;
  }
  // Whether its statement and its edits do, which are places in the file of the finding.
  static bool LiesIn(const diag::Diagnostic& d, const SourceFile& file) {
    auto lies = [&](source::Span span) { return span.end <= file.text().size(); };
    auto all_lie = [&](const std::vector<diag::Edit>& edits) {
      return std::all_of(edits.begin(), edits.end(),
                         [&](const diag::Edit& edit) { return lies(edit.span); });
    };
    return lies(d.statement) &&
           std::all_of(d.fixes.begin(), d.fixes.end(), [&](const diag::Fix& fix) {
             return all_lie(fix.edits) && all_lie(fix.shared);
           });
  }
  lint::Problem Problem() {
    lint::Problem p;
    p.kind = body_.UpTo(lint::ProblemKind::PassedOver);
    p.path = body_.Text();
    p.line = body_.As<std::uint32_t>();
    p.message = body_.Text();
    p.hint = body_.Text();
    p.column = body_.As<std::uint32_t>();
    return p;
  }
  infer::Entry Entry() {
    infer::Entry e;
    e.location = Location();
    e.target = body_.Text();
    e.how.by = body_.UpTo(infer::CompiledBy::AssumedFunction);
    e.how.text = body_.Text();
    e.module = body_.Number() != 0;
    e.open = body_.Number() != 0;
    e.fullgraph = body_.Number() != 0;
    e.incomplete = body_.Number() != 0;
    e.options = body_.Text();
    return e;
  }
  infer::Hole Hole() {
    infer::Hole h;
    h.why = body_.UpTo(infer::HoleKind::Unsettled);
    h.location = Place();
    h.subject = body_.Text();
    h.entry = Location();
    h.target = body_.Text();
    h.entries = body_.As<std::uint32_t>();
    return h;
  }

  Reader body_;
  const std::vector<const SourceFile*>& files_;
  bool broken_ = false;
};

}  // namespace

std::string Pack(const lint::Outcome& outcome,
                 const std::function<FileName(const SourceFile&)>& name) {
  return Packer(name).Pack(outcome);
}

std::optional<lint::Outcome> Unpack(std::string_view bytes,
                                    const std::function<const SourceFile*(const FileName&)>& file) {
  Reader reader(bytes);
  const std::vector<FileName> names = reader.List([&] {
    std::string path = reader.Text();
    return FileName{std::move(path), reader.Text()};
  });
  const std::string body = reader.Text();
  if (!reader.AtEnd()) return std::nullopt;
  std::vector<const SourceFile*> files;
  for (const FileName& name : names) {
    files.push_back(file(name));
    if (!files.back()) return std::nullopt;
  }
  return Unpacker(body, files).Unpack();
}

}  // namespace graphmend::cache
