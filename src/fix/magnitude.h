// How large whole numbers may be. Python's have no end, those of tensors 64 bits at most: where a
// tensor stands in for a number, both give the same as long as nothing gets out of these.
//
// A size, a length and a count are taken for what memory can hold, 2**48; an empty or expanded
// tensor may claim more.
#pragma once

#include "fix/finding.h"

namespace graphmend::fix {

inline constexpr double kBeyondLong = 0x1p63;

// The largest absolute value of a number of Python's; infinity where it is not known.
double MagnitudeOf(const Finding& finding, syntax::ExprId number);

// Whether it is written out, and 64 bits do not hold it.
bool IsTooLong(const Finding& finding, syntax::ExprId number);

// MagnitudeOf the elements of a tensor of whole numbers; at most kBeyondLong.
double MagnitudeIn(const Finding& finding, syntax::ExprId tensor);

// … of what an operator makes of two such numbers.
double MagnitudeOf(syntax::BinaryOp op, double left, double right);

}  // namespace graphmend::fix
