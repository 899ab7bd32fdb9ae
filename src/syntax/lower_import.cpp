// Imports.
#include <algorithm>

#include "syntax/lower.h"

namespace graphmend::syntax {

// `a . b` with spaces is still `a.b`.
Symbol Lowerer::LowerDottedName() {
  const std::string_view text = cursor_.text();
  if (!cursor_.has_errors() && text.find_first_of(" \t\\\f#\r\n") == std::string_view::npos) {
    return Intern(text);
  }
  std::string joined;
  if (!cursor_.Down()) return Intern("");
  do {
    if (cursor_.kind() != Kind::Identifier) continue;
    if (!joined.empty()) joined += '.';
    joined += cursor_.text();
  } while (cursor_.Next());
  cursor_.Up();
  return interner_.Intern(joined);
}

ImportAlias Lowerer::LowerImportAlias() {
  ImportAlias alias{Symbol(), Symbol(), cursor_.span()};
  if (cursor_.kind() == Kind::DottedName) {
    alias.name = LowerDottedName();
    return alias;
  }
  if (!cursor_.Down()) return alias;
  do {
    if (cursor_.kind() == Kind::Identifier) {
      alias.as = InternHere();
    } else if (cursor_.kind() == Kind::DottedName) {
      alias.name = LowerDottedName();
    }
  } while (cursor_.Next());
  cursor_.Up();
  return alias;
}

StmtId Lowerer::LowerImport(Span span) {
  ListBuilder<ImportAlias> names(aliases_);
  if (!cursor_.Down()) return AddStmt(span, ErrorStmt{});
  while (cursor_.Next()) {
    if (!IsToken(cursor_.kind())) names.Add(LowerImportAlias());
  }
  cursor_.Up();
  return AddStmt(span, Import{names.Finish(tree_.arena)});
}

StmtId Lowerer::LowerImportFrom(Span span, bool future) {
  ListBuilder<ImportAlias> names(aliases_);
  ImportFrom import{future ? Intern("__future__") : Symbol(), 0, false, {}};
  bool after_import = false;
  if (!cursor_.Down()) return AddStmt(span, ErrorStmt{});
  do {
    switch (cursor_.kind()) {
      case Kind::KeywordImport: after_import = true; break;
      case Kind::WildcardImport: import.star = true; break;
      case Kind::RelativeImport: LowerRelative(import); break;
      case Kind::DottedName:
        if (after_import) {
          names.Add(LowerImportAlias());
        } else {
          import.module = LowerDottedName();
        }
        break;
      case Kind::AliasedImport: names.Add(LowerImportAlias()); break;
      default: break;
    }
  } while (cursor_.Next());
  cursor_.Up();
  import.names = names.Finish(tree_.arena);
  return AddStmt(span, import);
}

// `..package`: dots, then perhaps a name.
void Lowerer::LowerRelative(ImportFrom& import) {
  if (!cursor_.Down()) return;
  do {
    if (cursor_.kind() == Kind::ImportPrefix) {
      const std::string_view dots = cursor_.text();
      import.level = static_cast<std::uint32_t>(std::count(dots.begin(), dots.end(), '.'));
    } else if (cursor_.kind() == Kind::DottedName) {
      import.module = LowerDottedName();
    }
  } while (cursor_.Next());
  cursor_.Up();
}

}  // namespace graphmend::syntax
