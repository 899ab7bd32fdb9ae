#include "fix/code.h"

#include <algorithm>

#include "fix/code_node.h"
#include "fix/renderer.h"

namespace graphmend::fix {

Precedence PrecedenceOf(syntax::BinaryOp op) {
  using syntax::BinaryOp;
  switch (op) {
    case BinaryOp::Add:
    case BinaryOp::Sub: return Precedence::Sum;
    case BinaryOp::Mul:
    case BinaryOp::MatMul:
    case BinaryOp::Div:
    case BinaryOp::FloorDiv:
    case BinaryOp::Mod: return Precedence::Product;
    case BinaryOp::Pow: return Precedence::Power;
    case BinaryOp::LShift:
    case BinaryOp::RShift: return Precedence::Shift;
    case BinaryOp::BitAnd: return Precedence::BitAnd;
    case BinaryOp::BitOr: return Precedence::BitOr;
    case BinaryOp::BitXor: return Precedence::BitXor;
  }
  return Precedence::Statement;
}

namespace {

// Whether the place is the variable, or an attribute of it.
bool IsOf(std::string_view place, std::string_view name) {
  return place.starts_with(name) && (place.size() == name.size() || place[name.size()] == '.');
}

}  // namespace

// ---- building -----------------------------------------------------------------------------------
Code Code::Made(std::vector<Piece> pieces, Precedence precedence) {
  auto node = std::make_shared<Node>();
  node->precedence = precedence;
  node->calls = std::any_of(pieces.begin(), pieces.end(),
                            [](const Piece& piece) { return piece.code.Calls(); });
  node->pieces = std::move(pieces);
  return Code(std::move(node));
}

Code Code::Place(std::string name) {
  auto node = std::make_shared<Node>();
  node->pieces.emplace_back(std::move(name));
  node->place = true;
  return Code(std::move(node));
}

Code Code::Number(int value) { return Verbatim(std::to_string(value), Precedence::Number); }

Code Code::Verbatim(std::string text, Precedence precedence) {
  return Made({std::move(text)}, precedence);
}

Code Code::Attribute(std::string_view name) const {
  const std::string_view place = PlaceName();
  if (!place.empty()) return Place(std::string(place) + "." + std::string(name));
  return Made({{*this, Precedence::Primary}, "." + std::string(name)}, Precedence::Primary);
}

Code Code::Call(std::vector<Argument> args) const {
  auto node = std::make_shared<Node>();
  node->pieces.emplace_back(*this, Precedence::Primary);
  for (std::size_t i = 0; i < args.size(); ++i) {
    node->pieces.emplace_back((i > 0 ? ", " : "(") + args[i].before);
    node->pieces.emplace_back(args[i].value, Precedence::Lambda);
  }
  node->pieces.emplace_back(args.empty() ? "()" : ")");
  node->calls = true;
  node->call = Node::Parts{*this, std::move(args)};
  return Code(std::move(node));
}

Code Code::Method(std::string_view name, std::vector<Argument> args) const {
  return Attribute(name).Call(std::move(args));
}

Code Code::Method(std::string_view name) const { return Method(name, {}); }

Code Code::Inverted() const { return Made({"~", {*this, Precedence::Number}}, Precedence::Sign); }

Code Code::Between(const Code& left, std::string_view text, const Code& right, Precedence least,
                   Precedence precedence) {
  return Made({{left, least}, std::string(text), {right, least}}, precedence);
}

Code Code::Binary(syntax::BinaryOp op, const Code& right) const {
  const std::string text = " " + std::string(syntax::Spelling(op)) + " ";
  const Precedence precedence = PrecedenceOf(op);
  if (precedence == Precedence::Sum)
    return Made({{*this, precedence}, text, {right, Precedence::Product}}, precedence);
  if (precedence == Precedence::Product)
    return Made({{*this, precedence}, text, {right, Precedence::Sign}}, precedence);
  return Between(*this, text, right, Precedence::Number, precedence);
}

Code Code::Compared(std::string_view op, const Code& right) const {
  return Between(*this, " " + std::string(op) + " ", right, Precedence::Sum, Precedence::Compare);
}

Code Code::BitAnd(const Code& right) const {
  // A chain of the same operator needs none either, but is easier to read with them.
  return Between(*this, " & ", right, Precedence::Sign, Precedence::BitAnd);
}

Code Code::BitOr(const Code& right) const {
  return Between(*this, " | ", right, Precedence::Sign, Precedence::BitOr);
}

Code Code::And(const Code& right) const {
  return Between(*this, " and ", right, Precedence::And, Precedence::And);
}

Code Code::If(const Code& test, const Code& other) const {
  return Made(
      {{*this, Precedence::Or}, " if ", {test, Precedence::Or}, " else ", {other, Precedence::Or}},
      Precedence::Conditional);
}

Code Code::AssignedTo(const Code& target) const {
  return Made({{target, Precedence::Statement}, " = ", {*this, Precedence::Statement}},
              Precedence::Statement);
}

Code Code::Bracketed() const {
  return Made({"(", {*this, Precedence::Statement}, ")"}, Precedence::Primary);
}

Code Code::Operand() const { return IsOperand() ? *this : Bracketed(); }

Code Code::Sequence(const std::vector<Code>& pieces, Precedence precedence) {
  std::vector<Piece> all;
  for (const Code& piece : pieces) all.emplace_back(piece, Precedence::Statement);
  return Made(std::move(all), precedence);
}

Code Code::Items(const std::vector<Code>& items, std::string_view open, std::string_view close,
                 Precedence precedence, std::string_view brackets) {
  std::vector<Piece> all;
  if (!open.empty()) all.emplace_back(std::string(open));
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) all.emplace_back(", ");
    all.emplace_back(items[i], Precedence::Lambda);
  }
  if (!close.empty()) all.emplace_back(std::string(close));
  auto node = std::make_shared<Node>(*Made(std::move(all), precedence).node_);
  node->call = Node::Parts{Code(), {items.begin(), items.end()}, brackets};
  return Code(std::move(node));
}

Code Code::Tuple(const std::vector<Code>& items) {
  return Items(items, "", items.size() == 1 ? "," : "", Precedence::Statement, "()");
}

Code Code::List(const std::vector<Code>& items) {
  return Items(items, "[", "]", Precedence::Primary, "[]");
}

Code Code::Lambda(const std::vector<Code>& params, const Code& body) {
  std::string head = "lambda";
  for (const Code& param : params) head += (&param == &params[0] ? " " : ", ") + param.Text();
  return Made({head + ": ", {body, Precedence::Conditional}}, Precedence::Lambda);
}

Code Code::With(std::string_view name, const Code& other) const {
  if (!Reads(name)) return *this;
  if (const std::string_view place = PlaceName(); !place.empty()) {
    if (place.size() == name.size()) return other;
    return other.Attribute(place.substr(name.size() + 1));
  }
  auto node = std::make_shared<Node>(*node_);
  for (Piece& piece : node->pieces) {
    piece.code = piece.code.With(name, other);
    node->calls = node->calls || piece.code.Calls();
  }
  if (node->call) {
    node->call->callee = node->call->callee.With(name, other);
    for (Argument& arg : node->call->args) arg.value = arg.value.With(name, other);
  }
  return Code(std::move(node));
}

// ---- what is known of it ------------------------------------------------------------------------
Precedence Code::precedence() const { return node_ ? node_->precedence : Precedence::Primary; }

std::string_view Code::PlaceName() const {
  return node_ && node_->place ? std::string_view(node_->pieces[0].text) : std::string_view();
}

bool Code::Reads(std::string_view name) const {
  if (!node_) return false;
  if (node_->place) return IsOf(node_->pieces[0].text, name);
  return std::any_of(node_->pieces.begin(), node_->pieces.end(),
                     [&](const Piece& piece) { return piece.code.Reads(name); });
}

bool Code::Calls() const { return node_ && node_->calls; }

bool Code::Holds(const Code& part) const {
  if (!node_ || node_ == part.node_) return node_ != nullptr;
  return std::any_of(node_->pieces.begin(), node_->pieces.end(),
                     [&](const Piece& piece) { return piece.code.Holds(part); });
}

bool Code::operator==(const Code& other) const {
  return node_ == other.node_ || Text() == other.Text();
}

bool Reads(const Finding& finding, syntax::ExprId expr, std::string_view name) {
  return Code::Of(finding, expr).Reads(name);
}

// ---- printing -----------------------------------------------------------------------------------
void Code::Print(std::string& out) const {
  if (!node_) return;
  for (const Piece& piece : node_->pieces) {
    const bool brackets = piece.code.precedence() < piece.least;
    if (brackets) out += "(";
    out += piece.text;
    piece.code.Print(out);
    if (brackets) out += ")";
  }
}

std::string Code::Text() const {
  std::string out;
  Print(out);
  return out;
}

// The call or tuple at the end of it with each argument on a line of its own.
std::string Code::SpreadBehind(std::string before) const {
  if (node_ && node_->call && !node_->call->args.empty()) {
    std::vector<std::string> args;
    for (const Argument& arg : node_->call->args)
      args.push_back(arg.before + Piece(arg.value, Precedence::Lambda).Text());
    return CallOnLines(before + Piece(node_->call->callee, Precedence::Primary).Text(), args,
                       node_->call->brackets);
  }
  const bool ends_in_code = node_ && node_->pieces.size() > 1 &&
                            node_->pieces.back().code.precedence() >= node_->pieces.back().least;
  if (!ends_in_code || node_->pieces.back().code.empty()) return before + Text();
  for (std::size_t i = 0; i + 1 < node_->pieces.size(); ++i) before += node_->pieces[i].Text();
  return node_->pieces.back().code.SpreadBehind(std::move(before));
}

std::string Code::Spread(std::size_t indentation) const {
  std::string text = Text();
  return FitsOnLine(text, indentation) ? text : SpreadBehind("");
}

std::string TextOf(const std::vector<Line>& lines, std::size_t indentation) {
  std::string out;
  for (const Line& line : lines) {
    const std::string inner(4 * line.level, ' ');
    const std::string text = line.code.Spread(indentation + inner.size());
    for (std::size_t at = 0, end; at <= text.size(); at = end + 1) {
      end = std::min(text.find('\n', at), text.size());
      out += inner + text.substr(at, end - at) + "\n";
    }
  }
  return out;
}

}  // namespace graphmend::fix
