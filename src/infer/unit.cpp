#include "infer/unit.h"

#include "syntax/qualified_name.h"

#include "infer/interpret/frame.h"

namespace graphmend::infer {

WellKnown::WellKnown(base::Interner& interner)
    : init(interner.Intern("__init__")),
      post_init(interner.Intern("__post_init__")),
      forward(interner.Intern("forward")),
      call(interner.Intern("__call__")),
      get(interner.Intern("__get__")),
      getattr(interner.Intern("__getattr__")),
      boolean(interner.Intern("__bool__")),
      length(interner.Intern("__len__")),
      iter(interner.Intern("__iter__")),
      getitem(interner.Intern("__getitem__")),
      contents(interner.Intern("<contents>")) {}

Part::Part(Unit& unit)
    : unit_(unit), values(unit.values), program(unit.program), options(unit.options) {}

Unit::Unit(const names::Program& p, const Options& o)
    : program(p),
      options(o),
      well_known(p.interner()),
      budget(o.budget),
      dependencies([this](NodeId node) { computations.Compute(node); }) {}
Unit::~Unit() = default;

bool RevealRequest::Takes(source::Span span) {
  if (!cursor) return begin.begin <= span.begin && span.begin < begin.end;
  if (*cursor < span.begin || span.end < *cursor || span.size() == 0) return false;
  if (out->empty()) return true;
  // At the border of two, the one that begins there.
  auto rank = [&](source::Span one) { return std::pair(one.end == *cursor, one.size()); };
  const source::Span best = out->front().shown.location.span;
  if (rank(best) < rank(span)) return false;
  if (rank(span) < rank(best)) out->clear();
  return span == best || out->empty();
}

namespace {
void Mark(std::vector<bool>& files, FileId id) {
  if (id.index >= files.size()) files.resize(id.index + 1);
  files[id.index] = true;
}

std::vector<FileId> Marked(const std::vector<bool>& files) {
  std::vector<FileId> marked;
  for (std::uint32_t i = 0; i < files.size(); ++i)
    if (files[i]) marked.emplace_back(i);
  return marked;
}
}  // namespace

void Unit::StartFile() {
  budget.StartFile();
  summaries.StartFile();
  flags.StartFile();
}

UnitResult Unit::TakeResult() {
  UnitResult result;
  result.steps = budget.all_steps();
  result.unfinished = budget.TakeUnfinished();
  result.entries = entries.TakeEntries();
  recorder.Diagnose();
  recorder.ExportFacts(result.facts);
  result.assigned.assign(recorder.assigned().begin(), recorder.assigned().end());
  holes.GatherHoles(result);
  result.observations = recorder.TakeObservations();
  result.read = Marked(read_);
  result.searched = Marked(searched_);
  return result;
}

const ParsedFile* Unit::File(FileId id) {
  Mark(read_, id);
  return reader_.Parsed(id);
}

std::string_view Unit::Bytes(FileId id) {
  Mark(searched_, id);
  return program.Bytes(id);
}

bool Unit::Mentions(FileId id, std::initializer_list<std::string_view> texts) {
  Mark(searched_, id);
  return program.Mentions(id, texts);
}

bool Unit::IsKnownCode(const ParsedFile& file, source::Span span) {
  if (!options.known_code) return false;
  const auto [known, is_new] = known_code_.try_emplace(file.id().index);
  if (is_new) known->second = options.known_code(file.source().text());
  return known->second.begin < span.begin && span.end < known->second.end;
}

Ref Unit::UnknownRef(Why why, Symbol about) { return {values.UnknownBecause(why, about), {}}; }

Ref Unit::OfLibrary(Why why, Symbol about) { return {values.UnknownBecause(why, about, true), {}}; }

Ref Unit::Text(const std::string& text) {
  if (text.size() > values::kMaxText) return Guarded(values::PyType::Str);
  return {values.Str(Intern(text)), {}};
}

Mode Unit::CurrentMode(const Site& site) const {
  if (site.mode) return *site.mode;
  return site.frame ? site.frame->mode() : Mode{};
}

std::string Unit::Name(ObjectId id) const { return Name(store.Info(id).cls); }
std::string Unit::Name(ClassId id) const { return classes.Info(id).name.str(); }
std::string Unit::Name(CallableId id) const {
  const CallableInfo& info = Info(id);
  return syntax::QualifiedName(info.file->tree(), info.function);
}
std::string Unit::Name(FileId id) const { return program.Info(id).module; }

}  // namespace graphmend::infer
