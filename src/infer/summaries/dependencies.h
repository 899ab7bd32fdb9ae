// Who has read what: the edges along which growth travels until nothing changes any more.
//
//   Node      something with a value that may still change: the summary of a callable in one
//             context, a definition at module or class level, an entry; or a location of the store
//             (a field, a captured variable), which has no computation of its own
//   Reader    a node whose last computation has read the value of another; it is computed again
//             when that value changes
//   Running   a node whose computation has begun and not ended. Whoever asks for it then reads what
//             it has so far, at first Bottom, and is computed again when there is more. So a cycle
//             of calls (a strongly connected component) is iterated from Bottom, from wherever it
//             is entered, to the same least fixpoint.
//
// Worklist order: the newest node first. A node is made when it is first asked for, so callees are
// mostly newer than their callers, and what is deeper settles before what depends on it. Whoever
// reads a node that waits in the queue has it computed at once, so that it sees the latest value.
// Edges are never removed: a stale one costs a computation and is otherwise without effect.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <utility>
#include <vector>

#include "base/id.h"
#include "values/value.h"

namespace graphmend::infer {

struct NodeTag;
using NodeId = base::Id<NodeTag>;

class Dependencies {
 public:
  // Computes the value of a node again; tells `Changed` when it is another one.
  using Compute = std::function<void(NodeId)>;
  explicit Dependencies(Compute compute) : compute_(std::move(compute)) {}

  NodeId Add();
  // The computation of `node` begins, and ends. They nest. `constructs`: the object that it makes,
  // as a constructor or called by one.
  void Enter(NodeId node, values::ObjectId constructs = {});
  void Leave(NodeId node);
  bool IsRunning(NodeId node) const { return nodes_[node.index].running > 0; }
  // The node whose computation runs now; None: nothing is computed.
  NodeId Innermost() const { return running_.empty() ? NodeId() : running_.back().node; }

  // The running node is about to read the value of `node`, which is computed first if it waits.
  void Read(NodeId node);
  // The same, where the running node does not depend on it.
  void Update(NodeId node);
  // The value of `node` is another one: its readers are computed again in some `Settle`.
  void Changed(NodeId node);
  // The same, of a field of `object`. What constructs an object runs once for each: what it has
  // read of a field is from before what it, or what it called, has stored there since.
  void FieldChanged(NodeId node, values::ObjectId object);
  void Queue(NodeId node);

  // Computes what is queued and not older than `oldest`, until nothing is left.
  void Settle(NodeId oldest);
  bool empty() const { return queue_.empty(); }
  std::uint64_t computations() const { return computations_; }

 private:
  struct Node {
    std::vector<std::uint32_t> readers;
    std::uint32_t running = 0;  // a computation may be begun again within itself
    std::uint32_t version = 0;  // how often the value has changed
    bool queued = false;
  };

  // Beyond this many computations within one another the native stack would end.
  static constexpr std::size_t kMaxPulled = 64;

  Compute compute_;
  std::vector<Node> nodes_;
  struct Running {
    NodeId node;
    values::ObjectId constructs = {};
    // What the computation has read so far, in which version.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> reads = {};
  };
  std::vector<Running> running_;
  void Run(NodeId node);

  std::set<std::uint32_t> queue_;
  std::uint64_t computations_ = 0;
};

}  // namespace graphmend::infer
