#include "cli/known.h"

#include <algorithm>

#include "base/visible.h"
#include "cli/facts.h"
#include "lint/steps.h"

namespace graphmend::cli {
namespace {

constexpr std::size_t kMostValues = 6;
constexpr std::size_t kLongestCode = 80;

using Values = std::vector<const infer::KnownValue*>;

// Each value once, with its longest explanation, in the order in which calls come to them. A
// parameter of which nothing is known says nothing beside what its use says.
Values Distinct(const std::vector<infer::KnownValue>& values) {
  Values distinct;
  const bool some_known = std::any_of(values.begin(), values.end(),
                                      [](const infer::KnownValue& one) { return !one.unknown; });
  for (const infer::KnownValue& value : values) {
    if (value.unknown && some_known) continue;
    auto same = std::find_if(distinct.begin(), distinct.end(), [&](const infer::KnownValue* one) {
      return one->shown.value == value.shown.value;
    });
    if (same == distinct.end()) distinct.push_back(&value);
    else if ((*same)->shown.because.size() < value.shown.because.size()) *same = &value;
  }
  return distinct;
}

std::string Short(std::string_view text) {
  std::string line = base::OneLine(text);
  if (line.size() <= kLongestCode) return line;
  std::size_t end = kLongestCode;
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0) == 0x80) --end;
  return line.substr(0, end) + "…";
}

// "Unknown(parameter)" as a sentence has it.
std::string UnknownWords(std::string_view printed) {
  const std::size_t open = printed.find('(');
  std::string words = "not known from the source";
  if (open != std::string_view::npos && printed.ends_with(')'))
    words += ": " + base::Markdown(printed.substr(open + 1, printed.size() - open - 2));
  return words;
}

std::string DTypeWords(const values::Tensor& tensor) {
  if (tensor.exact) return base::MarkdownCode("torch." + tensor.exact.str());
  switch (tensor.dtype) {
    case values::DType::Bool: return "boolean";
    case values::DType::Int: return "an integer type";
    case values::DType::Float: return "a floating-point type";
    case values::DType::Complex: return "a complex type";
    case values::DType::Unknown: break;
  }
  return "not known from the source";
}

// ", 2 × ? × 4 at the calls in view"; empty where none of them is known.
std::string SizesInView(const values::Tensor& tensor) {
  std::string text;
  if (tensor.sizes == values::Sizes()) return text;
  for (int i = 0; i < tensor.rank; ++i) {
    const std::int32_t size = tensor.sizes.At(static_cast<std::size_t>(i));
    text += (i == 0 ? ", " : " × ");
    text += size == values::Sizes::kUnknown ? "?" : std::to_string(size);
  }
  return text + " at the calls in view";
}

// What a tensor is made of, one fact a line.
std::string TensorFacts(const values::Tensor& tensor) {
  std::string text = "\n\n- dtype: " + DTypeWords(tensor);
  text += "\n- size: ";
  if (tensor.rank < 0) text += "not known from the source";
  else if (tensor.rank == 0) text += "0 dimensions, a single number";
  else text += std::to_string(tensor.rank) + (tensor.rank == 1 ? " dimension" : " dimensions");
  text += SizesInView(tensor);
  if (tensor.parameter) text += "\n- a parameter or buffer of a module";
  if (tensor.numpy) text += "\n- an array of NumPy, which is traced as a tensor";
  if (tensor.layout == values::Layout::Sparse) text += "\n- of a sparse layout";
  if (tensor.layout == values::Layout::ValuesOfSparse) text += "\n- the values of a sparse tensor";
  if (tensor.layout == values::Layout::Quantized) text += "\n- of quantised numbers";
  if (tensor.layout == values::Layout::Nested) text += "\n- nested, of a strided layout";
  text += "\n- data: ";
  switch (tensor.known) {
    case values::Known::Yes: text += "made of constants, known while tracing"; break;
    case values::Known::Maybe: text += "may be known while tracing"; break;
    case values::Known::No: text += "known only when the graph runs"; break;
  }
  return text;
}

}  // namespace

std::optional<server::Known> KnownOf(const std::vector<infer::KnownValue>& values,
                                     source::ColumnUnit unit) {
  if (values.empty()) return std::nullopt;
  const diag::Location& at = values.front().shown.location;
  const std::string_view written = at.file->Text(at.span);
  const Values distinct = Distinct(values);
  if (distinct.size() == 1 && distinct.front()->shown.value == written) return std::nullopt;
  std::string text;
  for (std::size_t i = 0; i < std::min(distinct.size(), kMostValues); ++i) {
    const infer::KnownValue& value = *distinct[i];
    if (i == 0) text = base::MarkdownCode(Short(written)) + ": ";
    else text += "\n\nor, in another call, ";
    text += value.unknown ? UnknownWords(value.shown.value)
                          : base::MarkdownCode(Short(value.shown.value));
    if (value.tensor) text += TensorFacts(*value.tensor);
    text += Steps("Because", lint::Words(value.shown.because, value.shown.location).steps);
  }
  if (distinct.size() > kMostValues)
    text += "\n\n… and " + std::to_string(distinct.size() - kMostValues) + " more values";
  return server::Known{server::RangeOf(*at.file, at.span, unit), std::move(text)};
}

}  // namespace graphmend::cli
