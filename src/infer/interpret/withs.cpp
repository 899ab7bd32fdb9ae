// `with`: what entering and leaving a context manager gives and does.
#include "infer/interpret/frame.h"
#include "infer/unit.h"

namespace graphmend::infer {

using flow::TempId;

Ref Frame::ExecuteEnter(const flow::Inst& inst, const flow::EnterWith& enter) {
  Ref context = TempValue(enter.context);
  if (!context.value) return unit_.Bottom();
  Site site = SiteOf(inst);
  const flow::Inst& made = graph_.Definition(enter.context);
  site.span = made.span;
  site.expr = made.expr;
  if (unit_.values.If<values::Sequence>(context)) return unit_.operations.ElementOf(context, site);
  ObserveMadeContext(context, site);
  if (unit_.values.If<values::Object>(context))
    return unit_.calls.CallMethod(context, "__enter__", {}, site);
  if (const auto* u = unit_.values.If<values::Union>(context)) {
    Ref out = unit_.Bottom();
    ForAlternatives(u->alternatives, [&](Ref r) {
      if (unit_.values.If<values::Object>(r))
        out = unit_.values.Join(out, unit_.calls.CallMethod(r, "__enter__", {}, site));
    });
    return unit_.values.Join(out, unit_.UnknownRef(Why::ContextGives));
  }
  return unit_.UnknownRef(Why::ContextGives);
}

// contextlib.suppress and its like; anything unknown is taken to let exceptions pass.
bool Frame::SwallowsExceptions(TempId context) {
  Ref value = TempValue(context);
  const auto* o = value.value ? unit_.values.If<values::Object>(value) : nullptr;
  if (!o) return false;
  const ClassInfo& cls = unit_.Info(unit_.Info(o->id).cls);
  if (cls.is_stub)
    return cls.qualified == "contextlib.suppress" || cls.qualified == "contextlib.ExitStack";
  Ref exit = unit_.classes.ClassAttribute(unit_.Info(o->id).cls, unit_.Intern("__exit__"));
  const auto* f = exit.value ? unit_.values.If<values::Function>(exit) : nullptr;
  return f && !unit_.Info(f->id).is_stub;
}

Ref Frame::ExecuteExit(const flow::Inst& inst, const flow::ExitWith& leave) {
  const Ref context = TempValue(leave.context);
  const auto* object = context.value ? unit_.values.If<values::Object>(context) : nullptr;
  if (object && !leave.exceptional && !unit_.Info(unit_.Info(object->id).cls).is_stub) {
    const CallArgument none = Positional(unit_.None());
    unit_.calls.CallMethod(context, "__exit__", {none, none, none}, SiteOf(inst));
  }
  return SwallowsExceptions(leave.context) ? unit_.Guarded(values::PyType::Bool)
                                           : Ref{unit_.values.Bool(false), {}};
}

}  // namespace graphmend::infer
