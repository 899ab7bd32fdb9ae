// Of which shape results are, and what is read of a shape.
#include <algorithm>
#include <cctype>
#include <string>

#include "infer/interpret/sizes.h"
#include "infer/transfers/tensor_facts.h"

namespace graphmend::infer::transfers {

namespace {

// Of `view` and `reshape`: the one that is -1 holds what is left.
values::Sizes Viewed(const TransferCall& call, const Tensor& tensor,
                     const std::vector<Ref>& asked) {
  values::Sizes out = SizesOf(call.unit, asked);
  std::optional<std::size_t> open;
  std::int64_t count = 1;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const auto size = SizeOf(call.unit, asked[i]);
    if (!size || count > values::kLargestSize) return out;
    if (*size < 0) open = i;
    else count *= *size;
  }
  const auto all = ElementCount(tensor);
  if (open && all && count > 0) out.Set(*open, *all / count);
  return out;
}

// The size of the dimension that comes to stand at `i` of `rank`, as both are aligned at the right.
std::int32_t AlignedSize(const Tensor& tensor, std::size_t i, std::size_t rank) {
  const auto missing = static_cast<std::ptrdiff_t>(rank) - tensor.rank;
  if (tensor.rank < 0 || missing < 0) return values::Sizes::kUnknown;
  const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(i) - missing;
  return at < 0 ? 1 : tensor.sizes.At(static_cast<std::size_t>(at));
}

values::Sizes Expanded(const TransferCall& call, const Tensor& tensor,
                       const std::vector<Ref>& asked) {
  values::Sizes out = SizesOf(call.unit, asked);
  for (std::size_t i = 0; i < asked.size(); ++i)
    if (SizeOf(call.unit, asked[i]) == -1) out.Set(i, AlignedSize(tensor, i, asked.size()));
  return out;
}

values::Sizes Repeated(const TransferCall& call, const Tensor& tensor,
                       const std::vector<Ref>& asked) {
  values::Sizes out;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const auto times = SizeOf(call.unit, asked[i]);
    const std::int32_t size = AlignedSize(tensor, i, asked.size());
    if (times && size != values::Sizes::kUnknown) out.Set(i, *times * size);
  }
  return out;
}

// Of the tensors of a list, joined along `dim` (stacked: along a new one).
values::Sizes Joined(const TransferCall& call, Ref parts, int rank, bool stacked) {
  const auto items = call.unit.operations.ExactElements(parts);
  const Ref dim = call.Parameter("dim");
  const auto along = DimensionOf(call, dim, rank);
  if (!items || items->empty() || !along) return {};
  values::Sizes out;
  std::int64_t length = 0;
  for (std::size_t i = 0; i < items->size(); ++i) {
    const auto* t = call.unit.values.If<Tensor>((*items)[i]);
    if (!t || t->rank != (stacked ? rank - 1 : rank)) return {};
    const std::int32_t size = stacked ? 1 : t->sizes.At(*along);
    length = length < 0 || size == values::Sizes::kUnknown ? -1 : length + size;
    const values::Sizes own = stacked ? WithDimension(t->sizes, *along, 1) : t->sizes;
    out = i == 0 ? own : values::Join(out, own);
  }
  out.Set(*along, length);
  return out;
}

}  // namespace

Ref reshape(const TransferCall& call) {
  Tensor out = Like(call);
  // Every size given makes a dimension; x.view(dtype) and unknown shapes do not say.
  std::optional<std::vector<Ref>> asked = SizesGiven(call, 1);
  out.rank = asked ? RankOfCount(asked->size()) : std::int8_t{-1};
  std::string_view leaf = call.name.substr(call.name.rfind('.') + 1);
  const Tensor* of = FirstArgument(call);
  // A cast: `x.view(torch.int32)`.
  const Ref only = call.Passed(1);
  if (only.value &&
      (DTypeOf(call, only) != DType::Unknown || NumberType(call.unit, only) == PyType::DType)) {
    out.exact = {};
    out.dtype = DTypeOf(call, only, &out.exact);
    return call.Made(out);
  }
  if (leaf == "tile" && out.rank >= 0)
    out.rank = of && of->rank >= 0 ? std::max(out.rank, of->rank) : std::int8_t{-1};
  if (of && asked && out.rank >= 0) {
    // Dimensions of which nothing is said are there once.
    const Ref once{call.unit.values.Int(1), {}};
    const auto rank = static_cast<std::size_t>(out.rank);
    asked->insert(asked->begin(), rank - std::min(rank, asked->size()), once);
    out.sizes = leaf == "expand"                     ? Expanded(call, *of, *asked)
                : leaf == "repeat" || leaf == "tile" ? Repeated(call, *of, *asked)
                                                     : Viewed(call, *of, *asked);
  }
  return call.Made(out);
}

namespace {

// A text that source tells; none where it does not.
std::optional<std::string_view> TextOf(const TransferCall& call, Ref value) {
  const auto* c = value.value ? call.unit.values.If<values::Constant>(value) : nullptr;
  if (!c || c->kind != syntax::LiteralKind::Str) return std::nullopt;
  return c->text.text();
}

// The letters that the result has: those behind the arrow or, without one, in order those that
// stand for one dimension of one operand. Nothing where `...` stands for more.
std::optional<std::string> ResultLetters(std::string_view equation) {
  std::string letters;
  if (equation.find("...") != std::string_view::npos) return std::nullopt;
  const std::size_t arrow = equation.find("->");
  const bool given = arrow != std::string_view::npos;
  for (const char c : given ? equation.substr(arrow + 2) : equation)
    if (std::isalpha(static_cast<unsigned char>(c)) &&
        (given || std::count(equation.begin(), equation.end(), c) == 1))
      letters += c;
  if (!given) std::sort(letters.begin(), letters.end());
  return letters;
}

// How large the dimension is that the letter stands for, in one of the operands.
std::int32_t SizeOfLetter(const TransferCall& call, std::string_view equation, char letter) {
  std::string inputs(equation.substr(0, equation.find("->")));
  inputs.erase(std::remove(inputs.begin(), inputs.end(), ' '), inputs.end());
  std::size_t begin = 0;
  for (std::size_t operand = 1; begin <= inputs.size(); ++operand) {
    const std::size_t end = std::min(inputs.find(',', begin), inputs.size());
    const std::size_t at = std::string_view(inputs).substr(begin, end - begin).find(letter);
    const Ref passed = call.Passed(operand);
    const auto* t = passed.value ? call.unit.values.If<Tensor>(passed) : nullptr;
    const bool fits = t && t->rank == static_cast<int>(end - begin);
    if (at != std::string_view::npos && fits && t->sizes.At(at) > 1) return t->sizes.At(at);
    begin = end + 1;
  }
  return values::Sizes::kUnknown;
}

}  // namespace

Ref einsum(const TransferCall& call) {
  Tensor out = Like(call);
  out.rank = -1;
  const auto equation = TextOf(call, call.Passed(0));
  const auto letters = equation ? ResultLetters(*equation) : std::nullopt;
  if (!letters) return call.Made(out);
  out.rank = RankOfCount(letters->size());
  for (std::size_t i = 0; i < letters->size(); ++i)
    out.sizes.Set(i, SizeOfLetter(call, *equation, (*letters)[i]));
  return call.Made(out);
}

Ref axes_pattern(const TransferCall& call) {
  Tensor out = Like(call);
  out.rank = -1;
  const auto pattern = TextOf(call, call.Parameter("pattern"));
  const std::size_t arrow = pattern ? pattern->find("->") : std::string_view::npos;
  if (arrow == std::string_view::npos) return call.Made(out);
  const std::string_view right = pattern->substr(arrow + 2);
  if (right.find("...") != std::string_view::npos || right.find("…") != std::string_view::npos)
    return call.Made(out);
  std::size_t rank = 0;
  int depth = 0;
  bool inside = false;  // of a word
  for (const char c : right) {
    const bool space = c == ' ' || c == '\n' || c == '\t';
    if (c == '(') rank += depth++ == 0 ? 1 : 0;
    else if (c == ')') --depth;
    else if (!space && !inside && depth == 0) ++rank;
    inside = !space && c != '(' && c != ')';
  }
  out.rank = RankOfCount(rank);
  return call.Made(out);
}

Ref join(const TransferCall& call) {
  Tensor out;
  Ref parts = call.args.empty() ? Ref{} : call.args[0].value;
  Ref element = parts.value ? call.unit.operations.ElementOf(parts, call.site) : Ref{};
  if (const Tensor* t = element.value ? call.unit.data.FirstTensor(element) : nullptr) out = *t;
  out.sizes = {};
  std::string_view leaf = call.name.substr(call.name.rfind('.') + 1);
  if (leaf == "stack")
    out.rank = out.rank >= 0 ? static_cast<std::int8_t>(out.rank + 1) : std::int8_t{-1};
  else if (leaf != "cat" && leaf != "concat" && leaf != "concatenate") out.rank = -1;
  if (parts.value && out.rank > 0) out.sizes = Joined(call, parts, out.rank, leaf == "stack");
  return call.Made(out);
}

Ref split(const TransferCall& call) {
  Ref part = call.Made(Like(call));
  return {call.unit.values.SequenceOf(SequenceKind::Tuple, part), part.origin};
}
Ref unbind(const TransferCall& call) {
  Tensor out = Like(call);
  if (out.rank > 0) --out.rank;
  Ref part = call.Made(out);
  return {call.unit.values.SequenceOf(SequenceKind::Tuple, part), part.origin};
}

Ref shape(const TransferCall& call) {
  const Tensor* t =
      call.unit.data.FirstTensor(call.First().value ? call.First() : call.unit.Bottom());
  if (!t || t->rank < 0) {
    const Ref any = call.unit.Guarded(PyType::Int);
    return {call.unit.values.SequenceOf(SequenceKind::Tuple, any), {}};
  }
  const bool one = call.unit.values.If<Tensor>(call.First());
  std::vector<Ref> sizes;
  for (int i = 0; i < t->rank; ++i)
    sizes.push_back(SizeRef(
        call.unit, one ? t->sizes.At(static_cast<std::size_t>(i)) : values::Sizes::kUnknown));
  return {call.unit.values.Sequence_(SequenceKind::Tuple, std::move(sizes)), {}};
}
Ref size(const TransferCall& call) {
  Ref dim = call.Parameter("dim");
  if (!dim.value || dim.value == call.unit.values.none()) return shape(call);
  const auto* t = call.unit.values.If<Tensor>(call.First());
  const auto at = t ? DimensionOf(call, dim, t->rank) : std::nullopt;
  return SizeRef(call.unit, at ? t->sizes.At(*at) : values::Sizes::kUnknown);
}
Ref numel(const TransferCall& call) {
  const auto* t = call.First().value ? call.unit.values.If<Tensor>(call.First()) : nullptr;
  const auto count = t ? ElementCount(*t) : std::nullopt;
  return SizeRef(call.unit, count.value_or(values::Sizes::kUnknown));
}
Ref rank(const TransferCall& call) {
  const Tensor* t = call.First().value ? call.unit.data.FirstTensor(call.First()) : nullptr;
  return t && t->rank >= 0 ? Ref{call.unit.values.Int(t->rank), {}}
                           : call.unit.Guarded(PyType::Int);
}

}  // namespace graphmend::infer::transfers
