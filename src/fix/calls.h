// What calls of a finding's file lead to, as far as the analysis saw them: functions of it, and of
// other files of the program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "fix/finding.h"

namespace graphmend::fix {

// The calls of a file by what they lead to, kept from one proposal to the next: looked for in the
// whole file once.
struct CallIndex {
  // By the qualified name of the callee, and by that of the class whose object is called; in order.
  std::unordered_map<std::string_view, std::vector<syntax::ExprId>> by_name, by_class;
  // Attributes that are properties, by the function that computes them; in order.
  std::unordered_map<std::uint32_t, std::vector<syntax::ExprId>> by_property;
  // By qualified name; None id where several have it, and which one is meant is not known.
  std::unordered_map<std::string, syntax::FunctionId> functions;
  std::unordered_map<std::uint32_t, bool> caught;  // by function; see Calls::IsCaught
  bool hooks = false;      // some code registers hooks, which run when modules are called
  bool handlers = false;   // a class of the file takes log records
  bool redirects = false;  // some function changes where or how messages are written
  // Functions that give an attribute of the name a value, of whatever object; None ids: a call that
  // registers it, `register_buffer("mean", …)`.
  std::unordered_map<std::string_view, std::vector<syntax::FunctionId>> storing;
  bool dicts = false;  // some code asks for the dict of an object, which may give it attributes
};

// A function of the program.
struct Callee {
  const FileView* view = nullptr;
  syntax::FunctionId function;
};

// Whether no decorator, or `property` alone, changes what the function gives to what calls it.
bool IsPlainOrProperty(const Finding& finding, const syntax::Function& function);

class Calls {
 public:
  explicit Calls(const Finding& finding) : finding_(finding) {}

  // "pkg.mod.Class.method"; "" for what is defined inside of a function.
  std::string QualifiedName(syntax::FunctionId function) const;
  // The calls of the function; of a property, what reads it.
  std::vector<syntax::ExprId> Of(syntax::FunctionId function) const;
  // The function of this file that the call leads to, a module's forward included; none where it
  // leads elsewhere or to several.
  syntax::FunctionId Target(syntax::ExprId call) const;
  // The same of another file of the program that the analysis has followed the call into; none
  // where it leads to this file.
  std::optional<Callee> TargetElsewhere(syntax::ExprId call) const;
  // Whether a call that leads to it, at any distance in the file, stands in a `try` with handlers,
  // or in a `with contextlib.suppress`.
  bool IsCaught(syntax::FunctionId function) const;
  // Whether a class of the file that is derived from the function's, or may be, has another one of
  // the name, or something else by it.
  bool IsOverridden(syntax::FunctionId function) const;
  bool RegistersHooks() const { return Index().hooks; }
  // Whether a function of the file changes where messages go, or how tensors are shown: by
  // `sys.stdout = …`, `warnings.showwarning = …`, `torch.set_printoptions(…)`.
  bool RedirectsMessages() const { return Index().redirects; }
  // Whether a class of the file takes log records, which what the function reads may show.
  bool HandlesRecords() const { return Index().handlers; }
  // Whether another function gives an attribute of the name a value, or a call registers it.
  bool IsStoredElsewhere(std::string_view attribute) const;
  // Whether code of the file may give objects attributes that no assignment shows.
  bool AsksForDicts() const { return Index().dicts; }
  // What a call passes for the parameter; none where that cannot be told.
  syntax::ExprId Argument(syntax::ExprId call, syntax::FunctionId function,
                          std::uint32_t param) const {
    return Argument(call, finding_.tree(), function, param);
  }
  // Of a function of the file with this tree.
  syntax::ExprId Argument(syntax::ExprId call, const syntax::Tree& tree,
                          syntax::FunctionId function, std::uint32_t param) const;

 private:
  CallIndex& Index() const;
  void NoteProperty(syntax::ExprId expr, const syntax::Attribute& attribute,
                    CallIndex& index) const;
  void NoteTarget(syntax::ExprId expr, const syntax::Attribute& attribute, CallIndex& index) const;
  void NoteCall(syntax::ExprId expr, const syntax::Call& call, CallIndex& index) const;
  void NoteFunction(syntax::FunctionId function, bool always, CallIndex& index) const;
  bool Binds(syntax::StmtList block, std::string_view name) const;
  std::string TargetName(syntax::ExprId call) const;
  std::optional<infer::SourceFunction> ForwardOf(syntax::ExprId call,
                                                 std::string_view callee) const;
  syntax::FunctionId Named(const std::string& name) const;
  bool IsCaughtAt(syntax::ExprId call) const;
  bool LooksCaught(syntax::FunctionId function) const;

  const Finding& finding_;
};

// To look at a function of the program; nothing where the analysis did not get there, or it is of
// no file that can be read.
std::optional<Finding> InsideFunction(const Finding& finding, infer::SourceFunction function);

// To look at the one function of the program that the call leads to, a module's forward included;
// nothing where the analysis did not get there, or something else is called with it, as hooks are.
std::optional<Finding> InsideCallee(const Finding& finding, syntax::ExprId call);

}  // namespace graphmend::fix
