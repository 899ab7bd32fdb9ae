#include "syntax/parse.h"

#include <tree_sitter/api.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "syntax/lower.h"
#include "syntax/python_language.h"
#include "syntax/repair.h"

namespace graphmend::syntax {
namespace {

struct ParserDeleter {
  void operator()(TSParser* parser) const { ts_parser_delete(parser); }
};
struct TreeDeleter {
  void operator()(TSTree* tree) const { ts_tree_delete(tree); }
};
using CstPtr = std::unique_ptr<TSTree, TreeDeleter>;

// One parser per thread: it keeps its stacks and pools from file to file and carries no state that
// shows in a result.
TSParser* ThreadParser() {
  thread_local const std::unique_ptr<TSParser, ParserDeleter> parser = [] {
    std::unique_ptr<TSParser, ParserDeleter> made(ts_parser_new());
    GM_CHECK(ts_parser_set_language(made.get(), tree_sitter_python()),
             "the grammar does not fit the tree-sitter library");
    return made;
  }();
  return parser.get();
}

// Limits the work on one text, so that garbage costs a file and not the run. Both limits count what
// tree-sitter does, not time, so the outcome is the same on every machine. Sound code needs less
// than 0.1 steps and 2 bytes read per byte; error recovery and long runs of line continuations,
// which the grammar scans anew for every one, may need any number.
struct Budget {
  explicit Budget(std::string_view source)
      : text(source),
        steps_left(100'000 + source.size() * 4),
        bytes_left(16'000'000 + source.size() * 64) {}
  std::string_view text;
  std::uint64_t steps_left;
  std::uint64_t bytes_left;
};

bool SpendStep(TSParseState* state) {
  auto* budget = static_cast<Budget*>(state->payload);
  if (budget->steps_left > 0) --budget->steps_left;
  return budget->steps_left == 0 || budget->bytes_left == 0;
}

// Hands out the text in pieces, so that reading it again and again can be noticed.
const char* ReadAt(void* payload, std::uint32_t offset, TSPoint, std::uint32_t* bytes) {
  constexpr std::size_t kPiece = 16 * 1024;
  auto* budget = static_cast<Budget*>(payload);
  const std::string_view piece =
      budget->text.substr(std::min<std::size_t>(offset, budget->text.size()), kPiece);
  const bool spent = budget->bytes_left < piece.size();
  budget->bytes_left = spent ? 0 : budget->bytes_left - piece.size();
  *bytes = spent ? 0 : static_cast<std::uint32_t>(piece.size());
  return piece.data();
}

// Null if tree-sitter gave up.
CstPtr ParseText(std::string_view text) {
  Budget budget(text);
  TSParser* parser = ThreadParser();
  ts_parser_reset(parser);
  const TSInput input{&budget, ReadAt, TSInputEncodingUTF8, nullptr};
  const TSParseOptions options{&budget, SpendStep};
  CstPtr tree(ts_parser_parse_with_options(parser, nullptr, input, options));
  if (budget.bytes_left == 0) tree.reset();  // it took the cut for the end of the file
  return tree;
}

// The grammar knows no lone `\r` as a line end. Replacing it by `\n` moves no offset.
std::string WithNewlines(std::string_view text) {
  std::string copy(text);
  for (std::size_t i = 0; i < copy.size(); ++i) {
    if (copy[i] == '\r' && (i + 1 == copy.size() || copy[i + 1] != '\n')) copy[i] = '\n';
  }
  return copy;
}

bool HasLoneReturn(std::string_view text) {
  for (std::size_t at = text.find('\r'); at != std::string_view::npos;
       at = text.find('\r', at + 1)) {
    if (at + 1 == text.size() || text[at + 1] != '\n') return true;
  }
  return false;
}

// Takes the parse of the repaired text if that has no error (see repair.h).
void TryRepaired(std::string_view text, CstPtr& cst, Tree& tree) {
  const Repaired repaired = Repair(text);
  if (!repaired.changed) return;
  CstPtr again = ParseText(repaired.text);
  if (again == nullptr || ts_node_has_error(ts_tree_root_node(again.get()))) return;
  cst = std::move(again);
  tree.comments = repaired.comments;
}

void GiveUp(std::string_view text, Tree& tree) {
  const Span whole = {0, static_cast<std::uint32_t>(text.size())};
  const StmtId stmt = tree.stmts.Add(Stmt{whole, whole, ErrorStmt{}});
  tree.body = tree.arena.Copy(std::span(&stmt, 1));
  tree.errors.push_back(
      {{0, 0}, "invalid syntax: too many errors or line continuations to parse this file"});
}

// One mistake seldom comes alone; nobody reads further than this.
constexpr std::size_t kMaxErrors = 100;

void Finish(Tree& tree) {
  const auto by_begin = [](const auto& a, const auto& b) { return a.begin < b.begin; };
  if (!std::is_sorted(tree.comments.begin(), tree.comments.end(), by_begin)) {
    std::sort(tree.comments.begin(), tree.comments.end(), by_begin);
  }
  std::stable_sort(tree.errors.begin(), tree.errors.end(),
                   [](const SyntaxError& a, const SyntaxError& b) {
                     return a.span.begin < b.span.begin;
                   });
  if (tree.errors.size() > kMaxErrors) tree.errors.resize(kMaxErrors);
}

}  // namespace

std::unique_ptr<Tree> Parse(const source::SourceFile& file, base::Interner& interner) {
  auto tree = std::make_unique<Tree>();
  const std::string_view text = file.text();
  CstPtr cst = HasLoneReturn(text) ? ParseText(WithNewlines(text)) : ParseText(text);
  if (cst == nullptr) {
    GiveUp(text, *tree);
    return tree;
  }
  if (ts_node_has_error(ts_tree_root_node(cst.get()))) TryRepaired(text, cst, *tree);
  const TSNode root = ts_tree_root_node(cst.get());
  // About what real code needs; the stores grow for what needs more.
  const std::size_t nodes = ts_node_descendant_count(root);
  tree->exprs.Reserve(nodes / 3);
  tree->stmts.Reserve(nodes / 16);
  Lowerer(root, text, interner, *tree).LowerModule();
  Finish(*tree);
  return tree;
}

std::size_t ParseOnly(const source::SourceFile& file) {
  const CstPtr cst = ParseText(file.text());
  return cst == nullptr ? 0 : ts_node_descendant_count(ts_tree_root_node(cst.get()));
}

}  // namespace graphmend::syntax
