// Calls: what is called, with which arguments, in which context.
#include <algorithm>

#include "infer/interpret/frame.h"
#include "infer/interpret/operands.h"
#include "infer/unit.h"
#include "syntax/qualified_name.h"

namespace graphmend::infer {
namespace {

Arguments WithFirst(Ref first, const Arguments& args) {
  Arguments out = {{syntax::ArgKind::Positional, {}, first, {}, true}};
  out.insert(out.end(), args.begin(), args.end());
  return out;
}

// Matches arguments to the parameters of one signature.
class Binder {
 public:
  Binder(Unit& unit, const CallableInfo& info)
      : unit_(unit), info_(info), params_(info.file->tree()[info.function].params) {
    out_.values.resize(params_.size());
    out_.given.assign(params_.size(), false);
    out_.perhaps.assign(params_.size(), false);
    out_.temps.resize(params_.size());
    extra_.open = false;
  }

  BoundArguments Bind(const Arguments& args) {
    for (const CallArgument& a : args) Take(a);
    out_.by_instance = !args.empty() && args.front().is_receiver;
    Fill();
    if (star_) out_.spread = *star_;
    return std::move(out_);
  }

 private:
  void Give(std::size_t i, Ref value, flow::TempId temp, bool certain = true) {
    out_.values[i] =
        certain || !out_.values[i].value ? value : unit_.values.Join(out_.values[i], value);
    out_.given[i] = true;
    out_.temps[i] = temp;
  }

  void Positional(Ref value, flow::TempId temp) {
    while (next_ < params_.size() && params_[next_].kind != syntax::ParamKind::PositionalOnly &&
           params_[next_].kind != syntax::ParamKind::Normal &&
           params_[next_].kind != syntax::ParamKind::VarArgs)
      ++next_;
    if (next_ >= params_.size()) return;
    if (params_[next_].kind == syntax::ParamKind::VarArgs) rest_.push_back(value);
    else Give(next_++, value, temp);
  }

  void Keyword(Symbol name, Ref value, flow::TempId temp, bool certain = true) {
    for (std::size_t i = 0; i < params_.size(); ++i)
      if (params_[i].name == name && (params_[i].kind == syntax::ParamKind::Normal ||
                                      params_[i].kind == syntax::ParamKind::KeywordOnly)) {
        Give(i, value, temp, certain);
        if (!certain) maybe_.push_back(i);
        return;
      }
    extra_.entries.push_back({unit_.values.Str(name), value, !certain});
  }

  void Take(const CallArgument& a) {
    switch (a.kind) {
      case syntax::ArgKind::Positional: Positional(a.value, a.temp); break;
      case syntax::ArgKind::Keyword: Keyword(a.name, a.value, a.temp); break;
      case syntax::ArgKind::Star:
        if (auto items = unit_.operations.ExactElements(a.value)) {
          for (Ref r : *items) Positional(r, {});
        } else {
          star_ = unit_.operations.ElementOf(a.value, Site{});
          if (!star_->value || unit_.values.IsBottom(*star_)) star_.reset();
        }
        break;
      case syntax::ArgKind::DoubleStar: {
        const auto* d = unit_.values.If<values::Dict>(a.value);
        if (d)
          for (const auto& e : std::vector<values::DictEntry>(d->entries))
            if (const auto* c = unit_.values.If<values::Constant>(e.key);
                c && c->kind == syntax::LiteralKind::Str)
              Keyword(c->text, e.value, {}, !e.maybe);
        if (!d || d->open) {
          double_star_ =
              d && d->other_value.value ? d->other_value : unit_.UnknownRef(Why::ThroughKeywords);
          if (unit_.values.IsBottom(*double_star_)) double_star_.reset();
        }
        break;
      }
    }
  }

  // What an open list or mapping may pass to a parameter, which else has its default.
  Ref Perhaps(std::size_t i, Ref fallback, Ref passed) {
    out_.perhaps[i] = params_[i].default_value && !out_.given[i];
    out_.given[i] = true;
    return fallback.value ? unit_.values.Join(fallback, passed) : passed;
  }

  void Fill() {
    for (std::size_t i = 0; i < params_.size(); ++i) {
      const syntax::Param& p = params_[i];
      if (p.kind == syntax::ParamKind::VarArgs) {
        if (star_)
          out_.values[i] = {unit_.values.SequenceOf(
                                values::SequenceKind::Tuple,
                                unit_.values.Join(values::JoinAll(unit_.values, rest_), *star_)),
                            {}};
        else out_.values[i] = {unit_.values.Sequence_(values::SequenceKind::Tuple, rest_), {}};
        out_.given[i] = star_ || !rest_.empty();
        continue;
      }
      if (p.kind == syntax::ParamKind::KwArgs) {
        if (double_star_) {
          extra_.open = true;
          extra_.other_key = unit_.Guarded(values::PyType::Str);
          extra_.other_value = *double_star_;
        }
        out_.values[i] = {unit_.values.Intern(extra_), {}};
        out_.given[i] = double_star_ || !extra_.entries.empty();
        continue;
      }
      Ref fallback = i < info_.defaults.size() ? info_.defaults[i] : Ref{};
      bool maybe = std::find(maybe_.begin(), maybe_.end(), i) != maybe_.end();
      if (out_.given[i] && !maybe) continue;
      bool positional = p.kind != syntax::ParamKind::KeywordOnly;
      if (star_ && positional && i >= next_) {
        fallback = Perhaps(i, fallback, *star_);
      } else if (double_star_ && p.kind != syntax::ParamKind::PositionalOnly) {
        fallback = Perhaps(i, fallback, *double_star_);
      }
      if (out_.values[i].value && fallback.value)
        out_.values[i] = unit_.values.Join(out_.values[i], fallback);
      else if (!out_.values[i].value) out_.values[i] = fallback;
    }
  }

  Unit& unit_;
  const CallableInfo& info_;
  std::span<const syntax::Param> params_;
  BoundArguments out_;
  std::size_t next_ = 0;
  std::vector<Ref> rest_;
  std::vector<std::size_t> maybe_;
  values::Dict extra_;
  std::optional<Ref> star_, double_star_;
};

}  // namespace

BoundArguments Calls::Bind(CallableId callable, const Arguments& args, const Site&) {
  return Binder(unit_, unit_.Info(callable)).Bind(args);
}

// Too many to follow each; the modules of a model are followed, however many kinds there are.
bool Calls::TooManyToFollow(const values::Union& callees) const {
  const auto counted =
      std::count_if(callees.alternatives.begin(), callees.alternatives.end(), [this](Ref r) {
        return !values.If<values::Object>(r) && !values.If<values::Bound>(r) &&
               !values.If<values::Unknown>(r);  // which nobody follows
      });
  return static_cast<std::size_t>(counted) > kMaxCallees;
}

namespace {
// The arguments that the callee of a partial gets.
Arguments WithPartial(const values::Partial& partial, const Arguments& args) {
  Arguments all;
  for (Ref r : partial.args) all.push_back({syntax::ArgKind::Positional, {}, r, {}});
  all.insert(all.end(), args.begin(), args.end());
  for (const auto& k : partial.keywords) {
    bool given = std::any_of(args.begin(), args.end(), [&](const CallArgument& a) {
      return a.kind == syntax::ArgKind::Keyword && a.name == k.name;
    });
    if (!given) all.push_back({syntax::ArgKind::Keyword, k.name, k.value, {}});
  }
  return all;
}
}  // namespace

Ref Calls::CallWrapper(Ref callee, const Arguments& args, const Site& site) {
  const auto* w = values.If<values::Wrapper>(callee);
  const Site outside = Untraced(site);
  switch (w->kind) {
    case values::WrapperKind::Compiled: return unit_.entries.CallCompiled(*w, args, site);
    case values::WrapperKind::Disabled:
      unit_.recorder.Observe(observed::Disabled{{""}}, site, callee, {"GB0098"});
      return Call(w->inner, args, outside);
    case values::WrapperKind::Untraced:
      ObserveDynamicSizes(w->inner, site);
      return Call(w->inner, args, outside);
    case values::WrapperKind::InContext:
      unit_.recorder.Observe(observed::UnsupportedContext{{"contextlib.ContextDecorator"}}, site,
                             callee, {"GB0142"});
      return Call(w->inner, args, site);
    case values::WrapperKind::Property: return callee;  // `@size.setter`
    case values::WrapperKind::CachedProperty:
    case values::WrapperKind::StaticMethod:
    case values::WrapperKind::SuperProperty:
    case values::WrapperKind::ClassMethod: break;
  }
  return Call(w->inner, args, site);
}

// A function of a library, as its stub says; else one whose source is in view.
Ref Calls::CallKnown(CallableId function, Ref callee, const Arguments& args, const Site& site,
                     flow::TempId receiver) {
  const CallableInfo& info = unit_.Info(function);
  if (info.is_stub) return CallStub(function, args, site, receiver);
  // A message that is kept in the graph: an operator without a result.
  if (unit_.IsKnownCode(*info.file, info.file->tree()[info.function].span)) return unit_.None();
  if (const CallableId stub = unit_.callables.SpokenForBy(function))
    return CallStub(stub, args, site, receiver);
  // Before 2.7 the whole of contextlib is on Dynamo's list of what is not traced
  // (trace_rules.py of 2.6.0, BUILTIN_SKIPLIST), and this calls a function of it.
  if (options.target < Release{2, 7} && unit_.callables.IsContextManager(function)) {
    unit_.recorder.Observe(observed::UnsupportedContext{{"contextlib.contextmanager"}}, site,
                           callee, {});
    Site outside = site;
    outside.mode = Mode{};
    return CallFunction(function, args, outside, receiver);
  }
  return CallFunction(function, args, site, receiver);
}

Ref Calls::CallClass(ClassId cls, const Arguments& args, const Site& site) {
  const auto made = [&] {
    return unit_.recorder.AddOrigin(OriginKind::Constructed, site.file, site.span, {}, {},
                                    !unit_.CurrentMode(site).compiled);
  };
  if (!unit_.Info(cls).is_stub) return unit_.instances.Instantiate(cls, args, site, made());
  const Ref value = CallStub({}, args, Site(site), flow::TempId(cls.index));
  const bool says_where =
      values.If<values::Object>(value) && !value.origin &&
      unit_.classes.ClassAttribute(cls, unit_.Intern("entered_where_made")).value;
  return says_where ? Ref{value.value, made()} : value;
}

Ref Calls::Call(Ref callee, const Arguments& args, const Site& site, flow::TempId receiver) {
  if (!callee.value) return unit_.Bottom();
  Nesting nesting(unit_.budget);
  if (!nesting) return unit_.holes.Unfollowed(HoleKind::Depth, site, Why::TooDeep);
  if (const auto* u = values.If<values::Union>(callee)) {
    Ref out = unit_.Bottom();
    if (TooManyToFollow(*u))
      return unit_.holes.Unfollowed(HoleKind::ManyCallees, site, Why::TooManyCallees);
    auto one = [&](Ref r) {
      if (!r.origin) r.origin = callee.origin;
      if (r.value != values.none()) out = values.Join(out, Call(r, args, site, receiver));
    };
    if (site.frame) site.frame->ForAlternatives(u->alternatives, one);
    else
      for (Ref r : std::vector<Ref>(u->alternatives)) one(r);
    return out;
  }
  if (const auto* f = values.If<values::Function>(callee))
    return CallKnown(f->id, callee, args, site, receiver);
  if (const auto* b = values.If<values::Bound>(callee)) {
    if (unit_.instances.AreSeveral(*b, site))
      return OverAlternatives(unit_, b->self, [&, method = b->callee](Ref self) {
        return Call({values.Intern(values::Bound{self, method}), {}}, args, site, receiver);
      });
    ObserveDecorated(*b, site);
    Arguments all = WithFirst(b->self, args);
    if (const auto* f = values.If<values::Function>(b->callee); f && unit_.Info(f->id).is_stub)
      all[0].temp = receiver;
    return Call(b->callee, all, site, receiver);
  }
  if (const auto* c = values.If<values::Class>(callee)) return CallClass(c->id, args, site);
  if (const auto* o = values.If<values::Object>(callee)) {
    Ref method = unit_.classes.ClassAttribute(unit_.Info(o->id).cls, unit_.well_known.call);
    if (method.value) return Call(method, WithFirst(callee, args), site);
    return unit_.holes.CallUnknown(callee, site);
  }
  if (const auto* p = values.If<values::Partial>(callee))
    return Call(p->callee, WithPartial(*p, args), site);
  if (values.If<values::Wrapper>(callee)) return CallWrapper(callee, args, site);
  return values.IsBottom(callee) ? callee : CallUntold(callee, args, site);
}

// A callee that source does not tell. C code is never traced, whatever its function does: Dynamo
// ends the graph and has it called.
Ref Calls::CallUntold(Ref callee, const Arguments& args, const Site& site) {
  using observed::SkippedCall;
  unit_.entries.CompileUnseen(args, site);
  const auto* unknown = values.If<values::Unknown>(callee);
  if (!unknown || unknown->why != Why::OfExtension) return unit_.holes.CallUnknown(callee, site);
  unit_.recorder.Observe(SkippedCall{{{unknown->about.str()}}, SkippedCall::Form::Function}, site,
                         callee, {"GB0007", "GB0156"});
  return unit_.open_values.ResultOfUnknown(site);
}

Ref Calls::CallMethod(Ref object, std::string_view method, const Arguments& args,
                      const Site& site) {
  Ref bound = unit_.operations.GetAttribute(object, unit_.Intern(method), site);
  return Call(bound, args, site);
}

// A method of an instance that the graph has made is a function without a source: of its defaults
// Dynamo can take over constants, functions and classes, but no other objects.
void Calls::ObserveDefaults(const CallableInfo& info, const Arguments& args,
                            const BoundArguments& bound, const Site& site) {
  if (args.empty() || !unit_.CurrentMode(site).compiled || !args[0].value.value) return;
  const auto* self = values.If<values::Object>(args[0].value);
  if (!self || !unit_.Info(self->id).made_traced || unit_.Info(self->id).made_outside) return;
  const syntax::Function& function = info.file->tree()[info.function];
  if (!function.cls) return;
  for (std::size_t i = 1; i < function.params.size() && i < info.defaults.size(); ++i) {
    const auto* object = info.defaults[i].value && !bound.given[i]
                             ? values.If<values::Object>(info.defaults[i])
                             : nullptr;
    if (!object || unit_.Info(unit_.Info(object->id).cls).is_stub) continue;
    unit_.recorder.Observe(observed::SkippedCall{{function.params[i].name.str()},
                                                 observed::SkippedCall::Form::DefaultObject},
                           site, args[0].value, {"GB0116"});
    return;
  }
}

Ref Calls::CallFunction(CallableId callable, const Arguments& args, const Site& site,
                        flow::TempId) {
  const CallableInfo& info = unit_.Info(callable);
  const syntax::Function& function = info.file->tree()[info.function];
  BoundArguments bound = Bind(callable, args, site);
  const names::ScopeId outer =
      info.file->index()[info.file->index().of_function[info.function.index]].parent;
  ObserveDefaults(info, args, bound, site);
  Declare(info, bound, site);
  const flow::Inst* call = site.frame ? site.frame->instruction() : nullptr;
  Renaming renaming(call ? static_cast<const void*>(&site.frame->graph()) : this,
                    call ? call->result.index : 0);
  renaming.Enter(values, bound.values);
  ContextId context =
      unit_.summaries.Interpret(callable, bound.values, unit_.CurrentMode(site), site);
  if (!context) return unit_.holes.Unfollowed(HoleKind::Budget, site, Why::Budget);
  const Context& c = unit_.Info(context);
  if (site.frame) site.frame->ApplyEffects(c, renaming);
  if (function.is_generator)
    return {values.SequenceOf(values::SequenceKind::Iterator,
                              c.yielded.value ? renaming.Leave(values, c.yielded) : unit_.Bottom()),
            c.yielded.origin};
  Ref result = unit_.open_values.Adopted(renaming.Leave(values, c.result), site);
  if (values.IsBottom(result)) unit_.holes.NeverReturned(context, site);
  if (unit_.open_values.IsOpen(result) && function.returns) {
    Ref declared =
        unit_.definitions.FromAnnotation(*info.file, outer, info.cells, function.returns);
    if (!values.If<values::Unknown>(declared)) {
      const auto* t = unit_.data.FirstTensor(declared);
      return t ? Ref{declared.value,
                     unit_.recorder.AddOrigin(
                         OriginKind::Called, site.file, site.span,
                         unit_.Intern(syntax::QualifiedName(info.file->tree(), info.function)), {},
                         !unit_.CurrentMode(site).compiled)}
               : declared;
    }
  }
  return result;
}

}  // namespace graphmend::infer
