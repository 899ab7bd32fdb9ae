// What a failure inside of a graph leaves otherwise than one in Python does.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "fix/finding.h"

namespace graphmend::fix {

// What a difference says where the function around changes a tensor in place: "; what …". Empty
// where it changes none. A compiled graph writes what it changed back when it has ended.
std::string LostChanges(const Finding& finding);

// What a difference says where an assert comes to ask a tensor: "; compiled, …". Empty elsewhere.
std::string AssertedAsTensor(const Finding& finding, syntax::StmtId stmt);

// Whether what the statement raises is caught in the function; a fix that raises otherwise would
// then go another way.
bool IsCaughtHere(const Finding& finding);
bool IsCaught(const Finding& finding, syntax::StmtId stmt);
// Whether a `try`, or a context manager that may do the same, is around the statement, which may
// have handlers of its own.
bool StandsInHandler(const Finding& finding, syntax::StmtId stmt);
// What torch._assert_async differs in from an exception: the kernel that finds the failure ends the
// CUDA context (seen on an H200, torch 2.11).
inline constexpr std::string_view kLaterOnGpu =
    "on a GPU a failure is raised later, as a device-side assert after which the process cannot "
    "use the GPU";
inline constexpr std::string_view kCaughtHere =
    "an exception raised in it is caught here; move it out of the `try`";

// What a statement raises that is a check of torch's, where what it is given first does not hold:
// torch._assert, torch._check and its like. None where it is another one.
std::optional<std::string_view> CheckedBy(const Finding& finding, syntax::StmtId stmt);

}  // namespace graphmend::fix
