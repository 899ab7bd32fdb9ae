// Calls of stubs: which break rows hold, what the result is.
#include <algorithm>

#include "infer/calls/stub_condition.h"
#include "infer/interpret/frame.h"
#include "infer/trace.h"
#include "infer/transfers/transfer.h"

namespace graphmend::infer {
namespace {

// The class that a stub function's decorators describe calling, or the function itself.
struct Target {
  CallableId callable;
  ClassId cls;
  const models::StubFunction* about = nullptr;
  std::string_view name;
};

void ObserveRows(Unit& unit, const Target& target, const BoundArguments& bound, const Site& site) {
  const CallableInfo& info = unit.Info(target.callable);
  const syntax::Tree& tree = info.file->tree();
  auto params = tree[info.function].params;
  if (unit.Silenced(target.callable, bound, site)) return;
  for (const models::BreakRow& row : target.about->breaks) {
    if (!row.HoldsIn(unit.options.target.minor)) continue;
    // What fullgraph=True captures it captures, but not a list of it (torch 2.13, measured).
    const bool list = row.operation == OperationKind::ToList;
    if (row.unless.starts_with("capture_") && unit.FullgraphCaptures(site) && !list) continue;
    const Unit::Has flag = row.unless.empty() ? Unit::Has::No : unit.DynamoFlag(row.unless, site);
    if (flag == Unit::Has::Certainly) continue;
    Answer holds = row.when ? Condition(unit, tree, params, bound).Evaluate(row.when) : Answer::Yes;
    if (holds == Answer::No) continue;
    OpenConditions conditions;
    if (holds == Answer::Unknown && !row.note.empty())
      conditions.push_back({OpenKind::Note, row.note});
    else if (holds == Answer::Unknown)
      conditions = Condition(unit, tree, params, bound).OpenParts(row.when);
    if (flag == Unit::Has::Maybe) conditions.push_back({OpenKind::FlagOff, row.unless});
    Ref subject;
    for (Ref r : bound.values)
      if (r.value && unit.HoldsTensor(r)) {
        subject = r;
        break;
      }
    Observation* seen = unit.Observe(
        row.kind, site, subject, {std::string(target.name), row.operation}, row.gb_ids, conditions);
    const values::Tensor* t = subject.value ? unit.FirstTensor(subject) : nullptr;
    if (seen && row.kind == ObservationKind::HostRead && t && t->numpy && t->rank == 0)
      seen->input_suffices = true;
    return;
  }
}

// `int`, `float`, `tuple[int, ...]` and unions of them, as stubs write parameters that take no
// computed tensor.
bool WantsNumbers(const syntax::Tree& tree, syntax::ExprId annotation) {
  return base::Match(
      tree[annotation].node, [](const syntax::Name& n) { return n.id == "int" || n.id == "float"; },
      [&](const syntax::Binary& b) {
        auto fine = [&](syntax::ExprId id) {
          const auto* l = std::get_if<syntax::Literal>(&tree[id].node);
          return (l && l->kind == syntax::LiteralKind::None) || WantsNumbers(tree, id);
        };
        return b.op == syntax::BinaryOp::BitOr && fine(b.left) && fine(b.right);
      },
      [&](const syntax::Subscript& s) {
        const auto* head = std::get_if<syntax::Name>(&tree[s.object].node);
        const auto* parts = std::get_if<syntax::Sequence>(&tree[s.index].node);
        return head && head->id == "tuple" && parts && !parts->items.empty() &&
               WantsNumbers(tree, parts->items[0]);
      },
      [](const auto&) { return false; });
}

// Of sizes in a tuple or list, the one that is computed; else what is passed.
Ref ComputedPart(Unit& unit, Ref value, int depth = 0) {
  if (!unit.values.If<values::Sequence>(value) || depth > 2) return value;
  for (Ref item : unit.ExactElements(value).value_or(std::vector<Ref>{})) {
    const Ref part = ComputedPart(unit, item, depth + 1);
    const values::Tensor* t = unit.FirstTensor(part);
    if (unit.IsTensor(part) == Unit::Has::Certainly && t->known != values::Known::Yes) return part;
  }
  return value;
}

// Where Python wants an int, a tensor must give up its value; where a tensor is wanted, an
// undeclared parameter is shown to be one.
void CheckParameters(Unit& unit, const Target& target, const BoundArguments& bound,
                     const Site& site) {
  const CallableInfo& info = unit.Info(target.callable);
  const syntax::Tree& tree = info.file->tree();
  auto params = tree[info.function].params;
  const std::string& module = unit.program.Info(info.file->id()).module;
  bool torch = module == "torch" || module.starts_with("torch.");
  for (std::size_t i = 0; i < params.size(); ++i) {
    if (!params[i].annotation || !bound.values[i].value) continue;
    const auto* name = std::get_if<syntax::Name>(&tree[params[i].annotation].node);
    if (name && name->id == "Tensor") {
      if (const auto* p = unit.values.If<values::Param>(bound.values[i])) unit.Demand(p->index);
      if (const auto* u = unit.values.If<values::Union>(bound.values[i]))
        for (Ref r : u->alternatives)
          if (const auto* p = unit.values.If<values::Param>(r)) unit.Demand(p->index);
    } else if (torch && unit.CurrentMode(site).compiled && !unit.FullgraphCaptures(site) &&
               unit.DynamoFlag("capture_scalar_outputs", site) != Unit::Has::Certainly &&
               WantsNumbers(tree, params[i].annotation)) {
      Ref value = ComputedPart(unit, bound.values[i]);
      const values::Tensor* t = unit.FirstTensor(value);
      if (t && t->known == values::Known::Yes) continue;
      // A symbol captured from a tensor may be a size; a number drawn by `random` may not.
      const auto* scalar = unit.values.If<values::DataScalar>(value);
      bool data = unit.IsTensor(value) == Unit::Has::Certainly ||
                  (scalar && scalar->source != values::DataSource::Tensor);
      if (data && bound.given[i]) {
        const bool maybe = t && t->known == values::Known::Maybe;
        Observation* o =
            unit.Observe(ObservationKind::TensorAsInt, site, value, std::string(target.name),
                         {"GB0033", "GB0124"}, OpenIf(maybe, {OpenKind::MoreThanOneNumber}));
        if (o) o->input_suffices = !t || t->dtype != values::DType::Float;
        return;
      }
    }
  }
}

}  // namespace

Ref TransferCall::Parameter(std::string_view wanted) const {
  if (!callable) return {};
  auto params = unit.Info(callable).file->tree()[unit.Info(callable).function].params;
  for (std::size_t i = 0; i < params.size(); ++i)
    if (params[i].name == wanted) return bound.values[i];
  return {};
}

bool TransferCall::Given(std::string_view wanted) const {
  if (!callable) return false;
  auto params = unit.Info(callable).file->tree()[unit.Info(callable).function].params;
  for (std::size_t i = 0; i < params.size(); ++i)
    if (params[i].name == wanted)
      return bound.given[i] && bound.values[i].value != unit.values.none();
  return false;
}

Ref TransferCall::Passed(std::size_t i) const {
  std::size_t at = 0;
  for (const CallArgument& a : args) {
    if (a.kind != syntax::ArgKind::Positional) continue;
    if (at++ == i) return a.value;
  }
  return {};
}

const values::Tensor* TransferCall::FirstTensor(OriginId* origin) const {
  for (const CallArgument& a : args) {
    const values::Tensor* t = unit.FirstTensor(a.value);
    if (!t) {
      if (const auto* s = unit.values.If<values::Sequence>(a.value))
        for (Ref r : s->items)
          if (!t) t = unit.FirstTensor(r);
    }
    if (!t) continue;
    if (origin) *origin = a.value.origin;
    return t;
  }
  return nullptr;
}

Ref TransferCall::Made(values::Tensor tensor) const {
  OriginId parent;
  FirstTensor(&parent);
  tensor.numpy = name.starts_with("numpy.");
  tensor.parameter = false;
  tensor.sparse = false;
  return unit.TensorRef(tensor, OriginKind::Called, site, unit.Intern(name), parent);
}

bool TransferCall::Compiled() const { return unit.CurrentMode(site).compiled; }

Ref ApplyTransfer(models::Transfer transfer, const TransferCall& call) {
  if (Trace* trace = call.unit.options.trace) trace->transfers.insert(transfer);
  switch (transfer) {
    case models::Transfer::None: return call.unit.Bottom();
#define GM_TRANSFER(name, meaning) \
  case models::Transfer::name: return transfers::name(call);
#include "models/transfers.def"
  }
  return call.unit.Bottom();
}

// Whether the file that calls, or the one that compiles, has told Dynamo to drop this call, or to
// move it behind the graph, which works for tensors, constants and text only.
bool Unit::Silenced(CallableId f, const BoundArguments& bound, const Site& site) {
  // Who calls is known once all has settled.
  if (!diagnosing_ || (reordered_.empty() && ignored_.empty())) return false;
  std::vector<const ParsedFile*> files = {site.file};
  ContextId context = site.frame ? site.frame->context() : ContextId();
  while (context && Info(context).caller.context) context = Info(context).caller.context;
  if (context) files.push_back(Info(context).caller.file);
  auto told = [&](const auto& set) {
    return std::any_of(files.begin(), files.end(),
                       [&](const ParsedFile* file) { return set.contains({file, f.index}); });
  };
  if (told(ignored_)) return true;
  if (!told(reordered_)) return false;
  auto plain = [&](Ref r) {
    const auto* g = values.If<values::Guarded>(r);
    return values.If<values::Tensor>(r) || values.If<values::Constant>(r) ||
           (g && g->type == values::PyType::Str);
  };
  for (std::size_t i = 0; i < bound.values.size(); ++i) {
    if (!bound.given[i] || !bound.values[i].value) continue;
    auto items =
        values.If<values::Tensor>(bound.values[i]) ? std::nullopt : ExactElements(bound.values[i]);
    if (items ? !std::all_of(items->begin(), items->end(), plain) : !plain(bound.values[i]))
      return false;
  }
  return true;
}

const std::string& Unit::StubName(CallableId callable) {
  auto [it, added] = stub_names_.try_emplace(callable.index);
  if (added) it->second = models::PublicName(QualifiedName(callable));
  return it->second;
}

// What a stub's return annotation says; evaluated once.
Ref Unit::StubReturn(CallableId callable) {
  auto cached = stub_returns_.find(callable.index);
  if (cached != stub_returns_.end()) return cached->second;
  const CallableInfo& info = Info(callable);
  Ref declared = FromAnnotation(*info.file, info.file->index().module, {},
                                info.file->tree()[info.function].returns);
  return stub_returns_.emplace(callable.index, declared).first->second;
}

// Whether the value of the result is known: where those of all tensors are that it is made of, and
// it has one element as well. What is made outside of compiled code is an input of the graph.
Ref Unit::SettleKnown(Ref computed, const TransferCall& call) {
  constexpr std::string_view kNot[] = {"expand",
                                       "expand_as",
                                       "broadcast_to",
                                       "broadcast_tensors",
                                       "repeat",
                                       "tile",
                                       "stack",
                                       "cat",
                                       "concat",
                                       "concatenate",
                                       "hstack",
                                       "vstack",
                                       "dstack",
                                       "column_stack",
                                       "meshgrid",
                                       "outer",
                                       "repeat_interleave",
                                       "pad",
                                       "one_hot",
                                       "diag_embed",
                                       "bernoulli",
                                       "multinomial",
                                       "normal",
                                       "poisson",
                                       "dropout",
                                       "rrelu"};
  const auto* t = values.If<values::Tensor>(computed);
  if (!t || t->known == values::Known::No) return computed;
  values::Tensor out = *t;
  for (const CallArgument& a : call.args) {
    if (const values::Tensor* of = FirstTensor(a.value)) out.known = std::min(out.known, of->known);
    if (const auto* s = values.If<values::Sequence>(a.value))
      for (Ref item : s->items)
        if (const values::Tensor* of = FirstTensor(item))
          out.known = std::min(out.known, of->known);
  }
  std::string_view name = call.name.substr(call.name.rfind('.') + 1);
  const bool in_place = name.ends_with('_') && !name.ends_with("__");
  if (in_place || !call.Compiled() ||
      std::find(std::begin(kNot), std::end(kNot), name) != std::end(kNot))
    out.known = values::Known::No;
  return {values.Intern(out), computed.origin};
}

// A tensor that a transfer computed: what it leaves open, or took over from its first tensor
// argument, is as the stub declares (`.bool()` of anything is a BoolTensor).
Ref Unit::Refined(Ref computed, Ref declared, const TransferCall& call) {
  const auto* t = values.If<values::Tensor>(computed);
  const auto* d = values.If<values::Tensor>(declared);
  if (!t || !d) return computed;
  values::Tensor out = *t;
  const values::Tensor* from = call.FirstTensor();
  bool inherited = from && from->dtype == out.dtype && from->exact == out.exact;
  if (d->dtype != values::DType::Unknown && d->dtype != out.dtype &&
      (out.dtype == values::DType::Unknown || (inherited && !call.Given("dtype")))) {
    out.dtype = d->dtype;
    out.exact = d->exact;
  }
  if (out.rank < 0) out.rank = d->rank;
  return {values.Intern(out), computed.origin};
}

// `callable` None: a stub class is called; its id travels in `receiver` (see Call).
Ref Unit::CallStub(CallableId callable, const Arguments& args, const Site& site,
                   flow::TempId receiver) {
  Target target;
  std::string any_method;
  Arguments all = args;
  if (!callable) {
    target.cls = ClassId(receiver.index);
    receiver = {};
    ClassId owner;
    Ref init = ClassAttribute(target.cls, Intern("__new__"), &owner);
    if (!init.value || !values.If<values::Function>(init) || owner != target.cls)
      init = ClassAttribute(target.cls, names_.init, &owner);
    if (const auto* f = init.value ? values.If<values::Function>(init) : nullptr;
        f && Info(f->id).is_stub)
      target.callable = f->id;
    target.name = Info(target.cls).qualified;
    if (!target.callable) return Instantiate(target.cls, args, site, {});
    all.insert(
        all.begin(),
        {syntax::ArgKind::Positional, {}, {values.Intern(values::Class{target.cls}), {}}, {}});
  } else {
    target.callable = callable;
    target.name = StubName(callable);
    // A stub's __getattr__ answers for every method it does not list.
    if (target.name.ends_with(".__getattr__") && site.file && site.expr)
      if (const auto* made = std::get_if<syntax::Call>(&site.file->tree()[site.expr].node))
        if (const auto* method =
                std::get_if<syntax::Attribute>(&site.file->tree()[made->callee].node)) {
          any_method =
              std::string(target.name.substr(0, target.name.size() - 11)) + method->name.str();
          target.name = any_method;
        }
  }
  target.about = &Stub(target.callable);
  const CallableInfo& info = Info(target.callable);
  BoundArguments bound = Bind(target.callable, all, site);
  if (CurrentMode(site).compiled) {
    ObserveRows(*this, target, bound, site);
    ObserveDeviceCopy(target.name, bound, all, site);
    if (target.name.starts_with("torch.Tensor.") && target.name.ends_with('_') &&
        !target.name.ends_with("__") && !bound.values.empty())
      ObserveInputMutation(bound.values[0], site);
  }
  CheckParameters(*this, target, bound, site);
  if (target.about->constant)
    return Frame::ConstantRef(
        *this, std::get<syntax::Literal>(info.file->tree()[target.about->constant].node));
  TransferCall call{*this, target.callable, bound, all, site, receiver, target.name};
  const syntax::Function& function = info.file->tree()[info.function];
  if (target.about->transfer != models::Transfer::None) {
    Ref result = SettleKnown(ApplyTransfer(target.about->transfer, call), call);
    return function.returns ? Refined(result, StubReturn(target.callable), call) : result;
  }
  if (target.cls) {
    ObjectId object = InternObject(target.cls, {values.none()});
    Info(object).generic = true;
    ClassId tensor = TensorClass();
    if (tensor && DerivesFrom(target.cls, tensor)) return call.Made({});
    return {values.Intern(values::Object{object}), {}};
  }
  if (!function.returns) return OfLibrary("a stub says nothing of its result");
  Ref result = StubReturn(target.callable);
  if (HoldsTensor(result)) {
    OriginId parent;
    call.FirstTensor(&parent);
    result.origin = AddOrigin(OriginKind::Called, site.file, site.span, Intern(target.name), parent,
                              !CurrentMode(site).compiled);
  }
  return result;
}

}  // namespace graphmend::infer
