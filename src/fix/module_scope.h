// What the file says at module level: names that imports give, classes, and the place above a
// function for a line that runs at import. Facts know only functions with findings; names are
// resolved by the index here.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "fix/finding.h"
#include "fix/function_flows.h"

namespace graphmend::fix {

// The scope that the names of an expression are resolved in.
names::ScopeId ScopeOf(const Finding& finding, syntax::ExprId expr);

// "torch.jit.script" for `jit.script` after `from torch import jit`; "builtins.id" for a name that
// nothing in the file defines; "" for what is neither.
std::string ImportedName(const Finding& finding, syntax::ExprId expr);

// Whether a name is one that nothing in the file defines: a builtin, or what a star import gives.
bool IsOfNoDefinition(const Finding& finding, syntax::ExprId name);

// Whether `from m import *` may give the module the name: m defines it, takes all of another module
// that does, or is not in view.
bool MayComeByStar(const Finding& finding, std::string_view name);

// ImportedName of a context manager or a decorator, whether it is called or not: `torch.no_grad()`.
std::string NameOfContext(const Finding& finding, syntax::ExprId expr);

// Whether the word means the builtin all over the file, whatever its star imports give.
bool IsUnshadowed(const Finding& finding, std::string_view builtin);

// The class at the top of this module with this qualified name; none elsewhere.
syntax::ClassId ClassNamed(const Finding& finding, std::string_view qualified);

// Whether the class is derived from what imports give as one of these names, directly or by classes
// at the top of this module.
bool DerivesFrom(const Finding& finding, syntax::ClassId cls,
                 std::initializer_list<std::string_view> names);

// Whether the class is derived from torch.nn.Module, also by classes of other files of the program.
bool IsModuleClass(const Finding& finding, syntax::ClassId cls);

// Whether storing the attribute in an instance of the class may run code: a property's setter, a
// descriptor, `__setattr__` of a class that is not torch's.
bool MayRunCodeToStore(const Finding& finding, syntax::ClassId cls, std::string_view attribute);

// Whether the class is derived from the other one of this file, or from what the file does not
// tell.
bool MayDerive(const Finding& finding, syntax::ClassId cls, syntax::ClassId from);

// Whether a class that it is derived from may be of another file.
bool HasBasesElsewhere(const Finding& finding, syntax::ClassId cls);

// The method or property that the class, or a base of it at the top of this module, defines.
syntax::FunctionId MethodOf(const Finding& finding, syntax::ClassId cls, std::string_view name);

// The statement of the module's body that holds the statement.
syntax::StmtId TopOf(const Finding& finding, syntax::StmtId stmt);

// Whether each name in the expression is a builtin, or is defined once and without condition at
// module level above `top`: it means the same there.
bool IsKnownAbove(const Finding& finding, syntax::ExprId expr, syntax::StmtId top);

// Where lines above a statement go: above the comments right above it, too.
std::uint32_t AboveComments(const Finding& finding, syntax::StmtId stmt);

// Whether a line that starts here is inside of a text that goes over several.
bool IsInText(const Finding& finding, std::uint32_t offset);

// The lines of a span that starts a line, with this much less indentation; what stands inside of
// a text that goes over several lines stays.
std::string Dedented(const Finding& finding, source::Span span, std::size_t less);

// Calls `visit` for each expression whose code lies inside of the span, in the order of the text;
// for some only where the budget runs out, and the proposal is not to be believed.
template <class Visit>
void ForEachInside(const Finding& finding, source::Span span, Visit visit) {
  const auto begun = finding.parents.Beginning(span.begin, span.end);
  if (!finding.flows.budget().Spend(static_cast<std::int64_t>(begun.size()))) return;
  for (const syntax::ExprId expr : begun)
    if (finding.tree()[expr].span.end <= span.end) visit(expr);
}

}  // namespace graphmend::fix
