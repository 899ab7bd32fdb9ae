#include "infer/summaries/dependencies.h"

#include <algorithm>
#include <iterator>

namespace graphmend::infer {

NodeId Dependencies::Add() {
  nodes_.emplace_back();
  return NodeId(static_cast<std::uint32_t>(nodes_.size() - 1));
}

void Dependencies::Enter(NodeId node, values::ObjectId constructs) {
  ++nodes_[node.index].running;
  running_.push_back({node, constructs});
}

// What changed after it was read makes the computation worth repeating.
void Dependencies::Leave(NodeId node) {
  --nodes_[node.index].running;
  const bool stale =
      std::any_of(running_.back().reads.begin(), running_.back().reads.end(),
                  [this](const auto& read) { return nodes_[read.first].version != read.second; });
  running_.pop_back();
  if (stale) Queue(node);
}

void Dependencies::Queue(NodeId node) {
  nodes_[node.index].queued = true;
  queue_.insert(node.index);
}

void Dependencies::Run(NodeId node) {
  nodes_[node.index].queued = false;
  queue_.erase(node.index);
  ++computations_;
  compute_(node);
}

void Dependencies::Update(NodeId node) {
  if (nodes_[node.index].queued && nodes_[node.index].running == 0 && running_.size() < kMaxPulled)
    Run(node);
}

void Dependencies::Read(NodeId node) {
  Update(node);
  if (running_.empty()) return;
  Node& read = nodes_[node.index];
  const std::uint32_t reader = running_.back().node.index;
  auto& reads = running_.back().reads;
  if (reads.empty() || reads.back() != std::pair(node.index, read.version))
    reads.emplace_back(node.index, read.version);
  // Mostly the same computation reads a value several times in a row.
  if (!read.readers.empty() && read.readers.back() == reader) return;
  if (read.readers.size() < 16 &&
      std::find(read.readers.begin(), read.readers.end(), reader) != read.readers.end())
    return;
  read.readers.push_back(reader);
}

void Dependencies::Changed(NodeId node) {
  ++nodes_[node.index].version;
  std::vector<std::uint32_t>& readers = nodes_[node.index].readers;
  if (readers.size() > 16) {
    std::sort(readers.begin(), readers.end());
    readers.erase(std::unique(readers.begin(), readers.end()), readers.end());
  }
  // A running reader finds out at its end whether it has read the older value.
  for (std::uint32_t reader : readers)
    if (nodes_[reader].running == 0) Queue(NodeId(reader));
}

void Dependencies::FieldChanged(NodeId node, values::ObjectId object) {
  Changed(node);
  const std::uint32_t version = nodes_[node.index].version;
  for (Running& running : running_)
    if (running.constructs == object)
      for (auto& read : running.reads)
        if (read.first == node.index) read.second = version;
}

void Dependencies::Settle(NodeId oldest) {
  while (!queue_.empty()) {
    const std::uint32_t newest = *std::prev(queue_.end());
    if (newest < oldest.index) return;
    Run(NodeId(newest));
  }
}

}  // namespace graphmend::infer
