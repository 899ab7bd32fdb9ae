// Whether a value is a tensor or depends on the data of one.
#pragma once

#include <string_view>
#include <vector>

#include "infer/open_condition.h"
#include "infer/part.h"
#include "infer/site.h"

namespace graphmend::infer {

// `Tensor::exact` of an ndarray of texts, dates or Python's objects.
inline constexpr std::string_view kObjects = "object";

enum class Has { No, Maybe, Certainly };

struct DataAnswer {
  Has has = Has::No;
  OpenConditions conditions = {};
};

class Data : Part {
 public:
  explicit Data(Unit& unit) : Part(unit) {}

  // Whether `value` is data (a tensor or a data-dependent scalar); `subject`: its source text.
  DataAnswer IsData(Ref value, std::string_view subject);
  Has IsTensor(Ref value);
  bool HasUnknown(Ref value) const;  // among its alternatives
  bool HoldsTensor(Ref value, int depth = 0);
  // Whether `copy.deepcopy` of it comes to a tensor.
  bool CopyHoldsTensor(Ref value, int depth = 0);
  const values::Tensor* FirstTensor(Ref value);
  // The text made of these at `site`, which may show a tensor's data.
  Ref TextOf(const std::vector<Ref>& parts, const Site& site);
  bool ShowsTensor(Ref text) const;
  // Dynamo keeps a text that shows a tensor as what it is made of, and can only put it into another
  // f-string, store it and give it back. What else is done to it, `by`, breaks the graph with `gb`.
  void ObserveShown(Ref text, std::string_view by, const char* gb, const Site& site);
  // Whether a function closes over anything but Python constants.
  Has ClosesOverData(Ref function);
};

}  // namespace graphmend::infer
