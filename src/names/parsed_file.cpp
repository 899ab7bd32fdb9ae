// The parsed form of a file, and its graphs, made when first asked for.
#include <mutex>

#include "base/check.h"
#include "names/program.h"
#include "syntax/parse.h"

namespace graphmend::names {
namespace {

void CheckSound([[maybe_unused]] const flow::Graph& graph) {
#ifndef NDEBUG
  std::vector<std::string> problems = flow::Verify(graph);
  GM_CHECK(problems.empty(), problems.empty() ? "" : problems.front());
#endif
}

// A graph that threads may ask for at the same time: each may lower it, one is kept. That is
// cheaper than a lock for each of the many graphs, and lowering always gives the same.
class LazyGraph {
 public:
  LazyGraph() = default;
  LazyGraph(const LazyGraph&) = delete;
  LazyGraph& operator=(const LazyGraph&) = delete;
  ~LazyGraph() { delete graph_.load(std::memory_order_relaxed); }

  template <class Lower>
  const flow::Graph& Get(Lower lower) {
    if (const flow::Graph* graph = graph_.load(std::memory_order_acquire)) return *graph;
    std::unique_ptr<flow::Graph> lowered = lower();
    CheckSound(*lowered);
    const flow::Graph* expected = nullptr;
    if (graph_.compare_exchange_strong(expected, lowered.get(), std::memory_order_acq_rel))
      return *lowered.release();
    return *expected;
  }

 private:
  std::atomic<const flow::Graph*> graph_{nullptr};
};

}  // namespace

struct ParsedFile::Graphs {
  Graphs(std::size_t function_count, std::size_t class_count)
      : functions(function_count), classes(class_count) {}

  std::vector<LazyGraph> functions;
  std::vector<LazyGraph> classes;
  LazyGraph module;
  std::mutex mutex;
  std::unordered_map<std::uint64_t, std::unique_ptr<flow::Graph>> expressions;  // scope, expr
};

ParsedFile::ParsedFile(FileId id, source::SourceFile file, base::Interner& interner,
                       syntax::Memory* memory)
    : id_(id),
      source_(std::move(file)),
      tree_(syntax::Parse(source_, interner, memory)),
      index_(BuildIndex(*tree_, interner)),
      interner_(interner),
      graphs_(std::make_unique<Graphs>(tree_->functions.size(), tree_->classes.size())) {}

ParsedFile::~ParsedFile() = default;

void ParsedFile::LetGo(Part part) {
  if (part == Part::Graphs) {
    graphs_ = std::make_unique<Graphs>(tree_->functions.size(), tree_->classes.size());
    return;
  }
  graphs_.reset();
  index_.reset();
  tree_.reset();
}

void ParsedFile::ParseAgain(syntax::Memory* memory) {
  tree_ = syntax::Parse(source_, interner_, memory);
  index_ = BuildIndex(*tree_, interner_);
  graphs_ = std::make_unique<Graphs>(tree_->functions.size(), tree_->classes.size());
}

const flow::Graph& ParsedFile::Function(syntax::FunctionId function) const {
  return graphs_->functions[function.index].Get(
      [&] { return flow::LowerFunction(*tree_, *index_, function, interner_); });
}

const flow::Graph& ParsedFile::Module() const {
  return graphs_->module.Get([&] { return flow::LowerModule(*tree_, *index_, interner_); });
}

const flow::Graph& ParsedFile::ClassBody(syntax::ClassId cls) const {
  return graphs_->classes[cls.index].Get(
      [&] { return flow::LowerClassBody(*tree_, *index_, cls, interner_); });
}

const flow::Graph& ParsedFile::Expression(ScopeId scope, syntax::ExprId expr) const {
  std::uint64_t key = std::uint64_t{scope.index} << 32 | expr.index;
  std::lock_guard lock(graphs_->mutex);
  std::unique_ptr<flow::Graph>& graph = graphs_->expressions[key];
  if (!graph) {
    graph = flow::LowerExpression(*tree_, *index_, scope, expr, interner_);
    CheckSound(*graph);
  }
  return *graph;
}

}  // namespace graphmend::names
