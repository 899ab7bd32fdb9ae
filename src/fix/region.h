// A run of statements of one function that could be a function of its own: what it reads, what it
// changes, and whether it does anything else that shows.
//
//   reads     variables of the function that it reads and that hold something before, in the order
//             in which it reads them; `self` of a method aside. Each may be a tensor or a number
//   changed   those of them that hold a tensor which the run changes in place. Each was made by the
//             function in the same block, and nobody else holds it or a view of it
//   unknown   callees of which it is not known what they do besides their results, as the source
//             writes them
//   says      whether it writes messages, through graphmend.runtime
//
// Nothing else that it assigns is read behind it. It raises, returns and yields nothing to the code
// around, and draws no random numbers.
//
// Of a run that makes its results (Results::Made) nothing is changed but what is its own. They are
// tensors: `made`, or one or a tuple that it returns in every case (`returns`), and it may raise.
// Whether they have the same shapes whatever the data are is for the compiler to find.
//
// A run that changes buffers (Results::Buffers) makes nothing that is read behind it, and returns
// nothing but at the end of its function. It changes tensors that `self` holds (`buffers`, names of
// attributes; none where it only writes messages), without gradients, and nothing else but what is
// its own; it may draw random numbers, raise, and call what is given no tensor.
#pragma once

#include <set>
#include <string>
#include <variant>
#include <vector>

#include "fix/conduct.h"
#include "fix/terms.h"

namespace graphmend::fix {

// Statements `first` to `last` of a block.
struct Run {
  syntax::StmtList block;
  std::size_t first = 0;
  std::size_t last = 0;

  source::Span span(const syntax::Tree& tree) const {
    return {tree[block[first]].span.begin, tree[block[last]].span.end};
  }
};

enum class Results : std::uint8_t { Changed, Made, Buffers };

struct Region {
  std::vector<flow::Slot> reads;
  std::vector<flow::Slot> changed;
  std::vector<flow::Slot> made;
  std::set<std::string> buffers;
  bool returns = false;
  bool several = false;     // results of a run that makes them
  bool reads_self = false;  // of a method
  bool says = false;
  std::set<std::string> unknown;
};

// Why a run is none.
struct NoRegion {
  enum class Mend : std::uint8_t {
    Never,   // no run with these statements is one
    Before,  // one that begins earlier may be
    Behind,  // one that ends later may be
  };
  Mend mend = Mend::Never;
  std::string why;  // one line, no full stop
};

// `finding` and `terms` are of the function that the run stands in.
std::variant<Region, NoRegion> RegionOf(const Finding& finding, const Terms& terms, const Run& run,
                                        Results results);

}  // namespace graphmend::fix
