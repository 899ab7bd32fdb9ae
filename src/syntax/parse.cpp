#include "syntax/parse.h"

#include <tree_sitter/api.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "syntax/allocator.h"
#include "syntax/indentation.h"
#include "syntax/long_displays.h"
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

using ParserPtr = std::unique_ptr<TSParser, ParserDeleter>;

// Making one costs nothing beside parsing, so none is kept.
ParserPtr NewParser() {
  ParserPtr parser(ts_parser_new());
  GM_CHECK(ts_parser_set_language(parser.get(), tree_sitter_python()),
           "the grammar does not fit the tree-sitter library");
  return parser;
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

// Null if tree-sitter gave up. `old` is the tree of another text, told of the edit between the two.
CstPtr ParseText(std::string_view text, const TSTree* old = nullptr) {
  Budget budget(text);
  const ParserPtr parser = NewParser();
  const TSInput input{&budget, ReadAt, TSInputEncodingUTF8, nullptr};
  const TSParseOptions options{&budget, SpendStep};
  CstPtr tree(ts_parser_parse_with_options(parser.get(), old, input, options));
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

// How many nodes are errors, those within an error aside.
std::size_t CountErrors(TSNode root) {
  std::size_t count = 0;
  TSTreeCursor walk = ts_tree_cursor_new(root);
  for (int depth = 0;;) {
    const TSNode node = ts_tree_cursor_current_node(&walk);
    const bool is_error = ts_node_is_error(node) || ts_node_is_missing(node);
    count += is_error;
    if (!is_error && ts_node_has_error(node) && ts_tree_cursor_goto_first_child(&walk)) {
      ++depth;
      continue;
    }
    while (depth > 0 && !ts_tree_cursor_goto_next_sibling(&walk)) {
      ts_tree_cursor_goto_parent(&walk);
      --depth;
    }
    if (depth == 0) break;
  }
  ts_tree_cursor_delete(&walk);
  return count;
}

// Takes the parse of the repaired text if that has fewer errors (see repair.h).
void TryRepaired(std::string_view text, CstPtr& cst, Tree& tree) {
  const Repaired repaired = Repair(text);
  if (!repaired.changed) return;
  CstPtr again = ParseText(repaired.text);
  if (again == nullptr ||
      CountErrors(ts_tree_root_node(again.get())) >= CountErrors(ts_tree_root_node(cst.get())))
    return;
  cst = std::move(again);
  tree.comments.insert(tree.comments.end(), repaired.comments.begin(), repaired.comments.end());
}

void GiveUp(std::string_view text, Tree& tree) {
  const Span whole = {0, static_cast<std::uint32_t>(text.size())};
  const StmtId stmt = tree.stmts.Add(Stmt{whole, whole, ErrorStmt{}});
  tree.body = tree.arena.Copy(std::span(&stmt, 1));
  tree.errors.push_back(
      {{0, 0}, "invalid syntax: too many errors or line continuations to parse this file"});
}

// A text without what tree-sitter takes too long or too much memory for; all offsets stay.
class Shortened {
 public:
  explicit Shortened(std::string_view text) : text_(text), quiet_(BlankLongComments(text)) {
    if (quiet_.changed) text_ = quiet_.text;
    thin_ = WithoutLongDisplays(text_);
    if (!thin_.empty()) text_ = thin_;
  }
  Shortened(const Shortened&) = delete;
  Shortened& operator=(const Shortened&) = delete;

  std::string_view text() const { return text_; }
  std::vector<Span> TakeComments() { return std::move(quiet_.comments); }

 private:
  std::string_view text_;
  Repaired quiet_;
  std::string thin_;
};

// One mistake seldom comes alone; nobody reads further than this.
constexpr std::size_t kMaxErrors = 100;

void Finish(Tree& tree) {
  const auto by_begin = [](const auto& a, const auto& b) { return a.begin < b.begin; };
  if (!std::is_sorted(tree.comments.begin(), tree.comments.end(), by_begin)) {
    std::sort(tree.comments.begin(), tree.comments.end(), by_begin);
  }
  std::stable_sort(
      tree.errors.begin(), tree.errors.end(),
      [](const SyntaxError& a, const SyntaxError& b) { return a.span.begin < b.span.begin; });
  if (tree.errors.size() > kMaxErrors) tree.errors.resize(kMaxErrors);
  // Many trees are kept for long: a copy takes no more room than it needs.
  tree.exprs = base::Store<ExprId, Expr>(std::as_const(tree.exprs));
  tree.stmts = base::Store<StmtId, Stmt>(std::as_const(tree.stmts));
}

}  // namespace

struct Memory::State {
  std::string text;
  CstPtr cst;
};

Memory::Memory() = default;
Memory::~Memory() = default;

namespace {

TSPoint PointAt(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const std::size_t line_end = before.rfind('\n');  // npos + 1 is 0
  return {static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n')),
          static_cast<std::uint32_t>(offset - (line_end + 1))};
}

bool IsContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// The edit that makes `after` of `before`: all between what both begin and both end with.
TSInputEdit EditBetween(std::string_view before, std::string_view after) {
  const std::size_t shorter = std::min(before.size(), after.size());
  std::size_t head = 0, tail = 0;
  while (head < shorter && before[head] == after[head]) ++head;
  while (head > 0 && head < before.size() && IsContinuation(before[head])) --head;
  while (tail < shorter - head &&
         before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
    ++tail;
  while (tail > 0 && IsContinuation(before[before.size() - tail])) --tail;
  const std::size_t old_end = before.size() - tail, new_end = after.size() - tail;
  return {static_cast<std::uint32_t>(head),
          static_cast<std::uint32_t>(old_end),
          static_cast<std::uint32_t>(new_end),
          PointAt(before, head),
          PointAt(before, old_end),
          PointAt(after, new_end)};
}

bool HasError(const CstPtr& cst) { return ts_node_has_error(ts_tree_root_node(cst.get())); }

// How tree-sitter recovers from errors depends on what it parsed before, so only trees without any
// are built upon and taken.
CstPtr ParseFrom(const Memory::State& known, std::string_view text) {
  const TSInputEdit edit = EditBetween(known.text, text);
  const CstPtr edited(ts_tree_copy(known.cst.get()));
  ts_tree_edit(edited.get(), &edit);
  CstPtr cst = ParseText(text, edited.get());
  if (cst != nullptr && HasError(cst)) cst.reset();
  return cst;
}

CstPtr ParseWith(Memory* memory, std::string_view text) {
  if (HasLoneReturn(text)) return ParseText(WithNewlines(text));
  CstPtr cst = memory != nullptr && memory->state ? ParseFrom(*memory->state, text) : nullptr;
  if (cst == nullptr) cst = ParseText(text);
  if (memory != nullptr && cst != nullptr && !HasError(cst))
    memory->state = std::make_unique<Memory::State>(
        Memory::State{std::string(text), CstPtr(ts_tree_copy(cst.get()))});
  return cst;
}

}  // namespace

std::unique_ptr<Tree> Parse(const source::SourceFile& file, base::Interner& interner,
                            Memory* memory) {
  auto tree = std::make_unique<Tree>();
  const std::string_view text = file.text();
  Shortened shortened(text);
  CstPtr cst = ParseWith(memory, shortened.text());
  if (cst == nullptr) {
    GiveUp(text, *tree);
    return tree;
  }
  tree->comments = shortened.TakeComments();
  if (HasError(cst)) TryRepaired(shortened.text(), cst, *tree);
  const TSNode root = ts_tree_root_node(cst.get());
  // About what real code needs; the stores grow for what needs more.
  const std::size_t nodes = ts_node_descendant_count(root);
  tree->exprs.Reserve(nodes / 3);
  tree->stmts.Reserve(nodes / 16);
  Lowerer(root, text, interner, *tree).LowerModule();
  if (!HasError(cst))
    if (auto error = FindBadIndentation(root, text)) tree->errors.push_back(*std::move(error));
  Finish(*tree);
  return tree;
}

void SetAllocator(const Allocator& allocator) {
  ts_set_allocator(allocator.allocate, allocator.allocate_zeroed, allocator.reallocate,
                   allocator.release);
}

bool IsSound(std::string_view text) {
  const CstPtr cst = ParseWith(nullptr, Shortened(text).text());
  return cst != nullptr && !HasError(cst) &&
         !FindBadIndentation(ts_tree_root_node(cst.get()), text);
}

std::size_t ParseOnly(const source::SourceFile& file) {
  const CstPtr cst = ParseText(file.text());
  return cst == nullptr ? 0 : ts_node_descendant_count(ts_tree_root_node(cst.get()));
}

}  // namespace graphmend::syntax
