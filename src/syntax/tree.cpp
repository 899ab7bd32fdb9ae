#include "syntax/tree.h"

namespace graphmend::syntax {

std::string_view Spelling(UnaryOp op) {
  switch (op) {
    case UnaryOp::Not: return "not";
    case UnaryOp::Invert: return "~";
    case UnaryOp::Negate: return "-";
    case UnaryOp::Plus: return "+";
  }
  return "";
}

std::string_view Spelling(BinaryOp op) {
  switch (op) {
    case BinaryOp::Add: return "+";
    case BinaryOp::Sub: return "-";
    case BinaryOp::Mul: return "*";
    case BinaryOp::MatMul: return "@";
    case BinaryOp::Div: return "/";
    case BinaryOp::FloorDiv: return "//";
    case BinaryOp::Mod: return "%";
    case BinaryOp::Pow: return "**";
    case BinaryOp::LShift: return "<<";
    case BinaryOp::RShift: return ">>";
    case BinaryOp::BitAnd: return "&";
    case BinaryOp::BitOr: return "|";
    case BinaryOp::BitXor: return "^";
  }
  return "";
}

std::string_view Spelling(CompareOp op) {
  switch (op) {
    case CompareOp::Eq: return "==";
    case CompareOp::NotEq: return "!=";
    case CompareOp::Lt: return "<";
    case CompareOp::LtE: return "<=";
    case CompareOp::Gt: return ">";
    case CompareOp::GtE: return ">=";
    case CompareOp::Is: return "is";
    case CompareOp::IsNot: return "is not";
    case CompareOp::In: return "in";
    case CompareOp::NotIn: return "not in";
  }
  return "";
}

std::string_view Spelling(BoolOpKind op) { return op == BoolOpKind::And ? "and" : "or"; }

}  // namespace graphmend::syntax
