// How a message that is written later may differ.
#pragma once

#include <string_view>

namespace graphmend::fix {

inline constexpr std::string_view kGradDifference =
    "the text of a tensor that requires grad lacks its grad_fn where the graph is compiled by "
    "aot_eager or inductor";
inline constexpr std::string_view kNumberDifference =
    "where the tensor requires grad, torch's own warning about turning it into a number is lost "
    "when compiled";
inline constexpr std::string_view kFormatDifference =
    "a number that does not fit its format raises when the message is written, which may be later";
inline constexpr std::string_view kComputedDifference =
    "a number that cannot be computed, as by a division by 0, raises when the message is written, "
    "which may be later";
inline constexpr std::string_view kObjectDifference =
    "the text of an object is made when the graph runs, before the changes that this call makes to "
    "it";
inline constexpr std::string_view kUnknownDifference =
    "the text of an object is made when the graph runs, before the changes that this call makes to "
    "it; the text of a tensor that requires grad lacks its grad_fn where the graph is compiled by "
    "aot_eager or inductor";
inline constexpr std::string_view kShownDifference =
    "a text that a function makes of a tensor shows what the tensor holds when the message is "
    "written, raises then where it does not suit its format, and lacks its grad_fn where the graph "
    "is "
    "compiled by aot_eager or inductor";
inline constexpr std::string_view kHelperDifference =
    "a message before an error that the compiler raises while it traces is not written";
inline constexpr std::string_view kDeprecatedDifference =
    "the DeprecationWarning of `warn` is not shown";
inline constexpr std::string_view kRecordDifference =
    "the record of a logger names `<lambda>` as its function";

inline constexpr std::string_view kApartDifference =
    "what the function changes in shape, or by a view without gradients, is then changed in one "
    "graph with what comes before, which torch may refuse, or tell the old shape of";

}  // namespace graphmend::fix
