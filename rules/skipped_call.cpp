// GM302: a call of a function that Dynamo does not trace.
#include <optional>

#include "rules/wording.h"

namespace graphmend::rules::skipped_call {
namespace {

constexpr lint::GbId kBreaks[] = {
    "GB0006", "GB0007", "GB0008", "GB0009", "GB0015", "GB0016", "GB0045", "GB0046", "GB0055",
    "GB0059", "GB0064", "GB0069", "GB0088", "GB0090", "GB0092", "GB0112", "GB0116", "GB0117",
    "GB0147", "GB0148", "GB0151", "GB0156", "GB0157", "GB0170", "GB0177", "GB0179", "GB0185",
    "GB0193", "GB0207", "GB0208", "GB0230", "GB0256", "GB0257", "GB0277", "GB0288", "GB0292",
    "GB0294", "GB0374", "GB0467", "GB4198", "GB4347", "GB4501", "GB6215", "GB7312", "GB8335",
    "GB9158", "GB9316", "GB9648", "GB9840"};
using infer::observed::SkippedCall;

// In place and with torch's old order of arguments, which Dynamo does not take.
bool IsScaledInPlace(std::string_view name) {
  return name == "torch.Tensor.add_" || name == "torch.Tensor.addcmul_" ||
         name == "torch.Tensor.addcdiv_";
}

std::string Help(const SkippedCall& what) {
  if (IsScaledInPlace(what.by.name))
    return "pass the tensors first and the number by name, `alpha=` to `add_`, `value=` to the "
           "others";
  if (what.by.kind == infer::OperationKind::DeepCopy)
    return "copy tensors with `.clone()`, and plain data before the compiled code is entered";
  return "call it outside the compiled code and pass the result in";
}

// Of the forms that cannot be kept across another break.
lint::Finding WordKept(const infer::Observation& observation, SkippedCall::Form form) {
  switch (form) {
    case SkippedCall::Form::KeptMethod:
      return Report(observation,
                    "a break in " + Subject(observation, "this call") +
                        " across which a method of an object made in compiled code must be kept",
                    "Python runs the call, but Dynamo cannot rebuild that method",
                    "fix the other break, which is in the callee or in an argument; or make the "
                    "object outside the compiled code");
    case SkippedCall::Form::KeptIterator:
      return Report(observation, "a break in a comprehension whose iterator Dynamo cannot rebuild",
                    "Python runs the comprehension, but Dynamo cannot rebuild an iterator of a "
                    "dict, a set or modules",
                    "fix the other break, which is in the comprehension; or iterate over `list(…)` "
                    "of it, or use Python 3.12, which does not make it a function");
    case SkippedCall::Form::KeptGenerator:
      return Report(observation,
                    "a break in a generator expression that " + Subject(observation, "a call") +
                        " iterates over",
                    "Python runs the call, but Dynamo cannot rebuild a generator that has begun",
                    "fix the other break, which is in the generator expression; or write a list "
                    "comprehension");
    case SkippedCall::Form::KeptTensorMethod:
      return Report(observation,
                    "a break in an argument of " + Subject(observation, "a tensor's method"),
                    "is a Python object after that break, and its call is not traced",
                    "fix the other break; or compute the argument in a statement of its own");
    default: break;  // KeptSparse, after the switch
  }
  return Report(observation,
                "a break in " + Subject(observation, "this call") +
                    " across which a variable keeps a sparse tensor",
                "Python runs the call, but no graph after it can take that tensor",
                "fix the other break, which is in the callee; or make the sparse tensor after "
                "this call");
}

// Of operators whose operands are no tensors.
lint::Finding WordOperator(const infer::Observation& observation, const SkippedCall& what) {
  if (what.form == SkippedCall::Form::TypeUnion)
    return Report(observation,
                  "union " + Subject(observation, "of classes") + " made in compiled code",
                  "asks a class for an operator that Dynamo does not know of it",
                  "write a tuple of the classes, or make the union outside of compiled code");
  return Report(observation,
                "operator " + Name(what.by, "of an object") + " of an instance in " +
                    Subject(observation, "compiled code"),
                "is left to Python: no graph operation takes such an object",
                "call a method by name instead; that is traced");
}

// Of attributes that a class gives in a way of its own.
lint::Finding WordAttribute(const infer::Observation& observation, const SkippedCall& what) {
  if (what.form == SkippedCall::Form::SuperProperty)
    return Report(observation,
                  "use of " + Subject(observation, "a property") +
                      ", which compiled code read through `super()`",
                  "to Dynamo this is the property itself, not its value",
                  "make the property a method, and call that through `super()`");
  return Report(observation,
                "use of " + Subject(observation, "an attribute") + " by `" +
                    std::string(what.by.name) + "`, which its class takes from a builtin",
                "is left to Python: Dynamo follows only Python functions there",
                "define `" + std::string(what.by.name) + "` as a function of the class");
}

// Tensors that no graph takes as its input, by how their elements lie; nothing for other forms.
std::optional<lint::Finding> WordLayout(const infer::Observation& observation,
                                        SkippedCall::Form form) {
  const auto use = [&](std::string_view kind) {
    return "use of the " + std::string(kind) + " tensor `" + observation.subject +
           "` in compiled code";
  };
  if (form == SkippedCall::Form::SparseRead)
    return Report(observation, use("sparse"), "has a sparse layout, which no graph can hold",
                  "make it dense, or use it, outside the compiled code");
  if (form == SkippedCall::Form::QuantizedRead)
    return Report(observation, use("quantised"),
                  "holds quantised numbers, which no graph takes as its input",
                  "dequantise it outside of the compiled code");
  if (form == SkippedCall::Form::NestedRead)
    return Report(observation, use("nested"),
                  "is a nested tensor of strided layout, which no graph can hold",
                  "make it with `layout=torch.jagged`");
  if (form == SkippedCall::Form::SparseValues)
    return Report(
        observation,
        "use of `" + observation.subject + "`, the values of a sparse tensor, in compiled code",
        "is a view of a sparse tensor, which no graph takes as its input",
        "copy the values where they are taken: `values().clone()`");
  return std::nullopt;
}

lint::Finding Word(const infer::Observation& observation, const SkippedCall& what) {
  if (const auto layout = WordLayout(observation, what.form)) return *layout;
  switch (what.form) {
    case SkippedCall::Form::TypedDict:
      return Report(observation, "a TypedDict with `total=False` made in compiled code",
                    "cannot be made while tracing", Help(what));
    case SkippedCall::Form::Comprehension:
      return Report(observation, "comprehension compiled on its own",
                    "is a frame of its own, whose iterator is not traced",
                    "fix the other break in this function, which makes all of it run uncompiled; "
                    "or write a loop, or use Python 3.12, which has no such frames");
    case SkippedCall::Form::Operator:
    case SkippedCall::Form::TypeUnion: return WordOperator(observation, what);
    case SkippedCall::Form::Unhashable:
      return Report(observation,
                    "use of " + Subject(observation, "a module") + ", where `" +
                        std::string(what.by.name) + "` defines `__eq__` and no `__hash__`",
                    "needs the hash of the module and of all that it holds, and that class has "
                    "none",
                    "give the class a hash: `__hash__ = torch.nn.Module.__hash__`");
    case SkippedCall::Form::DefaultObject:
      return Report(observation,
                    "call with an object as the default of `" + std::string(what.by.name) + "`",
                    "is a method of what compiled code has made, whose defaults Dynamo takes only "
                    "where they are constants",
                    "pass the argument, or use None as the default");
    case SkippedCall::Form::MethodCompared:
      return Report(
          observation, "`" + observation.subject + "` compares a method that is not called",
          "is no value that Dynamo can compare", "call it, or leave the test out: it never holds");
    case SkippedCall::Form::SuperProperty:
    case SkippedCall::Form::BuiltinAccessor: return WordAttribute(observation, what);
    case SkippedCall::Form::KeptMethod:
    case SkippedCall::Form::KeptIterator:
    case SkippedCall::Form::KeptGenerator:
    case SkippedCall::Form::KeptTensorMethod:
    case SkippedCall::Form::KeptSparse: return WordKept(observation, what.form);
    case SkippedCall::Form::EnteredIterator:
      return Report(observation,
                    "iteration over " + Subject(observation, "an iterator") +
                        ", which was made outside of compiled code",
                    "is an object of Python's that Dynamo does not go through",
                    "pass a list or a tuple of it");
    default: break;
  }
  return Report(observation,
                "call to " + Name(what.by, "a function") + ", which torch.compile does not trace",
                "runs in Python, outside any graph", Help(what));
}

}  // namespace

extern constinit const lint::Rule kRule = {
    .code = "GM302",
    .name = "skipped-call",
    .summary = "compiled code calls a function that is not traced",
    .breaks = kBreaks,
    .precision = lint::Precision::High,
    .on = lint::kOn<SkippedCall>,
    .check = lint::Check<SkippedCall, Word>,
};

}  // namespace graphmend::rules::skipped_call
