// Methods by which a class answers what Python does with its instances: `__len__`, `__mul__`.
#include <algorithm>
#include <array>

#include "infer/definitions/classes.h"
#include "infer/unit.h"

namespace graphmend::infer {
namespace {

// What no operator, test or builtin function asks of an instance that exists.
bool IsAskedElsewhere(Symbol name) {
  static constexpr std::array<std::string_view, 26> kElsewhere = {
      "__all__",       "__annotations__", "__call__",          "__class_getitem__", "__del__",
      "__deepcopy__",  "__doc__",         "__enter__",         "__exit__",          "__getstate__",
      "__init__",      "__copy__",        "__init_subclass__", "__match_args__",    "__module__",
      "__new__",       "__post_init__",   "__reduce__",        "__reduce_ex__",     "__repr__",
      "__set_name__",  "__setstate__",    "__slots__",         "__str__",           "__version__",
      "__constants__",
  };
  return std::find(kElsewhere.begin(), kElsewhere.end(), name.text()) != kElsewhere.end();
}

bool IsSpecial(Symbol name) {
  const std::string_view text = name.text();
  return text.size() > 4 && text.starts_with("__") && text.ends_with("__") &&
         !IsAskedElsewhere(name);
}

}  // namespace

bool Classes::HasSpecialMethods(ClassId cls) {
  ClassInfo& info = Info(cls);
  if (info.special) return *info.special;
  info.special =
      info.unknown_base || std::any_of(info.mro.begin(), info.mro.end(), [&](ClassId one) {
        const ClassInfo& base = Info(one);
        if (base.is_stub || !base.file) return false;
        const names::Index& index = base.file->index();
        const auto& order = index[index.of_class[base.cls.index]].order;
        return std::any_of(order.begin(), order.end(), IsSpecial);
      });
  return *info.special;
}

bool Classes::AnswersItself(ClassId cls) {
  if (Info(cls).answers) return *Info(cls).answers;
  const auto is_own = [&](const ClassInfo& info, syntax::ExprId metaclass) {
    const names::ScopeId scope = info.file->index().of_class[info.cls.index];
    const Ref made_by = unit_.definitions.EvaluateExpression(
        *info.file, info.file->index()[scope].parent, info.cells, metaclass);
    const auto* known = values.If<values::Class>(made_by);
    return !known || !Info(known->id).is_stub;
  };
  bool answers = false;
  for (ClassId one : std::vector<ClassId>(Info(cls).mro)) {
    const ClassInfo& info = Info(one);
    if (info.is_stub || !info.file) continue;
    answers |= static_cast<bool>(AttributeDefinition(one, unit_.Intern("__class_getitem__")));
    for (const syntax::Arg& arg : info.file->tree()[info.cls].bases)
      answers |= arg.name == "metaclass" && is_own(info, arg.value);
  }
  Info(cls).answers = answers;
  return answers;
}

}  // namespace graphmend::infer
