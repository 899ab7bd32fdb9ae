// Tensors made from sizes or data, and casts.
#include "infer/interpret/sizes.h"
#include "infer/transfers/tensor_facts.h"

namespace graphmend::infer::transfers {

namespace {

// How many numbers `arange` gives of ints, by steps of 1.
std::optional<std::int64_t> RangeSize(const TransferCall& call) {
  const auto first = SizeOf(call.unit, call.Passed(0)), second = SizeOf(call.unit, call.Passed(1));
  const Ref step = call.Passed(2);
  bool plain = call.args.size() <= 3 && (!step.value || SizeOf(call.unit, step) == 1);
  for (const CallArgument& a : call.args)
    plain &= a.kind == syntax::ArgKind::Positional || a.name == "dtype" || a.name == "device";
  if (!plain || !first || (call.Passed(1).value && !second)) return std::nullopt;
  return second ? std::max<std::int64_t>(0, *second - *first) : *first;
}

// What is filled, or drawn from a range, is given its sizes as one tuple.
std::optional<std::vector<Ref>> TupleGiven(const TransferCall& call) {
  for (const CallArgument& a : call.args) {
    if (a.kind == syntax::ArgKind::Keyword && a.name != "size") continue;
    const auto* s = call.unit.values.If<values::Sequence>(a.value);
    if (s) return s->exact ? std::optional(s->items) : std::nullopt;
  }
  return std::nullopt;
}

bool IsRange(std::string_view leaf) {
  return leaf == "arange" || leaf == "range" || leaf == "randperm";
}
bool IsSpace(std::string_view leaf) { return leaf == "linspace" || leaf == "logspace"; }

// The dimensions of what the factory makes: sizes, or any int where one is not known. Nothing where
// source does not tell how many there are.
std::optional<std::vector<Ref>> MadeDimensions(const TransferCall& call, std::string_view leaf) {
  const Ref any = call.unit.Guarded(PyType::Int);
  auto or_any = [&](Ref size) { return SizeOf(call.unit, size) ? size : any; };
  if (IsRange(leaf)) {
    const auto size = leaf == "range" ? std::nullopt : RangeSize(call);
    return std::vector<Ref>{size ? Ref{call.unit.values.Int(*size), {}} : any};
  }
  if (IsSpace(leaf)) return std::vector<Ref>{or_any(call.Parameter("steps"))};
  if (leaf == "eye") {
    const Ref rows = call.Passed(0);
    const Ref columns = call.Passed(1).value ? call.Passed(1) : call.Parameter("m");
    return std::vector<Ref>{or_any(rows), or_any(columns.value ? columns : rows)};
  }
  if (leaf == "scalar_tensor") return std::vector<Ref>();
  if (leaf == "full" || leaf == "new_full" || leaf == "randint") return TupleGiven(call);
  return SizesGiven(call, IsMethod(call) ? 1 : 0);
}

// Of a range of these numbers.
DType RangeDType(const TransferCall& call) {
  bool real = false, known = true;
  for (const CallArgument& a : call.args) {
    if (a.kind != syntax::ArgKind::Positional) continue;
    const std::optional<PyType> type = NumberType(call.unit, a.value);
    real |= type == PyType::Float;
    known &= type == PyType::Int;
  }
  return real ? DType::Float : known ? DType::Int : DType::Unknown;
}

// The dtype of what the factory makes where none is given.
DType MadeDType(const TransferCall& call, std::string_view leaf) {
  if (leaf == "range") return DType::Float;
  if (IsRange(leaf)) return RangeDType(call);
  if (leaf == "randint") return DType::Int;
  return leaf.starts_with("new_") || leaf == "full" ? DType::Unknown : DType::Float;
}

// The sizes of a list of lists of numbers, each as long as the others of its depth, and in `level`
// the numbers.
std::vector<Ref> SizesOfLiteral(const TransferCall& call, Ref data, std::vector<Ref>& level) {
  std::vector<Ref> sizes;
  level = {data};
  while (call.unit.values.If<values::Sequence>(level[0])) {
    std::vector<Ref> next;
    std::optional<std::size_t> length;
    for (Ref one : level) {
      const auto* s = call.unit.values.If<values::Sequence>(one);
      if (!s || !s->exact || (length && *length != s->items.size())) return {};
      length = s->items.size();
      next.insert(next.end(), s->items.begin(), s->items.end());
    }
    sizes.push_back({call.unit.values.Int(static_cast<std::int64_t>(*length)), {}});
    if (next.empty()) return sizes;
    level = std::move(next);
  }
  const auto plain = [&](Ref r) { return IsPlain(call.unit, r); };
  return std::all_of(level.begin(), level.end(), plain) ? sizes : std::vector<Ref>();
}

}  // namespace

Ref factory(const TransferCall& call) {
  Tensor out;
  bool given = false;
  out.dtype = DTypeArgument(call, "dtype", given, &out.exact);
  const std::string_view leaf = call.name.substr(call.name.rfind('.') + 1);
  if (!given) {
    const bool filled = leaf == "zeros" || leaf == "ones" || leaf == "empty";
    out.dtype = MadeDType(call, leaf);
    if (filled || leaf == "rand" || leaf == "randn") out.exact = call.unit.Intern("float32");
  }
  if (const auto dimensions = MadeDimensions(call, leaf)) {
    out.rank = RankOfCount(dimensions->size());
    out.sizes = SizesOf(call.unit, *dimensions);
  }
  return call.Made(out);
}

Ref factory_like(const TransferCall& call) {
  Tensor out = Like(call);
  bool given = false;
  DType dtype = DTypeArgument(call, "dtype", given, &out.exact);
  if (given) out.dtype = dtype;
  out.known = values::Known::No;
  if (const Tensor* of = FirstArgument(call)) out.sizes = of->sizes;
  return call.Made(out);
}

namespace {
// torch.IntTensor([1, 2]) holds these, torch.IntTensor(2, 3) has this shape.
Ref Legacy(const TransferCall& call) {
  static constexpr std::pair<std::string_view, DType> kTypes[] = {
      {"BoolTensor", DType::Bool}, {"ByteTensor", DType::Int}, {"CharTensor", DType::Int},
      {"ShortTensor", DType::Int}, {"IntTensor", DType::Int},  {"LongTensor", DType::Int}};
  Tensor out;
  out.dtype = DType::Float;
  std::string_view leaf = call.name.substr(call.name.rfind('.') + 1);
  for (const auto& [name, type] : kTypes)
    if (leaf == name) out.dtype = type;
  Ref data = call.Passed(1);
  if (data.value && call.unit.values.If<values::Sequence>(data)) {
    const auto* inner = call.unit.values.If<values::Sequence>(data);
    const Ref element = inner->items.empty() ? Ref{} : inner->items.back();
    bool flat = element.value && !call.unit.values.If<values::Sequence>(element) &&
                !call.unit.data.HasUnknown(element);
    // A tuple may be a size, of which many are.
    out.rank = flat && inner->kind == SequenceKind::List ? 1 : -1;
  }
  return call.Made(out);
}

// Of a tensor made of this Python number.
DType DTypeOfNumber(Unit& unit, Ref number) {
  const auto* c = unit.values.If<values::Constant>(number);
  const auto* g = unit.values.If<values::Guarded>(number);
  if (c && (c->kind == syntax::LiteralKind::True || c->kind == syntax::LiteralKind::False))
    return DType::Bool;
  if (g && g->type == PyType::Bool) return DType::Bool;
  if ((c && c->kind == syntax::LiteralKind::Int) || (g && g->type == PyType::Int))
    return DType::Int;
  if ((c && c->kind == syntax::LiteralKind::Float) || (g && g->type == PyType::Float))
    return DType::Float;
  return DType::Unknown;
}

// Whether NumPy holds texts or Python's objects, of which no tensor is made.
bool HoldsObjects(const TransferCall& call, Ref first) {
  if (!call.name.starts_with("numpy.")) return false;
  const Ref dtype = call.Parameter("dtype");
  if (call.Given("dtype") && dtype.value) {
    const auto* cls = call.unit.values.If<values::Class>(dtype);
    const std::string_view name =
        cls ? std::string_view(call.unit.Info(cls->id).qualified) : std::string_view();
    const auto* text = call.unit.values.If<values::Constant>(dtype);
    const std::string_view word =
        text && text->kind == syntax::LiteralKind::Str ? text->text.text() : std::string_view();
    return name == "builtins.object" || name == "builtins.str" || name == "builtins.bytes" ||
           word == "object" || word == "str" || word.starts_with("datetime64") ||
           word.starts_with("timedelta64");
  }
  const std::optional<PyType> type = first.value ? NumberType(call.unit, first) : std::nullopt;
  return type == PyType::Str || type == PyType::Bytes;
}

// Of a list of lists of numbers, or of tensors; `first` is what it begins with.
Tensor MadeOfLists(const TransferCall& call, Ref data, Ref& first) {
  Tensor out;
  int rank = 0;
  Ref at = data;
  while (const auto* s = call.unit.values.If<values::Sequence>(at)) {
    ++rank;
    if (s->items.empty()) break;
    at = s->exact ? s->items[0] : s->items.back();
    if (rank > 6) break;
  }
  first = at;
  out.dtype = DTypeOfNumber(call.unit, at);
  if (IsPlain(call.unit, at) || call.unit.values.If<values::Tensor>(at))
    out.rank = static_cast<std::int8_t>(rank);
  if (const Tensor* t = call.unit.data.FirstTensor(at)) {
    out.dtype = t->dtype;
    out.rank = t->rank < 0 ? t->rank : static_cast<std::int8_t>(t->rank + rank);
  }
  std::vector<Ref> numbers;
  const std::vector<Ref> sizes = SizesOfLiteral(call, data, numbers);
  if (sizes.empty() || out.rank != static_cast<int>(sizes.size())) return out;
  out.sizes = SizesOf(call.unit, sizes);
  for (Ref number : numbers) out.dtype = Promote(out.dtype, DTypeOfNumber(call.unit, number));
  return out;
}
}  // namespace

Ref from_data(const TransferCall& call) {
  if (!call.args.empty() && call.unit.values.If<values::Class>(call.args[0].value))
    return Legacy(call);
  Tensor out;
  const Ref data = call.Given("data")  ? call.Parameter("data")
                   : call.args.empty() ? Ref{}
                                       : call.args[0].value;
  Ref first;
  if (const Tensor* t = data.value ? call.unit.data.FirstTensor(data) : nullptr) {
    out = *t;
    out.parameter = false;
    if (!call.unit.values.If<Tensor>(data)) out.sizes = {};
  } else if (data.value) {
    out = MadeOfLists(call, data, first);
  }
  if (data.value) out.known = KnownOf(call.unit, data);
  bool given = false;
  Symbol exact;
  DType dtype = DTypeArgument(call, "dtype", given, &exact);
  if (given) {
    out.dtype = dtype;
    out.exact = exact;
  }
  if (HoldsObjects(call, first)) out.exact = call.unit.Intern(kObjects);
  return call.Made(out);
}

Ref cast(const TransferCall& call) {
  Tensor out = Like(call);
  bool given = false;
  Symbol exact;
  DType dtype = DTypeArgument(call, "dtype", given, &exact);
  std::size_t at = 0;
  for (const CallArgument& a : call.args) {
    if (at++ == 0 && a.kind == syntax::ArgKind::Positional) continue;  // self
    if (a.kind != syntax::ArgKind::Positional) continue;
    const auto* g = call.unit.values.If<values::Guarded>(a.value);
    const auto* c = call.unit.values.If<values::Constant>(a.value);
    if (const Tensor* other = call.unit.data.FirstTensor(a.value)) {
      given = true;
      dtype = other->dtype;
      exact = other->exact;
    } else if (c && c->kind == syntax::LiteralKind::Str) {
      // "torch.LongTensor" and NumPy's "int64"; else the name of a device.
      std::string_view text = c->text.text();
      bool tensor_type = text.starts_with("torch.");
      auto named = DTypeByName(tensor_type ? text.substr(6) : text);
      if (!tensor_type && !named) continue;
      given = true;
      dtype = named.value_or(DType::Unknown);
    } else if (auto named = DTypeOfClass(call, a.value)) {
      given = true;
      dtype = *named;
    } else if (g && g->name) {
      given = true;
      exact = g->name;
      dtype = DTypeByName(g->name.text()).value_or(DType::Unknown);
    } else if ((g && g->type == PyType::DType) || call.unit.values.If<values::Unknown>(a.value) ||
               call.unit.values.If<values::Union>(a.value) || (g && g->type == PyType::Any)) {
      given = true;
      dtype = DType::Unknown;
    } else if (const auto* cls = call.unit.values.If<values::Class>(a.value)) {
      given = true;
      std::string_view name = call.unit.Info(cls->id).name.text();
      dtype = name == "int"     ? DType::Int
              : name == "float" ? DType::Float
              : name == "bool"  ? DType::Bool
                                : DType::Unknown;
    }
  }
  if (given) {
    out.dtype = dtype;
    out.exact = exact;
  }
  return call.Made(out);
}

Ref arange(const TransferCall& call) { return factory(call); }

namespace {
// Of `arange` in NumPy: int where all that is given is, float where something is.
DType DTypeOfRange(const TransferCall& call) {
  DType out = DType::Int;
  for (std::string_view name : {"start", "stop", "step"}) {
    const Ref given = call.Parameter(name);
    if (!IsPresent(call, given)) continue;
    const DType dtype = DTypeOfNumber(call.unit, given);
    if (dtype == DType::Unknown) return dtype;
    if (dtype == DType::Float) out = dtype;
  }
  return out;
}
}  // namespace

Ref np_factory(const TransferCall& call) {
  Tensor out;
  const Ref dtype = call.Parameter("dtype");
  const bool given = call.Given("dtype") && dtype.value;
  const std::string_view leaf = call.name.substr(call.name.rfind('.') + 1);
  if (given) {
    out.dtype = DTypeOf(call, dtype);
    if (HoldsObjects(call, {})) out.exact = call.unit.Intern(kObjects);
  } else if (leaf == "full") {
    const Ref value = call.Parameter("fill_value");
    if (value.value) out.dtype = DTypeOfNumber(call.unit, value);
  } else {
    out.dtype = leaf == "arange" ? DTypeOfRange(call) : DType::Float;
  }
  if (leaf == "arange") out.rank = 1;
  if (leaf == "eye" || leaf == "identity") out.rank = 2;
  if (leaf == "linspace" && NumberType(call.unit, call.Parameter("start")) &&
      NumberType(call.unit, call.Parameter("stop")))
    out.rank = 1;
  const Ref shape = leaf == "arange" ? Ref{} : call.Parameter("shape");
  const auto* sizes = shape.value ? call.unit.values.If<values::Sequence>(shape) : nullptr;
  if (sizes && sizes->exact) out.rank = static_cast<std::int8_t>(sizes->items.size());
  if (shape.value && IntOf(call, shape)) out.rank = 1;
  return call.Made(out);
}

}  // namespace graphmend::infer::transfers
