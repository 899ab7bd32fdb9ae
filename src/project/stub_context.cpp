#include "project/stub_context.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/suggest.h"
#include "models/references.h"
#include "models/vocabulary.h"
#include "project/library_stubs.h"
#include "syntax/parse.h"

namespace graphmend::project {
namespace {

using models::Reference;

class Context {
 public:
  Context(const StubFile& stub, models::StubSet::Says says, const models::StubSet& set,
          models::StubBindings& bindings)
      : stub_(stub), says_(says), set_(set), bindings_(bindings) {}

  std::vector<lint::Problem> Check() {
    std::vector<lint::Problem> of_headers;  // which are checked elsewhere
    parts_ = PartsOf(stub_, of_headers);
    base::Interner interner;
    const std::unique_ptr<syntax::Tree> tree = syntax::Parse(stub_.source, interner);
    if (!tree->errors.empty()) return {};
    if (const std::optional<std::string> module = set_.ShadowOf(stub_.relative))
      Add({},
          "`" + stub_.relative + "` says nothing: of `" + *module +
              "` no source is read that it could stand beside",
          "leave out `overlay/`: what a stub says is added to what is known");
    for (const Reference& reference : models::ReferencesOf(*tree)) CheckReference(reference);
    return std::move(out_);
  }

 private:
  void CheckReference(const Reference& reference) {
    if (reference.kind == Reference::Kind::Class) return CheckClass(reference);
    const StubPart* part = PartAt(stub_.source.LineOf(reference.span.begin));
    if (!part || part->module.empty()) return;
    const std::string place = set_.PlaceOf(models::ModuleOf(part->relative), SaysOf(*part));
    if (bindings_.MayBind(place, reference.name) || bindings_.MayBind("builtins", reference.name))
      return;
    const std::string hint = base::DidYouMean(reference.name, models::ValueWords());
    if (models::IsValueWord(reference.name))
      return Add(reference.span, "`" + reference.name + "` is not imported",
                 "`from graphmend import " + reference.name + "`");
    // Beside a library's source, a stub may name what that has.
    if (place.starts_with("overlay.") && hint.empty()) return;
    Add(reference.span, "there is no `" + reference.name + "`", hint);
  }

  void CheckClass(const Reference& reference) {
    const std::size_t dot = reference.name.rfind('.');
    const bool is_known = dot != std::string::npos &&
                          bindings_.MayBind(reference.name.substr(0, dot),
                                            std::string_view(reference.name).substr(dot + 1));
    if (!is_known)
      Add(reference.span, "no stub has the class `" + reference.name + "`",
          "it is named with the module that has it: `torch.nn.Module`");
  }

  const StubPart* PartAt(std::uint32_t line) const {
    const StubPart* found = nullptr;
    for (const StubPart& part : parts_)
      if (part.line <= line) found = &part;
    return found;
  }

  models::StubSet::Says SaysOf(const StubPart& part) const {
    return part.names_only ? models::StubSet::Says::Names : says_;
  }

  void Add(source::Span span, std::string message, std::string hint) {
    const source::Position at = stub_.source.PositionOf(span.begin, source::ColumnUnit::CodePoints);
    lint::Problem& problem =
        out_.emplace_back(lint::Problem{lint::ProblemKind::Unusable, stub_.source.path(), at.line,
                                        std::move(message), std::move(hint)});
    problem.column = at.column;
  }

  const StubFile& stub_;
  const models::StubSet::Says says_;
  const models::StubSet& set_;
  models::StubBindings& bindings_;
  std::vector<StubPart> parts_;
  std::vector<lint::Problem> out_;
};

}  // namespace

std::vector<lint::Problem> CheckAmongOthers(const StubFile& stub, models::StubSet::Says says,
                                            const models::StubSet& set,
                                            models::StubBindings& bindings) {
  return Context(stub, says, set, bindings).Check();
}

}  // namespace graphmend::project
